import { sql } from 'kysely';
import { languages } from '#kit/common/language.ts';
import type { Json, OperationIssue } from '#kit/server/change/kind.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import { extraName } from '../../common/extra/extra-fields.ts';
import { departmentInRange, employeeInRange } from '../range.ts';
import { readExtras, type ExtraField } from './extra.known.ts';
import { readText, readyPatterns } from './extra.values.ts';

/** A row of a file as it is being read. */
interface ReadRow {
  fields: Record<string, Json>;
  issues: OperationIssue[];
}

/** Extra columns of a file: which field stands in which place. */
export type ExtraColumns = ReadonlyMap<number, ExtraField>;

/** The fields that a file may bring, ready to be read. */
export async function importedExtras(db: Db): Promise<readonly ExtraField[]> {
  const fields = (await readExtras(db)).filter(
    ({ target, enabled, editableBy }) => target === 'employee' && enabled && editableBy !== 'source',
  );
  await readyPatterns(fields);
  return fields;
}

/** Titles by which a field is found in a header: its name in every language, and its code. */
export const titlesOf = ({ name, code }: ExtraField): string[] => [
  ...languages.flatMap((language) => name[language] ?? []),
  code,
  extraName(code),
];

/** Reads the extra cells of a row. Empty cells say nothing. */
export function readExtraCells(row: ReadRow, cells: readonly string[], columns: ExtraColumns): void {
  for (const [at, field] of columns) {
    const text = (cells[at] ?? '').trim();
    if (text === '') continue;
    const read = readText(field, text);
    if ('wrong' in read) row.issues.push(issueOf(field, read.wrong.key, read.wrong.params));
    else if (read.value !== null) row.fields[extraName(field.code)] = Array.isArray(read.value) ? [...read.value] : read.value;
  }
}

const issueOf = ({ name }: ExtraField, key: string, params?: Readonly<Record<string, unknown>>): OperationIssue => ({
  path: 'extra',
  namespace: 'user-centre',
  key: `issue.extra.${key}`,
  params: { name, ...params },
});

/** Puts ids in the place of accounts and department codes (or names) of a piece of the file; two queries at most. */
export async function resolveNamed(db: Db, caller: Caller, rows: readonly ReadRow[], columns: ExtraColumns): Promise<void> {
  const fields = [...columns.values()];
  for (const field of fields.filter(({ type }) => type === 'employee' || type === 'department')) {
    const name = extraName(field.code);
    const named = rows.filter((row) => typeof row.fields[name] === 'string');
    if (named.length === 0) continue;
    const keys = named.map((row) => keyIn(field, String(row.fields[name])));
    const found = field.type === 'employee' ? await peopleOf(db, caller, keys) : await departmentsOf(db, caller, keys);
    named.forEach((row, at) => {
      const id = found.get(keys[at]!);
      if (id !== undefined) row.fields[name] = id;
      else {
        delete row.fields[name];
        row.issues.push(issueOf(field, field.type === 'employee' ? 'nobody' : 'nowhere'));
      }
    });
  }
}

function keyIn({ type }: ExtraField, text: string): string {
  if (type !== 'employee') return text;
  try {
    return normaliseAccount(text);
  } catch {
    return '';
  }
}

async function peopleOf(db: Db, caller: Caller, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`select e.account_key as key, e.id from employee e
    where e.account_key = any(${keys}::text[]) and e.status <> 'deleted' and ${employeeInRange(caller.scope(), 'e.id')}`.execute(db);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** By code, or by a name that only one has. */
async function departmentsOf(db: Db, caller: Caller, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    key: string;
    id: string;
    exact: boolean;
  }>`select k.key, d.id, d.code = k.key as exact from unnest(${keys}::text[]) as k(key)
    join department d on d.code = k.key or d.name ->> 'zh_CN' = k.key or d.name ->> 'en_US' = k.key or d.name ->> 'ja_JP' = k.key
    where ${departmentInRange(caller.scope(), 'd.id')} limit 10000`.execute(db);
  const found = new Map<string, string>();
  for (const [key, same] of Map.groupBy(rows, (row) => row.key)) {
    const ids = new Set(same.map(({ id }) => id));
    const exact = same.find((one) => one.exact);
    if (exact) found.set(key, exact.id);
    else if (ids.size === 1) found.set(key, same[0]!.id);
  }
  return found;
}
