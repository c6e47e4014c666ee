import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { listPlanItems } from '../../src/kit/common/change/plan.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { listRecycled, purgeRecycled } from '../../src/kit/common/change/recycle-bin.contract.ts';
import type { Input } from '../../src/kit/common/contract.ts';
import { addressOf } from '../../src/kit/common/contract.ts';
import * as crowd from '../../src/modules/crowds/common/crowd.contract.ts';
import { crowdExplain, crowdMembers } from '../../src/modules/crowds/common/crowd-people.contract.ts';
import {
  departmentAdd,
  departmentGet,
  departmentMove,
  departmentRemove,
  departmentUpdate,
} from '../../src/modules/people/common/department.contract.ts';
import { departmentMerge } from '../../src/modules/people/common/department-merge.contract.ts';
import {
  employeeBatchUpdatePreview,
  employeeExport,
  employeeImportTemplate,
} from '../../src/modules/people/common/employee-bulk.contract.ts';
import * as people from '../../src/modules/people/common/employee.contract.ts';
import * as extra from '../../src/modules/people/common/extra/extra.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { readText } from '../../src/modules/people/server/for-sources/public.ts';
import {
  extraTexts,
  knownExtras,
  maskedValues,
  readyPatterns,
  siteZone,
  usedExtras,
  wrongValue,
} from '../../src/modules/people/server/public.ts';
import { wallText, zoneOffset } from '../../src/platform/sheets/cell.ts';
import { House } from '../access/house.ts';
import { idIn } from '../journeys/console-client.ts';

let house: House;
const boss = () => house.boss;
let made = 0;

beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house.stop());

const colours = [
  { value: 'red', label: { zh_CN: '红色', en_US: 'Red', ja_JP: '赤' } },
  { value: 'blue', label: { zh_CN: '蓝色', en_US: 'Blue', ja_JP: '青' } },
];

async function field(draft: Partial<Input<typeof extra.extraAdd>> = {}): Promise<{ id: string; code: string }> {
  made += 1;
  const code = draft.code ?? `field${made}`;
  const { id } = await boss().call(extra.extraAdd, { target: 'employee', name: { zh_CN: `字段${made}` }, ...draft, code });
  return { id, code };
}
const badge = (more: Partial<Input<typeof extra.extraAdd>> = {}) =>
  field({
    name: { zh_CN: '工牌颜色', en_US: 'Badge colour', ja_JP: '名札の色' },
    type: 'select',
    options: colours,
    filterable: true,
    listable: true,
    ...more,
  });
async function person(values: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const draft = { account: `someone${made}`, name: `Someone ${made}`, assignments, extra: values };
  return (await boss().call(people.employeeAdd, draft as Input<typeof people.employeeAdd>)).id;
}
const get = (id: string) => boss().call(people.employeeGet, { id });
async function give(id: string, values: Record<string, unknown>) {
  const { version } = await get(id);
  return boss().ask(people.employeeUpdate, { id, version, extra: values } as Input<typeof people.employeeUpdate>);
}
const found = async (...conditions: string[]): Promise<string[]> =>
  (await boss().call(people.employeeList, { extra: conditions, pageSize: 200 })).list.map(({ id }) => id).toSorted();

test('Values are checked by their definition, journaled field by field with the words of people, and undone', async () => {
  const { code } = await badge();
  const age = await field({ type: 'integer', min: 1, max: 10 });
  const plate = await field({ pattern: '[A-Z]{2}-[0-9]+' });
  const id = await person({ [code]: 'red' });
  expect((await get(id)).extraTexts[code]).toBe('红色');
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ [code]: 'green' }, /green/],
    [{ [age.code]: 11 }, /10/],
    [{ [age.code]: 1.5 }, /整数/],
    [{ [age.code]: '5' }, /数字/],
    [{ [plate.code]: 'x-1' }, /格式/],
    [{ nothing: 'x' }, /nothing/],
    [{ [plate.code]: 'AB-1\u200b' }, /字符/],
  ];
  for (const [values, reason] of wrong) {
    const answer = await give(id, values);
    expect(answer.code, JSON.stringify(values)).toBe(12040);
    expect(answer.msg).toMatch(reason);
    expect(answer.data).toMatchObject({ field: `extra.${Object.keys(values)[0]}` });
  }
  expect((await give(id, { [code]: 'blue', [age.code]: 5, [plate.code]: 'AB-12' })).code).toBe(0);
  const [line] = (await boss().call(listJournal, { objectId: id, pageSize: 5 })).list;
  expect(line!.fields).toContainEqual({ field: `extra.${code}`, label: '工牌颜色', before: '红色', after: '蓝色' });
  await boss().call(revertChanges, { operationIds: [line!.id] });
  expect((await get(id)).extra).toEqual({ [code]: 'red' });
});

