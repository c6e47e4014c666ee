import { sql, type RawBuilder } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';

/** SQL condition on a table of apps by its name: the app lies in the range (its owner department does), or who asks is one of its managers. */
export const appSeen = (range: Range, table: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`(${directory.departmentInRange(range, `${table}.owner_dept_id`)}
        or ${sql.ref(`${table}.manager_ids`)} @> ${JSON.stringify([range.uid])}::jsonb)`;

/** SQL condition: the app in this column is seen in the range. */
export const appInRange = (range: Range, column: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from app as ranged where ranged.id = ${sql.ref(column)} and ${appSeen(range, 'ranged')})`;

/** The range of what belongs to an app: it is seen and changed where its app is. */
export const inApp = (table: string) => ({
  visible: (range: Range): RawBuilder<boolean> => appInRange(range, 't.app_id'),
  outside: async (tx: Tx, range: Range, operations: readonly Operation<{ appId: string }>[]): Promise<Set<number>> => {
    if (range.all) return new Set();
    const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(table)} as t
      where t.id = any(${operations.map(({ id }) => id)}::uuid[]) and ${appInRange(range, 't.app_id')}`.execute(tx);
    const apps = operations.flatMap(({ after }) => after?.appId ?? []);
    const { rows: inside } = await sql<{ id: string }>`select named.id from unnest(${apps}::uuid[]) as named(id)
      where ${appInRange(range, 'named.id')}`.execute(tx);
    const [stored, named] = [new Set(rows.map(({ id }) => id)), new Set(inside.map(({ id }) => id))];
    return new Set(
      operations.flatMap(({ id, action, after }, index) => {
        const isHere = action === 'create' || stored.has(id);
        return isHere && (after?.appId === undefined || named.has(after.appId)) ? [] : [index];
      }),
    );
  },
});
