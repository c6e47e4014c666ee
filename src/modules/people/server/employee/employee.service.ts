import { sql, type RawBuilder } from 'kysely';
import { cleanName } from '#platform/text/clean-text.ts';
import type { Caller } from '#kit/server/caller.ts';
import { applyOperations, changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json, Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { employeeAdd, employeeUnmask, employeeUpdate } from '../../common/employee.contract.ts';
import { codeIn } from '../../common/extra/extra-fields.ts';
import type { MaskableField } from '../../common/employee-fields.ts';
import { assertNotSuperior } from './administrators.ts';
import { departmentPaths } from '../department/department.tree.ts';
import { orderedAssignments, primaryOf } from './employee.columns.ts';
import { employeeKind, readEmployees } from './employee.kind.ts';
import { assertVisible } from './employee.query.ts';
import { enteredExtras } from '../extra/extra.input.ts';
import { usedExtras } from '../extra/extra.known.ts';
import { withJoining } from '../life/pending.ts';
import { keepPicture, type Picture } from '../pictures.ts';
import { employeeInRange } from '../range.ts';
import { worded } from '../wording.ts';

interface Bulk {
  ids: readonly string[];
  reason?: string | undefined;
}

/** What was entered as journaled fields: names cleaned, assignments in their order. */
function fieldsOf(
  input: Readonly<Record<string, unknown>> & { assignments?: Parsed<typeof employeeAdd>['assignments'] | undefined },
): Fields {
  const fields: Fields = {};
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined || field === 'assignments' || field === 'extra' || field === 'avatarFileId') continue;
    fields[field] =
      ['name', 'nameEn', 'alias', 'nameReading'].includes(field) && typeof value === 'string' ? cleanName(value) : (value as Json);
  }
  if (input.assignments) {
    const ordered = orderedAssignments(input.assignments);
    if (ordered.filter(({ primary }) => primary).length !== 1) throw new Refusal(12023, {}, { field: 'assignments' });
    fields['assignments'] = ordered;
  }
  return fields;
}

/** Adds a person, who is pending until the hire date comes. Refuses with 10411 (field), 10910, 12005, 12022, 12023, 12025, 12026. */
export async function addEmployee(
  tx: Tx,
  caller: Caller,
  input: Parsed<typeof employeeAdd>,
  picture?: Picture | null,
): Promise<{ id: string }> {
  const extras = await enteredExtras(tx, caller, { target: 'employee', values: input.extra, isNew: true });
  const fields = withJoining({ ...fieldsOf(input), ...extras, ...(await pictured(tx, picture)) });
  const primary = primaryOf(fields)!;
  const path = (await departmentPaths(tx, [primary])).get(primary) ?? null;
  const [id] = await worded(() => createObjects(tx, caller, employeeKind, [{ name: String(fields['name']), path, fields }]), caller);
  return { id: id! };
}

/** Changes fields of a person. Refuses with 10409, 10411 (field), 10910 and the codes of adding. */
export async function updateEmployee(
  tx: Tx,
  caller: Caller,
  input: Parsed<typeof employeeUpdate>,
  picture?: Picture | null,
): Promise<void> {
  const { id, version, ...changed } = input;
  await assertNotSuperior(tx, caller, [id], false);
  const extras = await enteredExtras(tx, caller, { target: 'employee', values: changed.extra });
  const fields = { ...fieldsOf(changed), ...extras, ...(await pictured(tx, picture)) };
  await worded(() => changeObjects(tx, caller, employeeKind, [{ id, version, fields }]), caller);
}

/** The picture that was uploaded as a field; nothing where nobody said anything of it. */
async function pictured(tx: Tx, picture: Picture | null | undefined): Promise<Fields> {
  if (picture === undefined) return {};
  if (picture) await keepPicture(tx, picture);
  return { avatar: picture?.digest ?? null };
}

/** Lets people in again who are disabled or quarantined; who is active already is left alone. Answers how many changed. Refuses with 10412 for others. */
export async function enableEmployees(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  return changeStatus(tx, caller, { ids, reason, status: 'active', action: 'enable' });
}

/** Ends sign-in and sessions at once. Refuses with 12024 for oneself, 12131 for the last super administrator, 10412 for who is neither active nor disabled. */
export async function disableEmployees(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  return changeStatus(tx, caller, { ids, reason, status: 'disabled', action: 'disable' });
}

