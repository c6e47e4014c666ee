import type { Db } from '#kit/server/directory.ts';

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
