import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { employeeTransfer, lifeList } from '../../src/modules/people/common/life/life.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { startServer } from '../../src/platform/database/embedded/launcher.ts';
import { endAll, queryDatabase, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

let dataDir = '';
let product: ProductProcess;
let admin: WireClient;

beforeAll(async () => {
  dataDir = testFolder();
  product = await startProcess(dataDir);
  admin = await new WireClient(product).signIn();
});
afterAll(() => endAll());

/** Changes the database of a product that does not run. */
async function whileNobodyServes(statement: string): Promise<void> {
  const server = await startServer({ dataDir, database: 'wheelhouse' });
  await queryDatabase(dataDir, statement).finally(() => server.stop());
}

test('a transfer whose minute comes while nobody serves is done at the next start, once', async () => {
  const department = async (name: string) => (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } })).id;
  const [from, to] = [await department('旧部门'), await department('新部门')];
  const assignments = [{ departmentId: from, primary: true }];
  const { id } = await admin.call(employeeAdd, { account: 'mover', name: 'Mover', timeZone: 'Asia/Tokyo', assignments });
  const { version } = await admin.call(employeeGet, { id });
  await admin.call(employeeTransfer, { id, version, assignments: [{ departmentId: to, primary: true }], at: '2999-01-01' });
  const [planned] = (await admin.call(lifeList, { employeeId: id, kind: ['transfer'], state: ['planned'] })).list;
  // Its day begins where the person is.
  expect(planned?.at).toBe(Date.parse('2999-01-01T00:00:00+09:00'));
  await product.end('SIGKILL');
  await whileNobodyServes(`update employment_event set at = ${Date.now() - 1_000} where employee_id = '${id}'`);
  product = await startProcess(dataDir);
  admin = admin.at(product);
  const state = async () =>
    (await admin.call(lifeList, { employeeId: id, kind: ['transfer'], state: ['planned', 'running', 'done', 'failed'] })).list.map(
      (one) => one.state,
    );
  await expect.poll(state, { timeout: 60_000, interval: 500 }).toEqual(['done']);
  expect((await admin.call(employeeGet, { id })).departments.map(({ departmentId }) => departmentId)).toEqual([to]);
  const moves = () =>
    queryDatabase<{ n: number }>(
      dataDir,
      `select count(*)::int as n from change_operation where kind = 'employee' and object_id = '${id}' and after ? 'assignments' and before is not null`,
    );
  expect(await moves()).toEqual([{ n: 1 }]);
  // The clock comes by again, as the transfer of somebody else shows, and finds nothing to do.
  const { id: other } = await admin.call(employeeAdd, { account: 'other', name: 'Other', assignments });
  const { version: now } = await admin.call(employeeGet, { id: other });
  await admin.call(employeeTransfer, { id: other, version: now, assignments: [{ departmentId: to, primary: true }], at: '2999-01-01' });
  await queryDatabase(dataDir, `update employment_event set at = ${Date.now() - 1_000} where employee_id = '${other}'`);
  const moved = async () => (await admin.call(employeeGet, { id: other })).departments.map(({ departmentId }) => departmentId);
  await expect.poll(moved, { timeout: 60_000, interval: 100 }).toEqual([to]);
  expect(await moves()).toEqual([{ n: 1 }]);
});
