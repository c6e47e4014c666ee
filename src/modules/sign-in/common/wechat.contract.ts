import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, digits, stamps, time, version } from '#kit/common/schema.ts';
import { loginAuthentication as page } from './permissions.ts';

/** An address of the service, without a path behind it. */
const base = () => z.url({ protocol: /^https?$/ }).max(300);

/** What an application of WeCom is for. */
export const wechatUses = ['login', 'notice'] as const;
export type WechatUse = (typeof wechatUses)[number];
const use = z.enum(wechatUses).default('login');

/** Identifier by which the service knows a notified employee: the userid is the account or the number, or is asked for by the mobile number. */
export const wechatMatches = ['account', 'employeeNo', 'mobile'] as const;
export type WechatMatch = (typeof wechatMatches)[number];

/** Changed fields of a WeCom application. The secret stays unless another company or address is named. */
export const wechatChange = z.strictObject({
  use,
  version: version(),
  corpId: codeText(64).optional(),
  agentId: digits(20).optional(),
  secret: z.string().min(1).max(200).optional(),
  apiBase: base().optional(),
  loginBase: base().optional(),
  match: z.enum(wechatMatches).optional(),
});

/** What a test found out: the service's own number and words. */
const wechatTested = z.object({ at: time(), ok: z.boolean(), errcode: z.int().nullable(), message: z.string() });

/** The application as the console shows it. */
export const wechatView = z.object({
  ...stamps,
  use: z.enum(wechatUses),
  corpId: z.string(),
  agentId: z.string(),
  apiBase: z.string(),
  loginBase: z.string(),
  match: z.enum(wechatMatches),
  hasSecret: z.boolean(),
  /** Of what is stored now; null where that was never tested. */
  lastTest: wechatTested.nullable(),
});

/** The WeCom application for signing in, or the one for notices. */
export const wechatGet = endpoint({
  method: 'GET',
  path: 'sys/wechat/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ use }),
  reply: wechatView,
  summary: 'A WeCom application',
});

/** Changes it. While a way uses it the change holds for five minutes unless it is confirmed. */
export const wechatUpdate = endpoint({
  method: 'POST',
  path: 'sys/wechat/update',
  access: { code: page.button.saveWechat },
  scope: 'none',
  audit: 'wechat.update',
  waits: true,
  input: wechatChange,
  reply: wechatView,
  summary: 'Changes a WeCom application',
});

/** Asks the service for a token with what is stored. */
export const wechatTest = endpoint({
  method: 'POST',
  path: 'sys/wechat/test',
  access: { code: page.button.testWechat },
  scope: 'none',
  audit: 'wechat.test',
  timeout: 20_000,
  input: z.strictObject({ use }),
  reply: wechatTested,
  summary: 'Tests a WeCom application',
});
