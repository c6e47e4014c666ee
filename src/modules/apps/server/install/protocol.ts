import { sql } from 'kysely';
import { build } from 'plist';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, pick, type LocalDraft } from '#kit/common/language.ts';
import type { Protocol } from '#kit/server/protocol.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import type { Services } from '#kit/server/services.ts';
import { onShelf } from '../../common/app.contract.ts';
import { installPage } from './install-page.ts';
import { downloadMillis, originOf, packageName, readToken, tokenOf } from './token.ts';

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

const ended = (response: FastifyReply, status: 404 | 410): FastifyReply =>
  response
    .status(status)
    .type('text/plain')
    .header('cache-control', 'no-store')
    .send(status === 404 ? 'Not found' : 'Gone');

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
  if (token.until < services.now() || found.status !== onShelf) return ended(response, 410);
  if (file === packageName(found.kind)) {
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
  const { rows } = await sql<{ png: Buffer }>`select png from app_icon where app_id = ${appId}::uuid`.execute(services.database.db);
  const { default: sharp } = await import('sharp');
  const picture = rows[0]
    ? sharp(rows[0].png)
    : sharp({ create: { width: side, height: side, channels: 4, background: { r: 30, g: 90, b: 200, alpha: 1 } } });
  return response.type('image/png').send(await picture.resize(side, side).png().toBuffer());
}

interface Link {
  id: string;
  app_id: string;
  version_id: string | null;
  until: number;
  max_installs: number | null;
  installs: number;
  revoked_at: number | null;
}

/** The page of an install link: whom it is for, what phones need, and the addresses of the packages. */
async function sendPage(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const { sysCode } = request.params as { sysCode: string };
  const { db } = services.database;
  const token = readToken(services, sysCode);
  const { rows } =
    token?.kind === 'l' ? await sql<Link>`select * from install_link where id = ${token.id}::uuid`.execute(db) : { rows: [] as Link[] };
  const link = rows[0];
  const now = services.now();
  const language = languageOf(request.headers['accept-language']);
  if (!link) return ended(response, 404);
  if (link.revoked_at !== null || link.until < now || (link.max_installs !== null && link.installs >= link.max_installs))
    return ended(response, 410);
  const { rows: found } = await sql<{
    id: string;
    platform: number;
    version_name: string;
    kind: string | null;
    size: number | null;
    sha256: string | null;
    store_url: string | null;
  }>`
    select distinct on (v.platform) v.id, v.platform, v.version_name, v.facts ->> 'kind' as kind, (v.facts ->> 'size')::bigint as size,
      v.facts ->> 'sha256' as sha256, v.store_url from app_version v
    where v.app_id = ${link.app_id}::uuid and v.status = ${onShelf} and (${link.version_id}::uuid is null or v.id = ${link.version_id}::uuid)
    order by v.platform, v.build_key desc`.execute(db);
  const { rows: apps } = await sql<{
    name: LocalDraft;
    description: LocalDraft | null;
    status: number;
  }>`select name, description, status from app
    where id = ${link.app_id}::uuid`.execute(db);
  const app = apps[0];
  if (!app) return ended(response, 404);
  await sql`update install_link set installs = installs + 1 where id = ${link.id}::uuid`.execute(db);
  const origin = originOf(services, `${request.protocol}://${request.host}`);
  const packages = found.map((one) => ({
    platform: one.platform,
    versionName: one.version_name,
    size: one.size,
    sha256: one.sha256,
    kind: one.kind,
    address:
      one.store_url ?? `${origin}/d/${tokenOf(services, { kind: 'd', id: one.id, until: now + downloadMillis })}/${packageName(one.kind)}`,
    isStore: one.store_url !== null,
  }));
  const { html, csp } = await installPage({
    title: pick(app.name, language),
    description: app.description ? pick(app.description, language) : '',
    isOff: app.status !== onShelf,
    packages,
    language,
    agent: String(request.headers['user-agent'] ?? ''),
    isHttps: origin.startsWith('https:'),
    here: `${origin}/install/${sysCode}`,
    text: (key, params) => services.texts.text(language, 'apps', `install.${key}`, params),
  });
  return response
    .type('text/html; charset=utf-8')
    .header('content-security-policy', csp)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(html);
}

const fail: Protocol['fail'] = (error, request, response) => {
  request.log.error(error);
  return ended(response, 404);
};

/** Install pages and the files of packages, whose names and answers phones fix. */
export const installProtocols: readonly Protocol[] = [
  { prefix: '/install/:sysCode', routes: [{ method: 'GET', path: '', handle: sendPage }], fail },
  { prefix: '/d/:sysCode', routes: [{ method: 'GET', path: '/:file', handle: sendPart }], fail },
];
