import { sql } from 'kysely';
import { accessGeneration } from '#kit/server/access/access-changes.ts';
import type { Db } from '#kit/server/directory.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import { clock } from '#platform/clock.ts';
import '../contacts.table.ts';

const keepMillis = 3_600_000;

/** Changes of rules of contacts that this process makes. */
export const contactChanges = createRecentChange();

/** Tells every node that the rules must be read again, at the commit of this transaction and not before: nodes look for the row twice a second. */
export async function contactsChanged(tx: Db): Promise<void> {
  const now = clock.now();
  await sql`insert into contact_change (at) values (${now})`.execute(tx);
  await sql`delete from contact_change where at < ${now - keepMillis} and id < (select max(id) from contact_change)`.execute(tx);
  contactChanges.happens();
}

/** A word that differs after every committed change of rules, roles, departments and extra fields, whatever the order of the commits. */
export async function contactGeneration(db: Db): Promise<string> {
  const [{ rows }, roles] = await Promise.all([
    sql<{
      word: string;
    }>`select count(*) || '.' || coalesce(max(id), 0) || '.' || (select count(*) || '.' || coalesce(sum(version), 0) || '.'
      || coalesce(max(updated_at), 0) from extra_field where target = 'employee') as word from contact_change`.execute(db),
    accessGeneration(db),
  ]);
  return `${rows[0]!.word}/${roles}`;
}
