import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SegmentCheck } from './segment-tools.tsx';

interface Line {
  value: string;
  note: string;
}

interface SegmentsInputProps {
  value?: readonly Line[];
  onChange?: (value: readonly Line[]) => void;
  disabled?: boolean;
  id?: string;
}

const textOf = (lines: readonly Line[]): string => lines.map(({ value, note }) => (note ? `${value} # ${note}` : value)).join('\n');

function linesOf(text: string): Line[] {
  return text.split(/[\n,;，；]/).flatMap((line) => {
    const [value = '', ...note] = line.split('#');
    return value.trim() === '' ? [] : [{ value: value.trim(), note: note.join('#').trim() }];
  });
}

/** Segments as lines of text, so that a list can be pasted; a note follows a number sign. */
export function SegmentsInput({ value = [], onChange, disabled = false, id }: SegmentsInputProps): ReactElement {
  const t = useT('enterprise');
  const [typed, setTyped] = useState({ text: textOf(value), lines: value });
  // Given from outside (a conflict that was taken over): what is typed gives way.
  const text = JSON.stringify(typed.lines) === JSON.stringify(value) ? typed.text : textOf(value);
  return (
    <>
      <Input.TextArea
        {...(id !== undefined && { id })}
        rows={8}
        disabled={disabled}
        spellCheck={false}
        placeholder="10.0.0.0/8"
        value={text}
        onChange={(event) => {
          const lines = linesOf(event.target.value);
          setTyped({ text: event.target.value, lines });
          onChange?.(lines);
        }}
      />
      <small role="status">{t('segmentLimit.lines', { count: value.length })}</small>{' '}
      <SegmentCheck lines={value} disabled={disabled} onTidy={(lines) => onChange?.(lines)} />
    </>
  );
}
