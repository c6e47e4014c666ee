import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { SentFile } from '#kit/server/files/send-file.ts';
import type { CoreServices } from '#kit/server/services/core-services.ts';

const side = 512;
const mostPixels = 40_000_000;
const types: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
const mostBytes = 5 * 1024 * 1024;

/** An icon drawn again as a PNG of 512 pixels; undefined for what is no picture. */
export async function drawIcon(bytes: Uint8Array): Promise<Buffer | undefined> {
  if (bytes.length === 0) return undefined;
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: mostPixels })
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
    .catch(() => undefined);
}

/** The icon of an app: the file that was chosen, else the picture of its first package. */
export async function storedIcon(db: Db, appId: string): Promise<{ file: SentFile | null; png: Buffer | null }> {
  const { rows } = await sql<{ png: Buffer | null; file: SentFile | null }>`select i.png,
      case when f.id is not null then jsonb_build_object('hash', f.hash, 'name', f.name, 'type', f.type, 'size', f.size) end as file
    from app a left join app_icon i on i.app_id = a.id left join file f on f.id = a.icon_id where a.id = ${appId}::uuid`.execute(db);
  return rows[0] ?? { file: null, png: null };
}

/** The icon of an app as a PNG; undefined where it has none that can be drawn. */
export async function iconPng({ database, files }: Pick<CoreServices, 'database' | 'files'>, appId: string): Promise<Buffer | undefined> {
  const { file, png } = await storedIcon(database.db, appId);
  return (file && (await drawIcon(await buffer(await files.open(file.hash))))) ?? png ?? undefined;
}

/** Which of these files may be the icon of an app: PNG, JPEG or WebP by their content, of at most 5 MB. */
export async function iconFiles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; type: string }>`select id, type from file
    where id = any(${[...ids]}::uuid[]) and size <= ${mostBytes}`.execute(db);
  return new Set(rows.flatMap(({ id, type }) => (types.has(type) ? [id] : [])));
}
