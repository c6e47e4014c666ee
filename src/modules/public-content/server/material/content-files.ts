import { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import { findFile, keepMade, takeFile, temporary } from '#kit/server/files/files.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { Tables } from '#platform/database/tables.ts';
import { FileError } from '#platform/files/file-error.ts';
import { reencodeImage } from '#platform/files/image.ts';
import { assertWorks } from '#modules/public-accounts/server/public.ts';
import type { ContentFileView } from '../../common/material.contract.ts';
import { limits, uploadPurpose } from '../../common/words.ts';
import { videoFacts } from './video.ts';
import '../content.table.ts';

/** A file of content as it is stored. */
export type StoredFile = Selectable<Tables['content_file']>;

/** A file as calls answer it. */
export const fileView = (row: StoredFile): ContentFileView => ({
  fileId: row.id,
  type: row.type,
  size: Number(row.size),
  width: row.width,
  height: row.height,
  seconds: row.seconds,
  sha256: row.hash,
});

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** Names the limit or format that a file breaks: 15054. */
const notExpected = (expected: string, found: string): Refusal => new Refusal(15054, { expected, found });

const pictures = 'JPEG, PNG, WebP, GIF';

/** A picture decoded and encoded again: 15054 where it is none, is damaged, or is too large. */
async function cleanPicture(bytes: Buffer): Promise<Awaited<ReturnType<typeof reencodeImage>>> {
  if (bytes.length > limits.image) throw notExpected(`${pictures} ≤ ${mebibytes(limits.image)}`, mebibytes(bytes.length));
  try {
    return await reencodeImage(bytes, { maxPixels: limits.pixels });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw notExpected(error.reason === 'pixels' ? '≤ 40 MP' : pictures, error.reason);
  }
}

interface Keeping {
  readonly snoId: string;
  readonly name: string;
  readonly owner: string;
}

/** Keeps a picture for an account, for a day unless something takes it. */
export async function keepPicture(services: Services, bytes: Buffer, { snoId, name, owner }: Keeping): Promise<StoredFile> {
  const image = await cleanPicture(bytes);
  const file = await keepMade(services, Readable.from([image.data]), {
    name,
    type: image.type,
    purpose: uploadPurpose,
    owner,
    keepMillis: temporary,
  });
  return insertFile(services, {
    id: file.id,
    snoId,
    type: image.type,
    hash: file.hash,
    size: Number(file.size),
    width: image.width,
    height: image.height,
    seconds: null,
  });
}

interface NewFile {
  readonly id: string;
  readonly snoId: string;
  readonly type: string;
  readonly hash: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}

const insertFile = (services: Services, { snoId, ...file }: NewFile): Promise<StoredFile> =>
  services.database.db
    .insertInto('content_file')
    .values({ ...file, sno_id: snoId, at: services.now() })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Checks an uploaded picture or video by its content and keeps it for an account. */
export async function keepUploaded(
  { db, caller, services }: Call,
  { snoId, kind, fileId }: { snoId: string; kind: 'image' | 'video'; fileId: string },
): Promise<StoredFile> {
  await assertWorks(db, caller.scope(), snoId, 'write');
  const file = await findFile(db, caller.uid, fileId, services.now());
  const size = Number(file.size);
  if (kind === 'image') {
    if (size > limits.image) throw notExpected(`${pictures} ≤ ${mebibytes(limits.image)}`, mebibytes(size));
    const pieces: Buffer[] = [];
    for await (const piece of await services.files.open(file.hash)) pieces.push(Buffer.from(piece as Uint8Array));
    return keepPicture(services, Buffer.concat(pieces), { snoId, name: file.name, owner: caller.uid });
  }
  if (size > limits.video) throw notExpected(`MP4 ≤ ${mebibytes(limits.video)}`, mebibytes(size));
  const facts = await videoFacts(services.files, { hash: file.hash, size });
  const known = await db.selectFrom('content_file').selectAll().where('id', '=', file.id).executeTakeFirst();
  return known ?? insertFile(services, { id: file.id, snoId, type: 'video/mp4', hash: file.hash, size, ...facts });
}

/** Files of content by id. */
export async function contentFiles(db: Db, ids: readonly (string | null)[]): Promise<Map<string, StoredFile>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('content_file').selectAll().where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Keeps files for good, in the transaction that names them. */
export async function takeFiles(tx: Db, ids: readonly (string | null | undefined)[]): Promise<void> {
  for (const id of new Set(ids)) if (id) await takeFile(tx, id);
}
