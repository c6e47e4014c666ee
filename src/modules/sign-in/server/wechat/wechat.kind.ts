import type { Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { loginAuthentication as page } from '../../common/permissions.ts';
import { holdChange, rollingBack } from '../guard.ts';
import './wechat.table.ts';

const fields = {
  corpId: { column: 'corp_id' },
  agentId: { column: 'agent_id' },
  secret: { column: 'secret', secret: true },
  apiBase: { column: 'api_base' },
  loginBase: { column: 'login_base' },
} as const;

const base = tableKind({
  kind: 'wechatConfig',
  module: 'sign-in',
  codes: { read: page.code, revert: page.button.saveWechat },
  table: 'wechat_config',
  name: 'corpId',
  fields,
});

/** The WeCom application in the change engine: while a way uses it, a change holds only when confirmed. */
export const wechatKind: Kind = {
  ...base,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    for (const state of states.values()) state.name = '企业微信';
    return states;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    if (rollingBack(caller)) return;
    const used = await tx
      .selectFrom('auth_setting')
      .select('id')
      .where('kind', '=', 'wechat')
      .where('enabled', '=', true)
      .executeTakeFirst();
    if (used) await holdChange(tx, caller, { kind: base.kind, operations, fields: Object.keys(fields) });
  },
};
