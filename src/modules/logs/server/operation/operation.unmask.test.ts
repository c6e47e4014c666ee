import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { employeeAdd, employeeUpdate } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { operationGet, operationList } from '../../common/operation-log.contract.ts';
import { operationLog } from '../../common/permissions.ts';
import { readList } from '../../common/read-log.contract.ts';
import { operationAround, operationUnmask } from '../../common/unmask.contract.ts';
import { logsModule } from '../module.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(...peopleModules, logsModule);
});
afterAll(() => served.close());

const reason = 'The person asked what was changed';

/** A row in which somebody's number was changed. */
async function changedNumber(last = 1): Promise<{ id: string; at: number; lineId: string }> {
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await served.boss.call(employeeAdd, {
    account: `p${newId()}`,
    name: 'Person',
    mobile: `+861370000000${last}`,
    assignments,
  });
  await served.boss.call(employeeUpdate, { id, version: 1, mobile: `+861370000000${last + 1}` });
  const [row] = (await served.boss.call(operationList, { objectId: id, word: ['employee.update'] })).list;
  const { lines } = await served.boss.call(operationGet, { id: row!.id });
  return { id: row!.id, at: row!.at, lineId: lines[0]!.id };
}

test('A masked value is shown with a reason, which is noted; without one, or of what is not masked, it is not', async () => {
  const { id, lineId } = await changedNumber();
  const reader = served.holder({ [operationLog.code]: 'all', [operationLog.button.unmask]: 'all' });
  const { lines } = await reader.call(operationGet, { id });
  expect(lines[0]).toMatchObject({ masked: ['mobile'], fields: [{ field: 'mobile', before: '+86****0001', after: '+86****0002' }] });
  const request = { id, lineId, field: 'mobile' };
  expect((await reader.ask(operationUnmask, request)).code).toBe(19032);
  expect((await reader.ask(operationUnmask, { ...request, reason: 'short' })).code).toBe(19032);
  expect((await reader.ask(operationUnmask, { ...request, field: 'name', reason })).code).toBe(10400);
  expect((await reader.ask(operationUnmask, { ...request, lineId: newId(), reason })).code).toBe(10404);
  expect(await reader.call(operationUnmask, { ...request, reason })).toEqual({ before: '+8613700000001', after: '+8613700000002' });
  const [read] = (await served.boss.call(readList, { area: ['unmask'] })).list;
  expect(read).toMatchObject({ uid: reader.uid, reason, query: { id, field: 'mobile' } });
  const rows = (await served.boss.call(operationList, { word: ['read.unmask'], result: ['ok'] })).list;
  expect(rows).toMatchObject([{ uid: reader.uid, objectName: 'Person' }]);
  const narrow = served.holder({ [operationLog.code]: ['elsewhere'], [operationLog.button.unmask]: ['elsewhere'] });
  expect((await narrow.ask(operationUnmask, { ...request, reason })).code).toBe(10910);
  expect((await served.holder({ [operationLog.code]: 'all' }).ask(operationUnmask, { ...request, reason })).code).toBe(65002);
});

test('Around a moment stands what was done before and after it, in the order of time and in the range', async () => {
  const { id, at } = await changedNumber(3);
  const { list, more } = await served.boss.call(operationAround, { at });
  expect(list.map((event) => event.id)).toContain(id);
  expect(list.map((event) => event.at)).toEqual(list.map((event) => event.at).toSorted((one, other) => one - other));
  expect(more).toBe(false);
  expect((await served.boss.call(operationAround, { at: at - 86_400_000 })).list).toEqual([]);
  expect((await served.holder({ [operationLog.code]: ['elsewhere'] }).call(operationAround, { at })).list).toEqual([]);
});
