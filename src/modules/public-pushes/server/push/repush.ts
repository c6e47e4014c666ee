import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { pushRepush } from '../../common/push.contract.ts';
import type { PushState } from '../../common/words.ts';
import { wakePushes } from '../send/wake.ts';
import { accountRules } from './account-rules.ts';
import { assertRoom, insertPush } from './add.ts';
import { chosenByScope, type Chosen } from './audience.ts';
import { languagesOf, type FrozenContent } from './content.ts';
import { foresee } from './impact.ts';
import { assertState, ownPush } from './push-record.ts';

const mostReminders = 2;

/** Sends a push again to who is missing. Content, and its versions, are the root's. */
export async function repush(call: Call, { id, scope, reasons, countOnly }: Parsed<typeof pushRepush>): Promise<Reply<typeof pushRepush>> {
  const { caller, services } = call;
  const range = caller.scope();
  // Counting writes nothing, and leaves no row in the audit.
  const within: Call['write'] = countOnly ? (work) => call.db.transaction().execute(work) : call.write;
  const made = await within(async (tx) => {
    const push = await ownPush(tx, range, id, { right: 'push', lock: 'change' });
    assertState(push, 'repush', ['finishing', 'finished', 'cancelled']);
    await sql`select from push where id = ${push.root_id}::uuid for update`.execute(tx);
    const { rows: waves } = await sql<{ wave: number; reminders: number; recalled: number }>`select max(wave) as wave,
        (count(*) filter (where scope = 'unread' and state not in ('refused')))::int as reminders,
        (count(*) filter (where state in ('recalling', 'recalled')))::int as recalled
      from push where root_id = ${push.root_id}::uuid`.execute(tx);
    const tree = waves[0]!;
    if (tree.recalled > 0) throw new Refusal(15067, { state: 'recalled', verb: 'repush' });
    if (scope === 'unread' && tree.reminders >= mostReminders) throw new Refusal(15066);
    const account = await accountRules(tx, push.sno_id);
    if (!account.enabled) throw new Refusal(15010);
    const wave = { sno_id: push.sno_id, parent_id: push.id, root_id: push.root_id, scope, reasons: reasons ?? null };
    await sql`create temporary table push_chosen (id uuid primary key, fan boolean not null) on commit drop`.execute(tx);
    await sql`insert into push_chosen ${await chosenByScope(tx, wave, null)} on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from push_chosen`.execute(tx);
    const targets = rows[0]!.n;
    if (countOnly) return { id: null, targets, state: null };
    if (targets === 0) throw new Refusal(15061);
    await assertRoom(tx, push.sno_id);
    const frozen = push.frozen as FrozenContent;
    const impact = await foresee(tx, caller, {
      account,
      chosen: sql<Chosen>`select id, fan from push_chosen`,
      languages: languagesOf(frozen),
      sha256: '',
      planAt: null,
      zoneMode: 'site',
      urgent: false,
      ignoreCap: false,
      all: scope === 'all',
      now: services.now(),
    });
    // Everybody again is never one person's decision.
    const state: PushState = scope === 'all' || impact.needsApproval ? 'awaitingApproval' : 'freezing';
    const nextId = newId();
    await insertPush(tx, call, {
      id: nextId,
      snoId: push.sno_id,
      root: push.root_id,
      parent: push.id,
      wave: tree.wave + 1,
      scope,
      reasons: reasons ?? null,
      content: { kind: push.kind, id: push.content_id },
      frozen,
      state,
      audience: push.audience,
      planAt: null,
      zoneMode: 'site',
      urgent: false,
      ignoreCap: false,
      reason: '',
      expected: targets,
      impact: { ...impact, needsApproval: state === 'awaitingApproval' },
      commentPolicy: push.comment_policy,
    });
    return { id: nextId, targets, state };
  });
  wakePushes(services);
  return made;
}