test('A required field is asked of new people alone, a unique value belongs to one, a default begins', async () => {
  const old = await person();
  const must = await field({ required: true, default: 'usual' });
  expect((await get(await person())).extra[must.code]).toBe('usual');
  expect((await give(old, { [must.code]: null })).code).toBe(0);
  const someone = await person();
  expect((await give(someone, { [must.code]: null })).code).toBe(12040);
  await boss().call(extra.extraDisable, { ids: [must.id] });
  const card = await field({ unique: true });
  const first = await person({ [card.code]: 'No 1' });
  expect((await give(someone, { [card.code]: 'ｎｏ 1' })).msg).toMatch(/已被使用/);
  expect((await give(first, { [card.code]: 'No 1' })).code).toBe(0);
  expect((await give(someone, { [card.code]: 'No 2' })).code).toBe(0);
  const loose = await field({});
  await person({ [loose.code]: 'same' });
  await person({ [loose.code]: 'same' });
  const { version } = await boss().call(extra.extraGet, { id: loose.id });
  expect((await boss().ask(extra.extraUpdate, { id: loose.id, version, unique: true })).code).toBe(12043);
});

test('Lists are filtered by options, spans, beginnings and emptiness, and found by searchable values', async () => {
  const colour = await badge();
  const size = await field({ type: 'number', filterable: true });
  const since = await field({ type: 'date', filterable: true });
  const skills = await field({ type: 'multiSelect', options: colours, filterable: true });
  const desk = await field({ searchable: true, filterable: true });
  const ann = await person({
    [colour.code]: 'red',
    [size.code]: 5,
    [since.code]: '2024-02-03',
    [skills.code]: ['red', 'blue'],
    [desk.code]: 'Room ZX-77',
  });
  const bob = await person({ [colour.code]: 'blue', [size.code]: 50, [skills.code]: ['blue'] });
  expect(await found(`${colour.code}=red`)).toEqual([ann]);
  expect(await found(`${colour.code}=red`, `${colour.code}=blue`)).toEqual([ann, bob].toSorted());
  expect(await found(`${size.code}>=4`, `${size.code}<=49.5`)).toEqual([ann]);
  expect(await found(`${since.code}>=2024-02-03`, `${since.code}<=2024-02-03`)).toEqual([ann]);
  expect(await found(`${skills.code}=blue`)).toEqual([ann, bob].toSorted());
  expect(await found(`${desk.code}=room`)).toEqual([ann]);
  expect(await found(`${since.code}=`, `${size.code}=50`)).toEqual([bob]);
  const totals = async (...extra: string[]) => (await boss().call(people.employeeList, { extra, status: ['active'] })).total;
  const everybody = (await boss().call(people.employeeList, { status: ['active'] })).total;
  expect(await totals(`${size.code}=`)).toBe(everybody - 2);
  expect(await totals(`${skills.code}=blue`, `${skills.code}=red`)).toBe(2);
  await boss().call(people.employeeDisable, { ids: [bob] });
  expect(await totals(`${skills.code}=blue`, `${skills.code}=red`)).toBe(1);
  expect(await totals(`${size.code}=`)).toBe(everybody - 2);
  for (const wrong of ['nothing=1', `${desk.code}=a\u0000`, `${size.code}>=many`, `${size.code}~1`])
    expect((await boss().ask(people.employeeList, { extra: [wrong] })).code, wrong).toBe(10400);
  expect((await boss().call(people.employeeList, { text: 'ROOM zx' })).list.map(({ id }) => id)).toEqual([ann]);
  await boss().call(people.employeeDisable, { ids: [ann] });
  await boss().call(people.employeeRemove, { ids: [ann] });
  expect(await found(`${colour.code}=red`)).toEqual([]);
  await boss().call(people.employeeRestore, { ids: [ann] });
  // Who was deleted has left.
  const left = await boss().call(people.employeeList, { extra: [`${colour.code}=red`], status: ['left'] });
  expect(left.list.map(({ id }) => id)).toEqual([ann]);
  // One that becomes filterable later knows what was entered before.
  const late = await field({});
  const eve = await person({ [late.code]: 'before' });
  const { version } = await boss().call(extra.extraGet, { id: late.id });
  await boss().call(extra.extraUpdate, { id: late.id, version, filterable: true });
  await expect.poll(async () => (await boss().ask(people.employeeList, { extra: [`${late.code}=before`] })).code).toBe(0);
  expect(await found(`${late.code}=before`)).toEqual([eve]);
});

