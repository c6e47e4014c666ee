import { hash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { findFile } from '#kit/server/files/files.ts';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import { reencodeImage } from '#platform/files/image.ts';
import './employee/employee.table.ts';

/** Twice what a card draws. */
const side = 160;
const mostBytes = 96 * 1024;
/** What somebody may send. */
const mostSent = 10 * 1024 * 1024;
/** A picture that nobody has is kept for as long as changes are taken back. */
const keptMillis = 31 * 86_400_000;
const dayMillis = 86_400_000;

/** A picture that may be kept, by the digest of what was sent. */
export interface Picture {
  readonly digest: string;
  readonly type: string;
  readonly data: string;
}

/** How bytes are named before they are looked at. */
export const digestOfPicture = (bytes: Buffer): string => `sha256:${hash('sha256', bytes, 'hex')}`;

/** Makes a picture of a person of what was sent: decoded and made again, small, without what else the file told. */
export async function drawPicture(bytes: Buffer, path: string): Promise<Picture> {
  const bad = (): InvalidInput => new InvalidInput([{ path, namespace: 'user-centre', key: 'issue.picture' }]);
  const image = await reencodeImage(bytes, { maxSide: side }).catch(() => {
    throw bad();
  });
  // What moves is small only in its sides.
  if (image.data.length > mostBytes) throw bad();
  return { digest: digestOfPicture(bytes), type: image.type, data: image.data.toString('base64') };
}

/** Makes a picture of a file that the caller uploaded; null takes it away, undefined leaves it. Refuses with 10404. */
export async function uploadedPicture(
  { database, files, now }: Pick<Services, 'database' | 'files' | 'now'>,
  uid: string,
  fileId: string | null | undefined,
): Promise<Picture | null | undefined> {
  if (fileId === undefined || fileId === null) return fileId;
  const file = await findFile(database.db, uid, fileId, now());
  if (file.size > mostSent) throw new InvalidInput([{ path: 'avatarFileId', namespace: 'user-centre', key: 'issue.picture' }]);
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(file.hash)) pieces.push(Buffer.from(piece));
  return drawPicture(Buffer.concat(pieces), 'avatarFileId');
}

/** Keeps a picture, so that people can have it. */
export async function keepPicture(db: Db, picture: Picture): Promise<void> {
  const kept_at = clock.now();
  await db
    .insertInto('picture')
    .values({ ...picture, kept_at })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ kept_at }))
    .execute();
}

/** Pictures of these people whom a condition on `employee` leaves, as data addresses; who has none is absent. */
export async function picturesOf(
  db: Db,
  ids: readonly string[],
  only: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('employee')
    .innerJoin('picture', 'picture.digest', 'employee.avatar')
    .select(['employee.id', 'picture.type', 'picture.data'])
    .where('employee.id', 'in', [...ids])
    .where(only)
    .execute();
  return new Map(rows.map(({ id, type, data }) => [id, `data:${type};base64,${data}`]));
}

/** Pictures that nobody has go once no change with them can be taken back any more; looked at once a day. */
export const dropPictures = upkeepEvery(dayMillis, async ({ database, now }: Pick<Services, 'database' | 'now'>) => {
  const at = now();
  await sql`delete from picture p where p.kept_at < ${at - keptMillis} and not exists (select from employee e where e.avatar = p.digest)
    and not exists (select from change_operation o where o.kind = 'employee' and o.at > ${at - keptMillis} and (o.before ->> 'avatar' = p.digest or o.after ->> 'avatar' = p.digest))`.execute(
    database.db,
  );
});
