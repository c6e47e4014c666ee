import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { findFile } from '#kit/server/files/files.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import { reencodeImage } from '#platform/files/image.ts';
import './pages.table.ts';

const mostBytes = 5 * 1024 * 1024;
/** Pixels of the longest side that is kept. */
const longestSide = 1920;

/** Makes a picture of an uploaded file and keeps it. */
export async function keepPicture(call: Call, fileId: string): Promise<{ fileId: string; width: number; height: number }> {
  const { db, caller, services } = call;
  const bad = (): InvalidInput => new InvalidInput([{ path: 'fileId', namespace: 'app-pages', key: 'issue.picture' }]);
  const file = await findFile(db, caller.uid, fileId, services.now());
  if (Number(file.size) > mostBytes) throw bad();
  const pieces: Buffer[] = [];
  for await (const piece of await services.files.open(file.hash)) pieces.push(Buffer.from(piece as Uint8Array));
  const image = await reencodeImage(Buffer.concat(pieces), { maxSide: longestSide }).catch(() => {
    throw bad();
  });
  const id = newId();
  await call.write((tx) =>
    tx
      .insertInto('app_picture')
      .values({ id, at: services.now(), type: image.type, width: image.width, height: image.height, data: image.data })
      .execute(),
  );
  return { fileId: id, width: image.width, height: image.height };
}

/** Answers a picture; what it is never changes under its id. */
export async function sendPicture({ db, response }: Pick<Call, 'db' | 'response'>, id: string): Promise<undefined> {
  const row = await db.selectFrom('app_picture').select(['type', 'data']).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  await response
    .header('content-type', row.type)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('content-length', String(row.data.length))
    .send(Readable.from([row.data]));
  return undefined;
}

/** Which of these pictures are kept. */
export async function knownPictures(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from app_picture where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
