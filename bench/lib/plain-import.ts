import type pg from 'pg';
import { newId } from '#kit/server/ids.ts';
import type { Texts } from '#kit/server/texts.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { departmentKeys, emailKey, personKeys } from '../../src/modules/people/server/employee/employee.keys.ts';
import { readHeader, readOptions } from '../../src/modules/people/server/import/import.columns.ts';
import { readRow, type ImportRow } from '../../src/modules/people/server/import/import.row.ts';
import { rankBetween } from '../../src/modules/people/server/department/rank.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import { copyRows } from '#platform/database/copy-rows.ts';
import { readXlsx } from '#platform/sheets/read-xlsx.ts';

type Cell = string | number | boolean | null | readonly string[];

/**
 * What somebody in a hurry would write: reads the workbook, takes every row as it comes and puts it by COPY into the same tables
 * with their indexes. No plan, no rules, no journal, no audit, no way back.
 */
export async function importByCopy(client: pg.Client, file: string, texts: Texts): Promise<number> {
  const options = readOptions(texts);
  const folders = new Folders();
  let header: ReturnType<typeof readHeader> | undefined;
  const people: Cell[][] = [];
  const assignments: Cell[][] = [];
  const now = Date.now();
  for await (const { row, cells } of readXlsx(file, { maxRows: 200_001 })) {
    if (!header) {
      header = readHeader(texts, cells);
      continue;
    }
    const person = readRow(row, cells, header.at, options);
    const [primary, ...others] = [person.department ?? [], ...(person.others ?? [])].map((names) => folders.find(names, now));
    const id = newId();
    people.push(personRow(id, person, { primary: primary!, several: others.length > 0, now }));
    assignments.push([id, primary!, true, now], ...others.map((other) => [id, other, false, now]));
  }
  await client.query('begin');
  await copyRows(client, folders.target, folders.rows);
  await copyRows(client, peopleTarget, people);
  await copyRows(client, 'employee_department (employee_id, department_id, is_primary, from_at)', assignments);
  await client.query('commit');
  return people.length;
}

const fields = {
  account: 'account',
  name: 'name',
  nameEn: 'name_en',
  alias: 'alias',
  nameReading: 'name_reading',
  employeeNo: 'employee_no',
  title: 'title',
  mobile: 'mobile',
  workPhone: 'work_phone',
  email: 'email',
  personalEmail: 'personal_email',
  birthday: 'birthday',
  hireDate: 'hire_date',
  jobLevel: 'job_level',
  workplace: 'workplace',
  costCentre: 'cost_centre',
  remark: 'remark',
} as const;
/** Where people go. */
export const peopleTarget = `employee (id, ${Object.values(fields).join(', ')}, gender, employment_type, account_key, email_key, primary_department_id, several,
  name_fold, pinyin, initials, sort_key, grams, created_at, updated_at)`;

/** A person as a line of COPY. */
export function personRow(
  id: string,
  { fields: values }: ImportRow,
  { primary, several, now }: { primary: string; several: boolean; now: number },
): Cell[] {
  const textOf = (field: string): string | null => (typeof values[field] === 'string' ? values[field] : null);
  const keys = personKeys({
    name: textOf('name') ?? '',
    nameEn: textOf('nameEn'),
    alias: textOf('alias'),
    nameReading: textOf('nameReading'),
  });
  return [
    id,
    ...Object.keys(fields).map(textOf),
    textOf('gender') ?? 'unknown',
    textOf('employmentType') ?? 'regular',
    normaliseAccount(textOf('account') ?? ''),
    emailKey(textOf('email')),
    primary,
    several,
    keys.name_fold,
    keys.pinyin,
    keys.initials,
    keys.sort_key,
    keys.grams,
    now,
    now,
  ];
}

/** The departments of the file, made as they are met. */
export class Folders {
  readonly target =
    'department (id, no, parent_id, path, name, name_fold, pinyin, initials, sort_key, kind, order_no, created_at, updated_at)';
  readonly rows: Cell[][] = [];
  readonly #known = new Map<string, { id: string; path: string; last: string | null }>([
    ['', { id: rootDepartmentId, path: '1', last: null }],
  ]);

  find(names: readonly string[], now: number): string {
    const key = names.join('/');
    const known = this.#known.get(key);
    if (known) return known.id;
    this.find(names.slice(0, -1), now);
    const above = this.#known.get(names.slice(0, -1).join('/'))!;
    const no = 1000 + this.rows.length;
    const made = { id: newId(), path: `${above.path}.${no}`, last: null };
    above.last = rankBetween(above.last, null);
    this.#known.set(key, made);
    const local = { zh_CN: names.at(-1)! };
    const keys = departmentKeys(local);
    const searched = [keys.name_fold, keys.pinyin, keys.initials, keys.sort_key];
    this.rows.push([made.id, no, above.id, made.path, JSON.stringify(local), ...searched, 'department', above.last, now, now]);
    return made.id;
  }
}
