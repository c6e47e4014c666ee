import { z } from 'zod';
import { mobileOf } from '#kit/common/phone.ts';
import { email } from '#kit/common/schema.ts';
import type { OperationIssue, Json } from '#kit/server/change/kind.ts';
import { cleanName, invisibleAt, normaliseAccount } from '#platform/text/clean-text.ts';
import { account as accountSchema } from '../../common/employee-fields.ts';
import type { ImportColumn } from '../../common/import-columns.ts';
import { maxLengths, optionOf, type readOptions } from './import.columns.ts';

/** A row of the file: the values that could be read, and what is wrong with the others. */
export interface ImportRow {
  line: number;
  fields: Record<string, Json>;
  /** Names from the top, of the primary department and of the others; undefined where the file says nothing. */
  department: string[] | undefined;
  others: string[][] | undefined;
  /** Account or number of the manager. */
  manager?: string;
  /** What stands in cells that could not be read, as it stands there: a refused row shows it beside the reason. */
  typed: Partial<Record<ImportColumn, string>>;
  issues: OperationIssue[];
}

type Options = ReturnType<typeof readOptions>;
const schemas = { account: accountSchema(), email: email() };
const names = new Set<ImportColumn>(['name', 'nameEn', 'alias', 'nameReading']);
/** So much of a cell that can't be read is shown. */
const mostShown = 200;
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/;

/** Reads the cells of a row. Empty cells say nothing: a value that is there stays. */
export function readRow(line: number, cells: readonly string[], at: ReadonlyMap<ImportColumn, number>, options: Options): ImportRow {
  const row: ImportRow = { line, fields: {}, department: undefined, others: undefined, typed: {}, issues: [] };
  for (const [column, index] of at) {
    const text = (cells[index] ?? '').trim();
    if (text !== '') readCell(row, column, text, options);
  }
  return row;
}

function readCell(row: ImportRow, column: ImportColumn, text: string, options: Options): void {
  const bad = (key: string, params?: Record<string, unknown>): void => {
    row.issues.push({ path: column, namespace: 'user-centre', key: `issue.${key}`, ...(params && { params }) });
    row.typed[column] = text.slice(0, mostShown);
  };
  const max = maxLengths[column];
  if (column === 'department') row.department = pathOf(text);
  else if (column === 'otherDepartments')
    row.others = text
      .split(/[;；\n]/)
      .map(pathOf)
      .filter((path) => path.length > 0);
  else if (column === 'managerAccount') row.manager = text;
  else if (max !== undefined && text.length > max) bad('tooLong', { max });
  else if (column === 'account') readAccount(row, text, bad);
  else if (names.has(column)) {
    // What can't be seen is dropped from names; one that holds nothing else is missing.
    const name = cleanName(text);
    if (name === '') bad('characters');
    else row.fields[column] = name;
  } else if (forbidden.test(text)) bad('characters');
  else row.fields[column] = readValue(column, text, options, bad) ?? null;
  if (row.fields[column] === null) delete row.fields[column];
}

type Bad = (key: string, params?: Record<string, unknown>) => void;

function readAccount(row: ImportRow, text: string, bad: Bad): void {
  const position = invisibleAt(text);
  if (position >= 0) bad('invisible', { position: position + 1 });
  else if (!schemas.account.safeParse(text).success || !isNormal(text)) bad('account');
  else row.fields['account'] = text;
}

function isNormal(text: string): boolean {
  try {
    return normaliseAccount(text).length <= 64;
  } catch {
    return false;
  }
}

function readValue(column: ImportColumn, text: string, options: Options, bad: Bad): string | undefined {
  const checked = (value: string | undefined, key: string, params?: Record<string, unknown>): string | undefined => {
    if (value === undefined) bad(key, params);
    return value;
  };
  switch (column) {
    case 'mobile':
      return checked(mobileOf(text), 'mobile');
    case 'email':
    case 'personalEmail':
      return checked(schemas.email.safeParse(text).success ? text : undefined, 'email');
    case 'birthday':
    case 'hireDate':
      return checked(readDay(text), 'date');
    case 'gender':
    case 'employmentType':
      return checked(optionOf(options[column], text), 'option', { value: text.slice(0, 40) });
    case 'employeeNo':
      return checked(/^[A-Za-z0-9_-]+$/.test(text) ? text : undefined, 'employeeNo');
    default:
      return text;
  }
}

/** Names of a path `A/B/C`; spaces around the names don't count. */
const pathOf = (text: string): string[] =>
  text
    .split(/[/／>＞]/)
    .map(cleanName)
    .filter((name) => name !== '');

const isoDay = z.iso.date();

/** A calendar day as YYYY-MM-DD: also written with slashes, points, Chinese characters or nothing between. */
function readDay(text: string): string | undefined {
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.normalize('NFKC')) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (!match) return undefined;
  const day = `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`;
  return isoDay.safeParse(day).success ? day : undefined;
}
