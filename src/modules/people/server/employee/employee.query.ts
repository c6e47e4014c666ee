import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { pathInRange, type Caller, type Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { employeeList, EmployeeDetail } from '../../common/employee.contract.ts';
import { peopleChosen, type ChosenPeople } from './employee.filter.ts';
import { masked } from './employee.mask.ts';
import { fewFound } from './employee.search.ts';
import { hiddenFields, nameIn, personIn, rowColumns, type ShownRow } from './employee.view.ts';
import { withoutForeignNames } from '../foreign-names.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { readExtras } from '../extra/extra.known.ts';
import { extraTexts, maskedValues } from '../extra/extra.words.ts';
import { picturesOf } from '../pictures.ts';
import { employeeInRange } from '../range.ts';
import { ownersOf } from '../ties/owners.ts';
import './employee.table.ts';

/** Column of each sort field; ids ascend with time, so that they order by creation. `keyed` ones have no empty values and take a cursor. */
const sorts: Readonly<Record<string, { column: string; type: string; keyed: boolean }>> = {
  name: { column: 'sort_key', type: 'text', keyed: true },
  account: { column: 'account_key', type: 'text', keyed: true },
  employeeNo: { column: 'employee_no', type: 'text', keyed: false },
  hireDate: { column: 'hire_date', type: 'date', keyed: false },
  createdAt: { column: 'id', type: 'uuid', keyed: true },
  updatedAt: { column: 'updated_at', type: 'bigint', keyed: true },
};

/**
 * A page of people with their number. Two statements at the same time, the number looked up where it is kept; a search is one statement,
 * because what it finds is little and finding it is what costs.
 */
export async function listEmployees(db: Db, caller: Caller, input: Parsed<typeof employeeList>): Promise<Reply<typeof employeeList>> {
  const chosen = await peopleChosen(db, caller.scope(), input);
  const read: PageRead = { input, chosen, language: caller.language };
  const [rows, total] = input.text
    ? await searchOf(db, read)
    : input.extra?.length
      ? await filteredOf(db, read)
      : await Promise.all([pageOf(db, read), countOf(db, chosen)]);
  const shown = await withoutForeignNames(db, { range: caller.scope(), language: caller.language }, rows.slice(0, input.pageSize));
  const texts = await extraTexts(
    db,
    'employee',
    shown.map(({ extra }) => extra),
    { language: caller.language, range: caller.scope(), only: ({ listable }) => listable },
  );
  return {
    list: shown.map(({ key: _key, hidden, extra: _extra, ...row }, at) => ({ ...masked(row, hidden), extraTexts: texts[at] ?? {} })),
    total,
    pages: Math.ceil(total / input.pageSize),
    next: nextOf(input, rows),
  };
}

async function countOf(db: Db, { where, total }: Pick<ChosenPeople, 'where' | 'total'>): Promise<number> {
  const count = total
    ? sql<{ total: number }>`select ${total} as total`
    : sql<{ total: number }>`select count(*) as total from employee e where ${where}`;
  const { rows } = await count.execute(db);
  return rows[0]?.total ?? 0;
}

type KeyedRow = ShownRow & Pick<Place, 'key'>;

/** Who stands on a page, with the place in its order. */
interface Place {
  id: string;
  key: string | number | null;
}

function sortOf(sort: string | undefined): { name: string; down: boolean; column: string; type: string; keyed: boolean } {
  const name = sort?.replace(/^-/, '') ?? 'createdAt';
  return { name, down: sort === undefined || sort.startsWith('-'), ...sorts[name]! };
}

interface PageRead {
  input: Parsed<typeof employeeList>;
  chosen: ChosenPeople;
  language: Language;
}

/** The rows of a page, with one more when another page follows. */
async function pageOf(db: Db, { input, chosen, language }: PageRead): Promise<KeyedRow[]> {
  const { key, start, order, offset } = placeOf(input);
  const { rows } = await sql<Place>`select e.id, ${key} as key from employee e
    where ${chosen.where} ${start} order by ${order} limit ${input.pageSize + 1} offset ${offset}`.execute(db);
  return rowsOf(db, language, rows);
}

/** What a text finds, with the number of all. */
async function searchOf(db: Db, read: PageRead): Promise<[KeyedRow[], number]> {
  const { input, language } = read;
  const { among } = read.chosen;
  const { column, down } = sortOf(input.sort);
  // Few are found fast in the order of their making, by a plan that is kept.
  const isUsual = column === 'id' && input.after === undefined;
  const few = isUsual && among ? await fewFound(db, { ...input, ...among, down, language }) : undefined;
  if (!few) return foundOf(db, read);
  const [rows, total] = few;
  return [rows.map((row) => ({ ...row, key: row.id })), total];
}

/** What is found, put in order, with the number of all. */
async function foundOf(db: Db, read: PageRead): Promise<[KeyedRow[], number]> {
  const { input, chosen, language } = read;
  const { where } = chosen;
  const { column, key, start, order, offset } = placeOf(input);
  const sortColumn = column === 'id' ? sql`` : sql`, ${key}`;
  const { rows } = await sql<Place & { total: number }>`with hit as materialized (select e.id${sortColumn} from employee e where ${where})
    select e.id, ${key} as key, (select count(*) from hit) as total from hit e where true ${start}
    order by ${order} limit ${input.pageSize + 1} offset ${offset}`.execute(db);
  const total = rows[0]?.total;
  // Behind the last page there is no row to carry the number.
  if (total === undefined) return [[], await countOf(db, { where, total: undefined })];
  return [await rowsOf(db, language, rows), total];
}

/** What is shown of the people of a page: a statement of its own that is always the same, so that it is neither made, read nor planned again. */
async function rowsOf(db: Db, language: Language, places: readonly Place[]): Promise<KeyedRow[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const { rows } = await db.executeQuery<ShownRow>(CompiledQuery.raw(shownIn(db, language), [ids]));
  const keys = new Map(places.map(({ id, key }) => [id, key]));
  return rows.map((row) => ({ ...row, key: keys.get(row.id) ?? null }));
}

const shownTexts = new Map<Language, string>();

function shownIn(db: Db, language: Language): string {
  const known = shownTexts.get(language);
  if (known !== undefined) return known;
  const nobody: string[] = [];
  const text = sql`${sql.raw(preparedMark)} select ${rowColumns(language)}, ${hiddenFields}
    from unnest((select ${nobody}::uuid[])) with ordinality as page(id, at) join employee e on e.id = page.id order by page.at`.compile(
    db,
  ).sql;
  shownTexts.set(language, text);
  return text;
}

/** So many are found first and then put in order; of more, a page is soon found in that order. */
const mostPutInOrder = 2_000;

/** Chosen by extra fields: how many they are decides how the page is looked for, because of few one would look through a million. */
async function filteredOf(db: Db, read: PageRead): Promise<[KeyedRow[], number]> {
  const total = await countOf(db, read.chosen);
  if (total === 0) return [[], 0];
  return [total <= mostPutInOrder ? (await foundOf(db, read))[0] : await pageOf(db, read), total];
}

/** SQL of where a page begins and how it is ordered. */
function placeOf(input: Parsed<typeof employeeList>) {
  const { column, type, down, keyed } = sortOf(input.sort);
  const key = sql.ref(`e.${column}`);
  const direction = sql.raw(down ? 'desc' : 'asc');
  const after = input.after === undefined ? undefined : cursorOf(input.after, input.sort);
  const start = after ? sql`and (${key}, e.id) ${sql.raw(down ? '<' : '>')} (${after.key}::${sql.raw(type)}, ${after.id}::uuid)` : sql``;
  const order = column === 'id' ? sql`e.id ${direction}` : sql`${key} ${direction}${keyed ? sql`` : sql` nulls last`}, e.id ${direction}`;
  return { column, key, start, order, offset: after ? 0 : (input.pageNum - 1) * input.pageSize };
}

function nextOf(input: Parsed<typeof employeeList>, rows: readonly KeyedRow[]): string | null {
  const last = rows[input.pageSize - 1];
  if (!last || rows.length <= input.pageSize || !sortOf(input.sort).keyed) return null;
  return Buffer.from(JSON.stringify([input.sort ?? '', last.key, last.id])).toString('base64url');
}

/** Where a page ended; a foreign or mangled cursor is bad input. */
function cursorOf(after: string, sort: string | undefined): { key: string | number; id: string } {
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    const [of, key, id] = Array.isArray(parts) ? parts : [];
    const fits = sorts[sortOf(sort).name]!.type === 'bigint' ? Number.isSafeInteger(key) : typeof key === 'string';
    const uuid = /^[0-9a-f-]{36}$/;
    if (of === (sort ?? '') && fits && uuid.test(String(id)) && (sortOf(sort).column !== 'id' || uuid.test(String(key))))
      return { key, id: String(id) };
  } catch {
    // Falls through to the refusal.
  }
  throw new InvalidInput([{ path: 'after', namespace: 'kit', key: 'issue.custom' }]);
}

