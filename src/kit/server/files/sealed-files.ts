import { Readable } from 'node:stream';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/open-database.ts';
import { copyingFiles } from '#platform/backup/copying-lock.ts';
import { FileError } from '#platform/files/file-error.ts';
import type { ByteRange, FileStore, PutLimits } from '#platform/files/file-store.ts';
import { expectErrors } from '#platform/files/spool.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import type { ContentKey, KeyedColumn, Keyring } from '../keyed-column.ts';
import { nothingSeen, openChunks, placeOf, sealChunks } from './seal-stream.ts';
import './sealed-file.table.ts';
import type { FileSealTable } from './sealed-file.table.ts';

/** The keys of stored files: a rotation wraps them again and leaves the files as they are. */
export const fileColumn: KeyedColumn = { purpose: 'fileStore', table: 'file_seal', id: 'id', column: 'sealed' };

const sealPlace = (row: string) => ({ table: fileColumn.table, column: fileColumn.column, row });

/** Where kept files lie, and what of them does not lie sealed yet. */
export interface KeptFiles extends FileStore {
  /** Seals some of what was kept before files were sealed; answers how many are done with. Absent where nothing seals. */
  sealSome?(): Promise<number>;
  /** Forgets what no file names any more, but for what has just come. Absent where nothing seals. */
  sweep?(): Promise<void>;
}

interface Parts {
  readonly store: FileStore;
  readonly database: Database;
  readonly keyring: Keyring;
}

type Row = Selectable<FileSealTable>;
const unlimited: PutLimits = { maxBytes: Number.MAX_SAFE_INTEGER };

/**
 * A file store in which nothing lies in the clear: every content has a key of its own, kept in `file_seal` under the enterprise's key for
 * stored files, and lies in the store below under the hash of what is written there. What was kept before is read as it is until it is sealed.
 */
export function sealedFiles(parts: Parts): KeptFiles {
  const { store } = parts;
  return {
    put: async (stream, limits) => putSealed(parts, stream, limits),
    open: async (hash, range) => openAny(parts, hash, range),
    size: async (hash) => (await rowOf(parts, hash))?.size ?? store.size(hash),
    // Who dies on the way leaves the row, and with it somebody who tries again.
    remove: async (hash) =>
      parts.database.db.transaction().execute(async (tx) => {
        const [gone] = await tx.deleteFrom('file_seal').where('hash', '=', hash).returning('stored').execute();
        await store.remove(gone?.stored ?? hash);
      }),
    sealSome: async () => sealSome(parts),
    sweep: async () => sweep(parts),
    close: async () => store.close(),
  };
}

const rowOf = ({ database }: Parts, hash: string): Promise<Row | undefined> =>
  database.db.selectFrom('file_seal').selectAll().where('hash', '=', hash).executeTakeFirst();

async function putSealed(parts: Parts, stream: Readable, limits: PutLimits): Promise<{ hash: string; size: number }> {
  const { store, database, keyring } = parts;
  expectErrors(stream);
  const id = newId();
  const key = await keyring.contentKey(database.db, fileColumn.purpose);
  const stop = (): void => void stream.destroy(new FileError('store', 'cancelled'));
  limits.signal?.addEventListener('abort', stop, { once: true });
  if (limits.signal?.aborted) stop();
  const seen = nothingSeen();
  const sealing = Readable.from(sealChunks(stream, { id, key }, seen, limits.maxBytes), { objectMode: false });
  const coming = comingOf(parts, id);
  try {
    const { hash: stored } = await store
      .put(sealing, { ...unlimited, naming: coming.named })
      .finally(() => limits.signal?.removeEventListener('abort', stop));
    const sealed = { id, stored, size: seen.size, hash: seen.hash.digest('hex') };
    if (!(await nameIt(parts, sealed, key))) await coming.giveUp();
    return { hash: sealed.hash, size: sealed.size };
  } catch (error) {
    await coming.giveUp();
    throw error;
  } finally {
    coming.stop();
  }
}

/** How often whoever keeps a content says that they are still at it. */
const seenMillis = 60_000;

/** What is on its way into the store, written down before it lies there: who dies before its row is written leaves it to the sweep. */
function comingOf({ database: { db }, store }: Parts, id: string) {
  let isNamed = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    named: async (stored: string): Promise<void> => {
      await db.insertInto('file_coming').values({ id, stored, seen_at: clock.now() }).execute();
      isNamed = true;
      const seen = async () => db.updateTable('file_coming').set({ seen_at: clock.now() }).where('id', '=', id).execute();
      // Without the database the row can't be written either, and says so.
      timer = setInterval(() => void seen().catch(() => undefined), seenMillis);
      timer.unref();
    },
    /** Removes it again, unless its row was written after all; what fails here is left to the sweep. */
    giveUp: async (): Promise<void> => {
      if (isNamed)
        await db
          .transaction()
          .execute((tx) => removeComing(tx, store, sql<boolean>`id = ${id}`))
          .catch(() => undefined);
    },
    stop: (): void => clearInterval(timer),
  };
}

async function removeComing(tx: Db, store: FileStore, which: RawBuilder<boolean>): Promise<void> {
  const gone = await tx.deleteFrom('file_coming').where(which).returning('stored').execute();
  for (const { stored } of gone) await store.remove(stored);
}

type Sealed = Pick<Row, 'id' | 'stored' | 'size' | 'hash'>;

