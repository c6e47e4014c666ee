import { radarPage } from '#modules/radar/common/permissions.ts';
import { employeeList } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { rights, sysRole } from '#modules/system/common/role.contract.ts';
import { Client } from './lib/client.ts';
import { ensureMillion, millionFolder } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median, timed } from './lib/measure.ts';

const most = { whoCan: 1_000, preview: 2_000 };
const rounds = 9;
const roleCode = 'bench_everybody';

/** A role that a million people hold through the top of the company: who holds its page, what one of them holds, why, and what a change of it would do. */
export async function whoCans(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  try {
    const admin = await Client.signIn(house.address, 'admin');
    const roleId = await roleOfAll(admin);
    const { code } = radarPage;
    const [somebody] = (await admin.call(employeeList, { pageNum: 5_000, pageSize: 20, status: ['active'] })).list;
    if (!somebody) throw new Error('The company has no people');
    const { total } = await admin.call(rights.whoCan, { code });
    const empId = somebody.id;
    const calls: [name: string, limit: number, work: () => Promise<unknown>][] = [
      ['whoCan of a page, page 1', most.whoCan, () => admin.call(rights.whoCan, { code })],
      ['whoCan of a page, page 10,000', most.whoCan, () => admin.call(rights.whoCan, { code, pageNum: 10_000 })],
      ['whoCan of a page, by name', most.whoCan, () => admin.call(rights.whoCan, { code, text: somebody.name })],
      ['whoCan of a person', most.whoCan, () => admin.call(rights.whoCan, { empId })],
      ['explain', most.whoCan, () => admin.call(rights.explain, { empId, code })],
      ['role preview', most.preview, () => admin.call(rights.preview, { roleId, codes: [] })],
    ];
    const figures: Figure[] = [];
    for (const [name, limit, work] of calls) {
      const times: number[] = [];
      await work();
      for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
      const [middle, worst] = [median(times), Math.max(...times)];
      const measured = `${middle.toFixed(0)} ms (worst ${worst.toFixed(0)} ms; ${total.toLocaleString('en')} people hold it)`;
      figures.push({ name: `rights over 1,000,000: ${name}`, limit: `at most ${limit} ms`, measured, holds: middle <= limit });
    }
    return figures;
  } finally {
    await house.stop();
  }
}

/** The role of everybody, made at the first run; it gives one page, and nobody but the own person. */
async function roleOfAll(admin: Client): Promise<string> {
  const [known] = (await admin.call(sysRole.search, { text: roleCode })).list;
  if (known) return known.id;
  const { roleId } = await admin.call(sysRole.save, { name: 'Everybody', code: roleCode });
  const { version } = await admin.call(sysRole.resources, { roleId });
  const saved = await admin.call(sysRole.saveResources, { roleId, version, codes: [radarPage.code] });
  await admin.call(sysRole.saveRanges, { roleId, version: saved.version, range: { kind: 'self' } });
  await admin.call(sysRole.assignDepartments, { roleId, ids: [rootDepartmentId] });
  return roleId;
}
