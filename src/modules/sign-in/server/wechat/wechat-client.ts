import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { WayFailure } from '../failure.ts';
import type { WechatConfigTable } from './wechat.table.ts';

/** The one application, for signing in. */
export const wechatId = '00000000-0000-7000-8000-0000000000a2';
/** Where its secret is sealed for. */
export const wechatPlace = { table: 'wechat_config', column: 'secret', row: wechatId };

/** An application with its secret open. */
export interface WechatApp {
  corpId: string;
  agentId: string;
  secret: string;
  apiBase: string;
  loginBase: string;
}

/** The stored row. */
export const wechatRow = (db: Db): Promise<WechatConfigTable> =>
  db.selectFrom('wechat_config').selectAll().where('id', '=', wechatId).executeTakeFirstOrThrow();

/** The application as it is stored; a failure where it is not set up. */
export async function wechatApp({ database, secrets }: Pick<Services, 'database' | 'secrets'>): Promise<WechatApp> {
  const row = await wechatRow(database.db);
  if (row.corp_id === '' || row.agent_id === '' || row.secret === null) throw new WayFailure('serviceBind');
  const { corp_id: corpId, agent_id: agentId, api_base: apiBase, login_base: loginBase } = row;
  return { corpId, agentId, apiBase, loginBase, secret: secrets.open(row.secret, wechatPlace) };
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

const answerMillis = 8_000;
const answerBytes = 64 * 1024;

async function ask<T>(outbound: Outbound, address: URL, shape: z.ZodType<T>): Promise<T> {
  if (address.protocol !== 'https:' && !(await outbound.resolve(address.hostname, Number(address.port) || 80)).isInside)
    throw new WayFailure('encryption');
  const reply = await outbound.fetch(address, { redirects: 0, timeoutMs: answerMillis, maxBytes: answerBytes });
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

/** A token of the application; asked for anew when it is wished or the last one is near its end. */
export async function wechatToken(outbound: Outbound, app: WechatApp, fresh = false): Promise<string> {
  const key = keyOf(app);
  const known = tokens.get(key);
  if (known && !fresh && known.until > performance.now()) return known.token;
  const found = await ask(outbound, addressIn(app, 'gettoken', { corpid: app.corpId, corpsecret: app.secret }), tokenAnswer);
  if (tokens.size > 20) tokens.clear();
  tokens.set(key, { token: found.access_token, until: performance.now() + (Math.min(found.expires_in, 7200) - 60) * 1000 });
  return found.access_token;
}

/** Answers that say that the token is no longer one. */
const staleToken = new Set([40014, 42001]);

/** Who a code of the login page stands for; undefined for somebody who is no member. */
export async function wechatUser(outbound: Outbound, app: WechatApp, code: string): Promise<string | undefined> {
  const look = async (fresh: boolean): Promise<string | undefined> => {
    const access_token = await wechatToken(outbound, app, fresh);
    const found = await ask(outbound, addressIn(app, 'auth/getuserinfo', { access_token, code }), userAnswer);
    return found.userid ?? found.UserId;
  };
  try {
    return await look(false);
  } catch (error) {
    if (error instanceof WechatRefused && staleToken.has(error.errcode)) return look(true);
    throw error;
  }
}