test('Types change only where nothing is lost; a deleted field comes back with its values, and its code is kept for it', async () => {
  const { id, code } = await badge();
  const someone = await person({ [code]: 'red' });
  const { version } = await boss().call(extra.extraGet, { id });
  expect((await boss().ask(extra.extraUpdate, { id, version, type: 'text', options: [] })).code).toBe(12042);
  await boss().call(extra.extraUpdate, { id, version, type: 'multiSelect' });
  expect((await get(someone)).extra[code]).toEqual(['red']);
  await boss().call(extra.extraRemove, { ids: [id] });
  expect((await get(someone)).extra).not.toHaveProperty(code);
  const again = await boss().ask(extra.extraAdd, { target: 'employee', code, name: { zh_CN: '新' } });
  expect(again).toMatchObject({ code: 10400, data: { issues: [{ path: 'code' }] } });
  const [line] = (await boss().call(listRecycled, { kind: ['extraField'], pageSize: 20 })).list.filter(({ objectId }) => objectId === id);
  await boss().call(revertChanges, { operationIds: [line!.operationId] });
  expect((await get(someone)).extra[code]).toEqual(['red']);
  expect(await found(`${code}=red`)).toEqual([someone]);
  // Once it is purged, its code is free and nothing is left of its values.
  await boss().call(extra.extraRemove, { ids: [id] });
  const [gone] = (await boss().call(listRecycled, { kind: ['extraField'], pageSize: 20 })).list.filter(({ objectId }) => objectId === id);
  await house.confirm(boss());
  await boss().call(purgeRecycled, { operationIds: [gone!.operationId] });
  await boss().call(extra.extraAdd, { target: 'employee', code, name: { zh_CN: '新' } });
  expect((await get(someone)).extra).not.toHaveProperty(code);
});

test('A crowd follows an extra field; a field that a crowd asks about is neither deleted nor hidden', async () => {
  const { id, code } = await badge();
  const [red, blue] = [await person({ [code]: 'red' }), await person({ [code]: 'blue' })];
  const catalogue = await boss().call(crowd.crowdCatalogue, {});
  expect(catalogue.fields.find((one) => one.field === `extra.${code}`)).toMatchObject({
    title: '工牌颜色',
    type: 'choice',
    options: [{ value: 'red', label: '红色' }, { value: 'blue' }],
  });
  const conditions = { match: 'all' as const, of: [{ field: `extra.${code}`, op: 'in' as const, value: ['red'] }] };
  const { id: crowdId } = await boss().call(crowd.crowdAdd, {
    name: { zh_CN: '红牌' },
    code: 'red-badges',
    ownerDeptId: rootDepartmentId,
    conditions,
  });
  const members = async () => (await boss().call(crowdMembers, { crowdId })).list.map((one) => one.id).toSorted();
  expect(await members()).toEqual([red]);
  await give(blue, { [code]: 'red' });
  await expect.poll(members).toEqual([red, blue].toSorted());
  for (const endpoint of [extra.extraRemove, extra.extraDisable])
    expect(await boss().ask(endpoint, { ids: [id] })).toMatchObject({ code: 10410, data: { usedBy: [{ kind: 'crowd', name: '红牌' }] } });
  const usage = await boss().call(extra.extraUsage, { id });
  expect(usage.fields[0]).toMatchObject({ filled: 2, uses: [{ kind: 'crowd', id: crowdId }] });
  expect(usage.values).toEqual([{ value: '红色', count: 2 }]);
  await boss().call(crowd.crowdDelete, { ids: [crowdId] });
  expect(await boss().call(extra.extraRemove, { ids: [id] })).toEqual({ count: 1 });
});

