import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import './department.table.ts';

/** Deepest level of the tree (the root is 1) and most children of one department. */
export const maxDepth = 20;
export const maxChildren = 2000;

/**
 * One change of the tree at a time, until the transaction ends: a move must not miss a child that is being added elsewhere, and two moves
 * must not build a circle. Only writes of departments wait here; people and readers do not.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('department tree'))`.execute(tx);
}

/** ltree paths of departments by id; unknown ids are absent. */
export async function departmentPaths(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    path: string;
  }>`select id, path::text as path from department where id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** How many levels a path has. */
export const depthOf = (path: string): number => path.split('.').length;
