import { sql } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { directory } from '../directory.ts';
import { groupFactsOf } from '../rule/group-facts.ts';

/** Refuses ids of people outside a range, and of nobody (10910). */
export async function assertPeople(db: Db, range: Range, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const requested = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from employee e where e.id = any(${requested}::uuid[])
    and ${directory.employeeInRange(range, 'e.id')}`.execute(db);
  if (rows[0]!.n < requested.length) throw outOfRange();
}

/** The same for groups. */
export async function assertGroups(services: CoreServices, range: Range, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db } = services.database;
  const requested = [...new Set(ids)];
  const facts = groupFactsOf(services).now();
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from unnest(${requested}::uuid[]) as g(id) where ${facts.visible(range, 'g.id')}`.execute(db);
  if (rows[0]!.n < requested.length || (await facts.names(db, requested)).size < requested.length) throw outOfRange();
}

/** Whether a group is in a range. */
export async function mayListGroup(services: CoreServices, range: Range, groupId: string): Promise<boolean> {
  const facts = groupFactsOf(services).now();
  const { db } = services.database;
  const { rows } = await sql`select from (select ${groupId}::uuid as id) g where ${facts.visible(range, 'g.id')}`.execute(db);
  return rows.length > 0 && (await facts.names(db, [groupId])).size > 0;
}
