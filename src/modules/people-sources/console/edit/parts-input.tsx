import { Input, InputNumber, Select, Switch } from 'antd';
import { useId, type ReactElement } from 'react';
import { wordOf } from '../counts-text.tsx';

/** One value of a nested object, as it is entered. */
export interface Part {
  /** Name in the object; a dot leads into an inner one. */
  readonly name: string;
  readonly as?: 'heading' | 'text' | 'area' | 'number' | 'switch' | 'select' | 'lines' | 'servers' | 'checks';
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Name of its words where several parts have the same. */
  readonly word?: string;
  /** Only then it matters. */
  readonly when?: (value: Parts) => boolean;
}

/** The object. */
export type Parts = Readonly<Record<string, unknown>>;

interface PartsInputProps {
  parts: readonly Part[];
  /** Beginning of the keys of its words: `<words>.<name>`, `<words>.<name>.<option>`, `<words>.<name>.help`. */
  words: string;
  value?: Parts;
  onChange?: (value: Parts) => void;
  disabled?: boolean;
  /** Mistakes by the name of the part that they are about. */
  mistakes?: ReadonlyMap<string, string>;
}

/** The values of a nested object, each with its label and the mistake in it. */
export function PartsInput({ parts, words, value = {}, onChange, disabled = false, mistakes }: PartsInputProps): ReactElement {
  const id = useId();
  return (
    <div className="so-parts">
      {parts
        .filter(({ when }) => when?.(value) ?? true)
        .map((part) =>
          part.as === 'heading' ? (
            <h4 key={part.name} className="so-part-heading">
              {wordOf(wordsOf(words, part))}
            </h4>
          ) : (
            <div key={part.name} className="so-part" data-as={part.as ?? 'text'}>
              <label htmlFor={`${id}.${part.name}`}>{wordOf(wordsOf(words, part))}</label>
              <PartInput
                part={part}
                words={wordsOf(words, part)}
                id={`${id}.${part.name}`}
                disabled={disabled}
                mistake={mistakes?.get(part.name)}
                value={valueAt(value, part.name)}
                onChange={(one) => onChange?.(withValue(value, part.name, one))}
              />
              <Help words={`${wordsOf(words, part)}.help`} />
              {mistakes?.has(part.name) && (
                <small id={`${id}.${part.name}.mistake`} className="so-mistake">
                  {mistakes.get(part.name)}
                </small>
              )}
            </div>
          ),
        )}
    </div>
  );
}

const wordsOf = (words: string, { name, word }: Part): string => `${words}.${word ?? name}`;

function Help({ words }: { words: string }): ReactElement | null {
  const text = wordOf(words);
  return text === words ? null : <small>{text}</small>;
}

/** The value at a name with dots. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner && typeof inner === 'object' ? (inner as Record<string, unknown>)[name] : undefined), value);
}

function withValue(value: Parts, path: string, one: unknown): Parts {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...value, [name]: one };
  const inner = value[name];
  return { ...value, [name]: withValue(inner && typeof inner === 'object' ? (inner as Parts) : {}, rest.join('.'), one) };
}

interface OneProps {
  part: Part;
  /** Key of its words. */
  words: string;
  id: string;
  disabled: boolean;
  mistake: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

function PartInput({ part, words, id, disabled, mistake, value, onChange }: OneProps): ReactElement {
  const wrong = mistake === undefined ? {} : { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}.mistake` };
  const common = { id, disabled, ...wrong };
  const options = (part.options ?? []).map((one) => ({ value: one, label: wordOf(`${words}.${one === '\t' ? 'tab' : one}`) }));
  const text = typeof value === 'string' ? value : '';
  switch (part.as) {
    case 'number':
      return (
        <InputNumber
          {...common}
          value={typeof value === 'number' ? value : null}
          {...(part.min !== undefined && { min: part.min })}
          {...(part.max !== undefined && { max: part.max })}
          precision={0}
          onChange={onChange}
        />
      );
    case 'switch':
      return <Switch id={id} disabled={disabled} checked={value === true} onChange={onChange} />;
    case 'select':
      return <Select {...common} value={value as string} options={options} onChange={onChange} />;
    case 'checks':
      return <Select {...common} mode="multiple" value={(value ?? []) as string[]} options={options} onChange={onChange} />;
    case 'lines':
      return <Lines {...common} lines={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />;
    case 'servers':
      return <Lines {...common} lines={serverLines(value)} onChange={(lines) => onChange(lines.map(serverIn))} />;
    case 'area':
      return <Input.TextArea {...common} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />;
    default:
      return <Input {...common} value={text} onChange={(event) => onChange(event.target.value)} />;
  }
}

interface LinesProps {
  id: string;
  disabled: boolean;
  status?: 'error';
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}

/** One value a line; empty lines are none. */
function Lines({ lines, onChange, ...common }: LinesProps): ReactElement {
  return (
    <Input.TextArea
      {...common}
      rows={Math.min(6, Math.max(2, lines.length + 1))}
      defaultValue={lines.join('\n')}
      onChange={(event) =>
        onChange(
          event.target.value
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        )
      }
    />
  );
}

function serverLines(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return (value as { host?: unknown; port?: unknown }[]).map(({ host, port }) => `${String(host)}:${String(port)}`);
}

/** `host:port`; the port of LDAP over TLS where none is given. */
function serverIn(line: string): { host: string; port: number } {
  const found = /^(.*):(\d{1,5})$/.exec(line);
  return found ? { host: found[1] ?? '', port: Number(found[2]) } : { host: line, port: 636 };
}
