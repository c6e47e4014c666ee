import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../src/kit/common/contract.ts';
import { changeApproval } from '../src/modules/approvals/common/permissions.ts';
import { policyEnable, policySave } from '../src/modules/approvals/common/policy.contract.ts';
import { requestApprove, requestGet } from '../src/modules/approvals/common/request.contract.ts';
import { archiveList } from '../src/modules/logs/common/cleaning/archive.contract.ts';
import { cleanupMechanism } from '../src/modules/logs/common/cleaning/cleaning.permissions.ts';
import * as clear from '../src/modules/logs/common/cleaning/clear.contract.ts';
import { holdAdd } from '../src/modules/logs/common/cleaning/hold.contract.ts';
import { operationGet, operationList } from '../src/modules/logs/common/operation-log.contract.ts';
import { operationLog } from '../src/modules/logs/common/permissions.ts';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { House } from './access/house.ts';

let house: House;
beforeAll(async () => {
  house = await House.open();
}, 60_000);
afterAll(() => house.stop());

const old = 1_500_000_000_000;
const query = (text: string, values: unknown[] = []) => house.product.database.pool.query(text, values);
const countOf = async (table: string): Promise<number> => Number((await query(`select count(*) as n from ${table}`)).rows[0].n);

/** Estimates and cleans a kind, as it is kept; answers the record at its end. */
async function clean(kind: string, mode: clear.CleanMode = 'delete'): Promise<clear.CleaningDetail> {
  const { boss } = house;
  const { keepDays } = await boss.call(clear.clearConfigGet, { kind });
  const estimate = await boss.call(clear.clearEstimate, { kind, keepDays, mode });
  await boss.jobEnd(estimate.jobId);
  const run = await boss.call(clear.clearRun, { kind, estimateId: estimate.id });
  await boss.jobEnd(run.jobId);
  const record = () => boss.call(clear.clearLogGet, { id: run.id });
  await expect.poll(async () => (await record()).state).toBe('done');
  return record();
}

test('Logs of all modules stand in one place, by module, and by how soon they fill the disk', async () => {
  const { list, modules, total } = await house.boss.call(clear.clearConfigList, { pageSize: 100 });
  const byModule = new Map(list.map(({ kind, module }) => [kind, module]));
  for (const [kind, module] of [
    ['operation', 'logs'],
    ['mailOutbox', 'mail'],
    ['warningHistory', 'warnings'],
    ['sourceRun', 'user-centre'],
  ] as const)
    expect(byModule.get(kind)).toBe(module);
  expect(modules.map(({ code }) => code)).toEqual(expect.arrayContaining(['logs', 'mail', 'warnings', 'user-centre']));
  expect(modules.every(({ name }) => name !== '')).toBe(true);
  const { list: mails } = await house.boss.call(clear.clearConfigList, { module: ['mail'] });
  expect(mails.map(({ kind, moduleName }) => [kind, moduleName])).toEqual([
    ['mailOutbox', modules.find(({ code }) => code === 'mail')!.name],
  ]);
  // Nothing of a new installation fills a disk within a day.
  expect((await house.boss.call(clear.clearConfigList, { belowDays: 1 })).list).toEqual([]);
  const { list: some } = await house.boss.call(clear.clearConfigList, { belowDays: 3_650, pageSize: 100 });
  expect(some.length).toBeLessThan(total);
  expect(some.every(({ daysLeft }) => daysLeft !== null && daysLeft < 3_650)).toBe(true);
});

