import { expect } from 'vitest';
import { archiveList, archiveRestore } from '../../../../src/modules/logs/common/cleaning/archive.contract.ts';
import { clearEstimate, clearRun, type EstimateResult } from '../../../../src/modules/logs/common/cleaning/clear.contract.ts';
import { holdAdd } from '../../../../src/modules/logs/common/cleaning/hold.contract.ts';
import type { Marked } from './marks.ts';
import type { World } from '../world.ts';

type Known = Pick<Marked, 'department' | 'person' | 'beside'>;

/** What logs keep of both sides: rows that are held, and a month of the journal that was archived and is restored. */
export async function logsStory(world: World, known: Known): Promise<{ archive: string }> {
  const { department, person, beside } = known;
  await world.boss.call(holdAdd, {
    name: '内部保留',
    reason: 'A dispute over pay',
    employeeIds: [person, beside],
    objectIds: [department],
    kinds: ['operation'],
  });
  return { archive: await archiveOf(world, known) };
}

/** Changes of long ago to people on both sides, whose month is archived and brought back to be read. */
async function archiveOf({ boss, house, inside }: World, { department, person, beside }: Known): Promise<string> {
  const { pool } = house.product.database;
  const now = new Date();
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 40, 10);
  const idOf = (n: number): string => {
    const hex = (at + n).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-00000000000${n}`;
  };
  await pool.query('select make_log_partition($1, $2)', ['change_operation', at]);
  await pool.query(
    `insert into change_batch (id, at, uid, name, address, request_id, operation, source, counts) values ($1, $2, $3, '内部员乙', '10.0.0.7', '', 'employee.update', 'form', '{"change": 2}')`,
    [idOf(1), at + 1, beside],
  );
  const change = { managerId: person, assignments: [{ departmentId: department, primary: true }] };
  for (const [n, object, name, place] of [
    [1, beside, '内部员乙', inside.department.id],
    [2, person, '隐匿员甲', department],
  ] as const)
    await pool.query(
      `insert into change_operation (id, batch_id, seq, at, kind, object_id, object_name, path, action, before, after, version_before, version_after)
       select $1, $2, $3, $4, 'employee', $5, $6, d.path, 'change', '{"managerId": null}', $7, 1, 2
         from department d where d.id = $8`,
      [idOf(n), idOf(1), n, at + n, object, name, JSON.stringify(change), place],
    );
  await expect
    .poll(async () => (await pool.query('select from audit_seal where row_id = any($1)', [[idOf(1), idOf(2)]])).rowCount, {
      timeout: 60_000,
    })
    .toBe(2);
  await house.confirm(boss);
  const kind = 'change';
  const estimated = await boss.call(clearEstimate, { kind, keepDays: 1095, mode: 'archiveThenDelete' });
  const { id: estimateId } = (await boss.jobEnd(estimated.jobId)).result as EstimateResult;
  await boss.jobEnd((await boss.call(clearRun, { kind, estimateId })).jobId);
  const [month] = (await boss.call(archiveList, {})).list;
  await boss.jobEnd((await boss.call(archiveRestore, { id: month!.id, reason: 'Asked for by the court' })).jobId);
  return month!.id;
}
