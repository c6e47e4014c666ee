import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareServices, superPerson, type BareServices } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import { callerOf, type Caller } from '#kit/server/caller.ts';
import { planApplyJob } from '#kit/server/change/plan/apply-plan.ts';
import { nameReferences } from '#kit/server/change/name-references.ts';
import { startPlan } from '#kit/server/change/plan/plan.service.ts';
import { keepMade } from '#kit/server/files/files.ts';
import type { JobContext, Services } from '#kit/server/services.ts';
import { catalogsOf, textsOf } from '#kit/server/texts.ts';
import { readXlsx } from '#platform/sheets/read-xlsx.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import { employeeBatchUpdate, employeeExport, employeeImportPreview } from '../../common/employee-bulk.contract.ts';
import { bulkFields } from '../../common/employee-fields.ts';
import { departmentExport } from '../../common/department-files.contract.ts';
import { departmentExportJob } from '../department/department.export.job.ts';
import { getDepartment } from '../department/department.query.ts';
import { createDirectory } from '../directory.ts';
import { previewBulk } from '../employee/employee.bulk.ts';
import { bulkJob } from '../employee/employee.bulk.job.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { exportJob } from '../employee/export.job.ts';
import { importJob } from './import.job.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { sampleHeader, sampleRows, spoilers } from './sample-sheet.ts';
import { adminOf, Company, watchEffects } from '../testing/people-fixture.ts';

let company: Company;
let bare: BareServices;
let services: Services;
const root = superPerson();

beforeAll(async () => {
  company = new Company(await testDatabase());
  watchEffects();
  bare = await bareServices(company.database, { people: [root], kinds: peopleModules.flatMap(({ kinds = [] }) => kinds) });
  services = { ...bare.services, directory: createDirectory(), texts: textsOf(catalogsOf(peopleModules)) };
  bare.jobs.register(planApplyJob);
});
afterAll(async () => {
  await bare.close();
  await company.database.close();
});

const rootCaller = (): Caller =>
  callerOf({
    uid: root.uid,
    account: 'root',
    name: 'Root',
    language: 'en_US',
    sessionId: null,
    address: '',
    userAgent: '',
    requestId: 'r',
    operation: 'test',
    grants: root.grants,
    confirmedAt: Date.now(),
    mustChangePassword: false,
    codes: [],
  });
const contextOf = (caller: Caller, jobId = '01a00000-0000-7000-8000-000000000b0b'): JobContext => ({
  jobId,
  caller,
  services,
  signal: new AbortController().signal,
  progress: async () => {},
});

async function fileOf(content: Readable, name: string, owner: string): Promise<string> {
  return (await keepMade(services, content, { name, type: 'application/octet-stream', purpose: 'import', owner, keepMillis: null })).id;
}

interface Item {
  line: number | null;
  action: string;
  name: string;
  after: Record<string, unknown> | null;
  issues: { path: string; key: string; params?: Record<string, unknown> }[] | null;
}

async function importing(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  more: Record<string, unknown> = {},
  caller = rootCaller(),
): Promise<{ planId: string; ignored: string[]; items: Item[] }> {
  const fileId = await fileOf(writeXlsx(rows, { sheet: 'x', header }), 'people.xlsx', caller.uid);
  const result = await importJob.run(contextOf(caller), employeeImportPreview.input.parse({ fileId, ...more }));
  const { rows: items } = await company.database.pool.query<Item>(
    'select line, action, object_name as name, after, issues from change_plan_item where plan_id = $1 order by seq',
    [result.planId],
  );
  return { ...result, items };
}

async function apply(planId: string): Promise<unknown> {
  const { db } = company.database;
  const plan = await db.selectFrom('change_plan').selectAll().where('id', '=', planId).executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => startPlan(tx, rootCaller(), services, { id: planId, expected: plan.counts }));
  return (await planApplyJob.run(contextOf(rootCaller()), { planId, code: null, name: { namespace: 'kit', key: 'job.unknown' } })).outcome;
}

const countOf = async (table: string): Promise<number> =>
  (await company.database.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]!.n;
const reasons = (items: readonly Item[]) =>
  items
    .filter(({ action }) => action === 'refused')
    .map(({ line, issues }) => [line, issues?.map(({ path, key }) => `${path} ${key}`).join()]);

