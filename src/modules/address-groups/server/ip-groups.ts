import { sql } from 'kysely';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { ipGroup, ipGroupUsedBy } from '../common/ip-group.contract.ts';
import { addressesChanged } from './book.ts';
import { impactOfAddresses, usesOfGroups } from './uses.ts';

/** Groups of addresses on the server. */
export const ipGroups = crudServer(ipGroup, {
  table: 'ip_group',
  usedBy: async (tx, ids) => {
    const found = await usesOfGroups(tx, ids);
    const { rows } = await sql<{
      groupId: string;
      id: string;
      name: string;
    }>`select group_id as "groupId", min(id::text) as id, min(value) as name
      from ip_detail where group_id = any(${ids}::uuid[]) group by group_id`.execute(tx);
    for (const { groupId, id, name } of rows) found.set(groupId, [...(found.get(groupId) ?? []), { kind: 'ipDetail', id, name }]);
    return found;
  },
  written: (tx) => addressesChanged(tx),
  impact: (tx, caller, operations): Promise<Record<string, number>> =>
    impactOfAddresses(tx, ipGroups.kind as Kind, { caller, operations: operations as readonly Operation[] }),
  rows: async ({ db }, groups) => {
    const { rows } = await sql<{ id: string; n: number }>`select group_id as id, count(*) as n from ip_detail
      where group_id = any(${groups.map(({ id }) => id)}::uuid[]) group by group_id`.execute(db);
    const counts = new Map(rows.map(({ id, n }) => [id, Number(n)]));
    return groups.map(({ id }) => ({ rows: counts.get(id) ?? 0 }));
  },
});

/** What names a group. */
export const ipGroupRoutes: readonly BoundRoute[] = [
  handle(ipGroupUsedBy, async ({ db }, { id }) => ({ list: (await usesOfGroups(db, [id])).get(id) ?? [] })),
];
