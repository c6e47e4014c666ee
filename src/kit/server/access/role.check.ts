import { clock } from '#platform/clock.ts';
import { code } from '#kit/common/codes.ts';
import { codesFor, type HoldingCodes, type RoleCodes } from '#kit/common/role/role-codes.ts';
import { memberKinds } from '#kit/common/role/role-range.ts';
import { builtinAdminUid, pathInRange, type Caller, type Range } from '../caller.ts';
import type { Operation, OperationIssue } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import type { Preset } from './access.table.ts';
import { holderInside } from './placement/placement.ts';
import { gives } from './role.beyond.ts';
import { assertNotExclusive } from './role.exclusive.ts';
import { roleDirectory } from './role.binding.ts';
import { readRoles } from './role.read.ts';
import { endsOf, idsOf, memberDiff, memberKey, stateOf, type RoleState } from './role.state.ts';

/** Answers of the role engine; texts stand in the catalogue of module `system`. */
const roleCode = {
  preset: 11001,
  lastSuper: 11002,
  exclusive: 11003,
  needsEnd: 11004,
  notHeld: 11005,
  above: 11006,
  ownRole: 11007,
  widerRange: 11008,
} as const;

/** Changes of the super administrators' role ask for the password again after this long (10428). */
const stepUpMillis = 5 * 60_000;
const dayMillis = 86_400_000;

interface Change {
  id: string;
  preset: Preset | null;
  before: RoleState | undefined;
  after: RoleState | undefined;
}

/** Holds every rule of roles, for a form as for an undo: presets, nobody above or beyond oneself, the super administrators, roles that exclude one another. */
export async function checkRoles(
  tx: Tx,
  caller: Caller,
  { area, buttons }: { area: string; buttons: Buttons },
  operations: readonly Operation[],
): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const ids = operations.map(({ id }) => id);
  const states = await readRoles(tx, area, { ids, lock: false });
  const presets = new Map(
    (await tx.selectFrom('role').select(['id', 'preset']).where('id', 'in', ids).execute()).map(({ id, preset }) => [id, preset]),
  );
  for (const [index, operation] of operations.entries()) {
    const state = states.get(operation.id);
    const change: Change = {
      id: operation.id,
      preset: presets.get(operation.id) ?? null,
      ...endsOf(operation, state && stateOf(state.fields)),
    };
    assertPreset(change);
    try {
      await assertKnown(tx, change);
    } catch (error) {
      // Of several that are brought back one that can't be keeps none of the others.
      if (operation.action !== 'restore' || !(error instanceof InvalidInput)) throw error;
      issues.set(index, [...error.issues]);
      continue;
    }
    assertEnds(change);
    if (!caller.grants.superAdmin) {
      await assertNotBeyond(tx, caller, change);
      assertButtons(caller, change, buttons);
    }
    if (change.preset === 'super' && clock.now() - caller.confirmedAt > stepUpMillis) throw new Refusal(code.stepUp);
    await assertNotExclusive(tx, caller, { id: change.id, area, before: change.before, after: change.after });
  }
  return issues;
}

/** Presets keep what they are: only members, and of the three administrators range, description and whether they are enabled. */
function assertPreset({ preset, before, after }: Change): void {
  if (!preset || !before) return;
  if (!after) throw new Refusal(roleCode.preset);
  const fixed: (keyof RoleState)[] = [
    'code',
    'name',
    'grants',
    'exclusiveWith',
    'expiresAt',
    'appKey',
    'terminalType',
    'ruleType',
    'ownerDeptId',
  ];
  if (preset === 'super') fixed.push('enabled', 'range', 'description', 'memberDays');
  if (fixed.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))) throw new Refusal(roleCode.preset);
  const keepsBuiltin = after.members.some(({ kind, id, until }) => kind === 'employee' && id === builtinAdminUid && until === null);
  if (preset === 'super' && !keepsBuiltin) throw new Refusal(roleCode.lastSuper);
}

