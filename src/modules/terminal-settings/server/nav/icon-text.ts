import { createHash } from 'node:crypto';
import type { ConfigInline } from '#kit/server/config/config-area.ts';
import { reencodeImage } from '#platform/files/image.ts';
import '../settings.table.ts';
import { iconSide } from './nav.icons.ts';

const mostText = 200_000;
const asText = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The id of a picture that came by a file: the same in every installation. */
function idOfPicture(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Pictures of entries as data addresses. One that is larger than those which the product makes of uploads is none. */
export const iconText: ConfigInline = {
  name: 'nav-icon',
  textOf: async (db, id) => {
    const row = await db.selectFrom('nav_icon').select(['type', 'data']).where('id', '=', id).executeTakeFirst();
    return row && `data:${row.type};base64,${row.data}`;
  },
  idOf: async (db, text) => {
    const [, type, data] = text.length <= mostText ? (asText.exec(text) ?? []) : [];
    if (type === undefined || data === undefined) return undefined;
    const present = await db
      .selectFrom('nav_icon')
      .select('id')
      .where('type', '=', type)
      .where('data', '=', data)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (present) return present.id;
    const image = await reencodeImage(Buffer.from(data, 'base64'), { maxSide: iconSide }).catch(() => undefined);
    if (!image || image.type !== type) return undefined;
    const id = idOfPicture(text);
    await db
      .insertInto('nav_icon')
      .values({ id, type, data })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return id;
  },
};
