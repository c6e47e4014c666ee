import type { AddressRules } from '#kit/common/session/sign-in-policy.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { policyChanged } from '#kit/server/session/sign-in-policy.ts';
import { clock } from '#platform/clock.ts';
import { loginAuthentication as page } from '../common/permissions.ts';
import { judge, wrongNetworks } from './address-rules.ts';
import { holdChange, rollingBack } from './guard.ts';

/** What can lock people out: it holds only when confirmed. */
const deciding: readonly string[] = ['session', 'factor', 'addressRules'];

const base = tableKind({
  kind: 'authenticate',
  module: 'sign-in',
  codes: { read: page.code, revert: page.button.savePolicy },
  table: 'authenticate',
  name: 'name',
  fields: {
    password: { column: 'password' },
    lock: { column: 'lock' },
    pictureCodeAfter: { column: 'picture_code_after' },
    session: { column: 'session' },
    factor: { column: 'factor' },
    addressRules: { column: 'address_rules' },
    rememberAccount: { column: 'remember_account' },
    banner: { column: 'banner' },
    idleDisableDays: { column: 'idle_disable_days' },
  },
  check: checkPolicy,
});

const name = '登录策略';

/** The policy of signing in as an object of the change engine; undoing passes the same rules and the same guard. */
export const authenticateKind: Kind = {
  ...base,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    for (const state of states.values()) state.name = name;
    return states;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    policyChanged();
    if (rollingBack(caller)) return;
    const held = operations.filter(({ after }) => deciding.some((field) => after && field in after));
    await holdChange(tx, caller, { kind: base.kind, operations: held, fields: deciding });
  },
};

/** Networks must be networks (11051), rules must not keep out who makes them (11050), and roles must exist. */
async function checkPolicy(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  if (rollingBack(caller)) return issues;
  for (const [index, { after }] of operations.entries()) {
    const rules = after?.['addressRules'] as AddressRules | null | undefined;
    if (rules) assertRules(caller, rules);
    const factor = after?.['factor'] as { requiredRoleIds: string[] } | null | undefined;
    const roleIds = [...(factor?.requiredRoleIds ?? []), ...(rules?.rules.flatMap((rule) => rule.roleIds) ?? [])];
    if (roleIds.length === 0) continue;
    const known = await tx.selectFrom('role').select('id').where('id', 'in', roleIds).execute();
    if (roleIds.some((id) => !known.some((role) => role.id === id)))
      issues.set(index, [{ path: factor ? 'factor.requiredRoleIds' : 'addressRules', namespace: 'sign-in', key: 'issue.role' }]);
  }
  return issues;
}

function assertRules(caller: Caller, rules: AddressRules): void {
  const [wrong] = wrongNetworks(rules);
  if (wrong) throw new Refusal(11051, { value: wrong.value }, { path: `addressRules.rules.${wrong.rule}.networks` });
  const roles = caller.grants.roles.map(({ id }) => id);
  const { action } = judge(rules, { address: caller.address, at: clock.now(), roles });
  if (action === 'deny') throw new Refusal(11050, { address: caller.address }, { path: 'addressRules' });
}
