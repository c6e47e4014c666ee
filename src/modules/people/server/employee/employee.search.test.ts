import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Range } from '#kit/server/caller.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import { employeeList } from '../../common/employee.contract.ts';
import type { EmployeeFilter } from '../../common/employee.contract.ts';
import { peopleChosen } from './employee.filter.ts';
import { listEmployees } from './employee.query.ts';
import { fewFound } from './employee.search.ts';
import { disableEmployees, removeEmployees } from './employee.service.ts';
import { adminOf, boss, Company, watchEffects } from '../testing/people-fixture.ts';

let company: Company;
let north: { id: string; path: string };
let south: { id: string; path: string };
let team: { id: string; path: string };
let own: string;

beforeAll(async () => {
  company = new Company(await testDatabase());
  watchEffects();
  north = await company.department('北方公司');
  south = await company.department('南方公司');
  team = await company.department('平台组', north.id);
  own = await company.person([south.id], { name: '王小明', account: 'wang.xm', email: 'Wang.XM@a.example', mobile: '+8613812345678' });
  await company.person([team.id], { name: '王小明', account: 'wang.xm2', employeeNo: 'W-2' });
  await company.person([south.id, team.id], { name: '王大明', employeeNo: 'W-3', mobile: '+8613812340000' });
  await company.person([north.id], { name: 'Wang Ming', nameEn: '100% _real\\', mobile: '+819012345678' });
  await company.person([north.id], { name: '汪', account: 'wx' });
  const idle = await company.person([north.id], { name: '王小红' });
  const gone = await company.person([north.id], { name: '王小刚' });
  await company.write((tx) => disableEmployees(tx, boss(), { ids: [idle] }));
  await company.write((tx) => removeEmployees(tx, boss(), { ids: [gone] }));
});
afterAll(() => company.database.close());

const db = () => company.database.db;
const texts = [
  ['王', '王小', '小明', '王小明', '王明', 'wang', 'wangxiaoming', 'wxm', 'w', 'wx', 'WANG.XM', 'wang.xm@', 'w-', 'Ｗ－３', 'W-2'],
  ['138', '13812345678', '5678', '+8613812345678', '+81', '090', '0000', 'Wang Ming', 'ang mi', '100%', '%', '_real', '\\', "'", '"'],
  ['{', '}', ',', 'nobody at all', '王 明', '\u{10ffff}', '😀'],
].flat();

/** Who is found in the order of making, and in that of accounts, which is always looked for by a plan of its own. */
async function bothWays(range: Range, request: Partial<EmployeeFilter> & { text: string }) {
  const paths = range.all ? [] : range.paths;
  const caller = range.all ? boss() : adminOf([...paths], range.uid);
  const ask = (sort: string) => listEmployees(db(), caller, employeeList.input.parse({ ...request, sort, pageSize: 100 }));
  const [usual, sorted] = [await ask('-createdAt'), await ask('account')];
  const ids = ({ list }: typeof usual): string[] => list.map(({ id }) => id);
  expect(ids(usual), request.text).toEqual(ids(usual).toSorted().toReversed());
  return { usual: { ids: ids(usual).toSorted(), total: usual.total }, sorted: { ids: ids(sorted).toSorted(), total: sorted.total } };
}

const isQuick = async (range: Range, request: Partial<EmployeeFilter>): Promise<boolean> =>
  (await peopleChosen(db(), range, request)).among !== undefined;

const limited = (paths: string[], self = false): Range => ({ all: false, paths, self, uid: own });

test('a search by the kept plan finds whom any other search finds, in every range and status', async () => {
  const ranges: Range[] = [{ all: true }, limited(['1']), limited([north.path]), limited([team.path, south.path]), limited([])];
  const requests: Partial<EmployeeFilter>[] = [
    {},
    { status: ['active'] },
    { status: ['disabled', 'active'] },
    { departmentId: south.id },
    { departmentId: south.id, below: false },
  ];
  let found = 0;
  for (const range of ranges)
    for (const request of requests)
      for (const text of texts) {
        const { usual, sorted } = await bothWays(range, { ...request, text });
        expect(usual, `${text} ${JSON.stringify({ range, request })}`).toEqual(sorted);
        found += usual.total;
      }
  expect(found).toBeGreaterThan(300);
}, 60_000);

test('what else is filtered, who left and who is deleted are looked for by a plan of their own', async () => {
  const all: Range = { all: true };
  expect(await isQuick(all, { text: 'x' })).toBe(true);
  expect(await isQuick(limited([north.path]), { text: 'x', departmentId: team.id, below: false })).toBe(true);
  for (const more of [{ employmentType: ['regular' as const] }, { status: ['left' as const] }, { deleted: true }, { several: true }])
    expect(await isQuick(all, { text: 'x', ...more }), JSON.stringify(more)).toBe(false);
  const gone = await listEmployees(db(), boss(), employeeList.input.parse({ text: '王小刚', deleted: true }));
  expect(gone.list.map(({ name }) => name)).toEqual(['王小刚']);
});

test('who sees themselves alone finds themselves alone', async () => {
  const request = { statuses: ['active' as const], language: 'zh_CN' as const, down: true, pageNum: 1, pageSize: 20 };
  const [rows, total] = (await fewFound(db(), { ...request, text: '王', range: limited([], true) }))!;
  expect([rows.map(({ id }) => id), total]).toEqual([[own], 1]);
  const part: Range = { all: false, paths: [], exact: [north.path], self: true, uid: own };
  const [both] = (await fewFound(db(), { ...request, text: 'wang', range: part }))!;
  expect(both.map(({ name }) => name).toSorted()).toEqual(['Wang Ming', '王小明', '汪'].toSorted());
});

test('pages follow one another, and behind the last one the number is still told', async () => {
  const page = (pageNum: number, pageSize: number) =>
    listEmployees(db(), boss(), employeeList.input.parse({ text: '王', sort: 'createdAt', pageNum, pageSize }));
  const whole = await page(1, 100);
  const pages = await Promise.all([1, 2, 3].map((at) => page(at, 2)));
  expect(pages.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(whole.list.map(({ id }) => id).slice(0, 6));
  expect(pages[0]!.next).not.toBeNull();
  expect(await page(9, 2)).toMatchObject({ list: [], total: whole.total });
});

test('what finds more people than are looked up one by one is found too', async () => {
  await company.database.pool.query(
    `with made as (insert into employee (id, account, account_key, name, primary_department_id, name_fold, pinyin, initials, sort_key, grams, created_at, updated_at)
       select gen_random_uuid(), 'crowd' || n, 'crowd' || n, 'Crowd', $1, 'crowd', 'crowd', 'c', 'crowd', '{cr,ro,ow,wd}', 0, 0 from generate_series(1, 1100) as n returning id)
     insert into employee_department (employee_id, department_id, is_primary, from_at) select id, $1, true, 0 from made`,
    [team.id],
  );
  const { usual, sorted } = await bothWays(limited([north.path]), { text: 'crowd' });
  expect([usual.total, sorted.total, usual.ids.length]).toEqual([1100, 1100, 100]);
  const request = { statuses: ['active' as const], language: 'zh_CN' as const, down: true, pageNum: 1, pageSize: 20 };
  expect(await fewFound(db(), { ...request, text: 'crowd', range: { all: true } })).toBeUndefined();
  expect((await fewFound(db(), { ...request, text: 'crowd7', range: { all: true } }))?.[1]).toBe(111);
});
