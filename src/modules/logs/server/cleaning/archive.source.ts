import { isThere } from '#kit/server/audit/purge.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { LogSource } from '../log-slice.ts';
import { restoredTable } from './archive.expire.ts';
import './cleaning.table.ts';

/** Kinds of logs whose restored archives can be read. */
export const listedKinds = ['operation', 'consoleLogin', 'clientLogin', 'read', 'change'] as const;

/** Where a list reads, and the span it looks at unless told: the log itself, or an archive that is restored at present (else 10404). */
export async function archiveSource(
  db: Db,
  source: LogSource,
  { archive, kind }: { archive: string | undefined; kind?: string },
): Promise<{ source: LogSource; span: { from?: number; to?: number } }> {
  if (archive === undefined) return { source, span: {} };
  const found = await db
    .selectFrom('log_archive')
    .select(['kind', 'from_at', 'to_at'])
    .where('id', '=', archive)
    .where('log_table', '=', source.table)
    .where('state', '=', 'restored')
    .executeTakeFirst();
  if (!found || (kind !== undefined && found.kind !== kind) || !(await isThere(db, restoredTable(archive)))) throw notFound();
  return { source: { ...source, stored: restoredTable(archive) }, span: { from: found.from_at, to: found.to_at } };
}
