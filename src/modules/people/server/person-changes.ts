import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Database } from '#platform/database/open-database.ts';
import { directoryChanges } from './directory-change.ts';
import './department/department.table.ts';
import './employee/employee.table.ts';

/** Milliseconds for which a node trusts what it knows without looking whether anybody's record changed. */
const trustMillis = 500;
/** Of more changes at once than this everything is forgotten. */
const mostHeard = 5_000;
const mostKept = 200_000;

/** Versions of people's records in memory. */
interface Known {
  versionOf(uid: string): Promise<number>;
}

const knownOf = perProduct(({ database }: { database: Database }) => open(database.db));

/** How often somebody's record was changed: remembered on each node, and read again only after a change was told in the feed of the directory. */
export const personVersion = (product: { database: Database }, uid: string): Promise<number> => knownOf(product).versionOf(uid);

function open(db: Db): Known {
  const versions = new Map<string, Promise<number>>();
  let since: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const at = performance.now();
    const { rows } = await sql<{ next: string; ids: string[] }>`select pg_snapshot_xmin(pg_current_snapshot())::text as next,
      array(select feed.object_id from directory_change feed where feed.tx >= ${since ?? '0'}::xid8 and ${since !== undefined}::boolean
        and feed.kind = 'employee' limit ${mostHeard}) as ids`.execute(db);
    const { next, ids } = rows[0]!;
    if (ids.length === mostHeard || versions.size > mostKept) versions.clear();
    for (const id of ids) versions.delete(id);
    // What was open at this look is looked for again: it may commit later with an older number.
    since = next;
    lookedAt = at;
  };
  const fresh = async (): Promise<void> => {
    const now = performance.now();
    // A look that others share may have begun before the commit that this question comes after.
    if (directoryChanges.isRecent()) return look();
    if (now - lookedAt <= trustMillis) return;
    await (looking ??= look().finally(() => (looking = undefined)));
  };
  return {
    versionOf: async (uid) => {
      await fresh();
      const kept = versions.get(uid);
      if (kept) return kept;
      // Kept before it is read: a change that is heard meanwhile throws it away.
      const read = readVersion(db, uid);
      versions.set(uid, read);
      read.catch(() => versions.delete(uid));
      return read;
    },
  };
}

async function readVersion(db: Db, uid: string): Promise<number> {
  const row = await db.selectFrom('employee').select('version').where('id', '=', uid).executeTakeFirst();
  return row?.version ?? 0;
}
