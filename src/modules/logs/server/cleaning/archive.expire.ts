import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { storeOf } from './archive.store.ts';
import type { ArchiveData } from './archive.write.ts';

/** The table in which a restored archive is read. */
export const restoredTable = (id: string): string => `aside.restored_${id.replaceAll('-', '')}`;

/** Restored archives whose week is over disappear from the lists; archives whose years are over, from their stores. */
export async function expireArchives(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const over = await db.selectFrom('log_archive').selectAll().where('state', '=', 'restored').where('restored_until', '<=', now).execute();
  for (const { id } of over) await closeRestored(services, id);
  const old = await db
    .selectFrom('log_archive')
    .selectAll()
    .where('state', 'in', ['verified', 'missing'])
    .where('keep_until', '<=', now)
    .limit(10)
    .execute();
  for (const archive of old) await forgetArchive(services, archive);
}

/** Ends the reading of an archive. */
async function closeRestored({ database }: Pick<Services, 'database'>, id: string): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`drop table if exists ${sql.table(restoredTable(id))}`.execute(tx);
    await tx
      .updateTable('log_archive')
      .set({ state: 'verified', restored_until: null })
      .where('id', '=', id)
      .where('state', '=', 'restored')
      .execute();
  });
}

/** Removes an archive's files from its store; its row stays and says so. */
export async function forgetArchive(services: Services, archive: ArchiveData): Promise<void> {
  const store = await storeOf(services, archive.target_id);
  try {
    for (const { hash } of Object.values(archive.files)) await store.remove(hash);
  } finally {
    await store.close();
  }
  await sql`drop table if exists ${sql.table(restoredTable(archive.id))}`.execute(services.database.db);
  await services.database.db
    .updateTable('log_archive')
    .set({ state: 'expired', restored_until: null, asked: null })
    .where('id', '=', archive.id)
    .execute();
}
