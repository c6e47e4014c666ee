import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { forgetKept } from './kept.ts';

/** What became of a mail is told for so long; then the row goes. */
const toldMillis = 30 * 86_400_000;

/** Forgets what was kept of mailboxes, and what became of mails, once their time is over. */
export const terminalMailUpkeep = upkeepEvery(10 * 60_000, async (services: Services) => {
  await forgetKept(services);
  await sql`delete from mail_sending where ended_at < ${services.now() - toldMillis}`.execute(services.database.db);
});