test('a company becomes a plan in which each bad row stands with its reason, and the plan becomes the company', async () => {
  const sheet = { people: 1500, departments: 60, bad: 26, language: 'ja_JP' as const };
  const { planId, items, ignored } = await importing(sampleHeader('ja_JP'), sampleRows(sheet));
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(items, ({ action }) => action)).map(([action, list]) => [action, list?.length]),
  );
  expect(counts).toEqual({ create: 1560, refused: 26 });
  expect(ignored).toEqual([]);
  const blamed = items.filter(({ action }) => action === 'refused').map(({ issues }) => issues?.[0]?.path);
  expect(blamed).toEqual(Array.from({ length: 26 }, (_, at) => spoilers[at % spoilers.length]!.column));
  const [people, departments] = [await countOf('employee'), await countOf('department')];
  expect(await apply(planId)).toEqual({ create: 1560 });
  expect([await countOf('employee'), await countOf('department')]).toEqual([people + 1500, departments + 60]);
  const { rows } = await company.database.pool.query(`select kind, count(*)::int as n from change_operation group by kind order by kind`);
  expect(rows).toEqual([
    { kind: 'department', n: 60 },
    { kind: 'employee', n: 1500 },
  ]);
  const again = await importing(sampleHeader('en_US'), sampleRows({ ...sheet, language: 'en_US' }));
  expect(new Set(again.items.map(({ action }) => action))).toEqual(new Set(['same', 'refused']));
  expect(again.items.filter(({ action }) => action === 'same')).toHaveLength(1500);
});

test('rows change whom they name, by account or number, and only what the file says', async () => {
  const header = ['Account', 'Employee number', 'Title', 'Mobile', 'Primary department', 'Shoe size'];
  const first = await importing(
    ['Account *', 'Name', 'Employee number', 'Primary department'],
    [
      ['Anna.K', 'Anna', 'A-1', 'Head office/First floor'],
      ['ben', 'Ben', 'A-2', 'Head office'],
    ],
  );
  await apply(first.planId);
  const { planId, items, ignored } = await importing(
    header,
    [
      ['anna.k', '', 'Chief', '138 0000 1111', '', '42'],
      ['BEN', '', '', '', 'Head office', ''],
      ['nobody', '', 'x', '', '', ''],
    ],
    { mode: 'update' },
  );
  expect(ignored).toEqual(['Shoe size']);
  expect(items.map(({ action, after }) => [action, after])).toEqual([
    ['change', { title: 'Chief', mobile: '+8613800001111' }],
    ['same', null],
    ['refused', { account: 'nobody', title: 'x' }],
  ]);
  expect(await apply(planId)).toEqual({ change: 1 });
  const byNumber = await importing(
    ['Employee number', 'Account', 'Name'],
    [
      ['A-1', 'anna.king', 'Anna King'],
      ['A-2', 'ANNA.KING', 'Ben'],
      ['A-3', 'new', 'No Department'],
    ],
    { key: 'employeeNo' },
  );
  expect(byNumber.items[0]).toMatchObject({ action: 'change', after: { account: 'anna.king', name: 'Anna King' } });
  expect(reasons(byNumber.items)).toEqual([
    [3, 'account issue.repeated'],
    [4, 'department issue.departmentRequired'],
  ]);
  const adding = await importing(['Account', 'Name', 'Primary department'], [['ben', 'Ben', 'Head office']], { mode: 'add' });
  expect(reasons(adding.items)).toEqual([[2, 'account issue.existsAlready']]);
});

