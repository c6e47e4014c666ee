import type { Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { loginAuthentication as page } from '../../common/permissions.ts';
import { holdChange, rollingBack } from '../guard.ts';
import { wechatIds } from './wechat-client.ts';
import './wechat.table.ts';

const fields = {
  corpId: { column: 'corp_id' },
  agentId: { column: 'agent_id' },
  secret: { column: 'secret', secret: true },
  apiBase: { column: 'api_base' },
  loginBase: { column: 'login_base' },
  match: { column: 'match' },
} as const;

const base = tableKind({
  kind: 'wechatConfig',
  module: 'sign-in',
  codes: { read: page.code, revert: page.button.saveWechat },
  table: 'wechat_config',
  name: 'corpId',
  fields,
});

const names: Readonly<Record<string, string>> = { [wechatIds.login]: '企业微信', [wechatIds.notice]: '企业微信（通知）' };

/** The WeCom applications in the change engine: while a way to sign in uses one, a change holds only when confirmed. */
export const wechatKind: Kind = {
  ...base,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    for (const [id, state] of states) state.name = names[id] ?? state.name;
    return states;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const forLogin = operations.filter(({ id }) => id === wechatIds.login);
    if (rollingBack(caller) || forLogin.length === 0) return;
    const used = await tx
      .selectFrom('auth_setting')
      .select('id')
      .where('kind', '=', 'wechat')
      .where('enabled', '=', true)
      .executeTakeFirst();
    if (used) await holdChange(tx, caller, { kind: base.kind, operations: forLogin, fields: Object.keys(fields) });
  },
};
