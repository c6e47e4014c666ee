import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { noConditions, type Conditions, type Segment } from '../../common/rule-fields.ts';
import { fileTypes, levels } from '../../common/words.ts';
import './file-security.css';

interface InputProps<V> {
  value?: V;
  onChange?: (value: V) => void;
  disabled?: boolean;
  id?: string;
}

interface Choice {
  readonly value: string | number;
  readonly label: string;
}

/** Some of a few words, to be ticked. */
export function WordsInput({
  words,
  value = [],
  onChange,
  disabled = false,
  id,
}: InputProps<readonly (string | number)[]> & { words: readonly Choice[] }): ReactElement {
  return (
    <div id={id}>
      <Checkbox.Group disabled={disabled} value={[...value]} options={[...words]} onChange={(chosen) => onChange?.(chosen)} />
    </div>
  );
}

/** Platforms of terminals; none ticked means all. */
export function PlatformsInput(props: InputProps<readonly (string | number)[]>): ReactElement {
  return <WordsInput {...props} words={platforms.map((value) => ({ value, label: platformNames[value] }))} />;
}

/** Types of files; none ticked means all. */
export function TypesInput(props: InputProps<readonly (string | number)[]>): ReactElement {
  const t = useT('file-security');
  return <WordsInput {...props} words={fileTypes.map((value) => ({ value, label: t(`fileTypes.${value}`) }))} />;
}

/** Levels of secrecy; none ticked means all. */
export function LevelsInput(props: InputProps<readonly (string | number)[]>): ReactElement {
  const t = useT('file-security');
  return <WordsInput {...props} words={levels.map((value) => ({ value, label: t(`level.${value}`) }))} />;
}

/** File name extensions, typed one after the other. */
export function ExtensionsInput({ value = [], onChange, disabled = false, id }: InputProps<readonly string[]>): ReactElement {
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ', ';']}
      disabled={disabled}
      value={[...value]}
      onChange={(chosen) => onChange?.(chosen.map((one) => one.trim().replace(/^\./, '').toLowerCase()).filter(Boolean))}
    />
  );
}

/** Conditions under which something is allowed. */
export function ConditionsInput({ value = noConditions, onChange, disabled = false, id }: InputProps<Conditions>): ReactElement {
  const t = useT('file-security');
  const flags = ['watermark', 'container', 'readOnly', 'reasonAsked'] as const;
  const change = (part: Partial<Conditions>): void => onChange?.({ ...value, ...part });
  return (
    <div id={id} className="fs-lines">
      <div>
        {flags.map((name) => (
          <Checkbox key={name} disabled={disabled} checked={value[name]} onChange={({ target }) => change({ [name]: target.checked })}>
            {t(`fileRule.conditions.${name}`)}
          </Checkbox>
        ))}
      </div>
      <label>
        {t('fileRule.conditions.perDay')}{' '}
        <InputNumber min={1} max={10_000} disabled={disabled} value={value.perDay} onChange={(perDay) => change({ perDay })} />
      </label>
      <label>
        {t('fileRule.conditions.offlineHours')}{' '}
        <InputNumber
          min={0}
          max={720}
          disabled={disabled}
          value={value.offlineHours}
          onChange={(offlineHours) => change({ offlineHours })}
        />
      </label>
    </div>
  );
}

type Message = Readonly<Record<'zh_CN' | 'en_US' | 'ja_JP', string | undefined>>;
const messageLanguages = ['zh_CN', 'en_US', 'ja_JP'] as const;

/** What the rule tells the employee, in each language; empty: the standard text. */
export function MessageInput({ value, onChange, disabled = false, id }: InputProps<Partial<Message> | null>): ReactElement {
  const t = useT('file-security');
  const change = (language: keyof Message, text: string): void => {
    const next = { ...value, [language]: text === '' ? undefined : text };
    onChange?.(messageLanguages.some((one) => next[one] !== undefined) ? next : null);
  };
  return (
    <div id={id} className="fs-lines">
      {messageLanguages.map((language) => (
        <Input
          key={language}
          aria-label={t(`lang.${language}`)}
          placeholder={t(`lang.${language}`)}
          maxLength={300}
          disabled={disabled}
          value={value?.[language] ?? ''}
          onChange={({ target }) => change(language, target.value)}
        />
      ))}
    </div>
  );
}

const textOf = (lines: readonly Segment[]): string => lines.map(({ value, note }) => (note ? `${value} # ${note}` : value)).join('\n');

function linesOf(text: string): Segment[] {
  return text.split(/[\n,;，；]/).flatMap((line) => {
    const [value = '', ...note] = line.split('#');
    return value.trim() === '' ? [] : [{ value: value.trim(), note: note.join('#').trim() }];
  });
}

/** Networks as lines of text, so that a list can be pasted; a note follows a number sign. */
export function SegmentsInput({
  value = [],
  onChange,
  disabled = false,
  id,
  rows = 6,
}: InputProps<readonly Segment[]> & { rows?: number }): ReactElement {
  const t = useT('file-security');
  const [typed, setTyped] = useState({ text: textOf(value), lines: value });
  const text = JSON.stringify(typed.lines) === JSON.stringify(value) ? typed.text : textOf(value);
  return (
    <>
      <Input.TextArea
        {...(id !== undefined && { id })}
        rows={rows}
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
      <small role="status">{t('outerNet.lines', { count: value.length })}</small>
    </>
  );
}
