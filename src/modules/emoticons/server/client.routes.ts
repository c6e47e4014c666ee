import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { handleClient, type BoundClientRoute } from '#kit/server/client/handle-client.ts';
import { directory } from '#modules/people/server/public.ts';
import { clientEmoticonPackages, clientEmoticonPictures } from '../common/client.contract.ts';
import { dataAddress } from './pictures.ts';
import './emoticons.table.ts';

/** What terminals ask of emoticons. */
export const emoticonClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientEmoticonPackages, async ({ db, caller }) => {
    const [rows, me] = await Promise.all([
      db.selectFrom('emoticon_package').selectAll().where('enabled', '=', true).orderBy('order_no').orderBy('id').execute(),
      membershipOf(db, directory, caller.uid),
    ]);
    const mine = rows.filter(({ audience }) => decideAudience(audience, me).included);
    if (mine.length === 0) return { packages: [] };
    const items = await db
      .selectFrom('emoticon')
      .leftJoin('emoticon_picture', 'emoticon_picture.digest', 'emoticon.picture')
      .select(['package_id', 'code', 'name', 'keywords', 'picture', 'animated'])
      .where(
        'package_id',
        'in',
        mine.map(({ id }) => id),
      )
      .orderBy('order_no')
      .execute();
    return {
      packages: mine.map(({ id, code, name }) => ({
        id,
        code,
        name,
        items: items
          .filter(({ package_id: of }) => of === id)
          .map((item) => ({
            code: item.code,
            name: item.name,
            keywords: item.keywords,
            picture: item.picture,
            animated: item.animated ?? false,
          })),
      })),
    };
  }),
  handleClient(clientEmoticonPictures, async ({ db }, { digests }) => {
    const rows = await db.selectFrom('emoticon_picture').select(['digest', 'moving']).where('digest', 'in', digests).execute();
    return { pictures: Object.fromEntries(rows.map(({ digest, moving }) => [digest, dataAddress(moving)])) };
  }),
];
