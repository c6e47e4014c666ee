import { sql } from 'kysely';
import type { Kind } from '#kit/server/change/kind.ts';
import { rememberedEpoch, sitePart } from '#kit/server/client/remembered-epoch.ts';
import type { Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import './property.table.ts';

const keepMillis = 3_600_000;

/** The same kind, of whose writes terminals hear where they may read what is written. */
export function notifyingTerminals(kind: Kind): Kind {
  return {
    ...kind,
    write: async (tx, caller, operations) => {
      const ids = operations.map(({ id }) => id);
      // What is deleted is known before, what is new afterwards.
      const known = await tell(tx, ids);
      await kind.write(tx, caller, operations);
      if (!known) await tell(tx, ids);
    },
  };
}

/** Notes a change where one of these properties or values is for terminals; answers whether one is. */
async function tell(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql`insert into property_change (at) select ${now} where exists (select from property where exposure = 'terminal'
    and (id = any(${ids}::uuid[]) or id in (select property_id from property_value where id = any(${ids}::uuid[])))) returning id`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  await sql`delete from property_change where at < ${now - keepMillis} and id < (select max(id) from property_change)`.execute(tx);
  return true;
}

/** Grows with every change. */
export const propertyEpoch = rememberedEpoch(async ({ database }) => {
  const { rows } = await sql<{ n: number }>`select coalesce(max(id), 0) as n from property_change`.execute(database.db);
  return Number(rows[0]?.n ?? 0);
});

/** Notifies waiting terminals of a changed property: by a stamp that differs after every committed change, whatever the order of the commits. */
export const propertyPart = sitePart('properties', async ({ database }) => {
  const { rows } = await sql<{ word: string }>`select count(*) || '.' || coalesce(max(id), 0) as word from property_change`.execute(
    database.db,
  );
  return rows[0]!.word;
});