test('what others have, unknown departments and cells of the wrong kind are refused, formulas stay texts', async () => {
  const place = await company.department('Guarded');
  await company.person([place.id], { account: 'holder', name: 'Holder', mobile: '+8613700000001', email: 'holder@c.example' });
  const header = ['账号', '姓名', '手机', '邮箱', '主部门', '入职日期', '备注'];
  const { items } = await importing(
    header,
    [
      ['u.one', '甲', '13700000001', '', 'Guarded', '', ''],
      ['u.two', '乙', '', 'HOLDER@c.example', 'Guarded', '', ''],
      ['u.three', '丙', '', '', 'Guarded/Nowhere', '', ''],
      ['u.four', '丁', '', '', 'Guarded', '2024年2月29日', '=cmd()'],
      ['u.five', '戊', '', '', 'Gaurded', '', ''],
    ],
    { createDepartments: false },
  );
  expect(reasons(items)).toEqual([
    [2, 'mobile issue.taken'],
    [3, 'email issue.taken'],
    [4, 'department issue.noDepartment'],
    [6, 'department issue.noDepartmentMean'],
  ]);
  expect(items[4]?.issues?.[0]?.params).toMatchObject({ name: 'Gaurded', near: 'Guarded' });
  expect(items[3]).toMatchObject({ action: 'create', after: { hireDate: '2024-02-29', remark: '=cmd()' } });
  expect(items[0]?.issues?.[0]?.params).toMatchObject({ name: 'Holder' });
});

test('a department that is not there is answered by the one most alike beside it, by its path in the language of whoever imports', async () => {
  const [north, south] = await Promise.all(
    ['北方', '南方'].map((name, at) =>
      company.department(name, undefined, { name: { zh_CN: name, en_US: `${at === 0 ? 'North' : 'South'} Ltd`, ja_JP: `${name}支社` } }),
    ),
  );
  for (const { id } of [north!, south!])
    await company.department('法务', id, { name: { zh_CN: '法务', en_US: 'Legal Affairs', ja_JP: '法務' } });
  const { items } = await importing(
    ['Account', 'Name', 'Primary department'],
    [
      ['u.ten', 'Ten', 'North Ltd/Legal Afairs'],
      ['u.eleven', 'Eleven', 'South Ltd/Legal Afairs'],
      ['u.twelve', 'Twelve', 'Legal Afairs'],
    ],
    { createDepartments: false },
  );
  const near = items.map(({ issues }) => issues?.[0]?.params?.['near']);
  expect(near.slice(0, 2)).toEqual(['North Ltd/Legal Affairs', 'South Ltd/Legal Affairs']);
  expect(near[2]).toMatch(/^(North|South) Ltd\/Legal Affairs$/);
});

test('what changed names a department by its path where another has the same name', async () => {
  const [top, alone] = [await company.department('Twin top'), await company.department('Only one')];
  const [first, second] = [await company.department('Twin', top.id), await company.department('Twin', alone.id)];
  const [fields] = await nameReferences(company.database.db, { services, caller: rootCaller() }, [
    {
      kind: employeeKind,
      fields: [first, second, alone].map(({ id }) => ({
        field: 'assignments',
        before: null,
        after: [{ departmentId: id, primary: true }],
      })),
    },
  ]);
  const names = fields!.map(({ after }) => (after as { name: string }[]).map(({ name }) => name));
  expect(names).toEqual([['Twin top / Twin'], ['Only one / Twin'], ['Only one']]);
});

test('an administrator imports into the range alone and learns nothing of people outside', async () => {
  const [mine, other] = [await company.department('Mine'), await company.department('Other')];
  await company.person([other.id], { account: 'foreign', name: 'Foreign Secret', mobile: '+8613600000001' });
  const admin = adminOf([mine.path], root.uid);
  const { items } = await importing(
    ['Account', 'Name', 'Mobile', 'Primary department'],
    [
      ['in.range', 'A', '', 'Mine/New group'],
      ['foreign', 'B', '', 'Mine'],
      ['out.there', 'C', '', 'Other'],
      ['top.level', 'D', '', 'Brand new'],
      ['same.mobile', 'E', '13600000001', 'Mine'],
    ],
    {},
    admin,
  );
  expect(items.filter(({ action }) => action === 'create').map(({ name }) => name)).toEqual(['New group', 'A']);
  expect(reasons(items)).toEqual([
    [3, 'account issue.outsideRange'],
    [4, ' plan.outOfRange'],
    [5, 'department issue.outsideRange'],
    [6, 'mobile issue.takenHidden'],
  ]);
  expect(JSON.stringify(items)).not.toContain('Foreign Secret');
});

