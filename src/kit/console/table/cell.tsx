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

/** One value as a person reads it, in the language on screen. */
export function Cell({ value, field, as }: CellProps): ReactElement {
  const words = useWords();
  const [language] = useLanguage();
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
  return <>{textOf(value, kind, { language, words, field })}</>;
}

interface Reading {
  language: Language;
  words: Words;
  field: string;
}

/** A value as plain text: for titles, labels, and the two sides of a change. */
export function textOf(value: unknown, as: CellKind | undefined, { language, words, field }: Reading): string {
  const kind = as ?? guess(value);
  if (isNothing(value)) return nothing;
  if (kind === 'boolean' || kind === 'enum') return words.value(field, String(value));
  if (kind === 'time' && typeof value === 'number') return timeText(value, language);
  if (kind === 'day' && typeof value === 'string') return dayText(value, language);
  if (kind === 'number' && typeof value === 'number') return numberText(value, language);
  if (kind === 'bytes' && typeof value === 'number') return bytesText(value, language);
  if (Array.isArray(value)) return value.map((one) => textOf(one, undefined, { language, words, field })).join(separators[language]);
  if (typeof value === 'object' && value !== null) return objectText(value, language);
  // A value of an enumeration that nobody announced: it has words of its own under the field's name.
  return (as === undefined && words.own(`${field}.${String(value)}`)) || String(value);
}

const separators: Record<Language, string> = { zh_CN: '、', en_US: ', ', ja_JP: '、' };

function objectText(value: object, language: Language): string {
  if (isLocal(value)) return pick(value, language);
  if ('name' in value) return isLocal(value.name) ? pick(value.name, language) : String(value.name);
  return JSON.stringify(value);
}

const isLocal = (value: unknown): value is Partial<LocalText> => typeof value === 'object' && value !== null && 'zh_CN' in value;

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function guess(value: unknown): CellKind {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'object' && value !== null) return isLocal(value) ? 'local' : 'names';
  return 'text';
}

/** Whether a column's values stand at the right edge. */
export const isNumeric = (as: CellKind | undefined, sample: unknown): boolean =>
  as === 'number' || as === 'bytes' || (as === undefined && typeof sample === 'number');

/** What a cell shows: the column's own drawing, or its value. */
export function cellOf<Row extends object>(row: Row, column: { name: string; as?: CellKind; cell?: (row: Row) => ReactNode }): ReactNode {
  return column.cell ? column.cell(row) : <Cell value={Reflect.get(row, column.name)} field={column.name} as={column.as} />;
}
