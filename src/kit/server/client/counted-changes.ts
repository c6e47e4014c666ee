import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Db } from '../directory.ts';
import type { ClientPart } from './client-part.ts';
import { rememberedEpoch, sitePart } from './remembered-epoch.ts';
import type { ClientEpoch } from './terminal-gate.ts';

/** How long a count of the past is kept: the newest one always is. */
const keepMillis = 3_600_000;

/** Decisions that are counted in a table (`id bigint identity`, `at`), so that terminals learn of them on every node. */
export interface CountedChanges {
  /** Notes a decision, in its transaction. */
  readonly changed: (tx: Db) => Promise<void>;
  /** Grows with every decision. */
  readonly epoch: ClientEpoch;
  /** Tells terminals that wait. */
  readonly part: ClientPart;
}

/** Counts the decisions of an area for all terminals. */
export function countedChanges(table: string, part: string): CountedChanges {
  const last = async (db: Db): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select coalesce(max(id), 0) as n from ${sql.table(table)}`.execute(db);
    return Number(rows[0]?.n ?? 0);
  };
  return {
    changed: async (tx) => {
      const now = clock.now();
      await sql`insert into ${sql.table(table)} (at) values (${now})`.execute(tx);
      await sql`delete from ${sql.table(table)} where at < ${now - keepMillis} and id < (select max(id) from ${sql.table(table)})`.execute(
        tx,
      );
    },
    epoch: rememberedEpoch(({ database }) => last(database.db)),
    part: sitePart(part, async ({ database }) => String(await last(database.db))),
  };
}
