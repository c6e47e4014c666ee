import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import '../mail.table.ts';

/** Milliseconds for which a node sends without asking again; another takes over at most that long after it died. */
export const leaseMillis = 20_000;

// The database's clock: nodes may differ.
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Takes or renews the right to send; answers whether this node has it. Who takes it over from another puts back what that one was
 * sending: it has ended, or ends its sessions before its time is over.
 */
export async function takeLease(db: Db, owner: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ owner: string | null; mine: boolean }>`select owner, owner = ${owner} or lease_until < ${now} as mine
      from mail_sender for update`.execute(tx);
    const [row] = rows;
    if (!row || row.mine === false) return false;
    if (row.owner !== owner)
      await tx.updateTable('mail_outbox').set({ state: 'deferred', next_at: clock.now() }).where('state', '=', 'sending').execute();
    await sql`update mail_sender set owner = ${owner}, lease_until = ${now} + ${leaseMillis}`.execute(tx);
    return true;
  });
}

/** Gives the right back, so that another node need not wait. */
export async function giveLeaseBack(db: Db, owner: string): Promise<void> {
  await db.updateTable('mail_sender').set({ lease_until: 0 }).where('owner', '=', owner).execute();
}

/** The former holder of an embedded database is gone: only one process may hold the data folder. */
export async function freeLease(db: Db): Promise<void> {
  await db.updateTable('mail_sender').set({ lease_until: 0 }).execute();
}
