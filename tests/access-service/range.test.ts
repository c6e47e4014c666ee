import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../src/kit/common/contract.ts';
import { downloadFile } from '../../src/kit/common/files/file.contract.ts';
import { newId } from '../../src/kit/server/ids.ts';
import { callExport } from '../../src/modules/call-logs/common/call-export.contract.ts';
import { callsPage, statisticsPage } from '../../src/modules/call-logs/common/permissions.ts';
import { statExport, statOverview, statReport, statSeries } from '../../src/modules/call-logs/common/stat.contract.ts';
import { flushCalls, recordCall } from '../../src/modules/call-logs/server/public.ts';
import { House } from '../access/house.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';

let house: House;
let north: string;
let admin: ConsoleClient;

beforeAll(async () => {
  house = await House.open();
  const south = await house.department('South');
  north = await house.department('North');
  const codes = [statisticsPage.code, statisticsPage.button.report, statisticsPage.button.export, callsPage.code, callsPage.button.export];
  admin = (await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } }, [north])).client;
  for (const [ownerDeptId, name, calls] of [
    [north, 'Northern <stock>', 3],
    [south, 'Southern', 4],
  ] as const) {
    const target = { interfaceId: newId(), systemId: newId(), systemCode: 'x', systemName: name, name, path: `x/y/${name}`, ownerDeptId };
    for (let index = 0; index < calls; index += 1)
      recordCall(house.product.services, {
        at: Date.now() - 1000,
        requestId: newId(),
        target: { ...target, kind: 'http' },
        versionNo: 1,
        caller: { kind: 'terminal' },
        address: '10.0.0.9',
        method: 'GET',
        class: index === 0 ? 'timeout' : 'ok',
        httpStatus: 200,
        code: 0,
        ms: { total: 20 },
        bytes: { in: 100, out: 200 },
      });
  }
  await flushCalls(house.product.services);
}, 120_000);
afterAll(() => house?.stop());

const fileOf = async (jobId: string): Promise<string> => {
  const { fileId } = (await admin.jobEnd(jobId)).result as { fileId: string };
  const answer = await admin.app.inject({ url: `${addressOf(downloadFile)}?fileId=${fileId}`, headers: { accesstoken: admin.token } });
  return answer.body;
};

test('28: figures, curves, reports and exports of who sees the north have nothing of the south in them', async () => {
  expect((await house.boss.call(statOverview, {})).now).toMatchObject({ calls: 7, failures: 2 });
  expect((await admin.call(statOverview, {})).now).toMatchObject({ calls: 3, failures: 1 });
  const { lines } = await admin.call(statSeries, { groupBy: 'system' });
  expect(lines.map(({ label, calls }) => [label, calls.reduce((sum, one) => sum + one, 0)])).toEqual([['Northern <stock>', 3]]);
  const exported = [
    await fileOf((await admin.call(statExport, { format: 'csv' })).jobId),
    await fileOf((await admin.call(callExport, { format: 'csv' })).jobId),
  ];
  for (const text of exported) expect([text.includes('Northern'), text.includes('Southern')]).toEqual([true, false]);
  const markdown = await admin.call(statReport, { format: 'markdown', timeZone: 'Asia/Tokyo' });
  expect(markdown.text).toContain('| Northern <stock> (x/y/Northern <stock>) | 3 | 33.33 |');
  expect(markdown.text).not.toContain('Southern');
  const page = await admin.call(statReport, {});
  expect([page.fileName.endsWith('.html'), page.text.includes('Northern &lt;stock&gt;')]).toEqual([true, true]);
  expect((await admin.ask(statReport, { timeZone: 'Nowhere/City' })).code).toBe(10400);
});
