import { Readable } from 'node:stream';
import { pick } from '#kit/common/language.ts';
import { keepMade } from '#kit/server/files/files.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import { zipOf, type ZipPart } from '#platform/files/zip-write.ts';
import type { EmoticonManifest } from '../common/manifest.ts';
import { manifestName } from '../common/manifest.ts';
import { emoticonPackages as page } from '../common/permissions.ts';
import './emoticons.table.ts';

const keepMillis = 86_400_000;

/** Packs the pictures of a package with their names and keywords, so that the import takes them elsewhere. */
export const packageExportJob: JobKind<{ packageId: string }, { fileId: string }> = {
  kind: 'emoticon.exportPackage',
  title: { namespace: 'emoticons', key: 'job.export' },
  code: page.button.export,
  run: async ({ services, caller, progress }, { packageId }) => {
    const { db } = services.database;
    const found = await db.selectFrom('emoticon_package').select(['code', 'name']).where('id', '=', packageId).executeTakeFirst();
    if (!found) throw notFound();
    const items = await db
      .selectFrom('emoticon')
      .innerJoin('emoticon_picture', 'emoticon_picture.digest', 'emoticon.picture')
      .select(['code', 'name', 'keywords', 'digest'])
      .where('package_id', '=', packageId)
      .orderBy('order_no')
      .execute();
    const fileOf = (code: string): string => `${code}.webp`;
    const manifest: EmoticonManifest = {
      package: { code: found.code, name: found.name },
      emoticons: Object.fromEntries(items.map(({ code, name, keywords }) => [fileOf(code), { name, keywords }])),
    };
    // Pictures are read one after the other, when it is their turn.
    const pictureOf = async function* (digest: string): AsyncGenerator<Buffer> {
      const row = await db.selectFrom('emoticon_picture').select('moving').where('digest', '=', digest).executeTakeFirstOrThrow();
      yield Buffer.from(row.moving, 'base64');
    };
    const parts: ZipPart[] = [
      { name: manifestName, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
      ...items.map(({ code, digest }) => ({ name: fileOf(code), content: () => pictureOf(digest), stored: true })),
    ];
    const kept = { type: 'application/zip', purpose: 'export', owner: caller.uid, keepMillis };
    const name = `${pick(found.name, caller.language) || found.code}.zip`;
    const file = await keepMade(services, Readable.from(zipOf(parts)), { name, ...kept });
    await progress({ done: items.length, total: items.length, failed: 0 });
    return { fileId: file.id };
  },
};
