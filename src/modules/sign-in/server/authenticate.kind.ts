import type { AddressRules, SignInPolicy } from '#kit/common/session/sign-in-policy.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { belongingOf } from '#kit/server/session/belonging.ts';
import { policyChanges } from '#kit/server/session/sign-in-policy.ts';
import { clock } from '#platform/clock.ts';
import { loginAuthentication as page } from '../common/permissions.ts';
import { groupsIn, judge, wrongNetworks } from './address-rules.ts';
import { directory } from './directory.ts';
import { holdChange, rollingBack } from './guard.ts';
import { issueOf, unknownGroups } from './people-groups.ts';

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
    policyChanges.happens();
    if (rollingBack(caller)) return;
    const held = operations.filter(({ after }) => deciding.some((field) => after && field in after));
    await holdChange(tx, caller, { kind: base.kind, operations: held, fields: deciding });
  },
};

/** Networks must be networks (11051), rules must not keep out who makes them (11050), and roles, departments and crowds must exist. */
async function checkPolicy(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  if (rollingBack(caller)) return issues;
  for (const [index, { after }] of operations.entries()) {
    const rules = after?.['addressRules'] as AddressRules | null | undefined;
    if (rules) await assertRules(tx, caller, rules);
    const factor = after?.['factor'] as SignInPolicy['factor'] | null | undefined;
    const found: OperationIssue[] = [];
    if (factor) {
      const named = { roleIds: factor.requiredRoleIds, departmentIds: factor.requiredDepartmentIds, crowdIds: factor.requiredCrowdIds };
      for (const name of await unknownGroups(tx, named)) found.push({ ...issueOf(name), path: `factor.${factorFields[name]}` });
    }
    for (const [place, rule] of (rules?.rules ?? []).entries())
      for (const name of await unknownGroups(tx, rule)) found.push({ ...issueOf(name), path: `addressRules.rules.${place}.${name}` });
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}

const factorFields = { roleIds: 'requiredRoleIds', departmentIds: 'requiredDepartmentIds', crowdIds: 'requiredCrowdIds' } as const;

async function assertRules(tx: Tx, caller: Caller, rules: AddressRules): Promise<void> {
  const [wrong] = wrongNetworks(rules);
  if (wrong) throw new Refusal(11051, { value: wrong.value }, { path: `addressRules.rules.${wrong.rule}.networks` });
  const roles = caller.grants.roles.map(({ id }) => id);
  const belonging = await belongingOf(tx, directory, caller.uid, groupsIn(rules));
  const { action } = judge(rules, { address: caller.address, at: clock.now(), roles, ...belonging, terminal: null });
  if (action === 'deny') throw new Refusal(11050, { address: caller.address }, { path: 'addressRules' });
}