test('A crowd asks whom an extra field names: somebody, a department, or one with all below it', async () => {
  const [mentor, office] = [
    (await field({ type: 'employee', filterable: true })).code,
    (await field({ type: 'department', filterable: true })).code,
  ];
  const [north, tower] = [await house.department('北楼'), await house.department('塔楼')];
  const floor = await house.department('三层', north);
  const [ann, bob, cat] = [await person({ [office]: floor }), await person({ [office]: tower }), await person({})];
  await give(bob, { [mentor]: ann });
  const who = async (name: string, op: 'in' | 'notIn' | 'isUnder' | 'empty', value: string[] | null) => {
    const conditions = {
      match: 'all' as const,
      of: [
        { field: `extra.${name}`, op, value },
        { field: 'account', op: 'startsWith' as const, value: 'someone' },
      ],
    };
    const { sample } = await boss().call(crowd.crowdPreview, { ownerDeptId: rootDepartmentId, conditions });
    return [ann, bob, cat].filter((id) => sample.some((one) => one.id === id));
  };
  expect(await who(mentor, 'in', [ann])).toEqual([bob]);
  expect(await who(mentor, 'notIn', [ann])).toEqual([ann, cat]);
  expect(await who(office, 'in', [north])).toEqual([]);
  expect(await who(office, 'isUnder', [north])).toEqual([ann]);
  expect(await who(office, 'empty', null)).toEqual([cat]);
  // Who joins and leaves follows the tree as well as the people; what a rule names is not deleted.
  const conditions = { match: 'all' as const, of: [{ field: `extra.${office}`, op: 'isUnder' as const, value: [north] }] };
  const { id: crowdId } = await boss().call(crowd.crowdAdd, {
    name: { zh_CN: '北楼的人' },
    code: 'north-office',
    ownerDeptId: rootDepartmentId,
    conditions,
  });
  const members = async () => (await boss().call(crowdMembers, { crowdId })).list.map((one) => one.id).toSorted();
  expect(await members()).toEqual([ann]);
  await boss().call(departmentMove, { id: tower, parentId: north, version: 1 });
  await expect.poll(members).toEqual([ann, bob].toSorted());
  expect((await boss().call(crowd.crowdGet, { id: crowdId })).named[north]).toContain('北楼');
  expect((await boss().call(crowdExplain, { crowdId, empId: ann })).clauses.flatMap(({ value }) => value ?? [])).toEqual(['三层']);
  await boss().call(crowd.crowdDelete, { ids: [crowdId] });
});

test('An import names fields and options in any language; the template and the export bring them; bulk changes set them', async () => {
  const { code } = await badge();
  const template = await boss().app.inject({
    url: `${addressOf(employeeImportTemplate)}?format=csv&language=ja_JP`,
    headers: { accesstoken: boss().token },
  });
  expect(template.body).toContain('名札の色');
  const csv = `Account,Name,Department,Badge colour\nfile.one,One,Company,青\nfile.two,Two,Company,green\n`;
  const planId = await boss().planOf(await boss().upload('people.csv', Buffer.from(csv)));
  const { list } = await boss().call(listPlanItems, { planId, pageSize: 20 });
  expect(list.map(({ action }) => action)).toEqual(['create', 'refused']);
  expect(list[0]!.fields).toContainEqual({ field: `extra.${code}`, label: '工牌颜色', before: null, after: '蓝色' });
  expect(list[1]!.issues[0]!.message).toContain('green');
  const [due, since] = [await field({ type: 'datetime' }), await field({ type: 'date' })];
  const at = Date.UTC(2026, 2, 1, 9, 30);
  const id = await person({ [code]: 'red', [due.code]: at, [since.code]: '2026-02-03' });
  // A screen writes days and moments itself; a file has them as cells, in the zone in which an import reads them.
  expect((await get(id)).extraTexts).toMatchObject({ [due.code]: '2026-03-01T09:30:00.000Z', [since.code]: '2026-02-03' });
  const columns = [code, due.code, since.code].map((one) => `extra.${one}` as const);
  const { jobId } = await boss().call(employeeExport, { ids: [id], format: 'csv', columns: ['account', ...columns] });
  const fileId = idIn((await boss().jobEnd(jobId)).result, 'fileId');
  const file = await boss().app.inject({ url: `/api/file/download?fileId=${fileId}`, headers: { accesstoken: boss().token } });
  expect(file.body).toContain('工牌颜色');
  const written = wallText(at + zoneOffset(siteZone())(at));
  expect(file.body).toContain(`红色,${written},2026-02-03`);
  const rule = usedExtras('employee').find((one) => one.code === due.code)!;
  expect(readText(rule, written)).toEqual({ value: at });
  // As sources hand over what they have as milliseconds.
  expect(readText(rule, new Date(at).toISOString())).toEqual({ value: at });
  const preview = await boss().call(employeeBatchUpdatePreview, { ids: [id], set: { extra: { [code]: 'blue' } } });
  expect(preview).toMatchObject({ changed: 1, sample: [{ fields: [{ field: '工牌颜色', before: '红色', after: '蓝色' }] }] });
});

