import { hash } from 'node:crypto';
import type { Db } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { detectType } from '#platform/files/detect-type.ts';
import './emoticons.table.ts';

const side = 240;
const stillSide = 96;
const mostSent = 2 * 1024 * 1024;
const mostBytes = 500 * 1024;
const mostSide = 600;
const mostFrames = 120;
const taken: ReadonlySet<string | undefined> = new Set(['image/png', 'image/gif', 'image/webp']);

/** A picture as it is kept; WebP in base64. */
export interface EmoticonPicture {
  readonly digest: string;
  readonly moving: string;
  readonly still: string;
  readonly animated: boolean;
}

/** As an address that an image element takes. */
export const dataAddress = (webp: string): string => `data:image/webp;base64,${webp}`;

/** Decodes a picture and makes it again, small: 16051 where it is no PNG, GIF or WebP, too large, or has too many frames. */
export async function drawEmoticon(bytes: Buffer): Promise<EmoticonPicture> {
  // The decoder knows many more formats: only these three ever reach it.
  if (bytes.length > mostSent || !taken.has(detectType(bytes.subarray(0, 64)))) throw new Refusal(16051);
  try {
    const { default: sharp } = await import('sharp');
    const options = { failOn: 'error', animated: true, limitInputPixels: mostSide * mostSide * mostFrames } as const;
    const head = await sharp(bytes, options).metadata();
    const height = head.pageHeight ?? head.height;
    if (head.width > mostSide || height > mostSide || (head.pages ?? 1) > mostFrames) throw new Refusal(16051);
    const fit = (most: number) => ({ width: most, height: most, fit: 'inside', withoutEnlargement: true }) as const;
    const moving = await sharp(bytes, options).resize(fit(side)).webp({ quality: 80 }).toBuffer();
    if (moving.length > mostBytes) throw new Refusal(16051);
    const still = await sharp(bytes, { failOn: 'error' }).resize(fit(stillSide)).webp({ quality: 75 }).toBuffer();
    return {
      digest: `sha256:${hash('sha256', bytes, 'hex')}`,
      moving: moving.toString('base64'),
      still: still.toString('base64'),
      animated: (head.pages ?? 1) > 1,
    };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(16051);
  }
}

/** Keeps a picture; the same one is kept once. */
export async function keepEmoticon(db: Db, picture: EmoticonPicture): Promise<void> {
  await db
    .insertInto('emoticon_picture')
    .values({ ...picture, kept_at: clock.now() })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
}

/** Still pictures by their digests, and whether each moves. */
export async function stillsOf(db: Db, digests: readonly string[]): Promise<Map<string, { still: string; animated: boolean }>> {
  if (digests.length === 0) return new Map();
  const rows = await db
    .selectFrom('emoticon_picture')
    .select(['digest', 'still', 'animated'])
    .where('digest', 'in', [...new Set(digests)])
    .execute();
  return new Map(rows.map(({ digest, still, animated }) => [digest, { still: dataAddress(still), animated }]));
}

/** A picture as it moves, as a data address; null where it is not there. */
export async function movingOf(db: Db, digest: string): Promise<string | null> {
  const row = await db.selectFrom('emoticon_picture').select('moving').where('digest', '=', digest).executeTakeFirst();
  return row ? dataAddress(row.moving) : null;
}