test('Warnings that are over go with their history, archived where that is wished; one that was hushed and a held one stay', async () => {
  const { boss } = house;
  const put = async (id: string, kind: string, more: { hushed?: number; object?: string } = {}): Promise<void> => {
    await query(
      `insert into warning (id, kind, module, object_kind, object_id, object_name, severity, raised_severity, facts, state, holds, moment, count, first_at, last_at, resolved_at, hushed_until)
       values ($1, $2, 'kit', 'thing', $3, '', 'error', 'error', '{}', 'resolved', false, false, 1, $4, $4, $4, $5)`,
      [id, kind, more.object ?? id, old, more.hushed ?? null],
    );
    await query(`insert into warning_change (id, warning_id, at, what) values (gen_random_uuid(), $1, $2, 'opened')`, [id, old]);
  };
  const [gone, hushed, held] = ['7', '8', '9'].map((sign) => `01a00000-0000-7000-8000-00000000000${sign}`);
  await put(gone!, 'test.gone');
  await put(hushed!, 'test.hushed', { hushed: old + 1 });
  await put(held!, 'test.held', { object: 'held-thing' });
  await boss.call(holdAdd, { name: 'One warning', reason: 'A dispute about it', kinds: ['warningHistory'], objectIds: ['held-thing'] });
  const { version } = await boss.call(clear.clearConfigGet, { kind: 'warningHistory' });
  await boss.call(clear.clearConfigUpdate, { kind: 'warningHistory', version, mode: 'archiveThenDelete' });
  const record = await clean('warningHistory', 'archiveThenDelete');
  expect(record).toMatchObject({ rowsRemoved: 1, error: null, approvalId: null });
  expect(record.seconds).toBeGreaterThanOrEqual(0);
  const { rows } = await query(`select kind from warning where kind like 'test.%' order by 1`);
  expect(rows.map(({ kind }) => kind)).toEqual(['test.held', 'test.hushed']);
  expect((await boss.call(archiveList, { kind: ['warningHistory'] })).list).toMatchObject([{ rows: 1, state: 'verified' }]);
  const { list, kinds } = await boss.call(clear.clearLogList, { kind: ['warningHistory'], by: 'admin' });
  expect(list.map(({ id }) => id)).toEqual([record.id]);
  expect(kinds.map(({ code }) => code)).toContain('sourceRun');
  expect((await boss.call(clear.clearLogList, { by: 'nobody of this name' })).list).toEqual([]);
});

test('Mails that left go, those that wait stay', async () => {
  const before = await countOf('mail_outbox');
  await query(
    `insert into mail_outbox (id, queued_at, template, address, language, state, next_at, ended_at)
     select gen_random_uuid(), $1::bigint, 'mail.test', 'a@example.com', 'en_US', case when n = 1 then 'queued' else 'sent' end, 9000000000000, case when n = 1 then null else $1::bigint end
     from generate_series(1, 3) as n`,
    [old],
  );
  expect(await clean('mailOutbox')).toMatchObject({ rowsRemoved: 2, archives: [] });
  expect(await countOf('mail_outbox')).toBe(before + 1);
});

test('A cleaning that others agreed to names their request, in its record and in the operation log', async () => {
  const { boss } = house;
  const kind = 'jobHistory';
  const codes = [changeApproval, cleanupMechanism, operationLog].flatMap((menu) => [menu.code, ...Object.values(menu.button)]);
  const ben = await house.administrator({ codes, range: { kind: 'all' } });
  const policy = await boss.call(policySave, { name: 'Cleaning', operations: ['@retention'], approverIds: [ben.id] });
  await boss.call(policyEnable, { ids: [policy.id] });
  const estimate = await boss.call(clear.clearEstimate, { kind, keepDays: 90, mode: 'delete' });
  await boss.jobEnd(estimate.jobId);
  const wish = { kind, estimateId: estimate.id, approvalReason: 'The disk is nearly full' };
  const asked = await boss.ask(clear.clearRun, wish as Input<typeof clear.clearRun>);
  expect(asked.code).toBe(11070);
  const id = String(Reflect.get(Object(asked.data), 'requestId'));
  const { version } = await ben.client.call(requestGet, { id });
  await ben.client.call(requestApprove, { id, version });
  await expect.poll(async () => (await boss.call(requestGet, { id })).state).toBe('done');
  const [record] = (await boss.call(clear.clearLogList, { kind: [kind] })).list;
  expect((await boss.call(clear.clearLogGet, { id: record!.id })).approvalId).toBe(id);
  const [row] = (await boss.call(operationList, { word: ['log.clear'], objectId: record!.id })).list;
  expect(await boss.call(operationGet, { id: row!.id })).toMatchObject({ approvalId: id, detail: [] });
});

test('Who acted or was changed is found by the account', async () => {
  const who = { name: 'Tian', account: 'tian.haoran', assignments: [{ departmentId: rootDepartmentId, primary: true }] };
  const { id: uid } = await house.boss.call(employeeAdd, who);
  const found = await house.boss.call(operationList, { text: 'tian.haoran' });
  expect(found.list.map(({ objectId, word }) => [objectId, word])).toEqual([[uid, 'employee.add']]);
});
