import { PassThrough, type Readable } from 'node:stream';
import { sql, type Selectable } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { detectHead, type DetectedFile } from './detect-head.ts';
import { FileError } from '#platform/files/file-error.ts';
import { agree } from '#platform/files/type-agreement.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import { InvalidInput, notFound, Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import './file.table.ts';
import type { FileTable } from './file.table.ts';

/** A file that is to be kept. */
export interface FileDraft {
  name: string;
  /** Type as declared by whoever sends it; '' when unknown. */
  declared: string;
  purpose: string;
  owner: string;
  /** Milliseconds until it vanishes, null to keep it. */
  keepMillis: number | null;
}

/** A day: long enough to finish an import or to fetch an export. */
export const temporary = 24 * 3_600_000;

/** Keeps an uploaded stream: name, declared type and content must agree (10400 at `file`), 10413 above the limit. */
export async function keepUpload(services: Services, stream: Readable, draft: FileDraft, maxBytes: number): Promise<Selectable<FileTable>> {
  const head = await detectHead(stream);
  const agreement = agree(nameOf(draft.name), draft.declared, head.bytes);
  if (!agreement.ok) {
    stream.destroy();
    throw new InvalidInput([{ path: 'file', namespace: 'kit', key: `file.${agreement.reason}`, params: { found: agreement.found ?? '' } }]);
  }
  return storeFile(services, restOf(head, stream), { ...draft, type: agreement.type }, maxBytes);
}

/** Keeps a file that the product made itself (an export, a result). */
export async function keepMade(
  services: Services,
  stream: Readable,
  draft: Omit<FileDraft, 'declared'> & { type: string },
): Promise<Selectable<FileTable>> {
  return storeFile(services, stream, draft, Number.MAX_SAFE_INTEGER);
}

async function storeFile(
  services: Pick<Services, 'database' | 'files' | 'now'>,
  stream: Readable,
  draft: Omit<FileDraft, 'declared'> & { type: string },
  maxBytes: number,
): Promise<Selectable<FileTable>> {
  const { hash, size } = await services.files.put(stream, { maxBytes }).catch((error: unknown) => {
    throw error instanceof FileError && error.reason === 'tooLarge' ? new Refusal(code.tooLarge) : error;
  });
  const now = services.now();
  return services.database.db
    .insertInto('file')
    .values({
      id: newId(),
      hash,
      name: nameOf(draft.name),
      type: draft.type,
      size,
      purpose: draft.purpose,
      owner: draft.owner,
      created_at: now,
      expires_at: draft.keepMillis === null ? null : now + draft.keepMillis,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The last part of a path, without what breaks a header or a listing, or turns what is read around (`gpj.exe` behind U+202E). */
function nameOf(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 255) || 'file';
}

function restOf(head: DetectedFile, stream: Readable): Readable {
  const whole = new PassThrough();
  stream.on('error', (error) => whole.destroy(error));
  if (head.bytes.length > 0) whole.write(head.bytes);
  stream.pipe(whole);
  return whole;
}

/** One's own file that has not expired; 10404 for every other id. */
export async function findFile(db: Db, uid: string, id: string, now: number): Promise<Selectable<FileTable>> {
  const file = await db.selectFrom('file').selectAll().where('id', '=', id).where('owner', '=', uid).executeTakeFirst();
  if (!file || (file.expires_at !== null && file.expires_at < now)) throw notFound();
  return file;
}

/** Makes a temporary file a lasting one, in the transaction that refers to it. */
export async function takeFile(tx: Db, id: string): Promise<void> {
  await tx.updateTable('file').set({ expires_at: null }).where('id', '=', id).execute();
}

/** Removes files whose time is over, and content that no file names any more. Answers how many. */
export async function sweepFiles(services: Pick<Services, 'database' | 'files' | 'now'>): Promise<number> {
  const { db } = services.database;
  // A moment of grace: a download that has just begun ends.
  const gone = await db
    .deleteFrom('file')
    .where('expires_at', '<', services.now() - 60_000)
    .returning('hash')
    .execute();
  await services.files.sweep?.();
  for (const hash of new Set(gone.map((file) => file.hash))) {
    const { rows } = await sql`select from file where hash = ${hash} union all select from file_seal where hash = ${hash} limit 1`.execute(
      db,
    );
    if (rows.length === 0) await services.files.remove(hash);
  }
  return gone.length;
}
