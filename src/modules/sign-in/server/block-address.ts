import { addressPart, type AddressRule } from '#kit/common/session/sign-in-policy.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { policyId, readPolicy } from '#kit/server/session/sign-in-policy.ts';
import type { GuardView } from '../common/auth-setting.contract.ts';
import { plainAddress, stillHolds } from './address-rules.ts';
import { authenticateKind } from './authenticate.kind.ts';
import { openGuard } from './guard.ts';

interface Block {
  address: string;
  /** Epoch milliseconds. */
  until: number;
  reason: string;
}

/** Most rules that the policy takes. */
const mostRules = 99;

/** A rule that keeps one address out for some time, and nothing else. */
const isBlockOf = (rule: AddressRule, address: string): boolean =>
  rule.action === 'deny' && rule.expiresAt !== undefined && rule.networks.length === 1 && rule.networks[0] === address;

/**
 * Keeps an address out for some time: a rule before all others, in the place of an earlier one for the same address. It goes through the
 * kind of the policy, so that it can't be one's own (11050), holds for five minutes unless it is confirmed, and waits for another change
 * that is not confirmed yet (10412). Answers the guard.
 */
export async function blockAddress(
  tx: Tx,
  { caller, services }: Pick<Call, 'caller' | 'services'>,
  block: Block,
): Promise<GuardView | null> {
  const address = plainAddress(block.address);
  // Locked before it is read: two addresses that are blocked at once both stay.
  await authenticateKind.read(tx, [policyId], true);
  const { addressRules } = (await readPolicy(tx, services.settings)).policy;
  const rule: AddressRule = {
    networks: [address],
    days: [],
    from: null,
    until: null,
    who: 'everyone',
    roleIds: [],
    departmentIds: [],
    crowdIds: [],
    device: 'any',
    platforms: [],
    action: 'deny',
    expiresAt: block.until,
  };
  const others = addressRules.rules.filter((one) => !isBlockOf(one, address));
  // Ended ones are kept to be seen as long as there is room.
  const kept = others.length < mostRules ? others : others.filter((one) => stillHolds(one, services.now()));
  if (kept.length >= mostRules) throw new InvalidInput([{ path: 'address', namespace: 'sign-in', key: 'issue.mostRules' }]);
  const fields: Record<string, unknown> = { addressRules: addressPart.parse({ ...addressRules, rules: [rule, ...kept] }) };
  await changeObjects(tx, caller, authenticateKind, [{ id: policyId, version: null, fields: fields as Fields }], { reason: block.reason });
  return openGuard(tx, caller);
}
