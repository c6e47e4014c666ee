import { sql } from 'kysely';
import { said } from '#kit/server/audit/words.ts';
import { mostKeepDays, type LogKind } from '#kit/server/log-kind.ts';

/** Runs of sources that are over; their lines go with them, or before. */
export const sourceLogs: readonly LogKind[] = [
  {
    code: 'sourceRun',
    name: said('同步记录', 'Source runs', '同期の実行'),
    table: 'source_run',
    time: 'started_at',
    monthly: false,
    only: sql<boolean>`log.ended_at is not null`,
    floorDays: 30,
    defaultDays: 400,
    maxDays: mostKeepDays,
    holds: { people: ['by_uid'], objects: ['id', 'source_id'], addresses: [] },
  },
];
