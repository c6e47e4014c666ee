import type { Parsed, Reply } from '#kit/common/contract.ts';
import { giveDirectRoles } from '#kit/server/access/role.holdings.ts';
import { seenIn } from '#kit/server/access/role.owner.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Db, Tx } from '#kit/server/services.ts';
import type { Caller, Range } from '#kit/server/caller.ts';
import { clock } from '#platform/clock.ts';
import type { employeeRehire, rehireOffer } from '../../common/life/life.contract.ts';
import { orderedAssignments } from '../employee/employee.columns.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { assertVisible } from '../employee/employee.query.ts';
import { worded } from '../wording.ts';
import { addEvent } from './events.ts';
import { beginningOf, dayIn } from './life-day.ts';
import type { FormerRole } from './life.table.ts';
import { isAhead } from './pending.ts';
import { tried } from './trial.ts';
import { failureOf } from './life-failure.ts';

/** For how long the roles of who left are offered. */
const offeredMillis = 30 * 86_400_000;

/** Roles that somebody held when leaving, not long ago, and that are still there. */
async function formerRoles(db: Db, range: Range, id: string): Promise<{ roles: FormerRole[]; until: number | null }> {
  const event = await db
    .selectFrom('employment_event')
    .select(['payload', 'at'])
    .where('employee_id', '=', id)
    .where('kind', '=', 'leave')
    .where('state', 'in', ['done', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const now = clock.now();
  if (!event || event.at + offeredMillis <= now) return { roles: [], until: null };
  const held = (event.payload.formerRoles ?? []).filter(({ until }) => until === null || until > now);
  if (held.length === 0) return { roles: [], until: null };
  const rows = await db
    .selectFrom('role')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      held.map(({ id: roleId }) => roleId),
    )
    .where(seenIn(range))
    .execute();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const roles = held.flatMap((role) => (names.has(role.id) ? [{ ...role, name: names.get(role.id)! }] : []));
  return { roles, until: event.at + offeredMillis };
}

/** What somebody who left could be given again, each tried with the caller's own rights. Refuses with 10404, 10910, 10412. */
export async function offerOf(call: Call, id: string): Promise<Reply<typeof rehireOffer>> {
  const { db, caller, services } = call;
  await assertLeft(db, caller, id);
  const { roles, until } = await formerRoles(db, caller.scope(), id);
  const offered = [];
  for (const role of roles) {
    const refused = await tried(services, caller, (tx, trying) =>
      giveDirectRoles(tx, { uid: id, caller: trying, services, options: {} }, [role]),
    ).then(() => undefined, failureOf);
    offered.push({ roleId: role.id, name: role.name, mayGive: refused === undefined });
  }
  return { roles: offered, until };
}

async function assertLeft(db: Db, caller: Caller, id: string): Promise<void> {
  await assertVisible(db, caller.scope(), [id]);
  const row = await db.selectFrom('employee').select('status').where('id', '=', id).executeTakeFirst();
  if (!row) throw caller.scope().all ? notFound() : outOfRange();
  if (row.status !== 'left') throw wrongState(row.status);
}

/**
 * Takes somebody back under the same id, with their history. Refuses with 10409, 10411 where account, number or mobile were given away
 * meanwhile, 10412 where they did not leave, and as adding a person and giving roles do.
 */
export async function rehireEmployee(
  tx: Tx,
  { services, caller }: Call,
  input: Parsed<typeof employeeRehire>,
): Promise<{ eventId: string }> {
  const { id, version, assignments, hireDate, account, roleIds, reason } = input;
  await assertLeft(tx, caller, id);
  const state = (await employeeKind.read(tx, [id], true)).get(id);
  if (!state) throw notFound();
  const ordered = orderedAssignments(assignments);
  if (ordered.filter(({ primary }) => primary).length !== 1) throw new Refusal(12023, {}, { field: 'assignments' });
  const now = clock.now();
  const zone = typeof state.fields['timeZone'] === 'string' ? state.fields['timeZone'] : null;
  const begins = hireDate ?? dayIn(zone, now);
  const isLater = isAhead({ hireDate: begins, timeZone: zone });
  const fields: Fields = {
    status: isLater ? 'pending' : 'active',
    leftAt: null,
    lastWorkday: null,
    hireDate: begins,
    assignments: ordered,
    ...(account !== undefined && { account }),
    // Who was to be gone by now comes back without that end.
    ...(typeof state.fields['expiresAt'] === 'number' && state.fields['expiresAt'] <= now && { expiresAt: null }),
  };
  const options = { reason: reason ?? null };
  await worded(() => changeObjects(tx, caller, employeeKind, [{ id, version, fields, action: 'enable' }], options));
  const former = await formerRoles(tx, caller.scope(), id);
  const wanted = former.roles.filter((role) => roleIds.includes(role.id));
  if (wanted.length < new Set(roleIds).size)
    throw new InvalidInput([{ path: 'roleIds', namespace: 'user-centre', key: 'issue.notOffered' }]);
  await giveDirectRoles(tx, { uid: id, caller, services, options: {} }, wanted);
  if (reason) caller.note({ reason });
  const at = isLater ? beginningOf(begins, zone) : now;
  const payload = { reason: reason ?? null, byName: caller.name, formerRoles: wanted };
  return { eventId: await addEvent(tx, caller, { employeeId: id, kind: 'rehire', at, day: begins, state: 'done', payload }) };
}
