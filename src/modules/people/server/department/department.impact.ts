import { sql } from 'kysely';
import { countPeople } from '#kit/server/access/placement/placement.move.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { createDirectory } from '../directory.ts';
import { counted } from '../role-turns/role-turns.ts';
import { moveImpact } from '../role-turns/role-turns.move.ts';

const directory = createDirectory();

/** What goes along when departments move, become invalid or effective, or are deleted: departments below, people in all of them, and the roles these gain and lose. */
export async function departmentImpact(tx: Tx, operations: readonly Operation[]): Promise<Record<string, number>> {
  const carrying = operations.filter(({ action, after }) => action === 'delete' || (after && ('enabled' in after || 'parentId' in after)));
  const ids = carrying.filter(({ action }) => action !== 'create' && action !== 'restore').map(({ id }) => id);
  if (ids.length === 0) return {};
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct below.id) as n from department top join department below on below.path <@ top.path
    where top.id = any(${ids}::uuid[]) and below.id <> all(${ids}::uuid[])`.execute(tx);
  const people = await countPeople(tx, directory.employeesUnder(ids));
  return { ...counted({ departments: rows[0]?.n ?? 0, people }), ...(await moveImpact(tx, operations)) };
}
