import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { endRows } from './open-terminal-sessions.ts';
import './terminal.table.ts';

const dayMillis = 86_400_000;
/** Days for which an ended session is kept. */
const endedDays = 400;
const roundMillis = 60_000;

/** Once a minute: sessions that nobody renewed end, and those long over go. */
export const sweepTerminals = upkeepEvery(roundMillis, async ({ database: { db }, now }: Services) => {
  const due = await db
    .selectFrom('terminal_session')
    .select('id')
    .where('ended_at', 'is', null)
    .where('refresh_until', '<', now())
    .orderBy('refresh_until')
    .limit(1000)
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) await db.transaction().execute((tx) => endRows(tx, { ids, reason: 'idle', now: now() }));
  await db
    .deleteFrom('terminal_session')
    .where('ended_at', '<', now() - endedDays * dayMillis)
    .execute();
});
