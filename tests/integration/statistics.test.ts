import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kit/server/ids.ts';
import { alarmPersonList, alarmPersonSave, alarmRule } from '../../src/modules/call-logs/common/alarm.contract.ts';
import { callExport } from '../../src/modules/call-logs/common/call-export.contract.ts';
import { callList } from '../../src/modules/call-logs/common/call.contract.ts';
import { callsPage, interfaceStatistics, statisticsPage } from '../../src/modules/call-logs/common/permissions.ts';
import { statOverview, statSeries, statTop } from '../../src/modules/call-logs/common/stat.contract.ts';
import { judgeRules } from '../../src/modules/call-logs/server/alarm-watch.ts';
import { recordCall, type CallRecord } from '../../src/modules/call-logs/server/public.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { House } from '../access/house.ts';

let house: House;
let north: string;
let south: string;
beforeAll(async () => {
  house = await House.open();
  [north, south] = [await house.department('North'), await house.department('South')];
}, 60_000);
afterAll(() => house.stop());

type Target = CallRecord['target'];
const target = (name: string, ownerDeptId: string): Target => ({
  interfaceId: newId(),
  systemId: newId(),
  systemCode: name.toLowerCase(),
  systemName: `${name} system`,
  name,
  path: `${name.toLowerCase()}/api/read`,
  kind: 'http',
  ownerDeptId,
});

/** So many calls of an interface, the first of which failed. */
function calls(one: Target, count: number, failed = 0, more: Partial<CallRecord> = {}): void {
  for (let index = 0; index < count; index += 1)
    recordCall(house.product.services, {
      at: house.product.services.now(),
      requestId: newId(),
      target: one,
      versionNo: 1,
      caller: { kind: 'system', id: 'crm', name: 'CRM' },
      address: '10.0.0.1',
      method: 'GET',
      class: index < failed ? 'timeout' : 'ok',
      httpStatus: index < failed ? 504 : 200,
      code: index < failed ? 14312 : 0,
      ms: { total: 10 + index },
      bytes: { in: 10, out: 100 },
      ...more,
    });
}

test('Figures count what lies in the range of the administrator, by interface, class and caller, and so does the file', async () => {
  const [orders, payslips] = [target('Orders', north), target('Payslips', south)];
  const stranger = await house.person([south], 'Someone Southern');
  calls(orders, 40, 10);
  calls(orders, 5, 0, { test: true });
  calls(payslips, 7, 7, { employeeId: stranger });
  const { client } = await house.administrator(
    {
      codes: [interfaceStatistics.code, callsPage.code, callsPage.button.export, statisticsPage.code],
      range: { kind: 'chosen', departmentIds: [north] },
    },
    [north],
  );
  const all = await house.boss.call(statOverview, {});
  expect(all.now).toMatchObject({ calls: 47, failures: 17, bytesOut: 4_700 });
  const own = await client.call(statOverview, {});
  expect(own.now).toMatchObject({ calls: 40, failures: 10 });
  const { groups } = await client.call(statTop, { groupBy: 'interface' });
  expect(groups.map(({ label, calls: count, failures }) => [label, count, failures])).toEqual([['Orders', 40, 10]]);
  const classes = await client.call(statTop, { groupBy: 'class' });
  expect(classes.groups.map(({ key, calls: count }) => [key, count])).toEqual([
    ['ok', 30],
    ['timeout', 10],
  ]);
  const callers = await client.call(statTop, { groupBy: 'caller' });
  expect(callers.groups.map(({ label }) => label)).toEqual(['CRM']);
  const series = await client.call(statSeries, { groupBy: 'interface' });
  expect(series.step).toBe(3_600_000);
  expect(series.lines.map(({ calls: counts }) => counts.reduce((sum, count) => sum + count, 0))).toEqual([40]);
  expect((await client.call(callList, { pageSize: 500 })).list.every(({ path }) => path === orders.path)).toBe(true);
  expect((await client.call(callList, { employeeId: stranger })).list).toEqual([]);
  expect((await house.boss.call(callList, { employeeId: stranger })).list).toHaveLength(7);
  const { jobId } = await client.call(callExport, { format: 'csv' });
  expect(await client.jobEnd(jobId)).toMatchObject({ state: 'done', result: { rows: 45 } });
});

test('A rule raises a warning for a system of its department of which too much fails, and clears it when it is over', async () => {
  const { services } = house.product;
  const [shop, shelf] = [target('Shop', north), target('Shelf', south)];
  const rule = await house.boss.call(alarmRule.add, {
    name: 'Failures of the north',
    ownerDeptId: north,
    share: 30,
    least: 10,
    minutes: 5,
  });
  calls(shop, 20, 10);
  calls(shelf, 20, 20);
  await house.boss.call(statOverview, {});
  await judgeRules(services);
  const raised = async () =>
    (
      await house.product.database.pool.query(
        `select object_id, object_name, facts, holds from warning_event where kind = 'interface.failures' order by id`,
      )
    ).rows;
  expect(await raised()).toMatchObject([
    { object_id: `${rule.id}:${shop.systemId}`, object_name: 'Shop system', facts: { share: 50, calls: 20, interfaces: 'Shop' } },
  ]);
  // A rule names nothing outside of its department.
  const foreign = await house.boss.ask(alarmRule.update, { id: rule.id, version: 1, systemId: shelf.systemId });
  expect(foreign.code).toBe(10400);
  await house.boss.call(alarmRule.update, { id: rule.id, version: 1, share: 80 });
  const over = async (): Promise<boolean> => {
    await judgeRules(services);
    return (await raised()).at(-1)?.holds === false;
  };
  await expect.poll(over).toBe(true);
});

test('Recipients of alerts are notice persons with a subscription to the modules of integration; nobody loses the last one', async () => {
  const { id } = await house.boss.call(noticePersonAdd, {
    name: 'Operations',
    webhookUrl: 'https://notice.invalid/hook',
    channels: ['webhook'],
  });
  expect((await house.boss.call(alarmPersonList, {})).list.find((one) => one.id === id)).toMatchObject({ chosen: false, everything: true });
  expect(await house.boss.call(alarmPersonSave, { ids: [id] })).toEqual({ count: 1 });
  expect((await house.boss.call(alarmPersonList, {})).list.find((one) => one.id === id)).toMatchObject({ chosen: true, everything: true });
  expect(await house.boss.call(alarmPersonSave, { ids: [] })).toEqual({ count: 1 });
});
