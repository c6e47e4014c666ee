import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { listJournal } from '../../src/kit/common/change/journal.contract.ts';
import { listRecycled } from '../../src/kit/common/change/recycle-bin.contract.ts';
import { codesOf } from '../../src/kit/common/contract.ts';
import { changeApproval } from '../../src/modules/approvals/common/permissions.ts';
import { departmentRemove } from '../../src/modules/people/common/department.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { House } from '../access/house.ts';
import { byModule } from './collected.ts';
import { openGranted, type Granted } from './permits.ts';
import type { MoreSample } from './samples.ts';

const operations = modules.flatMap((module) => module.routes.map((route) => route.operation));
const named = (path: string) => operations.find((one) => one.path === path)!;

let house: House;
let granted: Granted;
const inputs: Record<string, MoreSample> = {};
beforeAll(async () => {
  house = await House.open();
  granted = await openGranted(house);
  const { boss } = house;
  const [id, gone, ruled] = [await house.department('甲'), await house.department('乙'), await house.department('丙')];
  await house.role({ departments: [ruled] });
  await boss.call(departmentRemove, { ids: [gone] });
  const line = (await boss.call(listJournal, { objectId: id, kind: ['department'] })).list[0]!;
  const deletion = (await boss.call(listRecycled, { pageSize: 100 })).list.find(({ objectId }) => objectId === gone)!.operationId;
  const world = { house, granted, changed: { id, line: line.id, batch: line.batchId }, ruled, deletion };
  for (const [, { more }] of byModule) Object.assign(inputs, await more?.(world));
}, 300_000);
afterAll(() => house.stop());

/** Whoever does not see what is named is told that it is not there. */
const seen = [userManagement.code, changeApproval.code];
const declared = operations.filter(({ permitMore }) => permitMore !== undefined).map(({ path }) => path);

test('every operation that says what else it asks for is tried without it', () => {
  expect(Object.keys(inputs).toSorted()).toEqual(declared.toSorted());
});

test.each(declared)('%s: who holds its own code alone is refused for what it says it asks for besides', async (path) => {
  const operation = named(path);
  await granted.hold([...codesOf(operation.access).slice(0, 1), ...(inputs[path]!.seeing ?? seen)]);
  await house.confirm(granted.client);
  const { code, data } = await granted.client.ask(operation, inputs[path]!.input);
  expect([code, data]).toEqual([65002, data]);
});