test('managers come from the file by account or number, wherever they stand in it; circles and who is led by a refused row are refused with their line', async () => {
  const place = await company.department('Led');
  const known = await company.person([place.id], { account: 'led.known', employeeNo: 'L-1' });
  const far = await company.department('Led elsewhere');
  await company.person([far.id], { account: 'led.far' });
  const header = ['Account', 'Name', 'Employee number', '直属上级（账号或工号）', 'Mobile', 'Primary department'];
  const row = (account: string, manager: string, more: { no?: string; mobile?: string } = {}) => [
    account,
    account,
    more.no ?? '',
    manager,
    more.mobile ?? '',
    'Led',
  ];
  const { planId, items } = await importing(header, [
    row('led.child', 'LED.MID'),
    row('led.mid', 'L-TOP'),
    row('led.known', '\u200bled.child', { no: 'L-1' }),
    row('led.top', '', { no: 'L-TOP' }),
    row('led.one', 'led.two'),
    row('led.two', 'led.one'),
    row('led.self', 'led.self'),
    row('led.below', 'led.lost'),
    row('led.lost', 'led.bad'),
    row('led.bad', 'led.top', { mobile: '12' }),
    row('led.nobody', 'no.such.person'),
    row('led.other', 'L-1'),
  ]);
  expect(items.map(({ line, action }) => [line, action]).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [2, 'create'],
    [3, 'create'],
    [4, 'change'],
    [5, 'create'],
    ...[6, 7, 8, 9, 10, 11, 12].map((line) => [line, 'refused']),
    [13, 'create'],
  ]);
  expect(reasons(items).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [6, 'managerAccount issue.circle'],
    [7, 'managerAccount issue.circle'],
    [8, 'managerAccount issue.circle'],
    [9, 'managerAccount issue.managerRefused'],
    [10, 'managerAccount issue.managerRefused'],
    [11, 'mobile issue.mobile'],
    [12, 'managerAccount issue.managerUnknown'],
  ]);
  expect(items.find(({ line }) => line === 10)?.issues?.[0]?.params).toEqual({ line: 11 });
  // What was typed stands beside the reason, also where nobody and nothing was found by it.
  expect(items.find(({ line }) => line === 12)?.after).toMatchObject({ managerId: 'no.such.person', assignments: ['Led'] });
  expect(items.find(({ line }) => line === 11)?.after).toMatchObject({ mobile: '12' });
  expect(await apply(planId)).toEqual({ create: 4, change: 1 });
  const { rows } = await company.database.pool.query<{ account: string; manager: string | null }>(
    `select e.account, (select m.account from employee m where m.id = e.manager_id) as manager from employee e where e.account like 'led.%' order by 1`,
  );
  expect(rows).toEqual([
    { account: 'led.child', manager: 'led.mid' },
    { account: 'led.far', manager: null },
    { account: 'led.known', manager: 'led.child' },
    { account: 'led.mid', manager: 'led.top' },
    { account: 'led.other', manager: 'led.known' },
    { account: 'led.top', manager: null },
  ]);
  // What is there counts too: who leads them now would be led by them.
  const turned = await importing(header, [row('led.top', 'led.known')]);
  expect(reasons(turned.items)).toEqual([[2, 'managerAccount issue.circle']]);
  // Whoever is out of the range is nobody.
  const near = await importing(header, [row('led.near', 'led.far')], {}, adminOf([place.path], root.uid));
  expect(reasons(near.items)).toEqual([[2, 'managerAccount issue.managerUnknown']]);
  expect(known).toBeTypeOf('string');
});

test('a manager at the end of a long file is made before those who stand above them', async () => {
  await company.department('Crew');
  const many = Array.from({ length: 2_100 }, (_, at) => [`crew.${at}`, `Crew ${at}`, 'crew.chief', 'Crew']);
  const { planId, items } = await importing(
    ['Account', 'Name', 'managerAccount', 'Primary department'],
    [...many, ['crew.chief', 'Chief', '', 'Crew']],
  );
  expect(items[0]).toMatchObject({ name: 'Chief', line: 2_102 });
  expect(await apply(planId)).toEqual({ create: 2_101 });
  const { rows } = await company.database.pool.query<{ n: number }>(
    `select count(*) as n from employee e join employee m on m.id = e.manager_id where m.account = 'crew.chief'`,
  );
  expect(rows[0]!.n).toBe(2_100);
});

