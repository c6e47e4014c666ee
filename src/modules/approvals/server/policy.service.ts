import type { Parsed } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/services.ts';
import { changeApproval as page } from '../common/permissions.ts';
import { operationGroups, policyDraft, type policySave } from '../common/policy.contract.ts';
import type { Rules } from './approval.table.ts';
import { possibleApprovers } from './approvers.ts';
import { holdable, means, rulesOf } from './policies.ts';
import { policyKind } from './policy.kind.ts';

/** Makes a policy, or changes the one that is named. Answers its id. */
export async function savePolicy(tx: Tx, call: Call, { id, version, ...fields }: Parsed<typeof policySave>): Promise<string> {
  call.caller.scope();
  if (fields.operations) assertOperations(call, fields.operations);
  if (fields.approverCrowdIds) await assertCrowds(tx, call, fields.approverCrowdIds);
  const named = { ...fields };
  if (id === undefined) {
    const whole = policyDraft.safeParse(named);
    if (!whole.success)
      throw new InvalidInput(whole.error.issues.map(({ path }) => ({ path: path.join('.'), namespace: 'kit', key: 'issue.missing' })));
    const [made] = await createObjects(tx, call.caller, policyKind, [
      { name: whole.data.name, path: null, fields: { ...whole.data, enabled: false } },
    ]);
    await assertPossible(tx, call, [made!]);
    return made!;
  }
  if (version === undefined) throw new InvalidInput([{ path: 'version', namespace: 'kit', key: 'issue.missing' }]);
  const changed = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  await changeObjects(tx, call.caller, policyKind, [{ id, version, fields: changed }]);
  await assertPossible(tx, call, [id]);
  return id;
}

/** Switches policies on or off. */
export async function switchPolicies(tx: Tx, call: Call, ids: readonly string[], enabled: boolean): Promise<number> {
  call.caller.scope();
  const count = await switchObjects(tx, call.caller, policyKind, {
    ids,
    action: enabled ? 'enable' : 'disable',
    field: 'enabled',
    value: enabled,
  });
  if (enabled) await assertPossible(tx, call, ids);
  return count;
}

/** Deletes policies. */
export async function removePolicies(tx: Tx, call: Call, ids: readonly string[]): Promise<number> {
  call.caller.scope();
  return removeObjects(tx, call.caller, policyKind, ids);
}

function assertOperations({ services }: Call, operations: readonly string[]): void {
  const known = new Set([...Object.keys(operationGroups), ...holdable(services).map(({ word }) => word)]);
  const unknown = operations.filter((one) => !known.has(one));
  if (unknown.length > 0)
    throw new InvalidInput([{ path: 'operations', namespace: 'approvals', key: 'issue.operation', params: { names: unknown.join(', ') } }]);
}

async function assertCrowds(tx: Tx, { services }: Call, ids: readonly string[]): Promise<void> {
  const known = await services.directory.crowds(tx, ids);
  if (ids.some((id) => !known.has(id))) throw new InvalidInput([{ path: 'approverCrowdIds', namespace: 'approvals', key: 'issue.crowd' }]);
}

/**
 * 11074 where a policy names operations that too few people could agree to; where it is on, they are counted without the caller, and
 * somebody else must be able to change policies.
 */
async function assertPossible(tx: Tx, call: Call, ids: readonly string[]): Promise<void> {
  const policies = await tx
    .selectFrom('change_policy')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  if (policies.length < ids.length) throw notFound();
  for (const policy of policies) {
    const rules = rulesOf(policy);
    const besides = policy.enabled ? call.caller.uid : null;
    const rights = holdable(call.services).filter(({ word }) => means(policy.operations, word));
    for (const [, codes] of new Map(rights.map((one) => [one.codes.join(' '), one.codes])))
      await assertEnough(tx, call, { codes, besides }, rules);
    if (policy.enabled) await assertEnough(tx, call, { codes: [page.button.savePolicy], besides }, { ...rules, ...anybody, needed: 1 });
  }
}

const anybody = { roles: [], people: [], crowds: [] };

interface Wanted {
  codes: readonly string[];
  besides: string | null;
}

async function assertEnough(tx: Tx, call: Call, { codes, besides }: Wanted, rules: Rules): Promise<void> {
  const held = { codes: [...codes], paths: [], unpathed: false };
  const found = await possibleApprovers(call.services, tx, { held, rules, besides }, rules.needed);
  const missing = rules.needed - found.length;
  if (missing > 0) throw new Refusal(11074, { n: missing }, { missing });
}
