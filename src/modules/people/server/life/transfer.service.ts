import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { directRoles, removeDirectRoles } from '#kit/server/access/role.holdings.ts';
import { seenAmong } from '#kit/server/access/role.owner.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { BatchOptions } from '#kit/server/change/journal.ts';
import { entityOf } from '#kit/server/change/fields.ts';
import type { Fields, Json, Operation } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal, stale, wrongState } from '#kit/server/refusal.ts';
import type { Db, Services, Tx } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import type { employeeTransfer, TransferPreviewed, transferPreview } from '../../common/life/life.contract.ts';
import { assertNotSuperior } from '../employee/administrators.ts';
import { orderedAssignments, primaryOf, type Assignment } from '../employee/employee.columns.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { assertVisible } from '../employee/employee.query.ts';
import { fullNameIn } from '../employee/employee.view.ts';
import { departmentInRange } from '../range.ts';
import { RoleTurnCounts } from '../role-turns/role-turns.view.ts';
import { worded } from '../wording.ts';
import { actingFor } from './acting.ts';
import { addEvent } from './events.ts';
import { decideEvent } from './life.kind.ts';
import { beginningOf, dayIn } from './life-day.ts';
import type { LifeState } from './life.table.ts';
import { codesBetween, gainsOf, namedCrowds, standingOf, type Standing } from './standing.ts';
import { tried } from './trial.ts';

const word = 'employee.transfer';
const mostMenus = 200;

/** Where somebody goes. */
export interface Transfer {
  uid: string;
  /** The version that was read; null on the day that was planned. */
  version: number | null;
  assignments: readonly Assignment[];
  managerId?: string | null | undefined;
  roles: 'keep' | 'remove';
}

/** Moves somebody in the transaction; refuses as a change of the person's departments by hand does. */
export async function doTransfer(
  tx: Tx,
  services: Services,
  caller: Caller,
  transfer: Transfer & { options: BatchOptions },
): Promise<void> {
  const { uid, version, assignments, managerId, roles, options } = transfer;
  const ordered = orderedAssignments(assignments);
  if (ordered.filter(({ primary }) => primary).length !== 1) throw new Refusal(12023, {}, { field: 'assignments' });
  const fields: Fields = { assignments: ordered, ...(managerId !== undefined && { managerId }) };
  await worded(() => changeObjects(tx, caller, employeeKind, [{ id: uid, version, fields, action: 'move' }], options));
  // Who may move somebody need not administer the roles that this takes away.
  if (roles === 'remove') await removeDirectRoles(tx, { uid, caller: actingFor(caller, word), services, options });
}

/** The company that a department belongs to: itself, or the nearest one above. */
async function companyOf(db: Db, departmentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select above.id from department d join department above on d.path <@ above.path
    where d.id = ${departmentId}::uuid and above.kind = 'company' order by nlevel(above.path) desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Roles that somebody holds by name; those of other departments as a word. */
async function rolesSeen({ db, caller }: Call, uid: string): Promise<{ id: string; name: string }[]> {
  const held = await directRoles(db, uid);
  const seen = await seenAmong(
    db,
    caller.scope(),
    held.map(({ id }) => id),
  );
  return held.map(({ id, name }) => (seen.has(id) ? { id, name } : { id: '', name: outsideWord(caller.language) }));
}

interface Requested {
  id: string;
  assignments: readonly Assignment[];
  managerId?: string | null | undefined;
  roles?: 'keep' | 'remove' | undefined;
}

/** The person as they are, whether they change companies, and what becomes of direct roles. Refuses with 10404, 10910, 10412, 12023, 12027. */
async function factsOf(tx: Tx, caller: Caller, request: Requested) {
  await assertVisible(tx, caller.scope(), [request.id]);
  const state = (await employeeKind.read(tx, [request.id], false)).get(request.id);
  if (!state) throw caller.scope().all ? notFound() : outOfRange();
  if (state.fields['status'] === 'left') throw wrongState('left');
  await assertNotSuperior(tx, caller, [request.id], false);
  const [from, to] = [primaryOf(state.fields)!, primaryOf({ assignments: asJson(request.assignments) })];
  if (to === undefined) throw new Refusal(12023, {}, { field: 'assignments' });
  const acrossCompanies = (await companyOf(tx, from)) !== (await companyOf(tx, to));
  return { state, from, to, acrossCompanies, roles: request.roles ?? (acrossCompanies ? ('remove' as const) : ('keep' as const)) };
}

const asJson = (assignments: readonly Assignment[]): Json => orderedAssignments(assignments).map((one) => ({ ...one }));

interface Seen {
  facts: Awaited<ReturnType<typeof factsOf>>;
  before: Standing;
  after: Standing;
}

/** Does the transfer in a transaction that is taken back: what it gives is read from what it does. */
const foreseen = ({ services, caller }: Pick<Call, 'services' | 'caller'>, request: Requested): Promise<Seen> =>
  tried(services, caller, async (tx, trying) => {
    const facts = await factsOf(tx, trying, request);
    const before = await standingOf(tx, services, request.id);
    await doTransfer(tx, services, trying, { ...request, uid: request.id, version: null, roles: facts.roles, options: {} });
    return { facts, before, after: await standingOf(tx, services, request.id) };
  });

/** What a transfer would give and take. Refuses as the transfer itself does; what goes beyond the caller's own rights is shown instead. */
export async function previewTransfer(call: Call, input: Parsed<typeof transferPreview>): Promise<Reply<typeof transferPreview>> {
  const { db, caller, services } = call;
  const facts = await db.transaction().execute((tx) => factsOf(tx, caller, input));
  const { state, roles, acrossCompanies } = facts;
  const operation: Operation = {
    action: 'move',
    id: state.id,
    name: state.name,
    path: state.path,
    before: { assignments: state.fields['assignments'] ?? [] },
    after: { assignments: asJson(input.assignments) },
    version: state.version,
  };
  const turns = new RoleTurnCounts({ db, caller, services });
  await turns.add([operation]);
  const shared = {
    ...(await placesOf(db, caller, facts)),
    acrossCompanies,
    roles,
    turns: turns.views,
    directRoles: await rolesSeen(call, input.id),
  };
  // A role beyond the caller's own is refused by the transfer; here it is named with the person.
  if (turns.views.some(({ gained, beyond }) => gained && beyond))
    return { ...shared, menus: [], rangesChanged: 0, crowds: [], crowdsOutside: 0 };
  const { before, after } = await foreseen(call, input);
  return { ...shared, ...(await differencesOf(call, before, after)) };
}

async function placesOf(db: Db, { language }: Caller, { from, to }: { from: string; to: string }): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ id: string; name: string }>`select d.id, ${fullNameIn(language)} as name from department d
    where d.id in (${from}::uuid, ${to}::uuid)`.execute(db);
  const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? '';
  return { from: nameOf(from), to: nameOf(to) };
}

