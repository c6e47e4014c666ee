import { AnswerRefused } from '../answer-refused.ts';
import { failureOf } from '../failure.ts';
import type { RedirectWay } from '../redirect-way.ts';
import { wechatApp, WechatRefused, wechatToken, wechatUser } from './wechat-client.ts';

/** Answers to a code that is none, was used, or is of another application. */
const badCode = new Set([40029, 40163, 42003]);

/** WeCom: the browser shows a code to be scanned and comes back with a word for which the service names the member. */
export const wechatWay: RedirectWay = {
  start: async (services, open, state) => {
    const app = await wechatApp(services, 'login');
    const address = new URL(`${app.loginBase.replace(/\/+$/, '')}/wwlogin/sso/login`);
    const words = { login_type: 'CorpApp', appid: app.corpId, agentid: app.agentId, redirect_uri: open.callback, state };
    for (const [name, value] of Object.entries(words)) address.searchParams.set(name, value);
    return { address: address.href, kept: {} };
  },
  finish: async (services, _open, { parameters }) => {
    const code = parameters.get('code');
    if (code === null || code === '') throw new AnswerRefused('denied');
    try {
      const user = await wechatUser(services.outbound, await wechatApp(services, 'login'), code);
      if (user === undefined) throw new AnswerRefused('identity');
      return { attributes: { userid: [user] }, strong: false };
    } catch (error) {
      if (error instanceof AnswerRefused) throw error;
      if (error instanceof WechatRefused && badCode.has(error.errcode)) throw new AnswerRefused('code', error);
      throw failureOf(error);
    }
  },
  test: async (services, _open, trace) => {
    const app = await wechatApp(services, 'login');
    const { hostname, port, protocol } = new URL(app.apiBase);
    const number = Number(port) || (protocol === 'https:' ? 443 : 80);
    await trace('dns', `${hostname}:${number}`, () => services.outbound.resolve(hostname, number));
    await trace('metadata', app.apiBase, () => wechatToken(services.outbound, app, true));
  },
};
