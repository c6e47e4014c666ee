import { sql } from 'kysely';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';

/** ltree path of the department that each of these widgets belongs to. */
export async function pathsOfWidgets(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`select w.id, d.path::text as path from widget w
    join department d on d.id = w.owner_dept_id where w.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** A kind whose objects lie where the widget lies that they belong to. */
export function withinWidget(base: Kind, widgetsOf: (tx: Tx, all: readonly (Fields | null)[]) => Promise<(string | undefined)[]>): Kind {
  const { unranged: _unranged, ...rest } = base;
  const paths = async (tx: Tx, all: readonly (Fields | null)[]): Promise<(string | null)[]> => {
    const owners = await widgetsOf(tx, all);
    const known = await pathsOfWidgets(
      tx,
      owners.flatMap((one) => one ?? []),
    );
    return owners.map((one) => (one === undefined ? null : (known.get(one) ?? null)));
  };
  return {
    ...rest,
    read: async (tx, ids, lock) => {
      const states = await base.read(tx, ids, lock);
      const all = [...states.values()];
      const found = await paths(
        tx,
        all.map(({ fields }) => fields),
      );
      for (const [index, state] of all.entries()) state.path = found[index] ?? null;
      return states;
    },
    outside: async (tx: Tx, range: Range, operations) => {
      if (range.all) return new Set<number>();
      const requested = await paths(
        tx,
        operations.map(({ before, after }) => after ?? before),
      );
      const isOut = (path: string | null): boolean => path === null || !pathInRange(range, path);
      return new Set(
        operations.flatMap(({ path, action }, index) => (isOut(action === 'create' ? (requested[index] ?? null) : path) ? [index] : [])),
      );
    },
  };
}