interface DetailRow extends Omit<EmployeeDetail, 'writable' | 'owners' | 'birthday' | 'extraTexts' | 'avatar'> {
  birthday: string | null;
  path: string;
  inRange: boolean;
}

/** One person, also from the recycle bin; 10910 out of range. */
export async function getEmployee(db: Db, caller: Caller, id: string): Promise<EmployeeDetail> {
  const range = caller.scope();
  const { rows } =
    await sql<DetailRow>`select ${rowColumns(caller.language)}, e.name_reading as "nameReading", e.work_phone as "workPhone", e.personal_email as "personalEmail", e.gender, e.birthday,
      e.job_level as "jobLevel", e.workplace, e.cost_centre as "costCentre", ${personIn('e.owner_id')} as owner, e.expires_at as "expiresAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.sort_key), '[]') from employee m where m.id = any(e.dotted_manager_ids)) as "dottedManagers",
      ${effectiveManager} as "effectiveManager", e.locale, e.time_zone as "timeZone", e.sensitivity, e.remark, array(select jsonb_object_keys(e.own_fields)) as "ownFields", ${pastDepartments(caller.language)} as "pastDepartments",
      (select s.masked_fields from muc_setting s) as "maskedFields", home.path::text as path, ${employeeInRange(range, 'e.id')} as "inRange"
    from employee e join department home on home.id = e.primary_department_id where e.id = ${id}::uuid`.execute(db);
  const row = rows[0];
  if (!row?.inRange) throw range.all ? notFound() : outOfRange();
  const { path, inRange: _inRange, ...whole } = row;
  const [detail = whole] = await withoutForeignNames(db, { range, language: caller.language }, [whole]);
  await readExtras(db);
  const [texts = {}] = await extraTexts(db, 'employee', [detail.extra], { language: caller.language, range });
  const owners = (await ownersOf(db, [id])).get(id) ?? {};
  return {
    ...masked(detail, detail.maskedFields),
    extra: maskedValues('employee', detail.extra),
    extraTexts: texts,
    avatar: (await picturesOf(db, [id])).get(id) ?? null,
    owners,
    writable: pathInRange(range, path),
  };
}