test('A sensitive value is masked for who reads, also in the history and a conflict, and shown by unmasking', async () => {
  const { code } = await field({ sensitive: true });
  const name = `extra.${code}` as const;
  const id = await person({ [code]: 'A-1234567-Z' });
  const { version } = await get(id);
  expect((await get(id)).extra[code]).toBe('A-1****67-Z');
  expect(await boss().call(people.employeeUnmask, { id, field: name, reason: 'Asked by them' })).toEqual({ value: 'A-1234567-Z' });
  const codes = [userManagement.code, userManagement.button.update, userManagement.button.export];
  const reader = (await house.administrator({ codes, range: { kind: 'all' } })).client;
  expect(JSON.stringify(await reader.call(listJournal, { objectId: id, pageSize: 5 }))).not.toContain('1234567');
  const stale = await reader.ask(people.employeeUpdate, { id, version: version + 5, title: 'x' });
  expect(stale.code).toBe(10409);
  expect(JSON.stringify(stale)).not.toContain('1234567');
  expect(
    (await boss().ask(extra.extraAdd, { target: 'employee', code: 'secretly', name: { zh_CN: '密' }, sensitive: true, filterable: true }))
      .code,
  ).toBe(10400);
});

test('Departments have fields of their own; definitions hold together; the order is that of everybody', async () => {
  const floor = await field({ target: 'department', type: 'integer', default: 3 });
  const { id } = await boss().call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '楼层部' } });
  const before = await boss().call(departmentGet, { id });
  expect(before.extra).toEqual({ [floor.code]: 3 });
  await boss().call(departmentUpdate, { id, version: before.version, extra: { [floor.code]: 4 } });
  expect((await boss().call(departmentGet, { id })).extraTexts).toEqual({ [floor.code]: '4' });
  const bad: Partial<Input<typeof extra.extraAdd>>[] = [
    { type: 'select' },
    { options: colours },
    { pattern: '(a)\\1' },
    { type: 'boolean', unique: true },
    { type: 'integer', min: 3, max: 1 },
    { type: 'integer', default: 'x' },
    { type: 'multiline', filterable: true },
  ];
  for (const [at, draft] of bad.entries())
    expect(
      (await boss().ask(extra.extraAdd, { target: 'department', code: `bad${at}`, name: { zh_CN: '坏' }, ...draft })).code,
      JSON.stringify(draft),
    ).toBe(10400);
  const second = await field({ target: 'department' });
  await boss().call(extra.extraReorder, { target: 'department', ids: [second.id, floor.id] });
  expect((await boss().call(extra.extraList, { target: 'department' })).list.map((one) => one.id)).toEqual([second.id, floor.id]);
  expect((await boss().ask(extra.extraReorder, { target: 'department', ids: [second.id] })).code).toBe(10409);
});

test('A department that a value names is not deleted; where it is merged into another, the value names that one', async () => {
  const [gone, target] = [await house.department('旧址'), await house.department('新址')];
  const place = await field({ type: 'department' });
  const home = await field({ type: 'department', target: 'department' });
  const id = await person({ [place.code]: gone });
  const { version } = await boss().call(departmentGet, { id: target });
  await boss().call(departmentUpdate, { id: target, version, extra: { [home.code]: gone } });
  expect((await boss().ask(departmentRemove, { ids: [gone] })).code).toBe(10410);
  const { jobId } = await boss().call(departmentMerge, { sourceIds: [gone], targetId: target });
  await expect.poll(async () => (await boss().call(getJob, { id: jobId })).state).toBe('done');
  expect((await get(id)).extra[place.code]).toBe(target);
  expect((await boss().call(departmentGet, { id: target })).extra[home.code]).toBe(target);
});

