import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory, personFacts } from '#modules/people/server/public.ts';
import type { PushAudience } from '../../common/audience.ts';
import type { pushGet, pushLedger, pushTimeline } from '../../common/push.contract.ts';
import type { PushImpact } from '../../common/push.schema.ts';
import { pushLogPage } from '../../common/permissions.ts';
import { targetStates, type PushState, type RepushScope, type TargetReason } from '../../common/words.ts';
import { readCounters, countersOf, type Counters } from '../push/counters.ts';
import { pushColumns, viewOf, type StoredPushRow } from './push-view.ts';
import { seenPush } from './list.ts';

/** One push with its waves. */
export async function getPush({ db, caller }: Call, { id }: Parsed<typeof pushGet>): Promise<Reply<typeof pushGet>> {
  const push = await seenPush(db, caller.scope(), id);
  const { rows } = await sql<StoredPushRow>`select ${pushColumns} from push p where p.id = ${id}::uuid`.execute(db);
  const { rows: waves } = await sql<{
    id: string;
    parentId: string | null;
    wave: number;
    scope: RepushScope | null;
    state: PushState;
    counters: Counters;
  }>`select p.id, p.parent_id as "parentId", p.wave, p.scope, p.state, ${countersOf('p.id')} as counters from push p
    where p.root_id = ${push.root_id}::uuid order by p.wave`.execute(db);
  return {
    ...viewOf(rows[0]!),
    audience: push.audience as PushAudience,
    impact: push.impact as PushImpact,
    zoneMode: push.zone_mode as 'site' | 'person',
    ignoreCap: push.ignore_cap,
    reason: push.reason,
    expected: push.expected,
    commentPolicy: push.comment_policy,
    recall:
      push.recall_ordered_at === null
        ? null
        : {
            orderedAt: push.recall_ordered_at,
            byName: push.recall_by_name,
            reason: push.recall_reason,
            deadline: push.recall_deadline,
          },
    mayApprove: push.state === 'awaitingApproval' && push.created_by !== caller.uid && caller.can(pushLogPage.button.approve),
    waves: waves.map(({ counters, ...wave }) => ({ ...wave, ...counters })),
  };
}

/** All readings of one ledger see the same moment. */
async function atOneMoment<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}

type Part = { key: string; delivered: number; failed: number; skipped: number; withheld: number };

const byState = sql`(count(*) filter (where t.state = 1))::int as delivered, (count(*) filter (where t.state = 2))::int as failed,
  (count(*) filter (where t.state = 3))::int as skipped, (count(*) filter (where t.state = 4))::int as withheld`;
const mostParts = 50;

/** Reasons of withheld people as they stand: of a push that stands still it is that. */
export const reasonNow = (state: PushState) =>
  sql<string>`case when t.state = 4 and ${state === 'paused'}::boolean then 'paused' else t.reason end`;

/** The four states with everything that they are made of. */
export async function ledgerOf({ db, caller, services }: Call, { id }: Parsed<typeof pushLedger>): Promise<Reply<typeof pushLedger>> {
  const range = caller.scope();
  const { language } = caller;
  return atOneMoment(db, async (tx) => {
    const push = await seenPush(tx, range, id);
    const counters = await readCounters(tx, id);
    const { rows: reasons } = await sql<{
      state: number;
      reason: TargetReason | '';
      count: number;
    }>`select t.state, ${reasonNow(push.state)} as reason,
        count(*)::int as count from push_target t where t.push_id = ${id}::uuid group by 1, 2 order by 1, 3 desc`.execute(tx);
    const { rows: departments } = await sql<Part>`select facts."departmentId" as key, ${byState} from push_target t
      join (${personFacts()}) as facts on facts.id = t.employee_id where t.push_id = ${id}::uuid
      group by 1 order by count(*) desc limit ${mostParts}`.execute(tx);
    const { rows: languages } = await sql<Part>`select t.language as key, ${byState} from push_target t
      where t.push_id = ${id}::uuid and t.language <> '' group by 1 order by count(*) desc`.execute(tx);
    const { rows: terminals } = await sql<{
      key: string;
      count: number;
    }>`select t.platform::text as key, count(*)::int as count from push_target t
      where t.push_id = ${id}::uuid and t.platform is not null group by 1 order by 2 desc`.execute(tx);
    const { rows: recall } = await sql<Reply<typeof pushLedger>['recall']>`select
        (count(*) filter (where recall_state = 'ordered'))::int as ordered, (count(*) filter (where recall_state = 'server'))::int as server,
        (count(*) filter (where recall_state = 'terminal'))::int as terminal, (count(*) filter (where recall_state = 'notReached'))::int as "notReached",
        (count(*) filter (where recall_state = 'unreachable'))::int as unreachable,
        (count(*) filter (where read_at is not null and recall_state is not null))::int as "readBefore"
      from push_target where push_id = ${id}::uuid`.execute(tx);
    // The audience of an account was set by somebody whose range held it: fans are seen by name and department by whoever sees the account.
    const names = await directory.departments(
      tx,
      departments.map(({ key }) => key),
      language,
    );
    return {
      at: services.now(),
      state: push.state,
      ...counters,
      reasons: reasons.map(({ state, ...row }) => ({ state: targetStates[state - 1]!, ...row })),
      departments: departments.map((one) => ({ ...one, name: names.get(one.key)?.name ?? '' })),
      languages: languages.map((one) => ({ ...one, name: one.key })),
      terminals: terminals.map((one) => ({ ...one, name: one.key })),
      recall: recall[0]!,
    };
  });
}

const mostSpans = 60;
const steps = [60_000, 300_000, 900_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000];

/** The states it went through, and what happened over time. */
export async function timelineOf({ db, caller, services }: Call, { id }: Parsed<typeof pushTimeline>): Promise<Reply<typeof pushTimeline>> {
  const push = await seenPush(db, caller.scope(), id);
  const from = push.started_at ?? push.created_at;
  const length = services.now() - from;
  const spanMillis = steps.find((step) => length / step <= mostSpans) ?? steps.at(-1)!;
  const { rows } = await sql<{ at: number; delivered: number; reached: number; read: number }>`with happened as (
      select at, 1 as what from push_target where push_id = ${id}::uuid and state = 1
      union all select reached_at, 2 from push_target where push_id = ${id}::uuid and reached_at is not null
      union all select read_at, 3 from push_target where push_id = ${id}::uuid and read_at is not null)
    select ${from}::bigint + ((at - ${from}::bigint) / ${spanMillis}::bigint) * ${spanMillis}::bigint as at,
      (count(*) filter (where what = 1))::int as delivered, (count(*) filter (where what = 2))::int as reached, (count(*) filter (where what = 3))::int as read
    from happened where at >= ${from} group by 1 order by 1 limit ${mostSpans * 2}`.execute(db);
  return { events: push.timeline, spanMillis, spans: rows.map((row) => ({ ...row, at: Number(row.at) })) };
}