/** Where a role is given for a time only, every membership that comes or changes ends soon enough. */
function assertEnds({ before, after }: Change): void {
  if (!after || after.memberDays === null) return;
  const latest = clock.now() + after.memberDays * dayMillis;
  const fresh = memberDiff(before?.members ?? [], after.members).added;
  if (fresh.some(({ until }) => until === null || until > latest)) throw new Refusal(roleCode.needsEnd, { n: after.memberDays });
}

/** Codes, people, departments and crowds that are named for the first time must exist. */
async function assertKnown(tx: Tx, { before, after }: Change): Promise<void> {
  if (!after) return;
  const added = after.grants.filter((one) => !before?.grants.includes(one));
  const known = added.length > 0 ? await tx.selectFrom('resource').select('code').where('code', 'in', added).execute() : [];
  const unknown = added.filter((wanted) => !known.some((one) => one.code === wanted));
  if (unknown.length > 0) throw mistake('codes', 'role.unknownCode', { code: unknown[0] });
  const directory = roleDirectory();
  const fresh = memberDiff(before?.members ?? [], after.members).added;
  const people = idsOf(fresh, 'employee').filter((id) => id !== builtinAdminUid);
  const found = people.length > 0 ? await directory.people(tx, people) : new Map<string, unknown>();
  const chosen = after.range.kind === 'chosen' ? after.range.departmentIds : [];
  const departments = [...idsOf(fresh, 'department'), ...chosen.filter((id) => !before?.range.departmentIds.includes(id))];
  const named = departments.length > 0 ? await directory.departments(tx, departments) : new Map<string, unknown>();
  const crowds = idsOf(fresh, 'crowd');
  const there = crowds.length > 0 ? await directory.crowds(tx, crowds) : new Map<string, unknown>();
  if (people.some((id) => !found.has(id)) || departments.some((id) => !named.has(id)) || crowds.some((id) => !there.has(id)))
    throw mistake('ids', 'role.unknownMember');
  if (after.range.kind === 'chosen' && chosen.length === 0) throw mistake('departmentIds', 'role.noDepartment');
}

const mistake = (path: string, key: string, params: Record<string, unknown> = {}): InvalidInput =>
  new InvalidInput([{ path, namespace: 'kit', key, params }]);

/** Nobody touches a role that gives more than they hold, makes one that does, or widens one that they hold themselves. */
async function assertNotBeyond(tx: Tx, caller: Caller, { id, preset, before, after }: Change): Promise<void> {
  const { codes, roles } = caller.grants;
  if (preset === 'super' || (before && (await standing(tx, codes, before)) !== 'within')) throw new Refusal(roleCode.above);
  const requested = after ? await standing(tx, codes, after) : 'within';
  if (requested === 'wider') throw new Refusal(roleCode.widerRange);
  if (requested !== 'within') throw new Refusal(roleCode.notHeld, { code: requested.missing }, { code: requested.missing });
  if (after) await assertHoldersInside(tx, codes, { before, after });
  if (roles.some((role) => role.id === id) && before && after && widens(caller.uid, before, after)) throw new Refusal(roleCode.ownRole);
}

async function standing(tx: Tx, held: ReadonlyMap<string, Range>, { range, grants }: RoleState): Promise<ReturnType<typeof gives>> {
  const chosen = range.kind === 'chosen' ? [...(await roleDirectory().departments(tx, range.departmentIds)).values()] : [];
  return gives(held, grants, { kind: range.kind, paths: chosen.map(({ path }) => path) });
}

/** What somebody does to a role needs its button, also when it is done by undoing (65002). */
function assertButtons(caller: Caller, { before, after }: Change, buttons: Buttons): void {
  for (const codes of buttonsFor(before, after, buttons))
    if (!codes.some((one) => caller.can(one))) throw new Refusal(code.notGranted, { code: codes.join(', ') }, { code: codes[0] });
}

