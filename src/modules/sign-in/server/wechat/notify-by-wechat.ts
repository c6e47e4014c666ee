import { z } from 'zod';
import type { Services } from '#kit/server/services.ts';
import { failureOf } from '../failure.ts';
import { askWechat, wechatApp, WechatRefused, type WechatApp } from './wechat-client.ts';

/** What is told. */
export interface WechatNotice {
  title: string;
  text: string;
  link: string;
}

/** What came of it: the service's own number and words, or why it was not asked. */
export interface WechatNotified {
  ok: boolean;
  answer: string;
}

/** The longest message of text, in bytes. */
const longest = 2048;
const idAnswer = z.object({ userid: z.string().min(1).max(200) });
const sentAnswer = z.object({ invaliduser: z.string().default(''), unlicenseduser: z.string().default('') });

/**
 * Tells an employee something by the WeCom application for notices: `message/send` to the userid that the settings lead to
 * (https://developer.work.weixin.qq.com/document/path/90236; by mobile number `user/getuserid`, path/95402). Never throws for what the
 * other side does; a member it does not know is a failure.
 */
export async function notifyByWechat(services: Services, uid: string, notice: WechatNotice): Promise<WechatNotified> {
  const { outbound } = services;
  try {
    const app = await wechatApp(services, 'notice');
    const user = await memberOf(services, app, uid);
    if (user === undefined) return { ok: false, answer: 'no member' };
    const body = { touser: user, msgtype: 'text', agentid: Number(app.agentId), text: { content: contentOf(notice) } };
    const sent = await askWechat(outbound, app, { path: 'message/send', body, shape: sentAnswer });
    const refused = [sent.invaliduser && 'invaliduser', sent.unlicenseduser && 'unlicenseduser'].filter(Boolean).join(' ');
    return { ok: refused === '', answer: refused || 'ok' };
  } catch (error) {
    if (error instanceof WechatRefused) return { ok: false, answer: `${error.errcode} ${error.errmsg}` };
    const { reason } = failureOf(error);
    return { ok: false, answer: reason === 'serviceBind' ? 'not set up' : reason };
  }
}

async function memberOf({ database: { db }, directory, outbound }: Services, app: WechatApp, uid: string): Promise<string | undefined> {
  const value = (await directory.keysOf(db, uid))?.[app.match];
  if (!value || app.match !== 'mobile') return value ?? undefined;
  // The service keeps numbers without the calling code of its country.
  const mobile = value.replace(/^\+86/, '');
  return (await askWechat(outbound, app, { path: 'user/getuserid', body: { mobile }, shape: idAnswer })).userid;
}

/** The service takes links for markup: what is told is text. Cut where it would be refused, the link stays whole. */
function contentOf({ title, text, link }: WechatNotice): string {
  const lines = [title, ...(text === title ? [] : [text])].join('\n').replaceAll('<', '＜');
  const room = longest - Buffer.byteLength(`\n${link}`);
  if (Buffer.byteLength(lines) <= room) return `${lines}\n${link}`;
  const cut = Buffer.from(lines)
    .subarray(0, room - 3)
    .toString()
    .replace(/\uFFFD+$/, '');
  return `${cut}…\n${link}`;
}
