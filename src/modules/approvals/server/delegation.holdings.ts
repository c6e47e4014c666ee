import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import './approval.table.ts';

/** Delegations from or to somebody: who leaves decides in nobody's place, and nobody in theirs. */
export const delegationHoldings: readonly HoldingKind[] = [
  {
    kind: 'delegation',
    title: { zh_CN: '审批代理', en_US: 'Delegations of approvals', ja_JP: '承認の代理' },
    order: 'end',
    choices: ['end'],
    count: async (db, uids) => {
      const { rows } = await sql<{
        uid: string;
        n: number;
      }>`select p.uid, count(*) as n from change_delegation d, unnest(${uids}::text[]) as p(uid)
        where p.uid in (d.from_uid, d.to_uid) and d.until_at > ${clock.now()} group by p.uid`.execute(db);
      return new Map(rows.map(({ uid, n }) => [uid, n]));
    },
    sample: async () => [],
    apply: async (tx, { uid }) => {
      const now = clock.now();
      const { numUpdatedRows } = await tx
        .updateTable('change_delegation')
        .set({ until_at: now })
        .where((where) => where.or([where('from_uid', '=', uid), where('to_uid', '=', uid)]))
        .where('until_at', '>', now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  },
];
