import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, codeText, longText, text, value } from '#kit/common/crud/fields.ts';
import * as atoms from '#kit/common/schema.ts';
import { globalParamPage as page } from './permissions.ts';

/** Kinds of global parameters. */
export const globalKinds = ['text', 'number', 'boolean', 'json', 'secret', 'expression', 'token'] as const;

const tokenRequest = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(1000),
  method: z.enum(['GET', 'POST']).default('POST'),
  contentType: z.enum(['application/json', 'application/x-www-form-urlencoded']).default('application/json'),
  /** `{secret}` stands for the secret. */
  body: atoms.longText(4000).default(''),
  tokenPath: atoms.text(200).default('access_token'),
  lifetimePath: atoms.longText(200).default('expires_in'),
  seconds: z.int().min(10).max(86_400).default(3600),
});

/** A parameter that definitions name as `{{g.NAME}}`. */
export const globalParam = crudContract({
  module: 'access',
  kind: 'globalParam',
  path: 'mas/globalParam',
  title: { zh_CN: '全局参数', en_US: 'Global parameter', ja_JP: 'グローバルパラメーター' },
  page,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: codeText(64).unique().immutable().sorted().searched(),
    group: text(64).column('group_name').default('default').filtered(),
    kind: choice(globalKinds).default('text').immutable().filtered(),
    value: longText(4000).default(''),
    secret: text(4000).nullable().secret(),
    token: value(tokenRequest).nullable().example({ url: 'https://login.example.com/token' }),
    description: longText(500).default(''),
  },
  more: { row: { usedBy: z.int(), obtainedAt: atoms.time().nullable(), validUntil: atoms.time().nullable() } },
  operations: { delete: { errors: [10410] } },
});
export type GlobalParamRow = CrudRow<typeof globalParam>;

/** What uses a global parameter. */
export const globalParamUsage = endpoint({
  method: 'GET',
  path: 'mas/globalParam/usage',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: atoms.id() }),
  reply: z.object({ list: z.array(z.object({ kind: z.string(), id: atoms.id(), name: z.string() })) }),
  summary: 'Interfaces and prefixes in range that name a global parameter',
});

/** Obtains a token now. */
export const globalParamRefresh = endpoint({
  method: 'POST',
  path: 'mas/globalParam/refresh',
  access: { code: page.button.refresh },
  scope: 'site',
  audit: 'globalParam.refresh',
  input: z.strictObject({ id: atoms.id() }),
  reply: z.object({ class: z.string(), validUntil: atoms.time().nullable() }),
  timeout: 40_000,
  summary: 'Obtains the token of a global parameter now; answers how that went, never the value',
});
