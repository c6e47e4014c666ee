import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { WayFailure } from '../failure.ts';
import type { WechatMatch, WechatUse } from '../../common/wechat.contract.ts';
import type { WechatConfigTable } from './wechat.table.ts';

/** The applications by what they are for. */
export const wechatIds: Readonly<Record<WechatUse, string>> = {
  login: '00000000-0000-7000-8000-0000000000a2',
  notice: '00000000-0000-7000-8000-0000000000a3',
};
/** Where the secret of one is sealed for. */
export const wechatPlace = (use: WechatUse) => ({ table: 'wechat_config', column: 'secret', row: wechatIds[use] });

/** An application with its secret open. */
export interface WechatApp {
  corpId: string;
  agentId: string;
  secret: string;
  apiBase: string;
  loginBase: string;
  match: WechatMatch;
}

/** The stored row. */
export const wechatRow = (db: Db, use: WechatUse): Promise<WechatConfigTable> =>
  db.selectFrom('wechat_config').selectAll().where('id', '=', wechatIds[use]).executeTakeFirstOrThrow();

/** An application as it is stored; a failure where it is not set up. */
export async function wechatApp({ database, secrets }: Pick<Services, 'database' | 'secrets'>, use: WechatUse): Promise<WechatApp> {
  const row = await wechatRow(database.db, use);
  if (row.corp_id === '' || row.agent_id === '' || row.secret === null) throw new WayFailure('serviceBind');
  const { corp_id: corpId, agent_id: agentId, api_base: apiBase, login_base: loginBase, match } = row;
  return { corpId, agentId, apiBase, loginBase, match, secret: secrets.open(row.secret, wechatPlace(use)) };
}

/** The service refused in its own words. */
export class WechatRefused extends WayFailure {
  readonly errcode: number;
  readonly errmsg: string;
  constructor(errcode: number, errmsg: string) {
    super('unavailable');
    this.errcode = errcode;
    this.errmsg = errmsg.slice(0, 300);
  }
}

interface Asked {
  address: URL;
  /** Posted where there is one. */
  body?: object;
}

const answerMillis = 8_000;
const answerBytes = 64 * 1024;

async function ask<T>(outbound: Outbound, { address, body }: Asked, shape: z.ZodType<T>): Promise<T> {
  if (address.protocol !== 'https:' && !(await outbound.resolve(address.hostname, Number(address.port) || 80)).isInside)
    throw new WayFailure('encryption');
  const reply = await outbound.fetch(address, {
    redirects: 0,
    timeoutMs: answerMillis,
    maxBytes: answerBytes,
    ...(body !== undefined && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new WayFailure('unavailable');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new WayFailure('protocol', error);
  }
  const failed = refusal.safeParse(value);
  if (failed.success && failed.data.errcode !== 0) throw new WechatRefused(failed.data.errcode, failed.data.errmsg);
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new WayFailure('protocol', parsed.error);
  return parsed.data;
}

const refusal = z.object({ errcode: z.int(), errmsg: z.string().default('') });
const tokenAnswer = z.object({ access_token: z.string().min(1).max(1000), expires_in: z.int().min(1) });
const userAnswer = z.object({ userid: z.string().max(200).optional(), UserId: z.string().max(200).optional() });

/** Tokens by application, while they live: the service limits how often one may be asked for. */
const tokens = new Map<string, { token: string; until: number }>();
const keyOf = ({ apiBase, corpId, secret }: WechatApp): string =>
  createHash('sha256')
    .update(JSON.stringify([apiBase, corpId, secret]))
    .digest('base64url');

const addressIn = (app: WechatApp, path: string, words: Record<string, string>): URL => {
  const address = new URL(`${app.apiBase.replace(/\/+$/, '')}/cgi-bin/${path}`);
  for (const [name, value] of Object.entries(words)) address.searchParams.set(name, value);
  return address;
};

/** A token of the application; asked for again when it is requested or the last one is near its end. */
export async function wechatToken(outbound: Outbound, app: WechatApp, fresh = false): Promise<string> {
  const key = keyOf(app);
  const known = tokens.get(key);
  if (known && !fresh && known.until > performance.now()) return known.token;
  const address = addressIn(app, 'gettoken', { corpid: app.corpId, corpsecret: app.secret });
  const found = await ask(outbound, { address }, tokenAnswer);
  if (tokens.size > 20) tokens.clear();
  tokens.set(key, { token: found.access_token, until: performance.now() + (Math.min(found.expires_in, 7200) - 60) * 1000 });
  return found.access_token;
}

/** Answers that say that the token is no longer one. */
const staleToken = new Set([40014, 42001]);

/** Asks with a token of the application; again with a new one where the service says that it is no longer one. */
export async function askWechat<T>(
  outbound: Outbound,
  app: WechatApp,
  { path, words = {}, body, shape }: { path: string; words?: Record<string, string>; body?: object; shape: z.ZodType<T> },
): Promise<T> {
  const look = async (fresh: boolean): Promise<T> => {
    const access_token = await wechatToken(outbound, app, fresh);
    return ask(outbound, { address: addressIn(app, path, { access_token, ...words }), ...(body !== undefined && { body }) }, shape);
  };
  try {
    return await look(false);
  } catch (error) {
    if (error instanceof WechatRefused && staleToken.has(error.errcode)) return look(true);
    throw error;
  }
}

/** Who a code of the login page stands for; undefined for somebody who is no member. */
export async function wechatUser(outbound: Outbound, app: WechatApp, code: string): Promise<string | undefined> {
  const found = await askWechat(outbound, app, { path: 'auth/getuserinfo', words: { code }, shape: userAnswer });
  return found.userid ?? found.UserId;
}
