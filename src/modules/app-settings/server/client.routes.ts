import { sql } from 'kysely';
import type { ClientReply } from '#kit/common/client/client-endpoint.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { membershipOf } from '#kit/server/audience/audience.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { notFound } from '#kit/server/refusal.ts';
import { openAdverts, sendPicture as sendAdvertPicture } from '#modules/app-pages/server/public.ts';
import { appByKey, type KnownApp } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../common/client.contract.ts';
import type { LoginLinkRow } from '../common/login-link.contract.ts';
import { resolve } from './config-values.ts';
import { readDocument } from './documents.ts';
import { signInRules } from './login-auth.ts';
import { settingsOf } from './other-config.routes.ts';
import { picturesOf, sendPicture } from './pictures.ts';

/** Seconds after which a terminal asks again, where nothing tells it before. */
const nextCheck = 15 * 60;
type Init = ClientReply<typeof contract.clientAppInit>;

/** What terminals ask of the settings of their app. */
export const settingsClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientAppInit, async (call) => {
    const app = await ownApp(call);
    const [loginPage, links, signIn] = [await pageOf(call, app), await linksOf(call, app), await signInOf(call, app)];
    const minimum = app.minimums.find(({ platform }) => platform === call.terminal.platform);
    const launch = await launchOf(call, app);
    return { loginPage, links, signIn, launch, minimum: minimum ? { buildNo: minimum.buildNo, at: minimum.at } : null, nextCheck };
  }),
  handleClient(contract.clientLoginPicture, async (call, { fileId }) => {
    const app = await ownApp(call);
    const stored = await readDocument(call.db, app.id, 'loginPage');
    if (picturesOf(stored?.published ?? null).includes(fileId)) return sendPicture(call, fileId);
    if ((await launchOf(call, app)).list.some((one) => one.fileId === fileId)) return sendAdvertPicture(call, fileId);
    throw notFound();
  }),
  handleClient(contract.clientAppConfig, async (call) => {
    const app = await appByKey(call.db, call.terminal.appKey);
    if (!app) return { values: {} };
    const { terminal, db } = call;
    const asking = {
      platform: terminal.platform,
      buildNo: String(terminal.buildNo),
      membership: await membershipOf(db, directory, sessionOf(call).uid),
      deviceId: terminal.thumbprint ?? terminal.installId,
    };
    const settings = await settingsOf(db, app.id);
    return { values: Object.fromEntries(settings.map((setting) => [setting.code, resolve(setting, asking).value])) };
  }),
];

async function ownApp({ db, terminal }: ClientCall): Promise<KnownApp> {
  const app = await appByKey(db, terminal.appKey);
  if (!app) throw notFound();
  return app;
}

const launchOf = ({ db, caller, services, terminal }: ClientCall, { id }: KnownApp): Promise<Init['launch']> =>
  openAdverts(db, { appId: id, platform: terminal.platform, language: caller.language, now: services.now() });

async function pageOf({ db, caller }: ClientCall, { id }: KnownApp): Promise<Init['loginPage']> {
  const published = (await readDocument(db, id, 'loginPage'))?.published;
  if (!published) return null;
  const said = (text: LocalDraft | null): string => (text ? pick(text, caller.language) : '');
  const { title, slogan, footer, agreement, ...pictures } = published;
  return {
    ...pictures,
    title: said(title),
    slogan: said(slogan),
    footer: said(footer),
    agreement: agreement && { ...agreement, title: said(agreement.title) },
  };
}

async function linksOf({ db, caller, terminal }: ClientCall, { id }: KnownApp): Promise<Init['links']> {
  const { rows } = await sql<Pick<LoginLinkRow, 'id' | 'name' | 'kind' | 'address'>>`select id, name, kind, address from login_link
    where app_id = ${id}::uuid and enabled and platforms @> ${JSON.stringify([terminal.platform])}::jsonb order by priority, id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, name: pick(row.name, caller.language) }));
}

async function signInOf({ db, caller, services, terminal }: ClientCall, { id }: KnownApp): Promise<Init['signIn']> {
  const ways = (await services.signIn?.forTerminals(db, terminal.platform, terminal.appKey)) ?? [];
  const { defaultKind, ...rules } = await signInRules(db, id);
  return {
    ...rules,
    kinds: ways.map(({ settingId, kind, name }) => ({ settingId, kind, name: pick(name, caller.language) })),
    defaultKind: ways.some(({ settingId }) => settingId === defaultKind) ? defaultKind : (ways[0]?.settingId ?? null),
  };
}
