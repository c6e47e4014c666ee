import { sql } from 'kysely';
import { rememberedEpoch, sitePart } from '#kit/server/client/remembered-epoch.ts';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import './widgets.table.ts';

const keepMillis = 3_600_000;

/** Notes that terminals see other widgets from the commit of this transaction on. */
export async function widgetsChanged(tx: Db): Promise<void> {
  const now = clock.now();
  await sql`insert into widget_change (at) values (${now})`.execute(tx);
  await sql`delete from widget_change where at < ${now - keepMillis} and id < (select max(id) from widget_change)`.execute(tx);
}

async function lastChange(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(max(id), 0) as n from widget_change`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Grows with every change of widgets, their versions and roles. */
export const widgetEpoch = rememberedEpoch(({ database }) => lastChange(database.db));

/** Terminals that wait for changes are notified of changed widgets. */
export const widgetPart = sitePart('widgets', async ({ database }) => String(await lastChange(database.db)));
