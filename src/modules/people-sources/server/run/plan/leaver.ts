import type { Fields, State } from '#kit/server/change/kind.ts';
import type { LeaverPolicy } from '../../../common/source-parts.ts';

/** What a policy does with somebody who is gone from the source. */
export interface Leaver {
  action: 'disable' | 'quarantine' | 'leave';
  after: Fields;
}

const dayMillis = 86_400_000;
/** From which states somebody can leave. */
const leavers: readonly unknown[] = ['active', 'disabled', 'quarantined'];

/** What becomes of somebody who is gone: nothing where the policy keeps them, or where they are out already. */
export function leaverOf(policy: LeaverPolicy, state: State, now: number): Leaver | undefined {
  const status = state.fields['status'];
  if (policy.do === 'leave') return leavers.includes(status) ? { action: 'leave', after: { status: 'left' } } : undefined;
  if (policy.do === 'keep' || status !== 'active') return undefined;
  return policy.do === 'quarantine'
    ? { action: 'quarantine', after: { status: 'quarantined', quarantineEndsAt: now + policy.days * dayMillis } }
    : { action: 'disable', after: { status: 'disabled' } };
}
