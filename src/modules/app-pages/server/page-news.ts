import { sql } from 'kysely';
import { rememberedEpoch, sitePart } from '#kit/server/client/remembered-epoch.ts';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import './pages.table.ts';

const keepMillis = 3_600_000;

/** Notes that terminals see another page or other adverts from the commit of this transaction on. */
export async function pagesChanged(tx: Db): Promise<void> {
  const now = clock.now();
  await sql`insert into page_change (at) values (${now})`.execute(tx);
  await sql`delete from page_change where at < ${now - keepMillis} and id < (select max(id) from page_change)`.execute(tx);
}

async function lastChange(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(max(id), 0) as n from page_change`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Grows with every change of pages, cards and adverts. */
export const pageEpoch = rememberedEpoch(({ database }) => lastChange(database.db));

/** Terminals that wait for changes are notified of changed pages and adverts. */
export const pagePart = sitePart('pages', async ({ database }) => String(await lastChange(database.db)));
