import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import { systemUid } from '#kit/server/caller.ts';
import { keepMade } from '#kit/server/files/files.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { isRoomError } from '#platform/disk-capacity.ts';
import { openFileStore, type FileStore } from '#platform/files/file-store.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import './cleaning.table.ts';
import type { ArchiveFile, ArchiveTargetTable } from './cleaning.table.ts';

export type TargetData = Selectable<ArchiveTargetTable>;

/** Where archives are written: files under their hash. */
export interface ArchiveStore {
  put(name: string, stream: Readable): Promise<ArchiveFile>;
  open(hash: string): Promise<Readable>;
  remove(hash: string): Promise<void>;
  close(): Promise<void>;
}

const unlimited = { maxBytes: Number.MAX_SAFE_INTEGER };

/** Opens the target of an archive, the built-in store without one. 19007 where it refuses. */
export async function openArchiveStore(services: Services, target: TargetData | undefined): Promise<ArchiveStore> {
  if (!target) return builtin(services);
  const store = await openPlace(services, target).catch((error: unknown) => {
    throw targetRefused(error);
  });
  return {
    put: async (_name, stream) =>
      store.put(stream, unlimited).catch((error: unknown) => {
        throw targetRefused(error);
      }),
    open: async (hash) => store.open(hash),
    remove: async (hash) => store.remove(hash),
    close: async () => store.close(),
  };
}

/** The target by its id; the built-in store for null. */
export async function storeOf(services: Services, targetId: string | null): Promise<ArchiveStore> {
  const { db } = services.database;
  const target =
    targetId === null ? undefined : await db.selectFrom('archive_target').selectAll().where('id', '=', targetId).executeTakeFirst();
  if (targetId !== null && !target) throw new Refusal(19007, { reason: 'missing' });
  return openArchiveStore(services, target);
}

/** Files of the product itself: they stand in its list of files, so that nothing else removes them. */
function builtin(services: Services): ArchiveStore {
  const { files, database } = services;
  return {
    put: async (name, stream) => {
      const { hash, size } = await keepMade(services, stream, {
        name,
        type: 'application/octet-stream',
        purpose: 'log.archive',
        owner: systemUid,
        keepMillis: null,
      }).catch((error: unknown) => {
        // Any other failure is no word of the store: the job is begun again.
        throw isRoomError(error) ? targetRefused(error) : error;
      });
      return { hash, size };
    },
    open: async (hash) => files.open(hash),
    remove: async (hash) => {
      await database.db.deleteFrom('file').where('hash', '=', hash).where('purpose', '=', 'log.archive').execute();
      if (!(await database.db.selectFrom('file').select('id').where('hash', '=', hash).executeTakeFirst())) await files.remove(hash);
    },
    close: async () => {},
  };
}

async function openPlace(
  { settings, outbound, secrets }: Pick<Services, 'settings' | 'outbound' | 'secrets'>,
  { id, store, place, secret }: TargetData,
): Promise<FileStore> {
  if (store === 'folder') {
    const folder = path.resolve(place.folder ?? '');
    if (!isAllowedFolder(settings.archiveFolders, folder)) throw new Refusal(19007, { reason: 'ARCHIVE_FOLDERS' });
    return openFileStore(folder);
  }
  const port = place.port ?? (place.tls === false ? 80 : 443);
  await outbound.resolve(place.host ?? '', port);
  const key = secret === null ? '' : secrets.open(secret, secretPlace(id));
  const who = `${encodeURIComponent(place.key ?? '')}:${encodeURIComponent(key)}`;
  const where = [place.bucket ?? '', ...(place.prefix ?? '').split('/').filter((part) => part !== '')].map(encodeURIComponent).join('/');
  const options = `region=${encodeURIComponent(place.region ?? 'us-east-1')}${place.tls === false ? '&tls=0' : ''}`;
  return openFileStore(`s3://${who}@${place.host}:${port}/${where}?${options}`, { spool: path.join(settings.dataDir, 'tmp') });
}

/** Where the secret of a target belongs. */
export const secretPlace = (id: string): { table: string; column: string; row: string } => ({
  table: 'archive_target',
  column: 'secret',
  row: id,
});

/** Whether a folder lies in one that the settings allow. */
export const isAllowedFolder = (allowed: readonly string[], folder: string): boolean =>
  allowed.some((one) => folder === path.resolve(one) || folder.startsWith(`${path.resolve(one)}${path.sep}`));

/** What a target said, without what it may have repeated of our secrets. */
export function targetRefused(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const known = error as { code?: unknown; name?: unknown; category?: unknown };
  const reason =
    error instanceof OutboundError ? error.category : [known.code, known.name].find((one) => typeof one === 'string' && one !== 'Error');
  return new Refusal(19007, { reason: typeof reason === 'string' ? reason : 'unknown' });
}