/** Roles that grant nothing have no buttons for what they grant, and so nobody may change that. */
type Buttons = RoleCodes | HoldingCodes;

function buttonsFor(before: RoleState | undefined, after: RoleState | undefined, buttons: Buttons): string[][] {
  if (!after) return [[buttons.delete]];
  if (!before) return [[buttons.add, buttons.copy]];
  const { added, removed } = memberDiff(before.members, after.members);
  const gone = removed.filter((one) => !added.some((other) => memberKey(other) === memberKey(one)));
  const differs = (name: keyof RoleState): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const plain = [
    'code',
    'name',
    'description',
    'expiresAt',
    'exclusiveWith',
    'appKey',
    'terminalType',
    'ruleType',
    'ownerDeptId',
    'needsFactor',
    'memberDays',
  ] as const;
  return [
    ...memberKinds.flatMap((kind) => (idsOf(added, kind).length > 0 ? [codesFor(buttons, 'assign', kind)] : [])),
    // A membership of another length is one that goes and one that comes.
    ...memberKinds.flatMap((kind) => (idsOf(gone, kind).length > 0 ? [codesFor(buttons, 'remove', kind)] : [])),
    ...(differs('grants') ? ['save' in buttons ? [buttons.save] : []] : []),
    ...(differs('range') ? ['saveRange' in buttons ? [buttons.saveRange] : []] : []),
    ...(differs('enabled') ? [[after.enabled ? buttons.enable : buttons.disable]] : []),
    ...(plain.some(differs) ? [[buttons.update]] : []),
  ];
}

/** A range that follows its holder must not lead out of the caller's own: who holds such a role is in it with all departments. */
async function assertHoldersInside(
  tx: Tx,
  codes: ReadonlyMap<string, Range>,
  { before, after }: { before: RoleState | undefined; after: RoleState },
): Promise<void> {
  const limits = after.grants.flatMap((one) => codes.get(one) ?? []).filter((range) => !range.all);
  const { kind } = after.range;
  if (limits.length === 0 || kind === 'all' || kind === 'chosen') return;
  const fresh = !before || givesMore(before, after) ? after.members : memberDiff(before.members, after.members).added;
  // Who is in a crowd changes by itself.
  if (idsOf(fresh, 'crowd').length > 0) throw new Refusal(roleCode.widerRange);
  const directory = roleDirectory();
  const departments = [...(await directory.departments(tx, idsOf(fresh, 'department'))).values()].map(({ path }) => path);
  const people = await Promise.all(idsOf(fresh, 'employee').map((uid) => directory.pathsOf(tx, uid)));
  const isInside = limits.every(
    (own) =>
      // A department stands for all below it.
      departments.every((path) => pathInRange({ ...own, exact: [] }, path)) && people.every((paths) => holderInside(own, kind, paths)),
  );
  if (!isInside) throw new Refusal(roleCode.widerRange);
}

/** Whether all members have more than before, or have it again. */
function givesMore(before: RoleState, after: RoleState): boolean {
  return (
    before.range.kind !== after.range.kind ||
    after.grants.some((one) => !before.grants.includes(one)) ||
    (after.enabled && !before.enabled) ||
    (after.expiresAt ?? Infinity) > (before.expiresAt ?? Infinity)
  );
}

function widens(uid: string, before: RoleState, after: RoleState): boolean {
  const endOf = (state: RoleState): number =>
    Math.max(0, ...state.members.filter(({ kind, id }) => kind === 'employee' && id === uid).map(({ until }) => until ?? Infinity));
  return (
    after.grants.some((one) => !before.grants.includes(one)) ||
    JSON.stringify(after.range) !== JSON.stringify(before.range) ||
    (after.expiresAt ?? Infinity) > (before.expiresAt ?? Infinity) ||
    endOf(after) > endOf(before)
  );
}
