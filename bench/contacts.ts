import pg from 'pg';
import { previewDept, previewPerson, previewSearch, previewTree } from '#modules/contacts/common/insight.contract.ts';
import { contactRole, contactSaveRanges } from '#modules/contacts/common/role.contract.ts';
import { departmentTree } from '../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { Client } from './lib/client.ts';
import { ensureMillion, millionFolder } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { timed } from './lib/measure.ts';
import { samplePeople } from './lib/plain-list.ts';

/** The embedded database may take three times what a server of its own may. */
const embedded = 3;
const most = { search: 250 * embedded, tree: 100 * embedded, people: 150 * embedded, card: 60 * embedded };
const rounds = 60;
const roleCode = 'bench_one_percent';

interface Viewer {
  name: string;
  asEmpId: string;
  /** A department whose people and whose level of the tree are looked at. */
  deptId: string;
  under: string;
}

/** What terminals are answered, through HTTP and as an employee: for somebody who sees one in a hundred, and for somebody who sees everybody. */
export async function contacts(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  const pool = new pg.Pool({ ...house.database, max: 2 });
  try {
    const admin = await Client.signIn(house.address, 'admin');
    const figures: Figure[] = [];
    for (const viewer of await viewersOf(pool, admin)) figures.push(...(await figuresOf(pool, admin, viewer)));
    return figures;
  } finally {
    await pool.end();
    await house.stop();
  }
}

async function viewersOf(pool: pg.Pool, admin: Client): Promise<Viewer[]> {
  const { nodes } = await admin.call(departmentTree, { depth: 3, withCount: true });
  const total = Math.max(...nodes.map(({ totalCount }) => totalCount ?? 0));
  const away = (count: number | null): number => Math.abs((count ?? 0) - total / 100);
  const [part] = nodes.toSorted((left, right) => away(left.totalCount) - away(right.totalCount));
  const [widest] = nodes
    .filter(({ parentId }) => parentId === rootDepartmentId)
    .toSorted((left, right) => (right.totalCount ?? 0) - (left.totalCount ?? 0));
  if (!part || !widest) throw new Error('The company has no departments');
  const narrow = await somebodyIn(pool, part.id, 0);
  await rangeOf(admin, part.id, narrow);
  const share = (((part.totalCount ?? 0) / total) * 100).toFixed(1);
  const pathOf = async (id: string): Promise<string> =>
    (await pool.query<{ path: string }>('select path::text as path from department where id = $1', [id])).rows[0]!.path;
  return [
    { name: `who sees ${share} %`, asEmpId: narrow, deptId: part.id, under: await pathOf(part.id) },
    { name: 'who sees all', asEmpId: await somebodyIn(pool, widest.id, 1), deptId: widest.id, under: await pathOf(widest.id) },
  ];
}

async function somebodyIn(pool: pg.Pool, departmentId: string, at: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select e.id from department top join department d on d.path <@ top.path join employee_department ed on ed.department_id = d.id
      join employee e on e.id = ed.employee_id where top.id = $1 and e.status = 'active' order by e.id offset $2 limit 1`,
    [departmentId, at],
  );
  const [one] = rows;
  if (!one) throw new Error('The department has no people');
  return one.id;
}

/** A role whose holder sees a department and what is below it; made at the first run. */
async function rangeOf(admin: Client, departmentId: string, holder: string): Promise<void> {
  const [known] = (await admin.call(contactRole.list, { code: roleCode })).list;
  const roleId =
    known?.id ?? (await admin.call(contactRole.save, { name: 'One percent', code: roleCode, ownerDeptId: rootDepartmentId })).roleId;
  const { version } = await admin.call(contactRole.find, { roleId });
  await admin.call(contactSaveRanges, { roleId, version, kind: 'auth', rows: [{ kind: 'depts', ids: [departmentId] }] });
  await admin.call(contactRole.assignEmployees, { roleId, ids: [holder] });
}

async function figuresOf(pool: pg.Pool, admin: Client, { name, asEmpId, deptId, under }: Viewer): Promise<Figure[]> {
  const people = await samplePeople(pool, under);
  const one = (at: number): (typeof people)[number] => people[at % people.length]!;
  const { rows } = await pool.query<{ id: string }>(
    `select e.id from employee_department ed join department d on d.id = ed.department_id join employee e on e.id = ed.employee_id
      where d.path <@ $1::ltree and e.status = 'active' order by hashtext(e.account) limit 200`,
    [under],
  );
  const seen = { asEmpId, language: 'zh_CN' as const };
  const search = (text: string) => admin.call(previewSearch, { ...seen, text });
  const calls: [what: string, limit: number, call: (at: number) => Promise<unknown>][] = [
    ['search by two characters of a name', most.search, (at) => search([...one(at).name].slice(-2).join(''))],
    ['search by pinyin', most.search, (at) => search(one(at).pinyin)],
    ['search by initials', most.search, (at) => search(one(at).initials)],
    ['top level of the tree', most.tree, () => admin.call(previewTree, { ...seen, parentId: rootDepartmentId })],
    ['level of the tree', most.tree, () => admin.call(previewTree, { ...seen, parentId: deptId })],
    ['page of 200 people', most.people, () => admin.call(previewDept, { ...seen, deptId, limit: 200 })],
    ['card', most.card, (at) => admin.call(previewPerson, { ...seen, empId: rows[at % rows.length]!.id, place: 'card' })],
  ];
  const figures: Figure[] = [];
  for (const [what, limit, call] of calls) {
    const times: number[] = [];
    // Everything that is asked is asked once before.
    for (let at = 0; at < rounds; at += 1) await call(at);
    for (let at = 0; at < rounds; at += 1) times.push(await timed(() => call(at)));
    const sorted = times.toSorted((left, right) => left - right);
    const [middle, late] = [sorted[Math.floor(rounds / 2)]!, sorted[Math.ceil(rounds * 0.95) - 1]!];
    figures.push({
      name: `contacts, ${name}: ${what}`,
      limit: `at most ${limit} ms p95`,
      measured: `${late.toFixed(0)} ms (median ${middle.toFixed(0)} ms)`,
      holds: late <= limit,
    });
  }
  return figures;
}
