import { expect } from 'vitest';
import { getUser } from '#kit/common/session/session.contract.ts';
import { noticePersonOf } from '#modules/warnings/testing/story.ts';
import { archiveList, archiveRestore } from '../common/cleaning/archive.contract.ts';
import { clearEstimate, clearRun, type EstimateResult } from '../common/cleaning/clear.contract.ts';
import { holdAdd } from '../common/cleaning/hold.contract.ts';
import { reportSave } from '../common/saved/report.contract.ts';
import { searchSave } from '../common/saved/search.contract.ts';
import type { Known } from '../../../../tests/conformance/range/story.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

/** What logs keep of both sides: rows that are held, searches and reports, and a month of the journal that was archived and is restored. */
export async function story({ world, known }: Story): Promise<Told> {
  const { boss, admin, builtAt } = world;
  const { department, person, beside, guest } = known;
  const roleIds = (await admin.call(getUser, {})).roles.map(({ id }) => id);
  const filters = { uid: person, departmentId: department };
  const search = await boss.call(searchSave, { name: '内部查询', log: 'operation', filters, roleIds });
  const personIds = [await noticePersonOf(world, known)];
  await boss.call(reportSave, { name: '内部报表', searchId: search.id, schedule: 'daily', format: 'csv', personIds });
  await boss.call(holdAdd, {
    name: '内部保留',
    reason: 'A dispute over pay',
    employeeIds: [person, beside],
    objectIds: [department],
    kinds: ['operation'],
  });
  const id = await archiveOf(world, known);
  return {
    asked: {
      'logs/operation/object': [beside, guest].map((objectId) => ({ objectKind: 'employee', objectId })),
      'logs/operation/list': [{ pageSize: 500, from: builtAt }],
      'logs/archive/get': [{ id }],
      'logs/archive/changes': [{ id, pageSize: 200 }],
    },
  };
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
