import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { personFacts, siteZone } from '#modules/people/server/public.ts';
import { whyNoFans } from '#modules/public-accounts/server/public.ts';
import { missingTags } from '#modules/public-fans/server/public.ts';
import { pick } from '#kit/common/language.ts';
import type { PushAudience } from '../../common/audience.ts';
import type { PauseReason } from '../../common/words.ts';
import { accountRules } from '../push/account-rules.ts';
import { chosenOf } from '../push/audience.ts';
import { assertUsable, type ContentRef } from '../push/content.ts';
import { count } from '../push/counters.ts';
import { earliestOf, planIn } from '../push/hours.ts';
import { byItself, pushOf, stateTo, type Push } from '../push/push-record.ts';
import { raisePaused } from './alarm.ts';

/** A plan that changed by so much waits for somebody to look again. */
const changedBy = { share: 0.1, people: 100 };
const approvalMillis = 72 * 3_600_000;

/** Refuses what nobody decided about in time. */
export async function refuseLate(tx: Tx, services: CoreServices, id: string): Promise<boolean> {
  const push = await pushOf(tx, id, 'change');
  if (push?.state !== 'awaitingApproval' || push.created_at + approvalMillis > services.now()) return false;
  await stateTo(tx, push, { state: 'refused', by: byItself('late'), ended_at: services.now() });
  return true;
}

/** Begins a planned push at its time, where everything that it names is still there; else it waits for somebody, with the reason. */
export async function beginPlanned(tx: Tx, services: CoreServices, id: string): Promise<boolean> {
  const push = await pushOf(tx, id, 'change');
  if (push?.state !== 'scheduled' || push.plan_at === null) return false;
  const due = push.zone_mode === 'person' ? earliestOf(push.plan_at, siteZone()) : push.plan_at;
  if (due > services.now()) return false;
  const hindrance = await hindranceOf(tx, push);
  if (hindrance) await pause(tx, services, push, { reason: hindrance });
  else await stateTo(tx, push, { state: 'freezing', by: byItself() });
  return true;
}

async function hindranceOf(tx: Tx, push: Push): Promise<PauseReason | undefined> {
  if (!(await accountRules(tx, push.sno_id)).enabled) return 'accountDisabled';
  try {
    await assertUsable(tx, push.sno_id, { kind: push.kind, id: push.content_id } as ContentRef);
  } catch (error) {
    if (error instanceof Refusal) return 'contentGone';
    throw error;
  }
  const { tags } = push.audience as PushAudience;
  const named = [...tags.any, ...tags.all, ...tags.none];
  if (named.length > 0 && (await missingTags(tx, push.sno_id, named)).length > 0) return 'audienceChanged';
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${await chosenOf(tx, push)}) as chosen`.execute(tx);
  const apart = Math.abs(rows[0]!.n - push.expected);
  return apart > changedBy.people || apart > push.expected * changedBy.share ? 'audienceChanged' : undefined;
}

/** Stops a push with a reason, and says so. */
export async function pause(
  tx: Tx,
  services: CoreServices,
  push: Push,
  facts: { readonly reason: PauseReason; readonly errors?: string },
): Promise<void> {
  await stateTo(tx, push, { state: 'paused', by: byItself(facts.reason), pause_reason: facts.reason });
  await raisePaused(tx, services, push, facts);
}

/**
 * Writes everybody whom a push is for, in one statement, and lets it run: before it there is nobody, after it everybody stands in one of the
 * four states.
 */
export async function freezeAudience(tx: Tx, services: CoreServices, id: string): Promise<boolean> {
  const push = await pushOf(tx, id, 'change');
  if (push?.state !== 'freezing') return false;
  const now = services.now();
  await sql`insert into push_target (push_id, employee_id, state, reason, due_at, at)
    select ${id}::uuid, chosen.id, case when chosen.fan then 4 else 3 end, case when chosen.fan then 'queued' else 'notFollowing' end, ${now}, ${now}
    from (${await chosenOf(tx, push)}) as chosen on conflict do nothing`.execute(tx);
  await nameReasons(tx, push);
  if (push.zone_mode === 'person' && push.plan_at !== null) await setHours(tx, push, push.plan_at);
  const { rows } = await sql<{ withheld: number; skipped: number }>`select (count(*) filter (where state = 4))::int as withheld,
      (count(*) filter (where state = 3))::int as skipped from push_target where push_id = ${id}::uuid`.execute(tx);
  await count(tx, id, rows[0]!);
  await stateTo(tx, push, { state: 'running', by: byItself(), started_at: now });
  services.log.info({ push: id, title: pick(push.title, 'zh_CN'), ...rows[0] }, 'A push begins');
  return true;
}

/** Why those that were named one by one don't get it. */
async function nameReasons(tx: Tx, push: Push): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select employee_id as id from push_target where push_id = ${push.id}::uuid and state = 3`.execute(tx);
  const why = await whyNoFans(
    tx,
    push.sno_id,
    rows.map(({ id }) => id),
  );
  const known = [...why];
  await sql`update push_target t set reason = w.reason from unnest(${known.map(([id]) => id)}::uuid[], ${known.map(([, one]) => one)}::text[]) as w(id, reason)
    where t.push_id = ${push.id}::uuid and t.employee_id = w.id`.execute(tx);
}

/** Each person's own hour. */
async function setHours(tx: Tx, push: Push, planAt: number): Promise<void> {
  const { rows } = await sql<{ zone: string | null }>`select distinct facts."timeZone" as zone from push_target t
    join (${personFacts()}) as facts on facts.id = t.employee_id where t.push_id = ${push.id}::uuid and t.state = 4`.execute(tx);
  for (const { zone } of rows) {
    const due = planIn(planAt, siteZone(), zone ?? siteZone());
    await sql`update push_target t set due_at = ${due}, at = greatest(t.at, ${due}), reason = 'zone' from (${personFacts()}) as facts
      where facts.id = t.employee_id and facts."timeZone" is not distinct from ${zone} and t.push_id = ${push.id}::uuid and t.state = 4`.execute(
      tx,
    );
  }
}