async function differencesOf(
  { db, caller, services }: Call,
  before: Standing,
  after: Standing,
): Promise<Pick<TransferPreviewed, 'menus' | 'rangesChanged' | 'crowds' | 'crowdsOutside'>> {
  const { gained, lost, elsewhere } = codesBetween(before.grants, after.grants);
  const codes = [...gained, ...lost].slice(0, mostMenus);
  const rows = codes.length === 0 ? [] : await db.selectFrom('resource').select(['code', 'names']).where('code', 'in', codes).execute();
  const names = new Map(rows.map(({ code, names: texts }) => [code, pick(texts, caller.language)]));
  const joined = [...after.crowds].filter((id) => !before.crowds.has(id));
  const left = [...before.crowds].filter((id) => !after.crowds.has(id));
  const turned = [...joined, ...left];
  const crowds = await namedCrowds(db, services, await crowdsInRange(db, caller, turned), caller.language);
  return {
    menus: codes.map((code) => ({ code, name: names.get(code) ?? code, gained: gained.includes(code) })),
    rangesChanged: elsewhere.length,
    crowds: crowds.map((crowd) => ({ ...crowd, gained: joined.includes(crowd.id) })),
    crowdsOutside: turned.length - crowds.length,
  };
}

/** Of these crowds, those that belong to departments which the caller sees. */
async function crowdsInRange(db: Db, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select c.id from crowd c
    where c.id = any(${ids}::uuid[]) and ${departmentInRange(caller.scope(), 'c.owner_dept_id')}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A transfer as it was asked for, looked at before its transaction. */
export interface PlannedTransfer {
  input: Parsed<typeof employeeTransfer>;
  /** What it gives, to be compared on its day; undefined where it is done at once. */
  gains: string[] | undefined;
}

/** Looks at a planned transfer as its day will: whatever would refuse it now is said now. */
export async function lookAhead(call: Call, input: Parsed<typeof employeeTransfer>): Promise<PlannedTransfer> {
  if (input.at === undefined) return { input, gains: undefined };
  const { before, after } = await foreseen(call, input);
  return { input, gains: gainsOf(before, after) };
}

/** Transfers a person, or plans the transfer for the beginning of its day where the person is. Refuses with 10409, 10412 where one is planned already. */
export async function transferEmployee(
  tx: Tx,
  { services, caller }: Call,
  { input, gains }: PlannedTransfer,
): Promise<{ eventId: string; state: LifeState }> {
  const { state, roles } = await factsOf(tx, caller, input);
  const zone = typeof state.fields['timeZone'] === 'string' ? state.fields['timeZone'] : null;
  const now = clock.now();
  const { id: uid, assignments, managerId, version, at: day, reason } = input;
  const payload = {
    reason: reason ?? null,
    byName: caller.name,
    assignments: orderedAssignments(assignments),
    ...(managerId !== undefined && { managerId }),
    roles,
  };
  if (reason) caller.note({ reason });
  if (day === undefined || day <= dayIn(zone, now)) {
    await doTransfer(tx, services, caller, { uid, version, assignments, managerId, roles, options: { reason: reason ?? null } });
    const eventId = await addEvent(tx, caller, { employeeId: uid, kind: 'transfer', at: now, day: day ?? null, state: 'done', payload });
    return { eventId, state: 'done' };
  }
  if (state.version !== version) await worded(() => Promise.reject(stale(entityOf(employeeKind, state))));
  const open = await tx
    .selectFrom('employment_event')
    .select('state')
    .where('employee_id', '=', uid)
    .where('kind', '=', 'transfer')
    .where('state', 'in', ['planned', 'waiting'])
    .executeTakeFirst();
  if (open) throw wrongState(open.state);
  caller.touch({ kind: 'employee', id: uid, name: state.name, path: state.path });
  caller.note({ day });
  const planned = { employeeId: uid, kind: 'transfer' as const, at: beginningOf(day, zone), day, state: 'planned' as const };
  return { eventId: await decideEvent(tx, caller, state, { ...planned, payload: { ...payload, gains: gains ?? [] } }), state: 'planned' };
}
