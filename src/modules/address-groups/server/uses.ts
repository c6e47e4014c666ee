import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';

/** What names groups of addresses, by the id of the group. */
export type AddressGroupUse = (
  db: Db,
  ids: readonly string[],
) => Promise<readonly { groupId: string; kind: string; id: string; name: string }[]>;

const uses = new Set<AddressGroupUse>();

/** A module that names groups says so once, when it is loaded: a group in use is not deleted. */
export const namesAddressGroups = (use: AddressGroupUse): void => void uses.add(use);

/** What names these groups. */
export async function usesOfGroups(db: Db, ids: readonly string[]): Promise<Map<string, { kind: string; id: string; name: string }[]>> {
  const found = (await Promise.all([...uses].map((use) => use(db, ids)))).flat();
  const byGroup = new Map<string, { kind: string; id: string; name: string }[]>();
  for (const { groupId, ...use } of found) byGroup.set(groupId, [...(byGroup.get(groupId) ?? []), use]);
  return byGroup;
}

/** Returns the impact of operations on groups or rows, by the name of the count. */
export type AddressImpact = (
  tx: Tx,
  kind: Pick<Kind, 'write'>,
  work: { caller: Caller; operations: readonly Operation<Fields>[] },
) => Promise<Record<string, number>>;

const impacts = new Set<AddressImpact>();

/** A module whose rules go by addresses says so once: before a change it tells whom that would touch. */
export const whenAddressesChange = (impact: AddressImpact): void => void impacts.add(impact);

/** Whom operations on groups or rows would touch. */
export async function impactOfAddresses(...asked: Parameters<AddressImpact>): Promise<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const impact of impacts) for (const [name, count] of Object.entries(await impact(...asked))) all[name] = (all[name] ?? 0) + count;
  return all;
}
