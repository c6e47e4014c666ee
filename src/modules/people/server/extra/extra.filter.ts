import { sql, type RawBuilder } from 'kysely';
import { literal } from '#kit/server/read-page.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { extraTexts, readCondition, type ExtraCondition, type ExtraTarget } from '../../common/extra/extra-fields.ts';
import { employeeStatuses, type EmployeeStatus } from '../../common/employee-fields.ts';
import type { Form } from '../search.form.ts';
import { usedExtras, type ExtraField } from './extra.known.ts';

type Condition = RawBuilder<boolean>;

/** As the database makes it of a value (`extra_key`); values typed for a filter are never long. */
const keyOf = (text: string): string => text.normalize('NFKC').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Filters on extra fields, read: conditions on typed rows `v` (each of them holds), and fields that must be empty. */
interface Asked {
  rows: Condition[];
  empty: ExtraField[];
  /** An object may have several of the rows that the first condition finds. */
  several: boolean;
}

/** Reads filters as they stand in an address; of several values of one field one is enough. Refuses (10400) what is no filter here. */
function read(target: ExtraTarget, filters: readonly string[]): Asked {
  const parts = filters.map((text) => readCondition(text));
  const asked: Asked = { rows: [], empty: [], several: false };
  for (const code of new Set(parts.map((part) => part?.code))) {
    const field = usedExtras(target).find((one) => one.code === code && one.filterable && one.ready);
    // Left out, it would choose everybody.
    if (!field)
      throw new InvalidInput([{ path: 'extra', namespace: 'user-centre', key: 'issue.extra.noFilter', params: { name: code ?? '' } }]);
    const own = parts.filter((part): part is ExtraCondition => part?.code === code);
    if (own.some(({ op, value }) => op === '=' && value === '')) asked.empty.push(field);
    const rows = rowsWith(field, own);
    if (asked.rows.length === 0 && rows.length > 0) asked.several = field.type === 'multiSelect';
    asked.rows.push(...rows);
  }
  return asked;
}

/** SQL: the objects of which every condition finds a row, from the rows alone. */
const objectsWith = ([first, ...others]: readonly Condition[]): RawBuilder<unknown> =>
  sql`select v.object_id from extra_value v where ${first}${others.length > 0 ? sql` and v.object_id in (${objectsWith(others)})` : sql``}`;

/** SQL conditions on an object by filters as they stand in an address. */
export function extraConditions(target: ExtraTarget, object: string, filters: readonly string[]): Condition[] {
  const { rows, empty } = read(target, filters);
  const id = sql.ref(`${object}.id`);
  return [
    ...(rows.length > 0 ? [sql<boolean>`${id} in (${objectsWith(rows)})`] : []),
    ...empty.map(
      ({ id: field }) => sql<boolean>`not exists (select from extra_value v where v.field_id = ${field}::uuid and v.object_id = ${id})`,
    ),
  ];
}

/** Whom a list shows beside its filters on extra fields. */
export interface Shown {
  /** On a person `e` by the id alone. */
  place: Condition;
  usual: Condition;
  status: EmployeeStatus | undefined;
  /** How many that are, where it is known. */
  everybody: RawBuilder<number> | undefined;
}

/**
 * SQL: how many people filters on extra fields choose among those of a place and a status (or those usually shown): counted in the typed rows alone, of
 * which the few that are not shown are looked up; who has none is who is left. Undefined where neither tells it.
 */
export function countByExtra(filters: readonly string[], shown: Shown): RawBuilder<number> | undefined {
  const { rows, empty, several } = read('employee', filters);
  const [field, ...more] = empty;
  if (!field) return rows.length > 0 ? countRows(shown, rows, several) : undefined;
  if (rows.length > 0 || more.length > 0 || !shown.everybody) return undefined;
  return sql`(${shown.everybody} - ${countRows(shown, [sql`v.field_id = ${field.id}::uuid`], field.type === 'multiSelect')})`;
}

function countRows({ place, usual, status }: Shown, rows: readonly Condition[], several: boolean): RawBuilder<number> {
  const others = employeeStatuses.filter((one) => one !== 'deleted' && one !== status);
  const hidden = status === undefined ? sql`e.status <> 'deleted' and not (${usual})` : sql`e.status = any(${others}::text[])`;
  const chosen = objectsWith(rows);
  return sql`((select count(*) from (select ${several ? sql`distinct` : sql``} one.object_id as id from (${chosen}) as one) as e where ${place})
    - (select count(*) from employee e where ${hidden} and ${place} and e.id in (${chosen})))`;
}

/** Conditions on typed rows `v` of a field: one of these values, and within these bounds. */
function rowsWith(field: ExtraField, parts: readonly ExtraCondition[]): Condition[] {
  const requested = parts.filter(({ op, value }) => op === '=' && value !== '').map(({ value }) => keyOf(value));
  const own = sql<boolean>`v.field_id = ${field.id}::uuid`;
  const found: Condition[] = [];
  if (requested.length > 0) {
    const begins = requested.map((key) => sql`v.key like ${`${literal(key)}%`}`);
    found.push(
      sql`${own} and ${extraTexts.has(field.type) ? sql`(${sql.join(begins, sql` or `)})` : sql`v.key = any(${requested}::text[])`}`,
    );
  }
  const bounds = parts.flatMap((part) => boundOf(field, part) ?? []);
  if (bounds.length > 0) found.push(sql`${own} and ${sql.join(bounds, sql` and `)}`);
  return found;
}

/** One end of a span: of days by their text, of numbers and moments by their number. */
function boundOf(field: ExtraField, { op, value }: ExtraCondition): Condition | undefined {
  if (op === '=' || value === '') return undefined;
  if (field.type === 'date') return sql`v.key ${sql.raw(op)} ${value}`;
  const number = Number(value);
  if (!Number.isFinite(number))
    throw new InvalidInput([{ path: 'extra', namespace: 'user-centre', key: 'issue.extra.number', params: { name: field.name } }]);
  return sql`v.num ${sql.raw(op)} ${number}`;
}

/** People who may be found by one text; more say that it is too short. */
const mostFound = 500;

/** SQL condition: an object has a searchable value that begins with this text; undefined where no field is searched. */
export function foundByExtra(target: ExtraTarget, object: string, text: string, { begins, value }: Form): Condition | undefined {
  const fields = usedExtras(target).filter(({ searchable, ready }) => searchable && ready);
  if (fields.length === 0) return undefined;
  // Worked out first: as an index condition it may stand beside the others in an OR.
  return sql`${sql.ref(`${object}.id`)} = any(array(select v.object_id from extra_value v
    where v.field_id = any(${value(
      fields.map(({ id }) => id),
      'uuid[]',
    )}) and ${begins('v.key', keyOf(text.trim()))} limit ${mostFound}))`;
}
