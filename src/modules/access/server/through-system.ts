import { sql, type RawBuilder } from 'kysely';
import { type Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from './directory.ts';

/** SQL condition: the system in this column lies in the range. */
export const systemInRange = (range: Range, column: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from access_system as own where own.id = ${sql.ref(column)} and ${directory.departmentInRange(range, 'own.owner_dept_id')})`;

/** The range of objects that belong to a system: where the system's department lies. `table` holds the column `system_id`. */
export function throughSystem(table: string) {
  return {
    visible: (range: Range): RawBuilder<boolean> => systemInRange(range, 't.system_id'),
    outside: async (tx: Tx, range: Range, operations: readonly Operation<{ systemId: string }>[]): Promise<Set<number>> => {
      if (range.all) return new Set();
      const { rows } = await sql<{ id: string; system: string }>`select id, system_id as system from ${sql.table(table)}
        where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
      const now = new Map(rows.map((row) => [row.id, row.system]));
      const named = operations.map(({ id, before, after }) =>
        [now.get(id), before?.systemId, after?.systemId].filter((one) => one !== undefined),
      );
      const inside = await systemsInRange(tx, range, named.flat());
      return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every((id) => inside.has(id)) ? [] : [index])));
    },
  };
}

/** Which of these systems lie in the range. */
export async function systemsInRange(db: Db, range: Range, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select t.id from access_system as t
    where t.id = any(${[...new Set(ids)]}::uuid[]) and ${systemInRange(range, 't.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Refuses what lies outside the range (10910), or is not there (10404 for who sees everything). */
export async function assertSystem(db: Db, range: Range, id: string | undefined): Promise<void> {
  if (id !== undefined && (await systemsInRange(db, range, [id])).has(id)) return;
  throw range.all ? notFound() : outOfRange();
}
