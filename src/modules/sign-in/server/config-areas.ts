import { z } from 'zod';
import { signInPolicy } from '#kit/common/session/sign-in-policy.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { fieldAs } from '#kit/server/config/unsafe.ts';
import type { ConfigArea, ConfigKind, ConfigObject } from '#kit/server/config/config-area.ts';
import { authKinds, configParts, partOfKind, type AuthConfig, type AuthKind } from '../common/auth-config.ts';
import { authSettingDraft } from '../common/auth-setting.contract.ts';
import { wechatChange, type WechatUse } from '../common/wechat.contract.ts';
import { authSettingKind } from './auth-setting/auth-setting.kind.ts';
import { assertSecretStays } from './auth-setting/auth-setting.service.ts';
import './auth-setting/auth-setting.table.ts';
import { authenticateKind } from './authenticate.kind.ts';
import { wechatKind } from './wechat/wechat.kind.ts';
import './wechat/wechat.table.ts';

const { name, label, icon, audience, platforms, people, match, assurance } = authSettingDraft.shape;

function stays(before: Fields, after: Fields): boolean {
  const row = { kind: before['kind'] as AuthKind, config: fieldAs<AuthConfig | null>(before['config']), secret: 'kept' };
  try {
    assertSecretStays(row, fieldAs<AuthConfig>(after['config']), undefined);
    return true;
  } catch {
    return false;
  }
}

/** Ways to sign in. Whether one is open is decided where it was tested: a new one arrives switched off. */
const settingConfig: ConfigKind = {
  name: 'auth-setting',
  kind: authSettingKind,
  fields: { kind: z.enum(authKinds), name, label, icon, audience, platforms, people, config: z.json(), match, assurance },
  constant: ['kind'],
  after: ['role', 'crowd'],
  refers: { 'people.roleIds.*': 'role', 'people.departmentIds.*': 'department', 'people.crowdIds.*': 'crowd' },
  secrets: { secret: { table: 'auth_setting', column: 'secret' } },
  keepsSecrets: stays,
  objects: async (db) => {
    const rows = await db.selectFrom('auth_setting').select(['id', 'code', 'kind']).orderBy('code').execute();
    return rows.map(({ id, code, kind }): ConfigObject => ({
      id,
      code,
      ...(kind === localWay && { fixed: true, only: ['name', 'label', 'icon'] }),
    }));
  },
  create: async (db, { id, code, given }) => {
    const last = await db
      .selectFrom('auth_setting')
      .select((select) => select.fn.max('order_no').as('last'))
      .executeTakeFirst();
    const { zh_CN: title } = given['name'] as { zh_CN: string };
    return { id, name: title, fields: { code, secret: null, enabled: false, orderNo: (last?.last ?? 0) + 1 } };
  },
  rules: async (fields) => {
    const part = partOfKind(fields['kind'] as AuthKind);
    if (part === undefined) return [];
    const parsed = configParts[part].safeParse(fields['config']);
    return parsed.success
      ? []
      : parsed.error.issues.map((found) => ({ path: ['config', ...found.path].join('.'), namespace: 'kit', key: 'issue.custom' }));
  },
};

const one = (
  kind: Kind,
  folder: string,
  table: 'authenticate' | 'wechat_config',
  rest: Pick<ConfigKind, 'fields' | 'refers' | 'secrets' | 'keepsSecrets' | 'after'> & Partial<Pick<ConfigKind, 'objects'>>,
): ConfigKind => ({
  name: folder,
  kind,
  objects: async (db) => (await db.selectFrom(table).select('id').execute()).map(({ id }) => ({ id, code: folder, fixed: true })),
  create: async (_db, { id }) => ({ id, name: folder, fields: {} }),
  ...rest,
});

const policyConfig = one(authenticateKind, 'authenticate', 'authenticate', {
  after: ['role', 'crowd'],
  // A part that was never set follows the settings of the server.
  fields: Object.fromEntries(Object.entries(signInPolicy.shape).map(([part, schema]) => [part, (schema as z.ZodType).nullable()])),
  refers: {
    'factor.requiredRoleIds.*': 'role',
    'factor.requiredDepartmentIds.*': 'department',
    'factor.requiredCrowdIds.*': 'crowd',
    'addressRules.rules.*.roleIds.*': 'role',
    'addressRules.rules.*.departmentIds.*': 'department',
    'addressRules.rules.*.crowdIds.*': 'crowd',
  },
});

const wechatFields = wechatChange.shape;
const wechatCodes: Readonly<Record<WechatUse, string>> = { login: 'wechat', notice: 'wechat-notice' };
const wechatConfig = one(wechatKind, 'wechat', 'wechat_config', {
  objects: async (db) =>
    (await db.selectFrom('wechat_config').select(['id', 'use']).execute()).map(({ id, use }) => ({
      id,
      code: wechatCodes[use],
      fixed: true,
    })),
  fields: {
    corpId: wechatFields.corpId.or(z.literal('')),
    agentId: wechatFields.agentId.or(z.literal('')),
    apiBase: wechatFields.apiBase,
    loginBase: wechatFields.loginBase,
    match: wechatFields.match,
  },
  secrets: { secret: { table: 'wechat_config', column: 'secret' } },
  keepsSecrets: (before, after) => ['corpId', 'apiBase', 'loginBase'].every((part) => before[part] === after[part]),
});

/** Ways to sign in, the policy and the WeCom application as text. */
export const signInAreas: readonly ConfigArea[] = [
  {
    area: 'sign-in',
    title: { zh_CN: '登录认证', en_US: 'Sign-in', ja_JP: 'サインイン認証' },
    kinds: [policyConfig, wechatConfig, settingConfig],
  },
];
