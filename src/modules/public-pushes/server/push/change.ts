import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type { pushPause, pushReschedule } from '../../common/push.contract.ts';
import type { PushState } from '../../common/words.ts';
import { compare } from '../send/after-batch.ts';
import { wakePushes } from '../send/wake.ts';
import { accountRules } from './account-rules.ts';
import { assertUsable, type ContentRef } from './content.ts';
import { readCounters } from './counters.ts';
import { assertPlan } from './preview.ts';
import { assertState, assertVersion, byCaller, ownPush, stateTo, type Push, type StateChange } from './push-record.ts';
import type { Tx } from '#kit/server/directory.ts';

type Reasoned = Parsed<typeof pushPause>;
type Changed = Reply<typeof pushPause>;
type Verb = 'pause' | 'resume' | 'cancel' | 'approve' | 'refuse';

interface Transition {
  readonly from: readonly PushState[];
  /** The state it goes into, with what is written beside it. */
  to(tx: Tx, call: Call, push: Push): Promise<{ state: PushState; change?: StateChange }>;
}

const transitions: Readonly<Record<Verb, Transition>> = {
  pause: {
    from: ['running', 'finishing'],
    to: async () => Promise.resolve({ state: 'paused', change: { pause_reason: 'byHand' } }),
  },
  resume: {
    from: ['paused'],
    to: async (tx, _call, push) => {
      const account = await accountRules(tx, push.sno_id);
      if (!account.enabled) throw new Refusal(15010);
      const change = { recent: '[]', down_since: null };
      // What was stopped before it began begins now, with the people of now.
      if (push.started_at === null) {
        await assertUsable(tx, push.sno_id, { kind: push.kind, id: push.content_id } as ContentRef);
        return { state: 'freezing', change };
      }
      return { state: 'running', change };
    },
  },
  cancel: {
    from: ['awaitingApproval', 'scheduled', 'running', 'paused', 'finishing'],
    to: async (_tx, call) => Promise.resolve({ state: 'cancelled', change: { ended_at: call.services.now() } }),
  },
  approve: {
    from: ['awaitingApproval'],
    to: async (_tx, call, push) => {
      const { caller, services } = call;
      // Nobody decides about their own push.
      if (push.created_by === caller.uid) throw new Refusal(15062);
      const isLate = push.plan_at === null || push.plan_at <= services.now();
      return Promise.resolve({
        state: isLate ? 'freezing' : 'scheduled',
        change: { approved_by: caller.uid, approved_by_name: caller.name, approved_at: services.now() },
      });
    },
  },
  refuse: {
    from: ['awaitingApproval'],
    to: async (_tx, { caller, services }, push) => {
      if (push.created_by === caller.uid) throw new Refusal(15062);
      return Promise.resolve({ state: 'refused', change: { ended_at: services.now() } });
    },
  },
};

/** Changes the state of a push by hand. */
export async function changePush(call: Call, verb: Verb, { id, version, reason }: Reasoned): Promise<Changed> {
  const { caller, services } = call;
  const range = caller.scope();
  const changed = await call.write(async (tx) => {
    const push = await ownPush(tx, range, id, { right: 'push', lock: 'change' });
    const { from, to } = transitions[verb];
    assertState(push, verb, from);
    assertVersion(push, version);
    const { state, change } = await to(tx, call, push);
    if (verb === 'pause') await compare(tx, services, push);
    if (push.state === 'paused') await services.warnings.clear(tx, 'push.paused', push.id);
    const next = await stateTo(tx, push, { ...change, state, by: byCaller(caller, verb === 'resume' ? `resumed: ${reason}` : reason) });
    await noteChange(tx, call, push, { kind: `push.${verb}`, reason });
    return { id, version: next, state };
  });
  wakePushes(services);
  return changed;
}

/** Notes a change in the account's log and in the audit. */
export async function noteChange(
  tx: Tx,
  { caller }: Pick<Call, 'caller'>,
  push: Push,
  { kind, reason }: { kind: string; reason: string },
): Promise<void> {
  const name = pick(push.title, 'zh_CN');
  caller.touch({ kind: 'push', id: push.id, name });
  caller.note({ reason, counters: await readCounters(tx, push.id) });
  await noteInAccounts(tx, [
    {
      snoId: push.sno_id,
      tab: 'operation',
      kind,
      by: { id: caller.uid, name: caller.name },
      ref: { id: push.id, name },
      result: 'done',
      reason,
    },
  ]);
}

/** Gives a planned push another time. */
export async function reschedule(call: Call, { id, version, planAt }: Parsed<typeof pushReschedule>): Promise<Changed> {
  const { caller, services } = call;
  const range = caller.scope();
  return call.write(async (tx) => {
    const push = await ownPush(tx, range, id, { right: 'push', lock: 'change' });
    assertState(push, 'reschedule', ['scheduled', 'awaitingApproval']);
    assertVersion(push, version);
    assertPlan(planAt, services.now());
    const next = await stateTo(tx, push, { state: push.state, by: byCaller(caller, 'reschedule'), plan_at: planAt });
    await noteChange(tx, call, push, { kind: 'push.reschedule', reason: new Date(planAt).toISOString() });
    return { id, version: next, state: push.state };
  });
}
