import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { mayPlace, placedRoles, turnsOf, type PlacedRole, type Relocation, type RoleTurn } from '#kit/server/access/placement/placement.ts';
import { endPowerless } from '#kit/server/access/powerless.ts';
import { exclusiveAmong } from '#kit/server/access/role.exclusive.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { departmentPaths } from '../department/department.tree.ts';
import { createDirectory } from '../directory.ts';
import { assignmentsOf } from '../employee/employee.columns.ts';
import type { Issues } from '../issues.ts';

const directory = createDirectory();

/** Departments hold roles for their people: where an operation on a person takes it from and to. Who comes back from the bin held their roles before. */
async function relocationsOf(db: Db, operations: readonly Operation[]): Promise<Relocation[]> {
  const moved = operations.filter(({ action, after }) => action === 'create' || (action !== 'restore' && after && 'assignments' in after));
  const idsOf = (fields: Operation['after']): string[] => assignmentsOf(fields).map(({ departmentId }) => departmentId);
  const paths = await departmentPaths(
    db,
    moved.flatMap(({ before, after }) => [...idsOf(before), ...idsOf(after)]),
  );
  const pathsOf = (fields: Operation['after']): string[] => idsOf(fields).flatMap((id) => paths.get(id) ?? []);
  return moved.map(({ id, before, after }) => ({ uid: id, from: pathsOf(before), to: pathsOf(after) }));
}

/** Roles that people gain and lose, and where they are before and after. */
export interface Turns {
  relocations: ReadonlyMap<string, Relocation>;
  turns: RoleTurn[];
}

const none: Turns = { relocations: new Map(), turns: [] };

/** What operations on people give and take. */
export async function turnsOfPeople(db: Db, operations: readonly Operation[]): Promise<Turns> {
  const roles = await placedRoles(db, directory);
  if (roles.length === 0) return none;
  const relocations = await relocationsOf(db, operations);
  return { relocations: new Map(relocations.map((one) => [one.uid, one])), turns: await turnsOf(db, { directory, roles }, relocations) };
}

/** Roles that a change of people would give somebody although the caller could not give them (12028). */
export const beyond = (caller: Caller, { relocations, turns }: Turns): { uid: string; role: PlacedRole }[] =>
  turns.flatMap(({ uid, gained }) =>
    gained.filter((one) => !mayPlace(caller, one, relocations.get(uid)?.to ?? [])).map((role) => ({ uid, role })),
  );

/** Nobody puts people into departments that give them more than one could give oneself. */
export async function checkPlacements(tx: Tx, caller: Caller, operations: readonly Operation[], issues: Issues): Promise<void> {
  if (caller.grants.superAdmin) return;
  const found = new Map(beyond(caller, await turnsOfPeople(tx, operations)).map(({ uid, role }) => [uid, role]));
  for (const [index, { id }] of operations.entries())
    if (found.has(id)) issues.add(index, 'assignments', 'roleAbove', { role: found.get(id)!.name });
}

/** People who gain or lose roles by operations, for what is shown before they are done. */
export async function roleImpact(tx: Tx, operations: readonly Operation[]): Promise<Record<string, number>> {
  const { turns } = await turnsOfPeople(tx, operations);
  const countOf = (side: 'gained' | 'lost'): number => turns.filter((turn) => turn[side].some(({ active }) => active)).length;
  return counted({ gainRoles: countOf('gained'), loseRoles: countOf('lost') });
}

/** Counts that are not zero. */
export const counted = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** After people were written: nobody got more than the caller may give, nobody holds what excludes one another, and who lost the last right is signed out. */
export async function settlePeople(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const touched = operations.filter(({ action, after }) => action === 'create' || (after && ('assignments' in after || 'status' in after)));
  if (touched.length === 0) return;
  const found = await turnsOfPeople(tx, touched);
  // Departments that the same plan makes have their places only now.
  const [above] = beyond(caller, found);
  if (above) throw new Refusal(12028, { role: above.role.name }, { field: 'assignments' });
  await assertExclusive(tx, sql<{ id: string }>`select unnest(${touched.map(({ id }) => id)}::uuid[]) as id`);
  const losing = found.turns.filter(({ lost }) => lost.some(({ active }) => active)).map(({ uid }) => uid);
  await endPowerless(tx, losing);
}

/** Refuses (12029) when one of these people holds two roles that exclude one another. */
export async function assertExclusive(tx: Tx, people: RawBuilder<{ id: string }>): Promise<void> {
  const conflict = await exclusiveAmong(tx, people);
  if (!conflict) return;
  const name = (await directory.people(tx, [conflict.uid])).get(conflict.uid)?.name ?? conflict.uid;
  const [role, other] = conflict.roles;
  throw new Refusal(12029, { name, role, other }, { employeeId: conflict.uid });
}
