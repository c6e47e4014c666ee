import { sql, type RawBuilder } from 'kysely';
import type { PushRow } from '../../common/push.schema.ts';
import type { Counters } from '../push/counters.ts';
import { countersOf } from '../push/counters.ts';

interface Stored extends Omit<PushRow, keyof Counters> {
  counters: Counters;
}

/** SQL columns of a push as lists show it, of `push as p`. */
export const pushColumns: RawBuilder<Stored> = sql`p.id, p.version, p.sno_id as "snoId", p.kind, p.content_id as "contentId", p.title, p.state,
  p.pause_reason as "pauseReason", p.plan_at as "planAt", p.started_at as "startedAt", p.ended_at as "endedAt", p.created_at as "createdAt",
  p.created_by as "createdBy", p.created_by_name as "createdByName", p.approved_by_name as "approvedByName", p.urgent, p.wave,
  p.root_id as "rootId", p.parent_id as "parentId", p.scope, p.recall_ordered_at as "recallOrderedAt", ${countersOf('p.id')} as counters,
  (select count(*)::int from push_like l where l.push_id = p.id) as likes,
  (select count(*)::int from push_comment c where c.push_id = p.id and c.state <> 'deleted') as comments`;

/** A push as it is answered. */
export const viewOf = ({ counters, ...row }: Stored): PushRow => ({ ...row, ...counters });
export type { Stored as StoredPushRow };
