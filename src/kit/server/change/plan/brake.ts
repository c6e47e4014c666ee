import type { PlanAction } from '#kit/common/change/plan.contract.ts';

/** When a plan is stopped: share of all objects (percent) above a floor, or a number whatever the share. */
export interface BrakeLimits {
  readonly percent: number;
  readonly floor: number;
  readonly cap: number;
}

/** The limits where a kind says nothing else. */
export const defaultLimits: BrakeLimits = { percent: 5, floor: 10, cap: 500 };

/** Why a plan is held. `number` and `limit` are percent for `share`, objects otherwise. */
export interface BrakeTrip {
  rule: 'share' | 'cap' | 'empty' | 'custom';
  /** `loss` (disabled and deleted), `move`, or a name of the kind's own rule. */
  action: string;
  number: number;
  limit: number;
  /** Text of a custom rule. */
  namespace?: string;
  key?: string;
}

const groups: Readonly<Record<string, readonly PlanAction[]>> = { loss: ['disable', 'delete'], move: ['move'] };

/** The first brake that these counts trip, given how many objects there are in all (null: unknown, then only the cap counts). */
export function brakeOf(
  counts: Partial<Record<PlanAction, number>>,
  total: number | null,
  limits: BrakeLimits = defaultLimits,
): BrakeTrip | null {
  for (const [action, members] of Object.entries(groups)) {
    const number = members.reduce((sum, member) => sum + (counts[member] ?? 0), 0);
    if (number > limits.cap) return { rule: 'cap', action, number, limit: limits.cap };
    const share = total ? (number / total) * 100 : 0;
    if (number > limits.floor && share > limits.percent)
      return { rule: 'share', action, number: Math.round(share * 10) / 10, limit: limits.percent };
  }
  return null;
}
