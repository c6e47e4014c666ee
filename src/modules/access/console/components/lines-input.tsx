import { Input } from 'antd';
import { useState, type ReactElement } from 'react';

interface LinesInputProps<T> {
  id?: string;
  value?: readonly T[];
  onChange?: (value: readonly T[]) => void;
  disabled?: boolean;
  /** How a line is written, and read again. */
  textOf: (one: T) => string;
  read: (line: string) => T | undefined;
  placeholder?: string;
  label?: string;
  rows?: number;
}

/** A list as lines of text, so that it can be pasted. */
export function LinesInput<T>({
  id,
  value = [],
  onChange,
  disabled = false,
  textOf,
  read,
  placeholder,
  label,
  rows = 4,
}: LinesInputProps<T>): ReactElement {
  const whole = value.map(textOf).join('\n');
  const [typed, setTyped] = useState({ text: whole, lines: value });
  const text = JSON.stringify(typed.lines) === JSON.stringify(value) ? typed.text : whole;
  return (
    <Input.TextArea
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      className="acc-code"
      rows={rows}
      disabled={disabled}
      spellCheck={false}
      placeholder={placeholder}
      value={text}
      onChange={(event) => {
        const lines = event.target.value.split('\n').flatMap((line) => (line.trim() === '' ? [] : (read(line) ?? [])));
        setTyped({ text: event.target.value, lines });
        onChange?.(lines);
      }}
    />
  );
}

const splitAt = (line: string, sign: string): [string, string] => {
  const at = line.indexOf(sign);
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + sign.length).trim()];
};

/** A name with its value, written `name: value`. */
export interface Pair {
  name: string;
  value: string;
}

/** Headers or query parameters as lines. */
export function PairsInput({ sign = ':', ...props }: Omit<LinesInputProps<Pair>, 'textOf' | 'read'> & { sign?: string }): ReactElement {
  return (
    <LinesInput
      {...props}
      textOf={({ name, value }) => (sign === ':' ? `${name}: ${value}` : `${name}${sign}${value}`)}
      read={(line) => {
        const [name, value] = splitAt(line, sign);
        return name === '' ? undefined : { name, value };
      }}
    />
  );
}
