import { sql } from 'kysely';
import { accessGeneration } from '#kit/server/access/access-changes.ts';
import { rememberedEpoch, sitePart } from '#kit/server/client/remembered-epoch.ts';
import type { Db } from '#kit/server/directory.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import { clock } from '#platform/clock.ts';

const keepMillis = 3_600_000;

/** Changes of what decides that this process makes. */
export const fileSecurityChanges = createRecentChange();

/** Notifies every node at the commit of this transaction that what decides must be read again: nodes look for the row twice a second. */
export async function fileSecurityChanged(tx: Db): Promise<void> {
  const now = clock.now();
  await sql`insert into file_security_change (at) values (${now})`.execute(tx);
  await sql`delete from file_security_change where at < ${now - keepMillis} and id < (select max(id) from file_security_change)`.execute(
    tx,
  );
  fileSecurityChanges.happens();
}

/** A word that differs after every committed change of rules, roles and departments, whatever the order of the commits. */
export async function fileSecurityGeneration(db: Db): Promise<string> {
  return `${await changesOf(db)}/${await accessGeneration(db)}`;
}

/** The same of rules and roles of this area alone. */
async function changesOf(db: Db): Promise<string> {
  const { rows } = await sql<{ word: string }>`select count(*) || '.' || coalesce(max(id), 0) as word from file_security_change`.execute(
    db,
  );
  return rows[0]!.word;
}

/** Grows with every change of what decides about files. */
export const fileSecurityEpoch = rememberedEpoch(async ({ database }) => {
  const { rows } = await sql<{ n: number }>`select coalesce(max(id), 0) as n from file_security_change`.execute(database.db);
  return Number(rows[0]?.n ?? 0);
});

/** Terminals that wait are notified of a change of what decides about files; roles of other areas change nothing of it. */
export const fileSecurityPart = sitePart('filePolicy', ({ database }) => changesOf(database.db));
