import { newId } from '../../src/kit/server/ids.ts';
import { archiveList, archiveRestore } from '../../src/modules/logs/common/cleaning/archive.contract.ts';
import { clearEstimate, clearRun } from '../../src/modules/logs/common/cleaning/clear.contract.ts';
import { holdAdd } from '../../src/modules/logs/common/cleaning/hold.contract.ts';
import type { Marked } from './range-marks.ts';
import type { World } from './range-world.ts';

type Known = Pick<Marked, 'department' | 'person' | 'beside'>;

/** What logs keep of both sides: rows that are held, and a month of the journal that was archived and is restored. */
export async function logsStory(world: World, { department, person, beside }: Known): Promise<{ archive: string }> {
  const { boss, house, inside } = world;
  await boss.call(holdAdd, {
    name: '内部保留',
    reason: 'A dispute over pay',
    employeeIds: [person, beside],
    objectIds: [department],
    kinds: ['operation'],
  });
  const { pool } = house.product.database;
  const now = new Date();
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 40, 10);
  const batch = idAt(at);
  await pool.query('select make_log_partition($1, $2)', ['change_operation', at]);
  await pool.query(
    `insert into change_batch (id, at, uid, name, address, request_id, operation, source, counts, reason)
      values ($1, $2, $3, 'Ada', '10.0.0.7', '', 'employee.update', 'form', '{"change": 2}', null)`,
    [batch, at, beside],
  );
  const line = (n: number, object: string, name: string, home: string) =>
    pool.query(
      `insert into change_operation (id, batch_id, seq, at, kind, object_id, object_name, path, action, before, after)
        select $1, $2, $3, $4, 'employee', $5, $6, path, 'change', '{"managerId": null}', jsonb_build_object('managerId', $7::text)
          from department where id = $8::uuid`,
      [idAt(at + n), batch, n, at, object, name, person, home],
    );
  await line(1, beside, '内部员乙', inside.department.id);
  await line(2, person, '隐匿员甲', department);
  await house.confirm(boss);
  const wish = { kind: 'change' };
  const estimate = await boss.call(clearEstimate, { ...wish, keepDays: 1095, mode: 'archiveThenDelete' });
  await boss.jobEnd(estimate.jobId);
  const run = await boss.call(clearRun, { ...wish, estimateId: estimate.id });
  await boss.jobEnd(run.jobId);
  const [archive] = (await boss.call(archiveList, { kind: ['change'] })).list;
  if (!archive) throw new Error('No month of the journal was archived');
  await boss.jobEnd((await boss.call(archiveRestore, { id: archive.id, reason: 'To be searched for names' })).jobId);
  return { archive: archive.id };
}

/** An id that was made at this moment. */
function idAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}
