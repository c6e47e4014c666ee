import { sql } from 'kysely';
import { said } from '#kit/server/audit/words.ts';
import { mostKeepDays, type LogKind } from '#kit/server/log-kind.ts';

/** Warnings that are over, with what became of them. */
export const warningLogs: readonly LogKind[] = [
  {
    code: 'warningHistory',
    name: said('告警历史', 'Alert history', '警告履歴'),
    table: 'warning',
    time: 'resolved_at',
    monthly: false,
    // What was hushed opens again.
    only: sql<boolean>`(log.state = 'resolved' and log.hushed_until is null)`,
    floorDays: 30,
    defaultDays: 400,
    maxDays: mostKeepDays,
    beside: sql`(select jsonb_agg(to_jsonb(change) order by change.id) from warning_change change where change.warning_id = log.id)`,
    holds: { people: ['assignee_id', 'object_id'], objects: ['id', 'object_id'], addresses: [] },
  },
];
