import { sql } from 'kysely';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { AppSignIns } from '#kit/server/client/app-sign-in.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import type { SignInWays } from '#kit/server/services.ts';
import { appByKey, findApp } from '#modules/apps/server/public.ts';
import * as contract from '../common/document.contract.ts';
import { readDocument, saveDocument } from './documents.ts';

/** A way to sign in that terminals are offered, and on which platforms. */
interface OfferedWay {
  readonly settingId: string;
  readonly kind: string;
  readonly name: LocalDraft;
  readonly offered: Platform[];
}

/** The ways that the settings of signing in offer to terminals, in their order. */
async function offeredWays(db: Db, signIn: SignInWays | undefined): Promise<OfferedWay[]> {
  const found = new Map<string, OfferedWay>();
  for (const platform of platforms)
    for (const { settingId, kind, name } of (await signIn?.forTerminals(db, platform)) ?? []) {
      const known = found.get(settingId) ?? { settingId, kind, name, offered: [] };
      known.offered.push(platform);
      found.set(settingId, known);
    }
  return [...found.values()];
}

const usual = contract.loginAuthContent.parse({ kinds: [] });

/** The document with every way that there is: what was never named is offered as its setting says, behind the others. */
function complete(stored: contract.LoginAuthContent | undefined, ways: readonly OfferedWay[]): contract.LoginAuthContent {
  const content = { ...usual, ...stored };
  const named = content.kinds.filter(({ settingId }) => ways.some((way) => way.settingId === settingId));
  const others = ways
    .filter(({ settingId }) => !content.kinds.some((one) => one.settingId === settingId))
    .map(({ settingId, offered }) => ({ settingId, platforms: offered, on: stored === undefined }));
  return { ...content, kinds: [...named, ...others] };
}

async function view(
  db: Db,
  appId: string,
  { signIn, language }: { signIn: SignInWays | undefined; language: Language },
): Promise<Reply<typeof contract.loginAuthGet>> {
  const [stored, ways] = [await readDocument(db, appId, 'loginAuth'), await offeredWays(db, signIn)];
  const content = complete(stored?.content, ways);
  const kinds = content.kinds.map((one) => {
    const { name, kind, offered } = ways.find(({ settingId }) => settingId === one.settingId)!;
    return { ...one, name: pick(name, language), kind, offered };
  });
  return { appId, version: stored?.version ?? 0, content: { ...content, kinds } };
}

/** Each platform on which people sign in today keeps a way that is on. */
function assertOpen(content: contract.LoginAuthContent, ways: readonly OfferedWay[]): void {
  for (const [index, { settingId }] of content.kinds.entries())
    if (!ways.some((way) => way.settingId === settingId))
      throw new InvalidInput([{ path: `content.kinds.${index}.settingId`, namespace: 'app-settings', key: 'issue.noWay' }]);
  const open = (platform: Platform): boolean =>
    content.kinds.some(({ settingId, on, platforms: own }) => {
      const way = ways.find((one) => one.settingId === settingId);
      return on && own.includes(platform) && way?.offered.includes(platform);
    });
  const shut = platforms.find((platform) => ways.some(({ offered }) => offered.includes(platform)) && !open(platform));
  if (shut !== undefined)
    throw new InvalidInput([
      { path: 'content.kinds', namespace: 'app-settings', key: 'issue.lockedOut', params: { platform: platformNames[shut] } },
    ]);
}

/** Offers one way of signing in, or leaves it out; the rest of the document stays. */
async function turn(
  { caller, services, write }: Call,
  { appId, version, settingId }: Parsed<typeof contract.loginAuthEnable>,
  on: boolean,
): Promise<contract.LoginAuthView> {
  return write(async (tx) => {
    await findApp(tx, caller, appId);
    const ways = await offeredWays(tx, services.signIn);
    const { kinds, ...rest } = complete((await readDocument(tx, appId, 'loginAuth'))?.content, ways);
    if (!kinds.some((one) => one.settingId === settingId)) throw notFound();
    const content = { ...rest, kinds: kinds.map((one) => (one.settingId === settingId ? { ...one, on } : one)) };
    assertOpen(content, ways);
    await saveDocument(tx, caller, 'loginAuth', { appId, version, fields: { content } });
    return view(tx, appId, { signIn: services.signIn, language: caller.language });
  });
}

/** How people sign in to an app. */
export const loginAuthRoutes: readonly BoundRoute[] = [
  handle(contract.loginAuthGet, async ({ db, caller, services }, { appId }) => {
    await findApp(db, caller, appId);
    return view(db, appId, { signIn: services.signIn, language: caller.language });
  }),
  handle(contract.loginAuthSave, ({ caller, services, write }, { appId, version, content }) =>
    write(async (tx) => {
      await findApp(tx, caller, appId);
      assertOpen(content, await offeredWays(tx, services.signIn));
      await saveDocument(tx, caller, 'loginAuth', { appId, version, fields: { content } });
      return view(tx, appId, { signIn: services.signIn, language: caller.language });
    }),
  ),
  handle(contract.loginAuthEnable, (call, input) => turn(call, input, true)),
  handle(contract.loginAuthDisable, (call, input) => turn(call, input, false)),
];

/** The settings by which people sign in to the app of a key on a platform, in their order; undefined where nothing was said. */
export async function waysOfApp(db: Db, appKey: string, platform: number): Promise<readonly string[] | undefined> {
  const app = await appByKey(db, appKey);
  const stored = app && (await readDocument(db, app.id, 'loginAuth'));
  return stored?.content.kinds.flatMap(({ settingId, on, platforms: own }) =>
    on && own.some((one) => one === platform) ? [settingId] : [],
  );
}

/** What each app that says anything asks of signing in to it, by its key. */
export async function signInsOfApps(db: Db): Promise<AppSignIns> {
  const { rows } = await sql<{ key: string; content: unknown }>`select lower(a.app_key) as key, d.content from app_document d
    join app a on a.id = d.app_id where d.kind = 'loginAuth'`.execute(db);
  // Documents of before lack what was added since: it has its usual value.
  return new Map(
    rows.map(({ key, content }) => {
      const { atOnce, bindDevice } = contract.loginAuthContent.parse(content);
      return [key, { atOnce, bindDevice }];
    }),
  );
}

/** What terminals of an app ask for after signing in. */
export async function signInRules(db: Db, appId: string): Promise<Omit<contract.LoginAuthContent, 'kinds'>> {
  const { kinds: _kinds, ...rules } = { ...usual, ...(await readDocument(db, appId, 'loginAuth'))?.content };
  return rules;
}