test('a file that is none, has no header or is cut off is refused with its line', async () => {
  const run = async (content: Readable, name: string) =>
    importJob.run(contextOf(rootCaller()), employeeImportPreview.input.parse({ fileId: await fileOf(content, name, root.uid) }));
  await expect(run(Readable.from([Buffer.from('not a workbook')]), 'a.xlsx')).rejects.toMatchObject({ answer: 12120 });
  await expect(run(writeCsv([['x', 'y']], { header: ['Colour', 'Size'] }), 'a.csv')).rejects.toMatchObject({
    answer: 12120,
    params: { line: 1 },
  });
  await expect(run(Readable.from([Buffer.from('Account,Name\r\nann,"Ann\r\n')]), 'b.csv')).rejects.toMatchObject({ answer: 12120 });
});

test('several people change as one plan: renamed, moved, with the refusals shown before', async () => {
  const [from, to] = [await company.department('Bulk from'), await company.department('Bulk to')];
  const ids = [await company.person([from.id], { name: 'Tester One' }), await company.person([from.id, to.id], { name: 'Tester Two' })];
  const set = bulkFields.parse({
    rename: { find: 'Tester', replace: 'Engineer', suffix: ' (B)' },
    primaryDepartmentId: to.id,
    title: 'Senior',
  });
  const preview = await previewBulk(services, rootCaller(), { ids, set });
  expect(preview).toMatchObject({ count: 2, changed: 2, refusedCount: 0 });
  expect(preview.sample[0]?.fields.find(({ field }) => field === 'name')).toEqual({
    field: 'name',
    before: 'Tester One',
    after: 'Engineer One (B)',
  });
  expect(preview.sample[1]?.fields.find(({ field }) => field === 'assignments')).toEqual({
    field: 'assignments',
    before: 'Bulk from, Bulk to',
    after: 'Bulk to',
  });
  const tooLong = await previewBulk(services, rootCaller(), { ids, set: bulkFields.parse({ managerId: ids[0]! }) });
  expect(tooLong).toMatchObject({
    changed: 1,
    refusedCount: 1,
    refused: [{ name: 'Tester One', reason: 'The reporting line would form a circle' }],
  });
  const input = employeeBatchUpdate.input.parse({ ids, set, expected: 3 });
  await expect(bulkJob.run(contextOf(rootCaller()), input)).rejects.toMatchObject({ answer: 12141, params: { n: 2, m: 3 } });
  const { planId } = await bulkJob.run(contextOf(rootCaller()), { ...input, expected: 2 });
  await planApplyJob.run(contextOf(rootCaller()), { planId, code: null, name: { namespace: 'kit', key: 'job.unknown' } });
  const { rows } = await company.database.pool.query(
    `select name, title, (select array_agg(d.name ->> 'zh_CN' order by ed.is_primary desc) from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = e.id) as places from employee e where id = any($1) order by name`,
    [ids],
  );
  expect(rows).toEqual([
    { name: 'Engineer One (B)', title: 'Senior', places: ['Bulk to'] },
    { name: 'Engineer Two (B)', title: 'Senior', places: ['Bulk to'] },
  ]);
  expect((await bulkJob.run(contextOf(rootCaller()), { ...input, expected: 2 })).planId).toBe(planId);
});

