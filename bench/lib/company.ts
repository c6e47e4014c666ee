import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { departmentTree } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeList, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { sysRole } from '#modules/system/common/role.contract.ts';
import { Client } from './client.ts';
import { benchPassword } from './house.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Where the company of a million people lies; made once (about a minute and 2 GB). */
export const millionFolder = path.resolve(root, process.env['BENCH_DATA'] ?? 'data-bench');

/** Makes the company of a million people in 20,000 departments when it is not there yet. */
export function ensureMillion(): void {
  if (existsSync(path.join(millionFolder, 'postgres'))) return;
  console.log(`Filling ${millionFolder} with a million people.`);
  const done = spawnSync(process.execPath, [path.join(root, 'scripts/seed-people.ts'), '--data', millionFolder], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) throw new Error('The company could not be made, see above');
}

/** An administrator of one subsidiary. */
export interface Officer {
  client: Client;
  /** The subsidiary. */
  departmentId: string;
}

const account = 'officer.one';
const roleCode = 'officer_one';

/** Signs in an administrator whose role holds in the largest subsidiary alone; the person and the role are made at the first run. */
export async function officerOf(address: string): Promise<Officer> {
  const admin = await Client.signIn(address, 'admin');
  const { nodes } = await admin.call(departmentTree, { depth: 1, withCount: true });
  const [largest] = nodes
    .filter(({ parentId }) => parentId !== null)
    .toSorted((left, right) => (right.totalCount ?? 0) - (left.totalCount ?? 0));
  if (!largest) throw new Error('The company has no subsidiary');
  const roles = await admin.call(sysRole.search, { text: roleCode });
  if (roles.list.length === 0) await appoint(admin, largest.id);
  return { client: await Client.signIn(address, account), departmentId: largest.id };
}

async function appoint(admin: Client, departmentId: string): Promise<void> {
  const [known] = (await admin.call(employeeList, { text: account, pageSize: 20 })).list;
  const { id } = known ?? (await admin.call(employeeAdd, { account, name: '测量员', assignments: [{ departmentId, primary: true }] }));
  await admin.call(employeePassword, { id, mode: 'set', password: benchPassword, mustChange: false });
  const { roleId } = await admin.call(sysRole.save, { name: 'Officer', code: roleCode });
  const { version } = await admin.call(sysRole.resources, { roleId });
  const saved = await admin.call(sysRole.saveResources, { roleId, version, codes: [userManagement.code, userManagement.button.update] });
  await admin.call(sysRole.saveRanges, { roleId, version: saved.version, range: { kind: 'chosen', departmentIds: [departmentId] } });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [id] });
}
