import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Json, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { taken as takenField } from '#kit/server/refusal.ts';
import { prepareDirectoryChange, writeDirectoryChanges } from '../directory-change.ts';
import { endSessions, grantsChanged } from '../effects.ts';
import { assignmentsOf, derivedColumns, employeeColumns, employeeDefaults, orderedAssignments, primaryOf } from './employee.columns.ts';
import { emailKey, personKeys } from './employee.keys.ts';
import { extraPatch, indexExtras } from '../extra/extra.index.ts';
import { takeSeats } from './employee.seats.ts';
import { takeOwnFields } from './taken-fields.ts';
import { settlePeople } from '../role-turns/role-turns.ts';
import { peopleSettings } from '../setting/setting.ts';

const record = [['id', 'uuid'], ...Object.values(employeeColumns), ...Object.entries(derivedColumns)] as const;
const recordType = sql.raw(`(${record.map(([column, type]) => `${column} ${type}`).join(', ')}, version int)`);
const columnList = sql.raw(record.map(([column]) => column).join(', '));
/** Fields from which names are searched and sorted. */
const nameFields = ['name', 'nameEn', 'alias', 'nameReading'] as const;
const textIn = (fields: Fields, field: string): string | null => (typeof fields[field] === 'string' ? fields[field] : null);

/** Writes operations on people, set by set: rows, assignments with their past, change feed; sessions of who may no longer enter end. Refuses with 10411, 10423. */
export async function writeEmployees(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const created = operations.filter(({ action }) => action === 'create');
  const others = operations.filter(({ action }) => action !== 'create');
  await takeSeats(tx, operations);
  try {
    if (created.length > 0) await insertPeople(tx, caller, created);
    if (others.length > 0) {
      await updatePeople(tx, caller, others);
      await takeOwnFields(tx, others);
    }
    await indexExtras(tx, 'employee', operations);
  } catch (error) {
    throw worded(error);
  }
  await writeDirectoryChanges(tx, caller, 'employee', operations);
  const gone = others.filter(
    ({ action, after }) => action === 'delete' || (typeof after?.['status'] === 'string' && after['status'] !== 'active'),
  );
  await endSessions(
    tx,
    gone.map(({ id }) => id),
    'disabled',
  );
  await settlePeople(tx, caller, operations);
  if (others.some(({ after }) => after && ('assignments' in after || 'status' in after))) await grantsChanged(tx);
}

const columnPairs = Object.entries(employeeColumns).map(([field, [column]]) => [field, column] as const);

function valuesOf(fields: Fields): Record<string, Json> {
  const row: Record<string, Json> = {};
  for (const [field, column] of columnPairs) if (field in fields) row[column] = fields[field] ?? null;
  if ('account' in fields) row['account_key'] = normaliseAccount(String(fields['account']));
  if ('email' in fields) row['email_key'] = emailKey(textIn(fields, 'email'));
  if ('assignments' in fields) {
    row['primary_department_id'] = primaryOf(fields) ?? null;
    row['several'] = assignmentsOf(fields).length > 1;
  }
  const extra = extraPatch(fields);
  if (extra) row['extra'] = extra as Json;
  return row;
}

const keysOf = (fields: Fields): Record<string, Json> => {
  const keys = personKeys({
    name: String(fields['name']),
    nameEn: textIn(fields, 'nameEn'),
    alias: textIn(fields, 'alias'),
    nameReading: textIn(fields, 'nameReading'),
  });
  return { ...keys };
};

/** Rows of people who are to be created and of where they are, as JSON: made ahead where a plan is applied. */
const prepared = new WeakMap<Operation, { row: string; places: string }>();

/** Makes the rows of new people, whose search keys take their time. */
export function prepareEmployees(operations: readonly Operation[]): void {
  for (const operation of operations) {
    if (operation.action !== 'create') continue;
    prepared.set(operation, { row: newRow(operation), places: placesOf(operation) });
    prepareDirectoryChange(operation);
  }
}

/** Assignments of somebody new as JSON, one after another. */
const placesOf = ({ id, after }: Operation): string =>
  orderedAssignments(assignmentsOf(after))
    .map((item) => JSON.stringify(assignmentRow(id, item)))
    .join(',');

/** Without the empty values: what is not there is null. */
function newRow({ id, after, version }: Operation): string {
  const fields = filled({ ...employeeDefaults, ...after });
  const { extra, ...values } = valuesOf(fields);
  return JSON.stringify({
    id,
    ...values,
    extra: filled(extra as Fields | undefined),
    ...filled(keysOf(fields)),
    version: (version ?? 0) + 1,
  });
}

/** What is not empty of some values. */
function filled(values: Fields = {}): Fields {
  const kept: Fields = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value !== null && value !== undefined) kept[name] = value;
  }
  return kept;
}

async function insertPeople(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const now = clock.now();
  const rows = operations.map((operation) => prepared.get(operation)?.row ?? newRow(operation));
  const shared = (await repeats(tx, operations))
    ? sql`r.mobile is not null and (row_number() over (partition by r.mobile order by r.id) > 1 or ${taken('r.mobile', 'r.id')})`
    : sql`false`;
  await sql`insert into employee (${columnList}, mobile_shared, version, created_at, created_by, updated_at, updated_by)
    select ${columnList}, ${shared}, version, ${now}, ${caller.uid}, ${now}, ${caller.uid} from json_to_recordset(${`[${rows.join(',')}]`}::json) as r${recordType}`.execute(
    tx,
  );
  const places = operations.map((operation) => prepared.get(operation)?.places ?? placesOf(operation)).filter((place) => place !== '');
  await sql`insert into employee_department (employee_id, department_id, is_primary, title, from_at)
    select e, d, p, t, ${now}::bigint from jsonb_to_recordset(${`[${places.join(',')}]`}::jsonb) as r(e uuid, d uuid, p boolean, t text)`.execute(
    tx,
  );
}

