import { sql } from 'kysely';
import type { PlanAction } from '#kit/common/change/plan.contract.ts';
import type { Tx } from '../../directory.ts';
import type { OperationIssue } from '../kind.ts';

/** A line that turned out to be impossible once all were known. */
export interface SettledLine {
  readonly seq: number;
  readonly issues: readonly OperationIssue[];
}

/** Marks lines of a plan that is being made as refused, and answers of which actions they were. */
export async function refuseLines(tx: Tx, planId: string, lines: readonly SettledLine[]): Promise<PlanAction[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ action: PlanAction }>`update change_plan_item as item set action = 'refused', issues = r.issues
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(seq int, issues jsonb)
    join change_plan_item former on former.plan_id = ${planId}::uuid and former.seq = r.seq
    where item.plan_id = ${planId}::uuid and item.seq = r.seq returning former.action`.execute(tx);
  return rows.map(({ action }) => action);
}

/** Numbers the lines of a plan again, those of a higher level behind all of lower ones; `levels`: those that are not 0, by the number of the line. */
export async function orderLines(tx: Tx, planId: string, levels: ReadonlyMap<number, number>): Promise<void> {
  if (levels.size === 0) return;
  // Numbers below zero are nobody's yet: no two lines have the same at any moment.
  await sql`with placed as (select item.seq, row_number() over (order by coalesce(r.level, 0), item.seq) as place from change_plan_item item
      left join unnest(${[...levels.keys()]}::int[], ${[...levels.values()]}::int[]) as r(seq, level) on r.seq = item.seq
      where item.plan_id = ${planId}::uuid)
    update change_plan_item item set seq = -placed.place from placed where item.plan_id = ${planId}::uuid and item.seq = placed.seq`.execute(
    tx,
  );
  await sql`update change_plan_item set seq = -seq - 1 where plan_id = ${planId}::uuid`.execute(tx);
}
