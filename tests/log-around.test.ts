import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationList } from '../src/modules/logs/common/operation-log.contract.ts';
import { operationLog } from '../src/modules/logs/common/permissions.ts';
import { operationAround } from '../src/modules/logs/common/unmask.contract.ts';
import { departmentAdd } from '../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { warningPage } from '../src/modules/warnings/common/permissions.ts';
import { House } from './access/house.ts';

let house: House;
beforeAll(async () => {
  house = await House.open();
}, 60_000);
afterAll(() => house.stop());

test('Warnings that began or were over around a moment stand beside what was done, for who may read warnings in their range', async () => {
  const { boss } = house;
  await boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'Around' } });
  const [row] = (await boss.call(operationList, { word: ['department.add'] })).list;
  const id = '01a00000-0000-7000-8000-0000000000aa';
  await house.product.database.pool.query(
    `insert into warning (id, kind, module, object_kind, object_id, object_name, severity, raised_severity, facts, state, holds, moment, count, first_at, last_at, opened_at, resolved_at)
     values ($1, 'siem.lag', 'logs', 'siemStream', 'around', 'Far away', 'error', 'error', '{}', 'resolved', false, false, 1, $2, $2, $2, $3)`,
    [id, row!.at - 60_000, row!.at + 60_000],
  );
  const around = async (client: typeof boss, more: { minutes?: number; module?: string } = {}) =>
    (await client.call(operationAround, { at: row!.at, ...more })).list.filter((event) => event.id === id);
  expect(await around(boss)).toMatchObject([
    { kind: 'warning', result: 'failed', at: row!.at - 60_000, what: expect.stringContaining('Far away') },
    { kind: 'warning', result: 'ok', at: row!.at + 60_000 },
  ]);
  expect(await around(boss, { module: 'logs' })).toHaveLength(2);
  expect(await around(boss, { module: 'mail' })).toEqual([]);
  const wish = { codes: [operationLog.code], range: { kind: 'all' } } as const;
  expect(await around((await house.administrator(wish)).client)).toEqual([]);
  const reader = await house.administrator({ ...wish, codes: [operationLog.code, warningPage.code] });
  expect(await around(reader.client)).toHaveLength(2);
});
