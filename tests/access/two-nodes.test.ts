import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TEMPLATE } from '../../src/kit/testing/global-setup.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { employeeAdd, employeeDisable, employeeList, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { testPassword } from '../product.ts';
import { Node } from './node.ts';

const server = inject('testServer');
const name = `nodes_${randomBytes(6).toString('hex')}`;
const folders = [mkdtempSync(path.join(tmpdir(), 'wheelhouse-node-')), mkdtempSync(path.join(tmpdir(), 'wheelhouse-node-'))];
let one: Node;
let other: Node;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

beforeAll(async () => {
  await administer(`create database ${name} template ${TEMPLATE}`);
  const url = `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`;
  one = new Node(url, folders[0]!);
  await one.ready();
  other = new Node(url, folders[1]!);
  await other.ready();
  await one.signIn('admin');
}, 300_000);
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await administer(`drop database if exists ${name} with (force)`);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('A right taken on one node is gone on the other: the role, the person, and back', async () => {
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await one.call(employeeAdd, { account: 'far', name: 'Far', assignments });
  await one.call(employeePassword, { id, mode: 'set', password: testPassword, mustChange: false });
  const keeping = await one.call(sysRole.save, { name: 'Keeping', code: 'keeping' });
  const { roleId } = await one.call(sysRole.save, { name: 'Reading', code: 'reading' });
  for (const [role, codes] of [
    [roleId, [userManagement.code]],
    [keeping.roleId, [userManagement.button.add]],
  ] as const) {
    const { version } = await one.call(sysRole.find, { roleId: role });
    await one.call(sysRole.saveResources, { roleId: role, version, codes: [...codes] });
    await one.call(sysRole.assignEmployees, { roleId: role, ids: [id] });
  }
  await other.signIn('far');
  const codeThere = async () => (await other.ask(employeeList, { pageSize: 20 })).code;
  for (let round = 0; round < 3; round += 1) {
    await expect.poll(codeThere, { timeout: 3000, interval: 50 }).toBe(0);
    await one.call(sysRole.disable, { ids: [roleId] });
    await expect.poll(codeThere, { timeout: 3000, interval: 50 }).toBe(65002);
    await one.call(sysRole.enable, { ids: [roleId] });
  }
  await one.call(employeeDisable, { ids: [id] });
  await expect.poll(async () => (await other.ask(getUser, {})).code, { timeout: 3000, interval: 50 }).toBe(65003);
});