test('an export holds what is filtered, masked, and can be imported again without a change', async () => {
  const place = await company.department('Exported');
  const below = await company.department('Below', place.id);
  const others = [await company.department('Further A'), await company.department('Further B')];
  await company.person([below.id, ...others.map(({ id }) => id)], { account: 'ex.several', name: 'Several' });
  await company.person([place.id], { account: 'ex.one', name: '-1+1', mobile: '+8613511112222', birthday: '1980-05-06' });
  const run = async (caller: Caller, more: object) => {
    const { fileId, rows } = await exportJob.run(
      contextOf(caller),
      employeeExport.input.parse({ filter: { departmentId: place.id, below: false }, ...more }),
    );
    const file = await company.database.db.selectFrom('file').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
    const chunks: Buffer[] = [];
    for await (const chunk of await services.files.open(file.hash)) chunks.push(Buffer.from(chunk));
    const table: string[][] = [];
    for await (const { cells } of readXlsx(Buffer.concat(chunks))) table.push(cells);
    return { rows, table };
  };
  const columns = ['account', 'name', 'department', 'mobile', 'birthday', 'gender'];
  const { rows, table } = await run(rootCaller(), { columns });
  expect(rows).toBe(1);
  expect(table).toEqual([
    ['Account', 'Name', 'Primary department', 'Mobile', 'Birthday', 'Gender'],
    ['ex.one', '-1+1', 'Company/Exported', '135****2222', '1980-**-**', 'Not stated'],
  ]);
  const full = await run(rootCaller(), { columns, full: true });
  expect(full.table[1]?.slice(3, 5)).toEqual(['+8613511112222', '1980-05-06']);
  const back = await importing(full.table[0]!, full.table.slice(1));
  expect(back.items.map(({ action }) => action)).toEqual(['same']);
  const places = ['department', 'otherDepartments'];
  const several = await run(rootCaller(), { filter: { departmentId: place.id, below: true }, columns: ['account', ...places] });
  expect(several.table.slice(1).map((row) => [row[0], row[1], row[2] ?? ''])).toEqual([
    ['ex.several', 'Company/Exported/Below', 'Company/Further A;Company/Further B'],
    ['ex.one', 'Company/Exported', ''],
  ]);
});

test('departments come from a file as a plan: found by their path, parents made on the way, empty cells leave what is there, and the export is taken again without a change', async () => {
  const top = await company.department('档案中心');
  const known = await company.department('既有组', top.id, { phone: '1', code: 'KNOWN' });
  await company.person([top.id], { account: 'Head.Of' });
  const header = ['完整路径', 'Code', 'Name in English', '负责人账号', 'Phone', 'Kind', 'Nonsense'];
  const rows = [
    ['档案中心/既有组', '', 'Known team', 'head.of', '', ''],
    ['档案中心/新组', 'NEW', 'New team', '', '2', '部门'],
    ['档案中心/新组/下级', 'DEEP', '', '', '', 'virtual'],
    ['档案中心/没有写/更深', '', '', '', '', ''],
    ['档案中心/没有写', '', '', '', '3', ''],
    ['档案中心/新组', '', '', '', '', ''],
    ['档案中心/坏的', '', '', 'nobody', '', 'planet'],
  ];
  const { planId, items, ignored } = await importing(header, rows, { target: 'department' });
  expect(ignored).toEqual(['Nonsense']);
  expect(items.map(({ line, action, name }) => [line, action, name])).toEqual([
    [2, 'change', '既有组'],
    [3, 'create', '新组'],
    [4, 'create', '下级'],
    [5, 'create', '没有写'],
    [5, 'create', '更深'],
    [6, 'refused', '档案中心/没有写'],
    [7, 'refused', '档案中心/新组'],
    [8, 'refused', '档案中心/坏的'],
  ]);
  expect(reasons(items)).toEqual([
    [6, 'fullName issue.parentFirst'],
    [7, 'fullName issue.repeated'],
    [8, 'kind issue.option,managerIds issue.managerUnknown'],
  ]);
  expect(await apply(planId)).toEqual({ change: 1, create: 4 });
  const { db } = company.database;
  expect(await getDepartment(db, rootCaller(), known.id)).toMatchObject({
    phone: '1',
    code: 'KNOWN',
    name: { zh_CN: '既有组', en_US: 'Known team' },
    managers: [{ name: expect.stringContaining('Person') }],
  });
  const made = await db.selectFrom('department').select('id').where('code', '=', 'DEEP').executeTakeFirstOrThrow();
  expect(await getDepartment(db, rootCaller(), made.id)).toMatchObject({
    kind: 'virtual',
    fullName: 'Company / 档案中心 / New team / 下级',
  });

  const request = departmentExport.input.parse({ filter: { parentId: top.id, below: true }, format: 'csv' });
  const { fileId, rows: written } = await departmentExportJob.run(contextOf(rootCaller()), request);
  expect(written).toBe(5);
  const again = await importJob.run(contextOf(rootCaller()), employeeImportPreview.input.parse({ fileId, target: 'department' }));
  const plan = await db.selectFrom('change_plan').select('counts').where('id', '=', again.planId).executeTakeFirstOrThrow();
  expect(plan.counts).toEqual({ same: 5 });
});
