import type { ReactElement, ReactNode } from 'react';
import { pick, type Language, type LocalText } from '#kit/common/language.ts';
import { useLanguage } from '../i18n/use-t.ts';
import { useWords, type Words } from '../page/subject.ts';
import type { CellKind } from './column.ts';
import './data-table.css';
import { bytesText, dayText, numberText, timeText } from './formats.ts';

/** What stands for a value that is not there. */
export const nothing = '—';

interface CellProps {
  value: unknown;
  /** The field it is the value of, for the names of an enumeration. */
  field: string;
  as?: CellKind | undefined;
}

/** What a reader of values needs: the language on screen and the words of the subject around. */
export interface Look {
  readonly language: Language;
  readonly words: Words;
}

/** The language and the words around, for who draws many values: a table asks once, not once a cell. */
export function useLook(): Look {
  const words = useWords();
  const [language] = useLanguage();
  return { language, words };
}

/** One value as a person reads it, in the language on screen. */
export function Cell(props: CellProps): ReactElement {
  return <>{drawn(props, useLook())}</>;
}

function drawn({ value, field, as }: CellProps, { language, words }: Look): ReactNode {
  const kind = as ?? guess(value);
  if (isNothing(value)) return <span className="whk-nothing">{nothing}</span>;
  if (kind === 'boolean' || kind === 'enum') {
    const text = String(value);
    return (
      <span className="whk-tag" data-value={text}>
        {words.value(field, text)}
      </span>
    );
  }
  if (kind === 'code') return <code className="whk-code">{String(value)}</code>;
  if (kind === 'time' && typeof value === 'number')
    return <time dateTime={new Date(value).toISOString()}>{timeText(value, language)}</time>;
  return textOf(value, kind, { language, words, field });
}

interface Reading extends Look {
  field: string;
}

/** A value as plain text: for titles, labels, and the two sides of a change. */
export function textOf(value: unknown, as: CellKind | undefined, { language, words, field }: Reading): string {
  const kind = as ?? guess(value);
  if (isNothing(value)) return nothing;
  if (kind === 'boolean' || kind === 'enum') return words.value(field, String(value));
  if (kind === 'time' && typeof value === 'number') return timeText(value, language);
  if (kind === 'day' && typeof value === 'string') return dayText(value, language);
  if (kind === 'number' && typeof value === 'number')
    return (as === undefined && words.told(field, String(value))) || numberText(value, language);
  if (kind === 'bytes' && typeof value === 'number') return bytesText(value, language);
  if (Array.isArray(value)) return value.map((one) => textOf(one, undefined, { language, words, field })).join(separators[language]);
  if (typeof value === 'object' && value !== null) return objectText(value, { language, words, field });
  // A value of an enumeration that nobody announced: it has words of its own under the field's name.
  return (as === undefined && words.told(field, String(value))) || String(value);
}

const separators: Record<Language, string> = { zh_CN: '、', en_US: ', ', ja_JP: '、' };

/** What has no name is told part by part, under the words that its field has for them. */
function objectText(value: object, reading: Reading): string {
  const { language, words, field } = reading;
  if (isLocal(value)) return pick(value, language);
  if ('name' in value) return isLocal(value.name) ? pick(value.name, language) : String(value.name);
  const parts = Object.entries(value).filter(([, part]) => !isNothing(part));
  const told = parts.map(([name, part]) => {
    // Its words stand under the field it is in, under its place there, or under its own name.
    const sample = String(Array.isArray(part) ? part[0] : part);
    const under = [field, `${field}.${name}`].find((one) => words.told(one, sample) !== undefined) ?? name;
    // What is one of a few kinds and nothing else needs no name for it.
    if (name === 'kind' && parts.length === 1) return textOf(part, undefined, { language, words, field: under });
    const label = words.told(field, name) ?? words.field(name);
    return `${label}${language === 'en_US' ? ': ' : '：'}${textOf(part, undefined, { language, words, field: under })}`;
  });
  return told.join(' · ') || nothing;
}

const isLocal = (value: unknown): value is Partial<LocalText> => typeof value === 'object' && value !== null && 'zh_CN' in value;

/** Whether there is no value: nothing, an empty text or an empty list. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function guess(value: unknown): CellKind {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'object' && value !== null) return isLocal(value) ? 'local' : 'names';
  return 'text';
}

/** Whether a column's values stand at the right edge. */
export const isNumeric = ({ as, cell }: { as?: CellKind; cell?: unknown }, sample: unknown): boolean =>
  as === 'number' || as === 'bytes' || (as === undefined && cell === undefined && typeof sample === 'number');

interface CellColumn<Row> {
  name: string;
  as?: CellKind;
  cell?: (row: Row) => ReactNode;
}

/** What a cell shows: the column's own drawing, or its value. */
export function cellOf<Row extends object>(row: Row, column: CellColumn<Row>, look: Look): ReactNode {
  return column.cell ? column.cell(row) : drawn({ value: Reflect.get(row, column.name), field: column.name, as: column.as }, look);
}