/** SQL: where a person `e` was. Of a department that is gone the journal knows the name. */
const pastDepartments = (language: Language): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('departmentId', p.department_id, 'name', p.name, 'primary', p.is_primary, 'title', p.title, 'from', p.from_at, 'to', p.to_at) order by p.to_at desc, p.id desc), '[]')
    from (select past.*, coalesce(${nameIn(language)}, (select o.object_name from change_operation o
        where o.kind = 'department' and o.object_id = past.department_id::text order by o.id desc limit 1), '') as name
      from employee_department_past past left join department d on d.id = past.department_id
      where past.employee_id = e.id order by past.to_at desc limit 100) as p)`;

/** SQL: the manager entered, else the first of the primary department, else of the nearest department above that has one; never oneself. */
const effectiveManager = sql`coalesce(${personIn('e.manager_id')}, (
  select json_build_object('id', m.id, 'name', m.name) from department above join employee m on m.id = above.manager_ids[1] and m.status <> 'deleted'
  where above.no = any(string_to_array(home.path::text, '.')::bigint[]) and m.id <> e.id order by nlevel(above.path) desc limit 1))`;

/** Refuses with 10910 (or 10404 for who sees everybody) unless every one of these people is in range. */
export async function assertVisible(db: Db, range: Range, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from employee e where e.id = any(${ids}::uuid[]) and e.status <> 'deleted' and ${employeeInRange(range, 'e.id')}`.execute(
    db,
  );
  if ((rows[0]?.n ?? 0) < new Set(ids).size) throw range.all ? notFound() : outOfRange();
}