test('Filters on extra fields hold beside statuses: several of them, and those who left', async () => {
  const { code } = await badge();
  const [here, away, gone] = [await person({ [code]: 'red' }), await person({ [code]: 'red' }), await person({ [code]: 'red' })];
  await boss().call(people.employeeDisable, { ids: [away] });
  await house.product.database.pool.query(`update employee set status = 'left', left_at = 1, last_workday = '2020-01-01' where id = $1`, [
    gone,
  ]);
  const seen = async (status?: ('active' | 'disabled' | 'left')[]) => {
    const { list, total } = await boss().call(people.employeeList, { extra: [`${code}=red`], ...(status && { status }) });
    expect(total).toBe(list.length);
    return list.map(({ id }) => id).toSorted();
  };
  expect(await seen()).toEqual([here, away].toSorted());
  expect(await seen(['active'])).toEqual([here]);
  expect(await seen(['active', 'left'])).toEqual([here, gone].toSorted());
  expect(await seen(['left'])).toEqual([gone]);
});

test('A pattern built to run for ever is answered at once', async () => {
  const answer = await boss().call(extra.extraTry, { field: { type: 'text', pattern: '(a+)+b' }, text: 'a'.repeat(4000).slice(0, 900) });
  expect(answer.fits).toBe(false);
});

test('Other modules know the fields, their values and words', async () => {
  const { code, id } = await badge();
  const plate = await field({ pattern: '[A-Z]+' });
  const card = await field({ sensitive: true });
  await expect.poll(() => usedExtras('employee').map((one) => one.code)).toContain(card.code);
  const values = { [code]: 'red', [card.code]: 'A-1234567', gone: 'x' };
  const texts = await extraTexts(house.product.database.db, 'employee', [values], { language: 'ja_JP', range: { all: true } });
  expect(texts).toEqual([{ [code]: '赤', [card.code]: 'A-1****4567' }]);
  expect(maskedValues('employee', values)).toEqual({ [code]: 'red', [card.code]: 'A-1****4567' });
  const fieldOf = (name: string) => knownExtras('employee').find((one) => one.code === name)!;
  expect(await readyPatterns([fieldOf(plate.code)])).toBe(true);
  expect(wrongValue(fieldOf(plate.code), 'ab')).toEqual({ key: 'pattern' });
  expect(wrongValue(fieldOf(plate.code), 'AB')).toBeUndefined();
  await boss().call(extra.extraDisable, { ids: [id] });
  await expect.poll(() => usedExtras('employee').map((one) => one.code)).not.toContain(code);
  expect(knownExtras('employee').map((one) => one.code)).toContain(code);
});

test('In a large company a job prepares a field, and brings its values into the form of a new type', async () => {
  const late = await field({ type: 'select', options: colours });
  await house.product.database.pool.query(
    `insert into employee (id, account, account_key, name, primary_department_id, name_fold, pinyin, initials, sort_key, grams, created_at, updated_at, extra)
     select gen_random_uuid(), 'many' || n, 'many' || n, 'Many', $1, 'many', 'many', 'm', 'many', '{}', 0, 0, jsonb_build_object($2::text, case when n % 2 = 0 then 'red' else 'blue' end)
     from generate_series(1, 20500) as n`,
    [rootDepartmentId, late.code],
  );
  const change = async (wish: Partial<Input<typeof extra.extraUpdate>>): Promise<void> => {
    const { version } = await boss().call(extra.extraGet, { id: late.id });
    await boss().call(extra.extraUpdate, { id: late.id, version, ...wish });
  };
  const red = () => boss().ask(people.employeeList, { extra: [`${late.code}=red`], pageSize: 1 });
  await change({ filterable: true });
  // Half a preparation would answer half of the people.
  expect((await red()).code).toBe(10400);
  await expect.poll(red).toMatchObject({ code: 0, data: { total: 10_250 } });
  await change({ type: 'multiSelect' });
  await expect.poll(red).toMatchObject({ code: 0, data: { total: 10_250 } });
  const [one] = (await boss().call(people.employeeList, { extra: [`${late.code}=red`], pageSize: 1 })).list;
  expect((await get(one!.id)).extra[late.code]).toEqual(['red']);
});