/** Writes the row of what lies sealed in the store; answers false where the same content has one already and what came is not needed. */
async function nameIt({ store, database, keyring }: Parts, sealed: Sealed, key: ContentKey): Promise<boolean> {
  const { id, stored, size, hash } = sealed;
  const kept_at = clock.now();
  // Under the key that writes at this moment, whatever was rotated while the content came in.
  return database.db.transaction().execute(async (tx) => {
    const coming = await tx.selectFrom('file_coming').select('id').where('id', '=', id).forUpdate().execute();
    if (coming.length === 0) throw new FileError('store', 'it took too long and was swept');
    const arrived = async () => tx.deleteFrom('file_coming').where('id', '=', id).execute();
    const own = await keyring.seal(tx, fileColumn.purpose, { plain: key.secret, place: sealPlace(id) });
    const added = await tx
      .insertInto('file_seal')
      .values({ id, hash, stored, size, sealed: own, kept_at })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('id')
      .execute();
    if (added.length > 0) {
      await arrived();
      return true;
    }
    const former = await tx.selectFrom('file_seal').selectAll().where('hash', '=', hash).forUpdate().executeTakeFirstOrThrow();
    // Where it was lost from the store, what came now takes its place.
    const lost = (await store.size(former.stored)) === undefined;
    await tx
      .updateTable('file_seal')
      .set({ kept_at, ...(lost && { id, stored, sealed: own }) })
      .where('id', '=', former.id)
      .execute();
    if (lost) await arrived();
    return lost;
  });
}

async function openAny(parts: Parts, hash: string, range: ByteRange | undefined): Promise<Readable> {
  const row = await rowOf(parts, hash);
  if (row) return openRow(parts, row, range);
  try {
    return await parts.store.open(hash, range);
  } catch (error) {
    // Between the two looks it may have been sealed.
    const late = error instanceof FileError && error.reason === 'missing' ? await rowOf(parts, hash) : undefined;
    if (!late) throw error;
    return openRow(parts, late, range);
  }
}

async function openRow({ store, database, keyring }: Parts, row: Row, range: ByteRange | undefined): Promise<Readable> {
  const { id, stored, size } = row;
  const [start, end] = [range?.start ?? 0, Math.min(range?.end ?? size - 1, size - 1)];
  if (range && (start < 0 || end < start)) throw new RangeError('the range is empty');
  const key = keyring.contentKeyOf(await keyring.open(database.db, row.sealed, sealPlace(id)));
  const part = { id, key, size, start, end };
  const source = await store.open(stored, placeOf(part));
  const opened = Readable.from(openChunks(source, part), { objectMode: false });
  // Who leaves before the first byte was read would leave it open.
  opened.once('close', () => source.destroy());
  return opened;
}

const someClear = 20;

/** Seals the next of what lies in the clear. Each is sealed, named by its row, and only then removed: at every moment one of both can be read. */
async function sealSome(parts: Parts): Promise<number> {
  const { rows } = await sql<{ hash: string; wanted: boolean }>`
    select c.hash, exists (select from file f where f.hash = c.hash) and not exists (select from file_seal s where s.hash = c.hash) as wanted
    from file_clear c order by c.hash limit ${someClear}`.execute(parts.database.db);
  for (const [done, { hash, wanted }] of rows.entries()) {
    const whole = !wanted || (await sealClear(parts, hash));
    if (!(await forgetClear(parts, hash, whole))) return done;
  }
  return rows.length;
}

/** Answers whether it lies sealed now; what the store holds damaged stays as it is. */
async function sealClear(parts: Parts, hash: string): Promise<boolean> {
  const source = await parts.store.open(hash).catch((error: unknown) => {
    if (error instanceof FileError && error.reason === 'missing') return undefined;
    throw error;
  });
  if (!source) return true;
  const kept = await putSealed(parts, source, unlimited);
  if (kept.hash === hash) return true;
  await sealedFiles(parts).remove(kept.hash);
  return false;
}

/** Not while a backup copies files: what its rows name in the clear is still there until it has ended. */
async function forgetClear({ database, store }: Parts, hash: string, remove: boolean): Promise<boolean> {
  return database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${copyingFiles}) as free`.execute(tx);
    if (!rows[0]?.free) return false;
    if (remove) await store.remove(hash);
    await tx.deleteFrom('file_clear').where('hash', '=', hash).execute();
    return true;
  });
}

/** Time for who kept a content to name it. */
const graceMillis = 3_600_000;

async function sweep({ database: { db }, store }: Parts): Promise<void> {
  await store.sweep?.();
  const late = sql<boolean>`seen_at < ${clock.now() - graceMillis}`;
  for (const { id } of await db.selectFrom('file_coming').select('id').where(late).execute())
    // Whoever is still at it after all finds its row gone, and says so.
    await db.transaction().execute((tx) => removeComing(tx, store, sql<boolean>`id = ${id} and ${late}`));
  const unnamed = sql<boolean>`kept_at < ${clock.now() - graceMillis} and not exists (select from file f where f.hash = file_seal.hash)`;
  for (const { id } of await db.selectFrom('file_seal').select('id').where(unnamed).execute()) {
    await db.transaction().execute(async (tx) => {
      // Asked again with the row locked: the same content may just have come again.
      const [gone] = await tx.deleteFrom('file_seal').where('id', '=', id).where(unnamed).returning('stored').execute();
      if (gone) await store.remove(gone.stored);
    });
  }
}

/** Releases work claimed in an embedded database: only one process may hold its folder, so earlier workers are gone. */
export async function freeComing({ db }: Database): Promise<void> {
  await db.updateTable('file_coming').set({ seen_at: 0 }).execute();
}

/** Notes what an older version on the same database keeps in the clear meanwhile, to be sealed too. */
export async function findClear({ db }: Database): Promise<void> {
  await sql`insert into file_clear select distinct f.hash from file f
    where not exists (select from file_seal s where s.hash = f.hash) on conflict do nothing`.execute(db);
}
