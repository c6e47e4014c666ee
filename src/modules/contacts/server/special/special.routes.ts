import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import { membersOf } from '#kit/server/access/reach.ts';
import { findRole, listRoles, roleData } from '#kit/server/access/role.query.ts';
import { holdingRoutes } from '#kit/server/access/role.routes.ts';
import { removeRoles, switchRoles } from '#kit/server/access/role.service.ts';
import { ownerPath } from '#kit/server/access/role.owner.ts';
import { emptyRole } from '#kit/server/access/role.state.ts';
import { peopleInRange, type RoleCall } from '#kit/server/access/role.view.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/directory.ts';
import {
  belongsImport,
  belongsList,
  belongsRemove,
  belongsSave,
  specialDisable,
  specialEnable,
  specialHolding,
  specialReorder,
  specialResources,
  specialSaveResources,
  specialUser,
} from '../../common/special.contract.ts';
import type { ContactFunction } from '../../common/words.ts';
import type { ContactSpecialTable } from '../contacts.table.ts';
import { directory } from '../directory.ts';
import { assertExpected } from '../insight/impact.ts';
import { changeBelongs, listBelongs } from './belongs.ts';
import { belongsImportJob } from './belongs-import.job.ts';
import { specialOrder } from './special.check.ts';
import { specialUserKind } from './special.kind.ts';
import { emptySpecial } from './special.state.ts';

const area = 'cpd';
/** Bound below with more, or not at all: a copy would ask twice about the same people. */
const replaced = new Set(['list', 'find', 'save', 'update', 'delete', 'copy'].map((name) => `role/${area}/${name}`));

async function specialsOf(call: RoleCall, ids: readonly string[]): Promise<Map<string, ContactSpecialTable>> {
  const { rows } = await sql<ContactSpecialTable>`select * from contact_special where role_id = any(${ids}::uuid[])`.execute(call.db);
  return new Map(rows.map((row) => [row.role_id, row]));
}

/** Adds to roles what the rule does and whom it reaches. */
async function withSpecials<R extends Pick<RoleRow, 'id'>>(call: RoleCall, roles: readonly R[]) {
  const ids = roles.map(({ id }) => id);
  const rules = await specialsOf(call, ids);
  const exceptions = await membersOf(call.db, ids, call.services.now());
  const { rows } = await sql<{ role_id: string; kind: 'employee' | 'department' | 'crowd'; id: string }>`
    select role_id, kind, object_id as id from contact_belongs where role_id = any(${ids}::uuid[])`.execute(call.db);
  const belongs = Map.groupBy(rows, ({ role_id }) => role_id);
  const shown = [];
  for (const role of roles) {
    const rule = rules.get(role.id);
    if (!rule) continue;
    const protects = (belongs.get(role.id) ?? []).map(({ kind, id }) => ({ kind, id, until: null }));
    shown.push({
      ...role,
      mode: rule.mode,
      priority: rule.priority,
      belongs: await peopleInRange(call, protects),
      exceptions: await peopleInRange(call, exceptions.get(role.id) ?? []),
      fieldsChanged: rule.fields.length,
      until: rule.until_at,
    });
  }
  return shown;
}

async function list(
  call: RoleCall,
  { mode, employeeId, ...input }: Parsed<typeof specialUser.list>,
): Promise<Reply<typeof specialUser.list>> {
  const where = [sql<boolean>`true`];
  if (mode) where.push(sql`role.id in (select role_id from contact_special where mode = ${mode})`);
  if (employeeId)
    where.push(sql`role.id in (select b.role_id from contact_belongs b where
      (b.kind = 'employee' and b.object_id = ${employeeId}::uuid)
      or (b.kind = 'department' and b.object_id in (${directory.departmentsAbove(employeeId)}))
      or (b.kind = 'crowd' and b.object_id in (select cm.crowd_id from crowd_member cm where cm.employee_id = ${employeeId}::uuid)))`);
  const order = sql`(select priority from contact_special s where s.role_id = role.id), role.id`;
  const { list: roles, ...counted } = await listRoles(call, area, input, { where: sql<boolean>`${sql.join(where, sql` and `)}`, order });
  return { list: await withSpecials(call, roles), ...counted };
}

async function find(call: RoleCall, roleId: string): Promise<Reply<typeof specialUser.find>> {
  const [role] = await withSpecials(call, [await findRole(call, area, roleId)]);
  const rule = (await specialsOf(call, [roleId])).get(roleId);
  if (!role || !rule) throw notFound();
  const proxy = rule.proxy_emp_id;
  const { rows } = await sql<{ id: string }>`select m.id from unnest(${proxy ? [proxy] : []}::uuid[]) as m(id)
    where ${directory.employeeIsHere('m.id')}`.execute(call.db);
  const named =
    proxy && rows.length > 0 ? (await directory.people(call.db, [proxy], call.caller.language, call.caller.scope())).get(proxy) : undefined;
  return {
    ...role,
    fields: rule.fields,
    deniedFunctions: rule.denied_functions as ContactFunction[],
    proxyEmpId: proxy,
    proxyName: named?.name ?? '',
    exceptionsSee: rule.exceptions_see,
    exceptionRoleIds: rule.exception_role_ids,
  };
}

/** A rule that has ended before it begins is a slip; an end that passed meanwhile may stay. */
function assertAhead({ services }: Pick<Call, 'services'>, until: number | null | undefined, before: number | null): void {
  if (typeof until === 'number' && until !== before && until <= services.now())
    throw new InvalidInput([{ path: 'until', namespace: 'kit', key: 'role.untilPast' }]);
}

