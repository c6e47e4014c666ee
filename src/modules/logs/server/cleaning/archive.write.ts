import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { LogPart } from '#kit/server/audit/purge.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext } from '#kit/server/services.ts';
import { seal } from '#platform/backup/sealed-stream.ts';
import type { ArchiveFile, LogArchiveTable } from './cleaning.table.ts';
import { storeOf, type ArchiveStore } from './archive.store.ts';
import { readAll } from './archive.read.ts';

export type ArchiveData = Selectable<LogArchiveTable>;

const packedRows = 5_000;
const sixYears = 6 * 365 * 86_400_000;
/** The key is drawn at random, so that nothing has to be made slow for who guesses. */
const cheap = 1024;

/** What is archived: a month of a log without what is held. */
export interface Archiving {
  readonly kind: LogKind;
  readonly part: LogPart;
  readonly where: RawBuilder<boolean>;
  readonly targetId: string | null;
  readonly recordId: string;
}

type Work = Pick<JobContext, 'services' | 'signal'> & { progress: (rows: number) => Promise<void> };

/** Where the data key of an archive belongs. */
const keyPlace = (id: string): { table: string; column: string; row: string } => ({
  table: 'log_archive',
  column: 'data_key',
  row: id,
});

/**
 * Writes an archive, reads it back from its store and compares rows and hash; 19006 where they differ. Rows are lines of JSON in gzip
 * members of some thousand, then AES-256-GCM in pieces; the data key is drawn for each archive and wrapped by the master key.
 */
export async function writeArchive(work: Work, request: Archiving): Promise<ArchiveData> {
  const { services } = work;
  const { db } = services.database;
  await forgetUnfinished(db, request);
  const id = newId();
  const key = randomBytes(32).toString('hex');
  const now = services.now();
  const { part, kind } = request;
  await db
    .insertInto('log_archive')
    .values({
      id,
      kind: kind.code,
      log_table: kind.table,
      part: part.part,
      from_at: part.from,
      to_at: part.to,
      sha256: null,
      data_key: services.secrets.seal(key, keyPlace(id)),
      target_id: request.targetId,
      state: 'writing',
      record_id: request.recordId,
      created_at: now,
      verified_at: null,
      keep_until: now + sixYears,
      restored_until: null,
      asked: null,
    })
    .execute();
  const store = await storeOf(services, request.targetId);
  try {
    const sum = { rows: 0, hash: createHash('sha256') };
    const rows = await put(store, `${part.part}.ndjson.gz`, seal(members(work, request, sum), key, cheap));
    const sha256 = sum.hash.digest('hex');
    const facts = {
      version: 1,
      kind: kind.code,
      table: kind.table,
      part: part.part,
      from: part.from,
      to: part.to,
      rows: sum.rows,
      sha256,
      createdAt: now,
    };
    const manifest = await put(store, 'manifest.json', seal(json({ ...facts, columns: await columnsOf(db, part.part) }), key, cheap));
    const seals = await put(store, 'seals.json', seal(json(await sealsOf(db, kind, part)), key, cheap));
    const files = { rows, manifest, seals };
    const back = await readAll(store, { files, key, signal: work.signal });
    if (back.rows !== sum.rows || back.sha256 !== sha256) throw new Refusal(19006, { reason: 'sha256' });
    const proved = { rows: sum.rows, bytes: rows.size + manifest.size + seals.size, sha256, files: JSON.stringify(files) };
    const { archive, superseded } = await settle(db, request, id, { ...proved, verified_at: services.now() });
    for (const one of superseded)
      for (const { hash } of Object.values(one.files)) {
        // Bytes that stay without a key and a row are nobody's archive.
        await store.remove(hash).catch(() => undefined);
      }
    return archive;
  } catch (error) {
    if (error instanceof Refusal && error.answer === 19009)
      throw new Refusal(19006, { reason: String(error.params['reason'] ?? 'content') });
    throw error;
  } finally {
    await store.close();
  }
}

