import { sql } from 'kysely';
import { build } from 'plist';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, pick, type LocalDraft } from '#kit/common/language.ts';
import type { Protocol } from '#kit/server/protocol.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import type { Services } from '#kit/server/services.ts';
import { onShelf } from '../../common/app.contract.ts';
import { iconPng } from '../app/icon.ts';
import { sendPage, takeAnswer } from './link-page.ts';
import { ended, isOver, linkOf } from './link.ts';
import { originOf, packageName, readToken } from './token.ts';

interface Package {
  id: string;
  app_id: string;
  app_status: number;
  status: number;
  name: LocalDraft;
  identity: string;
  version_name: string;
  kind: string;
  hash: string;
  size: number;
}

async function packageOf(services: Services, versionId: string): Promise<Package | undefined> {
  const { rows } =
    await sql<Package>`select v.id, v.app_id, a.status as app_status, v.status, a.name, v.facts ->> 'identity' as identity, v.version_name,
      v.facts ->> 'kind' as kind, f.hash, f.size
    from app_version v join app a on a.id = v.app_id join file f on f.id = v.file_id where v.id = ${versionId}::uuid`.execute(
      services.database.db,
    );
  return rows[0];
}

/** A file of a version under a token that holds for a quarter of an hour. */
async function sendPart(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const { sysCode, file } = request.params as { sysCode: string; file: string };
  const token = readToken(services, sysCode);
  if (token?.kind !== 'd') return ended(response, 404);
  const found = await packageOf(services, token.id);
  if (!found) return ended(response, 404);
  const link = token.by === undefined ? undefined : await linkOf(services.database.db, token.by);
  const isFirst = !/^bytes=(?!0-)/.test(request.headers.range ?? '');
  const isPackage = file === packageName(found.kind);
  if (token.until < services.now() || found.status !== onShelf || (link && isOver(link, services.now(), !isPackage || !isFirst)))
    return ended(response, 410);
  if (isPackage) {
    if (link && isFirst)
      await sql`update install_link set installs = installs + 1 where id = ${link.id}::uuid`.execute(services.database.db);
    const type = found.kind === 'apk' ? 'application/vnd.android.package-archive' : 'application/octet-stream';
    await sendFile(
      services.files,
      { hash: found.hash, size: found.size, type, name: `${found.identity}-${found.version_name}.${found.kind}` },
      request,
      response,
    );
    return response;
  }
  if (/^icon-(?:57|512)\.png$/.test(file))
    return sendIcon(services, response, { appId: found.app_id, side: file === 'icon-57.png' ? 57 : 512 });
  if (file !== 'manifest.plist' || found.kind !== 'ipa') return ended(response, 404);
  return response
    .type('text/xml')
    .header('cache-control', 'no-store')
    .send(manifestOf(services, request, { found, sysCode }));
}

/** The manifest that iOS installs by. */
function manifestOf(services: Services, request: FastifyRequest, { found, sysCode }: { found: Package; sysCode: string }): string {
  const base = `${originOf(services, `${request.protocol}://${request.host}`)}/d/${sysCode}`;
  return build({
    items: [
      {
        assets: [
          { kind: 'software-package', url: `${base}/app.ipa`, 'sha256-size': found.size, sha256s: [found.hash] },
          { kind: 'display-image', url: `${base}/icon-57.png` },
          { kind: 'full-size-image', url: `${base}/icon-512.png` },
        ],
        metadata: {
          kind: 'software',
          'bundle-identifier': found.identity,
          'bundle-version': found.version_name,
          title: pick(found.name, languageOf(request.headers['accept-language'])),
        },
      },
    ],
  });
}

async function sendIcon(
  services: Services,
  response: FastifyReply,
  { appId, side }: { appId: string; side: number },
): Promise<FastifyReply> {
  const png = await iconPng(services, appId);
  const { default: sharp } = await import('sharp');
  const picture = png
    ? sharp(png)
    : sharp({ create: { width: side, height: side, channels: 4, background: { r: 30, g: 90, b: 200, alpha: 1 } } });
  return response.type('image/png').send(await picture.resize(side, side).png().toBuffer());
}

const fail: Protocol['fail'] = (error, request, response) => {
  request.log.error(error);
  return ended(response, 404);
};

/** Install pages and the files of packages, whose names and answers phones fix. */
export const installProtocols: readonly Protocol[] = [
  {
    prefix: '/install/:sysCode',
    raw: true,
    routes: [
      { method: 'GET', path: '', handle: sendPage },
      { method: 'POST', path: '', bodyLimit: 4096, handle: takeAnswer },
    ],
    fail,
  },
  { prefix: '/d/:sysCode', routes: [{ method: 'GET', path: '/:file', handle: sendPart }], fail },
];