async function add(tx: Tx, call: Call, input: Parsed<typeof specialUser.save>): Promise<{ roleId: string }> {
  const { caller } = call;
  assertAhead(call, input.until, null);
  await lockOrder(tx, specialOrder);
  const { rows } = await sql<{ next: number }>`select coalesce(max(priority), 0) + 1 as next from contact_special`.execute(tx);
  const fields: Fields = { ...emptyRole, ...emptySpecial, ...input, module: area, members: [], priority: rows[0]!.next };
  const [roleId] = await createObjects(tx, caller, specialUserKind, [{ name: input.name, path: await ownerPath(tx, fields), fields }]);
  return { roleId: roleId! };
}

/** Puts these rules in this order, in the places that they hold together; the others stay where they are. */
async function reorder(tx: Tx, { caller }: Call, ids: readonly string[]): Promise<number> {
  // Who sees a part alone can't say which comes before the others.
  if (!caller.scope().all) throw outOfRange();
  await lockOrder(tx, specialOrder);
  await sql`select from contact_special order by role_id for update`.execute(tx);
  const { rows } = await sql<{
    id: string;
    priority: number;
  }>`select role_id as id, priority from contact_special order by priority`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw notFound();
  const named = new Set(ids);
  const requested = [...ids];
  const places = rows.map(({ id, priority }) => ({ id: named.has(id) ? requested.shift()! : id, priority }));
  const now = new Map(rows.map(({ id, priority }) => [id, priority]));
  const moved = places.filter(({ id, priority }) => now.get(id) !== priority);
  if (moved.length > 0)
    await changeObjects(
      tx,
      caller,
      specialUserKind,
      moved.map(({ id, priority }) => ({ id, version: null, fields: { priority } })),
    );
  return ids.length;
}

const turned = (ids: readonly string[], state: 'enabled' | 'disabled' | 'deleted') =>
  ids.map((roleId) => ({ kind: 'special' as const, roleId, state }));

async function toggle(call: Call, { ids, expect }: Parsed<typeof specialEnable>, enabled: boolean): Promise<{ count: number }> {
  if (expect) await assertExpected(call, turned(ids, enabled ? 'enabled' : 'disabled'), expect);
  return call.write(async (tx) => ({ count: await switchRoles(tx, call.caller, { area, kind: specialUserKind }, { ids, enabled }) }));
}

/** Operations on special user rules. */
export const specialRoutes: readonly BoundRoute[] = [
  ...holdingRoutes(specialHolding, specialUserKind).filter(({ operation }) => !replaced.has(operation.path)),
  handle(specialUser.list, (call, input) => list(call, input)),
  handle(specialUser.find, (call, { roleId }) => find(call, roleId)),
  handle(specialUser.save, (call, input) => call.write((tx) => add(tx, call, input))),
  handle(specialUser.update, async (call, { roleId, version, expect, ...changed }) => {
    const fields: Fields = {};
    for (const [name, value] of Object.entries(changed)) if (value !== undefined) fields[name] = value;
    if (expect) await assertExpected(call, [{ kind: 'special', roleId, change: changed }], expect);
    return call.write(async (tx) => {
      const before = (await specialsOf({ ...call, db: tx }, [roleId])).get(roleId);
      assertAhead(call, changed.until, before?.until_at ?? null);
      await changeObjects(tx, call.caller, specialUserKind, [{ id: roleId, version, fields }]);
      return find({ ...call, db: tx }, roleId);
    });
  }),
  handle(specialUser.delete, async (call, { ids, expect }) => {
    if (expect) await assertExpected(call, turned(ids, 'deleted'), expect);
    return call.write(async (tx) => ({ count: await removeRoles(tx, call.caller, { area, kind: specialUserKind }, ids) }));
  }),
  handle(specialResources, async (call, { roleId }) => {
    const { version } = await roleData(call, area, roleId);
    const rule = (await specialsOf(call, [roleId])).get(roleId);
    if (!rule) throw notFound();
    return { roleId, version, fields: rule.fields, deniedFunctions: rule.denied_functions as ContactFunction[] };
  }),
  handle(specialSaveResources, async (call, { roleId, version, expect, ...fields }) => {
    if (expect) await assertExpected(call, [{ kind: 'special', roleId, change: fields }], expect);
    return call.write(async (tx) => {
      const [state] = await changeObjects(tx, call.caller, specialUserKind, [{ id: roleId, version, fields }]);
      return { version: state!.version };
    });
  }),
  handle(specialEnable, (call, input) => toggle(call, input, true)),
  handle(specialDisable, (call, input) => toggle(call, input, false)),
  handle(specialReorder, (call, { ids }) => call.write(async (tx) => ({ count: await reorder(tx, call, ids) }))),
  handle(belongsList, (call, input) => listBelongs(call, input)),
  handle(belongsSave, async (call, input) => {
    const { roleId, parties, expect } = input;
    if (expect) await assertExpected(call, [{ kind: 'special', roleId, belongsAdd: parties }], expect);
    return call.write(async (tx) => ({ count: await changeBelongs(tx, call.caller, input, 'add') }));
  }),
  handle(belongsImport, async (call, input) => {
    await roleData(call, area, input.roleId);
    call.caller.note({ roleId: input.roleId });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, belongsImportJob, input) }));
  }),
  handle(belongsRemove, async (call, input) => {
    const { roleId, parties, expect } = input;
    if (expect) await assertExpected(call, [{ kind: 'special', roleId, belongsRemove: parties }], expect);
    return call.write(async (tx) => ({ count: await changeBelongs(tx, call.caller, input, 'remove') }));
  }),
];
