import { sql } from 'kysely';
import { dayText, timeText } from '#kit/common/date-text.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { extraTexts as textTypes, type ExtraTarget, type ExtraValue, type ExtraValues } from '../../common/extra/extra-fields.ts';
import { nameIn } from '../employee/employee.view.ts';
import { departmentInRange, employeeInRange } from '../range.ts';
import { usedExtras, type ExtraField } from './extra.known.ts';

const bool = { true: local('是', 'Yes', 'はい'), false: local('否', 'No', 'いいえ') } as const;

/** A sensitive value with its middle hidden; of what is no text of its own (a day, a choice, an id) nothing is shown. */
function maskedValue({ type }: Pick<ExtraField, 'type'>, value: ExtraValue): string | null {
  if (value === null || value === '') return null;
  const text = typeof value === 'string' && textTypes.has(type) ? value : '';
  return text.length > 7 ? `${text.slice(0, 3)}****${text.slice(-4)}` : '****';
}

interface Reading {
  language: Language;
  /** What the reader sees: a word stands for people and departments outside of it; in a file nothing, as for managers. */
  range: Range;
  /** Sensitive values in full. */
  full?: boolean;
  /** People by account and departments by code, as an import reads them. */
  forFile?: boolean;
  /** Days and moments are written for a reader in this zone; without one they stay as they are stored (yyyy-mm-dd, ISO 8601), and a screen writes them. */
  zone?: string;
  /** These fields alone. */
  only?: (field: ExtraField) => boolean;
}

/** Values of objects as people read them, by code: options by their label, people and departments by name. Two queries at most. */
export async function extraTexts(
  db: Db,
  target: ExtraTarget,
  all: readonly (ExtraValues | null)[],
  reading: Reading,
): Promise<Record<string, string>[]> {
  const fields = usedExtras(target).filter((field) => reading.only?.(field) ?? true);
  if (fields.length === 0) return all.map(() => ({}));
  const names = await namesIn(db, fields, all, reading);
  return all.map((values) => {
    const texts: Record<string, string> = {};
    for (const field of fields) {
      const value = values?.[field.code] ?? null;
      const text =
        value === null ? null : field.sensitive && !reading.full ? maskedValue(field, value) : wordOf(field, value, reading, names);
      if (text !== null) texts[field.code] = text;
    }
    return texts;
  });
}

/** The values themselves, sensitive ones with their middle hidden; of fields in use. */
export function maskedValues(target: ExtraTarget, values: ExtraValues | null): Record<string, ExtraValue> {
  const shown: Record<string, ExtraValue> = {};
  for (const field of usedExtras(target)) {
    const value = values?.[field.code] ?? null;
    if (value !== null) shown[field.code] = field.sensitive ? maskedValue(field, value) : value;
  }
  return shown;
}

/** One value in words. */
function wordOf(field: ExtraField, value: ExtraValue, { language, zone }: Reading, names: ReadonlyMap<string, string>): string {
  if (Array.isArray(value)) return value.map((one) => labelOf(field, one, language)).join('; ');
  switch (field.type) {
    case 'select':
      return labelOf(field, String(value), language);
    case 'boolean':
      return bool[value === true ? 'true' : 'false'][language];
    case 'date':
      return zone === undefined ? String(value) : dayText(String(value), language);
    case 'datetime':
      return zone === undefined ? new Date(Number(value)).toISOString() : timeText(Number(value), language, zone);
    case 'employee':
    case 'department':
      return names.get(String(value)) ?? '';
    default:
      return String(value);
  }
}

/** A value in words as a cell of a file: days and moments are such there too, and masked ones stay texts. */
export function extraCell({ type }: Pick<ExtraField, 'type'>, text: string | undefined): Cell {
  if (text === undefined) return null;
  if (type === 'date' && isDay.test(text)) return { day: text };
  return type === 'datetime' && !Number.isNaN(Date.parse(text)) ? new Date(text) : text;
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** An option's label; one that is gone is named by its value. */
function labelOf({ options }: Pick<ExtraField, 'options'>, value: string, language: Language): string {
  const option = options.find((one) => one.value === value);
  return option ? pick(option.label, language) : value;
}

interface Named {
  id: string;
  name: string;
  seen: boolean;
}

async function namesIn(
  db: Db,
  fields: readonly ExtraField[],
  all: readonly (ExtraValues | null)[],
  { language, range, forFile }: Reading,
): Promise<Map<string, string>> {
  const idsOf = (type: string): string[] =>
    fields
      .filter((field) => field.type === type)
      .flatMap(({ code }) => all.flatMap((values) => (values?.[code] ? [String(values[code])] : [])));
  const [people, departments] = [idsOf('employee'), idsOf('department')];
  const names = new Map<string, string>();
  const hidden = forFile ? '' : outsideWord(language);
  const shown = ({ name, seen }: Named): string => (seen ? name : hidden);
  if (people.length > 0) {
    const { rows } =
      await sql<Named>`select id, ${forFile ? sql`account` : sql`name`} as name, ${employeeInRange(range, 'employee.id')} as seen
      from employee where id = any(${people}::uuid[]) and status <> 'deleted'`.execute(db);
    for (const row of rows) names.set(row.id, shown(row));
  }
  if (departments.length > 0) {
    const { rows } =
      await sql<Named>`select d.id, ${forFile ? sql`coalesce(d.code, ${nameIn(language)})` : nameIn(language)} as name, ${departmentInRange(range, 'd.id')} as seen
      from department d where d.id = any(${departments}::uuid[])`.execute(db);
    for (const row of rows) names.set(row.id, shown(row));
  }
  return names;
}