/**
 * An archive is proved and its month is archived in one commit: a process that dies leaves no second archive of the same rows. One that
 * was written before rows of the month were held is superseded.
 */
async function settle(
  db: Db,
  { recordId, part }: Archiving,
  id: string,
  proved: Pick<ArchiveData, 'rows' | 'bytes' | 'verified_at'> & { sha256: string; files: string },
): Promise<{ archive: ArchiveData; superseded: ArchiveData[] }> {
  return db.transaction().execute(async (tx) => {
    const archive = await tx
      .updateTable('log_archive')
      .set({ ...proved, state: 'verified' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('cleanup_part')
      .set({ state: 'archived', rows: archive.rows, archive_id: id })
      .where('record_id', '=', recordId)
      .where('part', '=', part.part)
      .execute();
    const superseded = await tx
      .deleteFrom('log_archive')
      .where('record_id', '=', recordId)
      .where('part', '=', part.part)
      .where('id', '<>', id)
      .returningAll()
      .execute();
    return { archive, superseded };
  });
}

/** An attempt that ended before it was read back proves nothing. */
async function forgetUnfinished(db: Db, { recordId, part }: Archiving): Promise<void> {
  await db
    .deleteFrom('log_archive')
    .where('record_id', '=', recordId)
    .where('part', '=', part.part)
    .where('state', '=', 'writing')
    .execute();
}

const put = async (store: ArchiveStore, name: string, stream: AsyncIterable<Buffer>): Promise<ArchiveFile> =>
  store.put(name, Readable.from(stream, { objectMode: false }));

async function* json(value: unknown): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(value)}\n`);
}

const zip = promisify<Buffer, Buffer>(gzip);

async function* members(
  { services, signal, progress }: Work,
  request: Archiving,
  sum: { rows: number; hash: ReturnType<typeof createHash> },
): AsyncGenerator<Buffer> {
  for await (const lines of pages(services.database.db, request)) {
    signal.throwIfAborted();
    const text = Buffer.from(`${lines.join('\n')}\n`);
    sum.rows += lines.length;
    sum.hash.update(text);
    yield await zip(text);
    await progress(sum.rows);
  }
}

/** Lines in the order of the chain, of other logs in that of time. */
async function* pages(db: Db, { kind, part, where }: Archiving): AsyncGenerator<string[]> {
  const order = sql.ref(kind.stream ? 'log.tx' : `log.${kind.time}`);
  const line = kind.columns
    ? sql`(select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(log)) where key = any(${[...kind.columns]}::text[]))`
    : kind.beside
      ? sql`(to_jsonb(log) || jsonb_build_object('beside', ${kind.beside}))`
      : sql`to_jsonb(log)`;
  let after = { place: -1, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows } = await sql<{
      place: number;
      id: string;
      line: string;
    }>`select ${order} as place, log.id, ${line}::text as line from ${sql.table(part.part)} as log
      where ${where} and (${order}, log.id) > (${after.place}, ${after.id}::uuid) order by ${order}, log.id limit ${packedRows}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => row.line);
    after = last;
  }
}

async function columnsOf(db: Db, part: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`select attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = ${part}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db);
  return rows;
}

const dayMillis = 86_400_000;

/** The signed ends of the days in which the month was sealed. */
async function sealsOf(db: Db, { stream }: LogKind, { from, to }: LogPart): Promise<unknown[]> {
  if (!stream) return [];
  const days = await db
    .selectFrom('audit_day')
    .selectAll()
    .where('stream', '=', stream)
    .where('day', '>=', Math.floor(from / dayMillis))
    .where('day', '<=', Math.ceil(to / dayMillis) + 2)
    .orderBy('day')
    .execute();
  return days.map(({ hash, mac, ...day }) => ({ ...day, hash: hash.toString('hex'), signature: mac.toString('hex') }));
}