/** Whether numbers may repeat, where one is written or somebody comes back with one. */
async function repeats(tx: Tx, operations: readonly Operation[]): Promise<boolean> {
  const numbered = operations.some(({ action, after }) => action === 'restore' || typeof after?.['mobile'] === 'string');
  return numbered && (await peopleSettings.read(tx)).mobileRepeats;
}

/** SQL: whether somebody else has a number. */
const taken = (mobile: string, id: string) =>
  sql`exists (select from employee o where o.mobile = ${sql.raw(mobile)} and o.id <> ${sql.raw(id)} and o.status <> 'deleted')`;

const assignmentRow = (
  employee: string,
  { departmentId, primary, title }: { departmentId: string; primary: boolean; title: string | null },
) => ({ e: employee, d: departmentId, p: primary, t: title });

async function updatePeople(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const now = clock.now();
  const renamed = operations.filter(
    ({ after }) => after && nameFields.some((field) => field in after) && !nameFields.every((field) => field in after),
  );
  const names = await namesOf(
    tx,
    renamed.map(({ id }) => id),
  );
  const rows = operations.map((operation) => {
    const after = requested(operation);
    const named = nameFields.some((field) => field in after);
    return {
      id: operation.id,
      ...valuesOf(after),
      ...(named && keysOf({ ...names.get(operation.id), ...after })),
      deleted_at: operation.action === 'delete' ? now : null,
    };
  });
  const used = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) => column !== 'id' && column !== 'deleted_at');
  const sets = used.map(
    (column) =>
      sql`${sql.ref(column)} = case when wish.value ? ${sql.lit(column)} then ${column === 'extra' ? sql`jsonb_strip_nulls(t.extra || r.extra)` : sql`r.${sql.ref(column)}`} else t.${sql.ref(column)} end`,
  );
  // Whoever comes back from the bin may find the number given away meanwhile.
  const shared = (await repeats(tx, operations))
    ? sql`case when wish.value ? 'mobile' or t.status = 'deleted' then ${taken("coalesce(wish.value ->> 'mobile', t.mobile)", 't.id')} else t.mobile_shared end`
    : sql`t.mobile_shared and not wish.value ? 'mobile'`;
  await sql`update employee as t set version = t.version + 1, updated_at = ${now}, updated_by = ${caller.uid}, deleted_at = r.deleted_at,
      mobile_shared = ${shared}${sets.length > 0 ? sql`, ${sql.join(sets)}` : sql``}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as wish(value), lateral jsonb_to_record(wish.value) as r(${sql.raw(record.map(([column, type]) => `${column} ${type}`).join(', '))}, deleted_at bigint)
    where t.id = r.id`.execute(tx);
  const moved = operations.filter(({ after }) => after && 'assignments' in after);
  if (moved.length > 0) await replaceAssignments(tx, moved, now);
}

/** What a row is to become: a deletion keeps everything but the status. */
function requested({ action, after }: Operation): Fields {
  if (action === 'delete') return { status: 'deleted' };
  return action === 'restore' && !after?.['status'] ? { ...after, status: 'disabled' } : (after ?? {});
}

async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Fields>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    fields: Fields;
  }>`select id, jsonb_build_object('name', name, 'nameEn', name_en, 'alias', alias, 'nameReading', name_reading) as fields
    from employee where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

/** Ends what is no longer requested (into the past), changes and adds the rest. */
async function replaceAssignments(tx: Tx, operations: readonly Operation[], now: number): Promise<void> {
  const rows = operations.flatMap(({ id, after }) => orderedAssignments(assignmentsOf(after)).map((item) => assignmentRow(id, item)));
  const people = operations.map(({ id }) => id);
  const request = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(e uuid, d uuid, p boolean, t text)`;
  await sql`with gone as (
      delete from employee_department ed where ed.employee_id = any(${people}::uuid[])
        and not exists (select from ${request} where r.e = ed.employee_id and r.d = ed.department_id and r.p = ed.is_primary and r.t is not distinct from ed.title) returning *)
    insert into employee_department_past (employee_id, department_id, is_primary, title, from_at, to_at)
    select employee_id, department_id, is_primary, title, from_at, ${now}::bigint from gone`.execute(tx);
  await sql`insert into employee_department (employee_id, department_id, is_primary, title, from_at)
    select e, d, p, t, ${now}::bigint from ${request} on conflict (employee_id, department_id) do nothing`.execute(tx);
}

const uniqueFields: Readonly<Record<string, string>> = {
  employee_account: 'account',
  employee_no_unique: 'employeeNo',
  employee_mobile: 'mobile',
  employee_email: 'email',
};

function worded(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint } = error as Error & { code?: string; constraint?: string };
  return code === '23505'
    ? takenField(constraint === 'extra_value_unique' ? 'extra' : (uniqueFields[constraint ?? ''] ?? 'account'))
    : error;
}
