import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { Audience } from '#kit/common/audience.ts';
import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { directory } from '#modules/people/server/public.ts';
import { onShelf } from '../../common/app.contract.ts';
import { statesUnderWay } from '../release/rolled-out.ts';
import { admitted, askedBy, passCookie, tryToOpen, type Attempt } from './admit.ts';
import { askPage, installPage } from './install-page.ts';
import { ended, isOver, linkOf, type OpenLink } from './link.ts';
import { downloadMillis, originOf, packageName, readToken, tokenOf } from './token.ts';

/** Earlier versions of a platform that a page tells of. */
const shownEarlier = 10;

interface Found {
  id: string;
  platform: number;
  version_name: string;
  kind: string | null;
  size: number | null;
  sha256: string | null;
  store_url: string | null;
  limits: Audience;
  notes: LocalDraft | null;
}

/** Versions that a page hands out: the one that it is for, else the newest of each platform that is open to who reads it. A rollout under way goes to its terminals alone. */
async function versionsOf(db: Db, link: OpenLink, uid: string | null): Promise<(Found & { earlier: Found[] })[]> {
  const { rows } =
    await sql<Found>`select v.id, v.platform, v.version_name, v.facts ->> 'kind' as kind, (v.facts ->> 'size')::bigint as size,
      v.facts ->> 'sha256' as sha256, v.store_url, v.limits, v.notes from app_version v
    where v.app_id = ${link.app_id}::uuid and v.status = ${onShelf} and (${link.version_id}::uuid is null or v.id = ${link.version_id}::uuid)
      and (${link.version_id}::uuid is not null or v.channel = 'stable' and not exists (select from rollout r where r.version_id = v.id
        and r.state in ${statesUnderWay}))
    order by v.platform, v.build_key desc`.execute(db);
  const membership = uid === null ? null : await membershipOf(db, directory, uid);
  const open = rows.filter(({ limits }) => limits.length === 0 || (membership !== null && decideAudience(limits, membership).included));
  return [...Map.groupBy(open, ({ platform }) => platform).values()].map(([newest, ...earlier]) => ({ ...newest!, earlier }));
}

interface Opened {
  readonly link: OpenLink;
  readonly language: Language;
  readonly origin: string;
  /** Path of this page. */
  readonly at: string;
}

async function opened(services: Services, request: FastifyRequest): Promise<Opened | 404 | 410> {
  const { sysCode } = request.params as { sysCode: string };
  const token = readToken(services, sysCode);
  const link = token?.kind === 'l' ? await linkOf(services.database.db, token.id) : undefined;
  if (!link) return 404;
  if (isOver(link, services.now())) return 410;
  const origin = originOf(services, `${request.protocol}://${request.host}`);
  return { link, language: languageOf(request.headers['accept-language']), origin, at: `/install/${sysCode}` };
}

/** The page of an install link: whom it is for, what phones need, and the addresses of the packages. */
export async function sendPage(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const found = await opened(services, request);
  if (typeof found === 'number') return ended(response, found);
  const { link, language, origin, at } = found;
  const reader = admitted(services, request, link);
  if (!reader) return sendAsk(services, response, { found });
  const now = services.now();
  const packages = (await versionsOf(services.database.db, link, reader.uid)).map((one) => ({
    platform: one.platform,
    versionName: one.version_name,
    size: one.size,
    sha256: one.sha256,
    kind: one.kind,
    address:
      one.store_url ??
      `${origin}/d/${tokenOf(services, { kind: 'd', id: one.id, until: now + downloadMillis, by: link.id })}/${packageName(one.kind)}`,
    isStore: one.store_url !== null,
    earlier: link.show_history
      ? one.earlier
          .slice(0, shownEarlier)
          .map(({ version_name: versionName, notes }) => ({ versionName, notes: notes ? pick(notes, language) : '' }))
      : [],
  }));
  const page = await installPage({
    title: pick(link.name, language),
    description: link.description ? pick(link.description, language) : '',
    isOff: link.status !== onShelf,
    packages,
    language,
    agent: String(request.headers['user-agent'] ?? ''),
    isHttps: origin.startsWith('https:'),
    here: `${origin}${at}`,
    text: (key, params) => services.texts.text(language, 'apps', `install.${key}`, params),
  });
  return sendHtml(response, page);
}

/** What was typed on the page: right leads on, wrong asks again. */
export async function takeAnswer(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const found = await opened(services, request);
  if (typeof found === 'number') return ended(response, found);
  const { link, origin, at } = found;
  const asked = askedBy(link);
  const typed = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
  const attempt: Attempt = asked ? await tryToOpen(services, request, { link, asked, typed }) : { uid: null };
  if (!('uid' in attempt)) return sendAsk(services, response, { found, attempt });
  return response
    .header('set-cookie', passCookie(services, link, { uid: attempt.uid, at, isHttps: origin.startsWith('https:') }))
    .header('cache-control', 'no-store')
    .redirect(at, 303);
}

function sendAsk(services: Services, response: FastifyReply, { found, attempt }: { found: Opened; attempt?: Attempt }): FastifyReply {
  const { link, language, at } = found;
  const asked = askedBy(link) ?? 'password';
  const text = (key: string, params?: Record<string, unknown>): string => services.texts.text(language, 'apps', `install.${key}`, params);
  const { status, fault, wait } = faultOf(attempt, asked);
  if (wait !== undefined) response.header('retry-after', String(wait));
  response.status(status);
  return sendHtml(
    response,
    askPage({
      title: pick(link.name, language),
      asked,
      step: attempt && 'step' in attempt ? attempt.step : undefined,
      at,
      fault: fault === '' ? '' : text(fault, { seconds: wait ?? 0 }),
      language,
      text,
    }),
  );
}

/** What is told after a try, and by which status: a right password whose code is still to come is no fault. */
function faultOf(attempt: Attempt | undefined, asked: 'signedIn' | 'password'): { status: number; fault: string; wait?: number } {
  if (!attempt || 'uid' in attempt) return { status: 200, fault: '' };
  if ('wait' in attempt) return { status: 429, fault: 'wait', wait: attempt.wait };
  if ('first' in attempt) return { status: 403, fault: 'factorFirst' };
  if ('step' in attempt) return attempt.wrong ? { status: 403, fault: 'wrongCode' } : { status: 200, fault: '' };
  return { status: 403, fault: asked === 'signedIn' ? 'wrongAccount' : 'wrongPassword' };
}

const sendHtml = (response: FastifyReply, { html, csp }: { html: string; csp: string }): FastifyReply =>
  response
    .type('text/html; charset=utf-8')
    .header('content-security-policy', csp)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(html);
