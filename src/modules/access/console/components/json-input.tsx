import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';

interface JsonInputProps {
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  disabled?: boolean;
  rows?: number;
  label?: string;
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2));

/** A value as JSON in a plain editor; what is no JSON is said below and not taken over. */
export function JsonInput({ id, value, onChange, disabled = false, rows = 8, label }: JsonInputProps): ReactElement {
  const t = useT('access');
  const [typed, setTyped] = useState({ text: textOf(value), value, wrong: '' });
  const text = typed.wrong !== '' || JSON.stringify(typed.value) === JSON.stringify(value) ? typed.text : textOf(value);
  const write = (next: string): void => {
    if (next.trim() === '') {
      setTyped({ text: next, value: null, wrong: '' });
      onChange?.(null);
      return;
    }
    try {
      const parsed: unknown = JSON.parse(next);
      setTyped({ text: next, value: parsed, wrong: '' });
      onChange?.(parsed);
    } catch (error) {
      setTyped({ text: next, value: typed.value, wrong: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <>
      <Input.TextArea
        {...(id !== undefined && { id })}
        {...(label !== undefined && { 'aria-label': label })}
        className="acc-code"
        rows={rows}
        disabled={disabled}
        spellCheck={false}
        status={typed.wrong === '' ? '' : 'error'}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      {typed.wrong !== '' && (
        <small role="alert" className="acc-wrong">
          {t('editor.noJson', { reason: typed.wrong })}
        </small>
      )}
    </>
  );
}
