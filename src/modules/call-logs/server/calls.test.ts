import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { callGet, callList } from '../common/call.contract.ts';
import { percentile } from './buckets.ts';
import { callLogsModule } from './module.ts';
import { callersOf, countsOf, countsOfSystems, flushCalls, noteTargets, recordCall, recordCallDurably, type CallRecord } from './public.ts';

let house: TestModules;
beforeAll(async () => {
  house = await serveModules(callLogsModule);
});
afterAll(() => house.close());

const target = (name: string): CallRecord['target'] => ({
  interfaceId: newId(),
  systemId: newId(),
  systemCode: 'erp',
  systemName: 'ERP',
  name,
  path: `erp/sales/${name}`,
  kind: 'http',
  ownerDeptId: null,
});
const recordOf = (one: CallRecord['target'], more: Partial<CallRecord> = {}): CallRecord => ({
  at: Date.now(),
  requestId: newId(),
  target: one,
  versionNo: 1,
  caller: { kind: 'system', id: 'crm', name: 'CRM' },
  address: '10.0.0.9',
  method: 'POST',
  class: 'ok',
  httpStatus: 200,
  code: 0,
  ms: { total: 20, target: 15 },
  bytes: { in: 100, out: 200 },
  ...more,
});

test('Calls recorded by many at once stand in list and counters with right numbers, those of the workbench in the list alone', async () => {
  const orders = target('orders');
  // A second process is another writer over the same database.
  const other = { ...house.services, database: { ...house.services.database } };
  for (let index = 0; index < 600; index += 1) {
    const failed = index % 4 === 0;
    recordCall(index % 2 === 0 ? house.services : other, {
      ...recordOf(orders),
      ms: { total: index % 10 === 0 ? 900 : 20 },
      ...(failed && { class: 'timeout', httpStatus: 504, code: 14312 }),
    });
  }
  recordCall(house.services, recordOf(orders, { test: true, versionNo: 0 }));
  recordCall(other, recordOf(orders, { log: false }));
  await Promise.all([flushCalls(house.services), flushCalls(other)]);
  const { services } = house;
  const now = services.now();
  const figures = await countsOf(house.database.db, [orders.interfaceId], now - 3_600_000, now);
  expect(figures.get(orders.interfaceId)).toMatchObject({ calls: 601, failures: 150 });
  const p95 = figures.get(orders.interfaceId)!.p95!;
  expect(p95).toBeGreaterThan(600);
  expect(p95).toBeLessThanOrEqual(900);
  const bySystem = await countsOfSystems(house.database.db, [orders.systemId], now - 20 * 86_400_000, now);
  expect(bySystem.get(orders.systemId)!.calls).toBe(601);
  expect(await callersOf(house.database.db, [orders.interfaceId], now - 3_600_000, now)).toMatchObject([
    { kind: 'system', id: 'crm', calls: 601 },
  ]);
  let rows = 0;
  for (let after: string | undefined; ;) {
    const slice = await house.boss.call(callList, {
      interfaceId: orders.interfaceId,
      pageSize: 250,
      ...(after !== undefined && { after }),
    });
    rows += slice.list.length;
    if (slice.next === null) break;
    after = slice.next;
  }
  expect(rows).toBe(601);
  const failed = await house.boss.call(callList, { interfaceId: orders.interfaceId, failed: true, pageSize: 500 });
  expect(failed.list).toHaveLength(150);
  expect((await house.boss.call(callList, { interfaceId: orders.interfaceId, test: true })).list).toHaveLength(1);
  expect((await house.boss.call(callList, { interfaceId: orders.interfaceId, slowerThan: 800, pageSize: 500 })).list).toHaveLength(60);
});

test('A call shows its steps and what was kept of request and answer, cut at 64 KiB; it is found by what its answer says', async () => {
  const stock = target('stock');
  const id = newId();
  await recordCallDurably(house.services, {
    ...recordOf(stock),
    id,
    steps: [
      { step: 'caller', from: 0, ms: 0.4, state: 'done', detail: 'CRM' },
      { step: 'cache', from: 0.4, ms: 0, state: 'skipped', detail: 'off' },
      { step: 'target', from: 0.5, ms: 15, state: 'done', data: { status: 200 } },
    ],
    request: { contentType: 'application/json', headers: { 'x-key': '••••' }, text: '{"article":"screw-0815"}', bytes: 24 },
    answer: { contentType: 'text/plain', text: `Plenty\0 of them ${'ä'.repeat(40_000)}`, bytes: 80_016 },
  });
  const found = await house.boss.call(callGet, { id });
  expect(found.steps.map(({ step, state }) => [step, state])).toEqual([
    ['caller', 'done'],
    ['cache', 'skipped'],
    ['target', 'done'],
  ]);
  expect(found.request).toMatchObject({ text: '{"article":"screw-0815"}', headers: [{ name: 'x-key', value: '••••' }] });
  expect(found.answer!.truncated).toBe(true);
  expect(Buffer.byteLength(found.answer!.text)).toBeLessThanOrEqual(65_536);
  expect((await house.boss.call(callList, { text: 'SCREW-08' })).list.map((row) => row.id)).toEqual([id]);
  // What can be called is seen under the name that was noted last.
  await noteTargets(house.database.db, [{ ...stock, name: 'Stock of articles' }]);
  expect((await house.boss.call(callGet, { id })).interfaceName).toBe('Stock of articles');
});

test('Percentiles lie in the bucket of the call that they stand for, and never above the longest', () => {
  expect(percentile([], 0.5, 0)).toBeNull();
  const buckets = Array.from({ length: 32 }, () => 0);
  buckets[3] = 100;
  expect(percentile(buckets, 0.99, 2.6)).toBeLessThanOrEqual(2.6);
});
