import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { clock } from '#platform/clock.ts';
import { openSessionsOf } from './session.routes.ts';

async function counted(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`select employee_id as id, count(*) as n from terminal_session
    where employee_id = any(${uids}::uuid[]) and ended_at is null and refresh_until > ${clock.now()} group by employee_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** What opens the terminals of who leaves: it always ends, and first of all. */
export const terminalHoldings: readonly HoldingKind[] = [
  {
    kind: 'terminalSession',
    title: { zh_CN: '终端会话', en_US: 'Sessions of terminals', ja_JP: '端末のセッション' },
    order: 'end',
    choices: ['end'],
    count: counted,
    sample: async (db, uid, limit) =>
      (await openSessionsOf(db, uid, clock.now()))
        .slice(0, limit)
        .map(({ id, address, appKey }) => ({ id, name: `${appKey} · ${address}` })),
    apply: async (tx, { uid, services }) => (await services.terminals?.endAll(tx, [uid], 'disabled')) ?? 0,
  },
];
