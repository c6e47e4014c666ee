import type { Fields, State } from '#kit/server/change/kind.ts';
import type { LeaverPolicy } from '../../../../common/source/source-parts.ts';

/** What a policy does with somebody who is gone from the source. */
export interface Leaver {
  action: 'disable' | 'quarantine' | 'leave';
  after: Fields;
}

/**
 * What becomes of somebody who is gone: nothing where the policy keeps them, or where they can't sign in anyway. Quarantine and leaving end
 * sign-in and nothing else, until their own statuses take over.
 */
export function leaverOf(policy: LeaverPolicy, state: State, _now: number): Leaver | undefined {
  if (policy.do === 'keep' || state.fields['status'] !== 'active') return undefined;
  return { action: policy.do, after: { status: 'disabled' } };
}
