import { sql, type RawBuilder } from 'kysely';
import type { AudienceRow } from '#kit/common/audience.ts';
import { partiesOutside } from '#kit/server/audience/audience.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { appInRange } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';

/** What of an operation the range is asked for. */
interface Touched {
  readonly id: string;
  readonly after: { readonly appId?: string | undefined } | null;
}

/** The data range of objects that belong to an app: they lie where the app lies, and name nobody from outside. */
export function appRange<O extends Touched>(table: string, named: (operation: O) => readonly AudienceRow[]) {
  return {
    visible: (range: Range): RawBuilder<boolean> => appInRange(range, 't.app_id'),
    outside: async (tx: Tx, range: Range, operations: readonly O[]): Promise<Set<number>> => {
      if (range.all) return new Set();
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} as t
        where id = any(${operations.map(({ id }) => id)}::uuid[]) and ${appInRange(range, 't.app_id')}`.execute(tx);
      const requested = operations.flatMap(({ after }) => after?.appId ?? []);
      const { rows: apps } = await sql<{ id: string }>`select t.app_id as id from unnest(${requested}::uuid[]) as t(app_id)
        where ${appInRange(range, 't.app_id')}`.execute(tx);
      const [here, open] = [new Set(rows.map(({ id }) => id)), new Set(apps.map(({ id }) => id))];
      const outside = new Set<number>();
      for (const [index, operation] of operations.entries()) {
        const appId = operation.after?.appId;
        const isIn = appId === undefined ? here.has(operation.id) : open.has(appId);
        if (!isIn || (await partiesOutside(tx, directory, named(operation), range)).length > 0) outside.add(index);
      }
      return outside;
    },
  };
}

/** Ids of departments as rows of an audience. */
export const departmentRows = (ids: readonly string[] | undefined): AudienceRow[] =>
  (ids ?? []).map((id) => ({ kind: 'department', id, exclude: false }));
