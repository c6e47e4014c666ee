import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../../src/kit/common/contract.ts';
import { changeApproval as page } from '../../src/modules/approvals/common/permissions.ts';
import * as policies from '../../src/modules/approvals/common/policy.contract.ts';
import * as requests from '../../src/modules/approvals/common/request.contract.ts';
import { employeeBatchUpdate } from '../../src/modules/user-centre/common/employee-bulk.contract.ts';
import { departmentAdd, departmentList } from '../../src/modules/user-centre/common/department.contract.ts';
import { employeeDisable, employeeGet, employeeUpdate } from '../../src/modules/user-centre/common/employee.contract.ts';
import { userManagement } from '../../src/modules/user-centre/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/user-centre/common/root.ts';
import { House } from '../access/house.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';

let house: House;
interface Person {
  id: string;
  roleId: string;
  client: ConsoleClient;
}
let [ann, ben, cleo]: [Person, Person, Person] = [{}, {}, {}] as [Person, Person, Person];
void [employeeBatchUpdate, departmentAdd, departmentList, employeeUpdate, rootDepartmentId];
const codes = [userManagement.code, ...Object.values(userManagement.button), page.code, ...Object.values(page.button)];

beforeAll(async () => {
  house = await House.open();
  const wish = { codes, range: { kind: 'all' } } as const;
  [ann, ben, cleo] = [await house.administrator(wish), await house.administrator(wish), await house.administrator(wish)];
}, 120_000);
afterAll(() => house.stop());

let made = 0;
async function policy(wish: Partial<Input<typeof policies.policySave>>): Promise<string> {
  made += 1;
  const { id } = await house.boss.call(policies.policySave, { name: `Policy ${made}`, approverIds: [ann.id, ben.id, cleo.id], ...wish });
  await house.boss.call(policies.policyEnable, { ids: [id] });
  return id;
}
/** Takes all policies away, past their own approval. */
const clear = () => house.product.database.pool.query('update change_policy set enabled = false');
const enabled = async (id: string) => (await house.boss.call(employeeGet, { id })).enabled;
const state = async (id: string) => (await house.boss.call(requests.requestGet, { id })).state;
const idOf = (data: unknown): string => String(Reflect.get(Object(data), 'requestId'));

test('Under a policy nothing happens until another person agrees; then it runs by itself', async () => {
  await policy({ operations: ['employee.disable'], atLeast: 2 });
  const [one, other] = [await house.person(), await house.person()];
  // Below the number it goes ahead.
  await ann.client.call(employeeDisable, { ids: [one] });
  const third = await house.person();
  const foretold = await ann.client.ask(employeeDisable, { ids: [other, third], dryRun: true } as Input<typeof employeeDisable>);
  expect(foretold).toMatchObject({ code: 0, data: { approval: { needed: 1 } } });
  const asked = await ann.client.ask(employeeDisable, { ids: [other, third] });
  expect(asked).toMatchObject({ code: 11070, data: { requestId: expect.any(String) } });
  const id = idOf(asked.data);
  // Asked for again it is the same request.
  expect(idOf((await ann.client.ask(employeeDisable, { ids: [other, third] })).data)).toBe(id);
  expect([await enabled(other), await enabled(third)]).toEqual([true, true]);
  expect((await ann.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11071);
  const read = await ben.client.call(requests.requestGet, { id });
  expect(read).toMatchObject({ state: 'pending', live: { state: 'same' }, counts: { disable: 2 }, own: false, may: { approve: true, bypass: false } });
  expect(read.lines.map(({ action, fields }) => [action, fields.map(({ field }) => field)])).toEqual([
    ['disable', ['enabled']],
    ['disable', ['enabled']],
  ]);
  await ben.client.call(requests.requestApprove, { id, version: 1, comment: 'fine' });
  await expect.poll(() => state(id), { timeout: 10_000 }).toBe('done');
  expect([await enabled(other), await enabled(third)]).toEqual([false, false]);
  expect((await cleo.client.ask(requests.requestReject, { id, version: 1, comment: 'much too late' })).code).toBe(11073);
  const done = await ann.client.call(requests.requestGet, { id });
  expect(done.events.map(({ event, name }) => [event, name])).toEqual([
    ['asked', read.requesterName],
    ['approved', expect.any(String)],
    ['done', read.requesterName],
  ]);
  const { rows } = await house.product.database.pool.query('select uid, object_count from audit_log where batch_id = $1', [done.batchId]);
  expect(rows).toEqual([{ uid: ann.id, object_count: 2 }]);
  await clear();
});
