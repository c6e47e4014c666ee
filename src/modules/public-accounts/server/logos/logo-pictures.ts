import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { findFile } from '#kit/server/files/files.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { detectType } from '#platform/files/detect-type.ts';
import { logoSides } from '../../common/logo.contract.ts';
import '../accounts.table.ts';

const mostBytes = 10 * 1024 * 1024;
const mostPixels = 40_000_000;
const taken: ReadonlySet<string | undefined> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const kinds = 'PNG, JPEG, WebP';

/** The pictures made of one uploaded file. */
export interface LogoPicture {
  readonly fileId: string;
  readonly small: Buffer;
  readonly large: Buffer;
}

/** Makes the two pictures of an uploaded file of the caller's: square, cut at the middle, without what else the file told. 15054 where it is no picture. */
export async function drawLogo({ db, caller, services }: Pick<Call, 'db' | 'caller' | 'services'>, fileId: string): Promise<LogoPicture> {
  const file = await findFile(db, caller.uid, fileId, services.now());
  const bad = (found: string): Refusal => new Refusal(15054, { expected: kinds, found });
  if (Number(file.size) > mostBytes) throw bad(`${Math.ceil(Number(file.size) / 1024 / 1024)} MiB`);
  const bytes = await buffer(await services.files.open(file.hash));
  // The decoder knows many more formats: only these ever reach it.
  const type = detectType(bytes.subarray(0, 64));
  if (!taken.has(type)) throw bad(type ?? file.type);
  try {
    const { default: sharp } = await import('sharp');
    const [small, large] = await Promise.all(
      logoSides.map((side) =>
        sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels })
          .rotate()
          .resize(side, side, { fit: 'cover' })
          .webp({ quality: 82 })
          .toBuffer(),
      ),
    );
    return { fileId, small: small!, large: large! };
  } catch {
    throw bad(type ?? file.type);
  }
}

/** Keeps pictures under the ids of their files. */
export async function keepLogos(db: Db, pictures: readonly LogoPicture[]): Promise<void> {
  if (pictures.length === 0) return;
  await db
    .insertInto('sno_picture')
    .values(pictures.map(({ fileId, small, large }) => ({ file_id: fileId, small, large })))
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();
}

/** The small pictures of the standard logos of accounts, as data addresses. */
export async function standardLogos(db: Db, snoIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; file: string }>`select sno_id as id, file_id as file from sno_logo
    where standard and sno_id = any(${[...snoIds]}::uuid[])`.execute(db);
  const pictures = await smallLogos(
    db,
    rows.map(({ file }) => file),
  );
  return new Map(rows.flatMap(({ id, file }) => (pictures.has(file) ? [[id, pictures.get(file)!]] : [])));
}

/** Small pictures by the ids of their files, as data addresses. */
export async function smallLogos(db: Db, fileIds: readonly string[]): Promise<Map<string, string>> {
  if (fileIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; small: Buffer }>`select file_id as id, small from sno_picture
    where file_id = any(${[...new Set(fileIds)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, small }) => [id, `data:image/webp;base64,${small.toString('base64')}`]));
}