/** From which states each may be asked for. */
const switched: Readonly<Record<'enable' | 'disable', readonly string[]>> = {
  enable: ['active', 'disabled', 'quarantined'],
  disable: ['active', 'disabled'],
};

async function changeStatus(tx: Tx, caller: Caller, change: Bulk & { status: string; action: 'enable' | 'disable' }): Promise<number> {
  if (change.action === 'disable') assertNotSelf(caller, change.ids);
  await assertNotSuperior(tx, caller, change.ids, change.action === 'disable');
  const { ids, action, status, reason } = change;
  // Who may not see somebody is not told of their state either.
  await assertVisible(tx, caller.scope(), ids);
  const states = [...(await employeeKind.read(tx, ids, true)).values()];
  const requests = ids.map((id) => ({ id, version: null, fields: { status, quarantineEndsAt: null }, action }));
  const outside = states.find(({ fields }) => !switched[action].includes(String(fields['status'])));
  if (outside) throw wrongState(String(outside.fields['status']));
  await changeObjects(tx, caller, employeeKind, requests, { reason: reason ?? null });
  return states.filter(({ fields }) => fields['status'] !== status).length;
}

/** Refuses who may not be put into the recycle bin by this caller: 12024, 12027, 12131. */
export async function assertMayRemove(tx: Tx, caller: Caller, ids: readonly string[]): Promise<void> {
  assertNotSelf(caller, ids);
  await assertNotSuperior(tx, caller, ids, true);
}

/** Puts people into the recycle bin, whatever they still hold. Refuses as disabling does. */
export async function removeEmployees(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  await assertMayRemove(tx, caller, ids);
  return removeObjects(tx, caller, employeeKind, ids, { reason: reason ?? null });
}

/** Takes people out of the recycle bin, disabled, or as they were where they had left. Refuses with 10411 when a mobile number or address was given away meanwhile. */
export async function restoreEmployees(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  const states = await deletedStates(tx, caller, ids);
  const operations = states.map((state): Operation => ({
    action: 'restore',
    id: state.id,
    name: state.name,
    path: state.path,
    before: { status: 'deleted' },
    after: { status: state.fields['leftAt'] === null ? 'disabled' : 'left' },
    version: state.version,
  }));
  await applyOperations(tx, caller, { kind: employeeKind, operations }, { reason: reason ?? null });
  return operations.length;
}

/** Locked people of the recycle bin; 10412 where somebody is not in it. */
export async function deletedStates(tx: Tx, caller: Caller, ids: readonly string[]) {
  const found = await readEmployees(tx, ids, { lock: true, deleted: true });
  if (ids.every((id) => found.has(id))) return [...found.values()];
  const living = await employeeKind.read(tx, ids, false);
  if (living.size + found.size === new Set(ids).size && caller.scope().all)
    throw wrongState(String([...living.values()][0]?.fields['status']));
  throw caller.scope().all ? notFound() : outOfRange();
}

function assertNotSelf(caller: Caller, ids: readonly string[]): void {
  if (ids.includes(caller.uid)) throw new Refusal(12024);
}

const sensitiveColumns: Readonly<Record<MaskableField, string>> = {
  mobile: 'e.mobile',
  birthday: 'e.birthday',
  personalEmail: 'e.personal_email',
  workPhone: 'e.work_phone',
};

/** SQL: the value of a sensitive field, the product's own or an extra one. */
function sensitiveValue(name: Parsed<typeof employeeUnmask>['field']): RawBuilder<unknown> {
  const code = codeIn(name);
  if (code === undefined) return sql.ref(sensitiveColumns[name as MaskableField]);
  if (!usedExtras('employee').some((field) => field.code === code && field.sensitive)) throw notFound();
  return sql`e.extra ->> ${code}::text`;
}

/** One sensitive value in full, for who may see the person; the audit row names the field and the reason. */
export async function unmaskEmployee(db: Db, caller: Caller, input: Parsed<typeof employeeUnmask>): Promise<{ value: string | null }> {
  const range = caller.scope();
  const { rows } = await sql<{
    name: string;
    value: string | null;
  }>`select e.name, ${sensitiveValue(input.field)} as value from employee e
    where e.id = ${input.id}::uuid and ${employeeInRange(range, 'e.id')}`.execute(db);
  const row = rows[0];
  if (!row) throw range.all ? notFound() : outOfRange();
  caller.touch({ kind: 'employee', id: input.id, name: row.name });
  caller.note({ field: input.field, ...(input.reason && { reason: input.reason }) });
  return { value: row.value };
}
