import { afterAll, beforeAll, expect, test } from 'vitest';
import { extraAdd, extraList, extraRemove, extraUpdate } from '#modules/people/common/extra/extra.contract.ts';
import { employeeGet, employeeUpdate } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { fieldList, fieldReset, fieldSave, type ContactField } from '../common/field.contract.ts';
import { contactCheck, contactImpact } from '../common/insight.contract.ts';
import { specialUser } from '../common/special.contract.ts';
import { configFor } from './terminal/config.ts';
import { findableColumns, keepFindIndexes } from './terminal/find-index.ts';
import { personCard, revealField } from './terminal/person.ts';
import { searchPeople } from './terminal/search.ts';
import { TestDirectory } from './testing/directory-fixture.ts';

let house: TestDirectory;
let boss: TestDirectory['served']['boss'];
let [east, west] = ['', ''];
let [ann, bob, cat, dan] = ['', '', '', ''];

beforeAll(async () => {
  house = await TestDirectory.open();
  boss = house.served.boss;
  east = await house.department('East', { kind: 'company' });
  west = await house.department('West', { kind: 'company' });
  const option = (value: string, label: string) => ({ value, label: { zh_CN: label, en_US: value } });
  const extra = { target: 'employee' as const };
  await boss.call(extraAdd, {
    ...extra,
    code: 'hobby',
    name: { zh_CN: '爱好', en_US: 'Hobby' },
    type: 'select',
    options: [option('chess', '象棋'), option('judo', '柔道')],
    filterable: true,
  });
  await boss.call(extraAdd, { ...extra, code: 'desk', name: { zh_CN: '座位', en_US: 'Desk' }, searchable: true });
  await boss.call(extraAdd, { ...extra, code: 'buddy', name: { zh_CN: '伙伴', en_US: 'Buddy' }, type: 'employee' });
  await boss.call(extraAdd, { ...extra, code: 'badge', name: { zh_CN: '证件', en_US: 'Badge' }, sensitive: true });
  await boss.call(extraAdd, { ...extra, code: 'home', name: { zh_CN: '主部门' }, type: 'department' });
  bob = await house.person('bob', [west]);
  ann = await house.person('ann', [east], { extra: { hobby: 'chess', desk: 'A-417', buddy: bob, badge: 'X123456789', home: west } });
  cat = await house.person('cat', [east], { extra: { hobby: 'judo' }, title: '高级工程师' });
  dan = await house.person('dan', [west], { extra: { hobby: 'chess' } });
});
afterAll(() => house.served.close());

async function place(changes: Readonly<Partial<Record<ContactField['fieldKey'], Partial<ContactField>>>>) {
  const { version, fields } = await boss.call(fieldList, {});
  return boss.ask(fieldSave, { version, fields: fields.map((one) => ({ ...one, ...changes[one.fieldKey] })) });
}
const card = async (viewer: string, target: string, language: 'en_US' | 'zh_CN' = 'en_US') =>
  Object.fromEntries(
    (await personCard(await house.eye(viewer, language), { empId: target, place: 'card' })).fields.map(({ key, label, value }) => [
      key,
      `${label}: ${value}`,
    ]),
  );
const found = async (viewer: string, text: string, filters?: string[]) =>
  (await searchPeople(await house.eye(viewer), { text, ...(filters && { filters }) })).list.map(({ name }) => name);
const shown = { places: ['card' as const], visibleTo: ['everyone' as const] };

test('An extra field stands nowhere until it is placed; then its value is shown in words, and names nobody who is not seen', async () => {
  const { fields, catalogue } = await boss.call(fieldList, {});
  expect(fields.slice(-5).map(({ fieldKey, places, visibleTo, mask }) => [fieldKey, places, visibleTo, mask])).toEqual([
    ['extra.hobby', [], ['nobody'], 'none'],
    ['extra.desk', [], ['nobody'], 'none'],
    ['extra.buddy', [], ['nobody'], 'none'],
    ['extra.badge', [], ['nobody'], 'all'],
    ['extra.home', [], ['nobody'], 'none'],
  ]);
  expect(catalogue.filter(({ fieldKey }) => fieldKey.startsWith('extra.')).map((one) => [one.name, one.type, one.sensitive])).toEqual([
    ['Hobby', 'choice', false],
    ['Desk', 'text', false],
    ['Buddy', 'person', false],
    ['Badge', 'text', true],
    ['主部门', 'departments', false],
  ]);
  expect(Object.keys(await card(cat, ann))).not.toContain('extra.hobby');
  await house.role([{ kind: 'ownCompany' }], { people: [cat] });
  expect(
    await place({ 'extra.hobby': shown, 'extra.buddy': shown, 'extra.home': shown, 'extra.badge': { ...shown, reveal: true } }),
  ).toMatchObject({ code: 0 });
  expect(await card(bob, ann)).toMatchObject({ 'extra.hobby': 'Hobby: chess', 'extra.buddy': 'Buddy: bob', 'extra.badge': 'Badge: ****' });
  expect((await card(bob, ann, 'zh_CN'))['extra.hobby']).toBe('爱好: 象棋');
  expect((await card(bob, ann))['extra.home']).toBe('主部门: West');
  // Bob is of another company, which cat does not see: neither him nor the company.
  for (const key of ['extra.buddy', 'extra.home']) expect(Object.keys(await card(cat, ann))).not.toContain(key);
  expect((await revealField(await house.eye(bob), { empId: ann, fieldKey: 'extra.badge' })).value).toBe('X123456789');
  const { list } = await boss.call(contactCheck, { pairs: [{ viewerId: bob, targetId: ann }] });
  expect(list[0]!.fields.find(({ key }) => key === 'extra.badge')).toEqual({ key: 'extra.badge', name: 'Badge', state: 'masked' });
  const draft = (await boss.call(fieldList, {})).fields.map((one) =>
    one.fieldKey === 'extra.desk' ? { ...one, visibleTo: ['everyone' as const] } : one,
  );
  expect(await boss.call(contactImpact, { draft: { kind: 'field', fields: draft } })).toMatchObject({
    fieldsOpened: ['extra.desk'],
    openedNames: ['Desk'],
  });
});

test('Extra fields are searched and narrow what is found, by those who read them alone', async () => {
  const sameCompany = { ...shown, visibleTo: ['sameCompany' as const] };
  expect(await place({ 'extra.desk': { ...shown, searchable: 'contains' } })).toMatchObject({ code: 10400 });
  expect(await place({ 'extra.buddy': { searchable: 'exact' } })).toMatchObject({ code: 10400 });
  expect(await place({ 'extra.desk': { filterable: true } })).toMatchObject({ code: 10400 });
  await place({ 'extra.desk': { ...sameCompany, searchable: 'prefix' }, 'extra.hobby': { ...sameCompany, filterable: true } });
  expect([await found(cat, 'a-41'), await found(cat, '417'), await found(dan, 'a-41')]).toEqual([['ann'], [], []]);
  const filters = configFor(await house.eye(cat)).filters;
  expect(filters).toEqual([
    {
      key: 'extra.hobby',
      label: 'Hobby',
      options: [
        { value: 'chess', label: 'chess' },
        { value: 'judo', label: 'judo' },
      ],
    },
  ]);
  expect(await found(ann, 'a', ['extra.hobby=chess'])).toEqual(['ann']);
  // Dan plays chess, too, and says so to his own company alone.
  expect(await found(ann, 'd', ['extra.hobby=chess'])).toEqual([]);
  expect(await found(bob, 'd', ['extra.hobby=chess'])).toEqual(['dan']);
  expect(await found(ann, 'c', ['extra.hobby=chess'])).toEqual([]);
  expect(await found(ann, 'c', ['extra.hobby=judo'])).toEqual(['cat']);
  await expect(found(ann, 'c', ['extra.desk=A'])).rejects.toThrow('filters');
  await expect(found(ann, 'c', ['gender=male'])).rejects.toThrow('filters');
});

test('An extra field that terminals show or a special rule names is not deleted, and the refusal says where it stands', async () => {
  const name = house.word();
  const { roleId } = await boss.call(specialUser.save, {
    name,
    code: name,
    ownerDeptId: rootDepartmentId,
    mode: 'limited',
    fields: [{ fieldKey: 'extra.hobby', show: false }],
  });
  const idOf = async (code: string) =>
    (await boss.call(extraList, { target: 'employee', pageSize: 100 })).list.find((one) => one.code === code)!;
  const hobby = await idOf('hobby');
  const refused = JSON.stringify(await boss.ask(extraRemove, { ids: [hobby.id] }));
  expect(refused).toContain('"code":10410');
  for (const word of [name, 'extra.hobby']) expect(refused).toContain(word);
  expect(await boss.ask(extraUpdate, { id: hobby.id, version: hobby.version, filterable: false })).toMatchObject({ code: 10410 });
  await boss.call(specialUser.delete, { ids: [roleId] });
  await boss.call(fieldReset, { version: (await boss.call(fieldList, {})).version });
  expect(await boss.ask(extraRemove, { ids: [hobby.id] })).toMatchObject({ code: 0 });
  const { fields } = await boss.call(fieldList, {});
  expect(fields.map(({ fieldKey }) => fieldKey)).not.toContain('extra.hobby');
  expect(await place({})).toMatchObject({ code: 0 });
});

test('A field that a source always writes says whose it is, and employees do not edit it', async () => {
  await house.served.database.pool.query(
    `insert into source (id, name, code, kind, root_department_id, delivers, config, mapping, leaver_policy, dept_policy, brake, schedule, enabled, created_at, updated_at)
    values (gen_random_uuid(), 'HR system', 'hr', 'file', $1, '{people}', '{}', '[{"of": "employee", "target": "title", "own": "always"},
      {"of": "employee", "target": "alias", "own": "initial"}]', '{}', 'disable', '{}', '{}', true, 0, 0)`,
    [rootDepartmentId],
  );
  const { catalogue } = await boss.call(fieldList, {});
  expect(catalogue.flatMap(({ fieldKey, owner }) => (owner === null ? [] : [[fieldKey, owner]]))).toEqual([['title', 'HR system']]);
  expect(await place({ title: { editableBySelf: true } })).toMatchObject({ code: 20013, data: { field: 'title', source: 'HR system' } });
  expect(await place({ alias: { editableBySelf: true } })).toMatchObject({ code: 0 });
});

test('What a field holds is found with its index as without, which is there while it is searched among many', async () => {
  const { pool, db } = house.served.database;
  await place({ title: { searchable: 'contains' } });
  const all = async () => [await found(ann, '工程'), await found(ann, '程'), await found(ann, '工级'), await found(ann, '%')];
  expect(await all()).toEqual([['cat'], ['cat'], [], []]);
  await keepFindIndexes(house.served.services);
  expect([...(await findableColumns(db))]).toEqual([]);
  // As the database says it of a company of many.
  await pool.query("update pg_class set reltuples = 50000 where oid = 'employee'::regclass");
  await keepFindIndexes(house.served.services);
  expect([...(await findableColumns(db))]).toEqual(['title']);
  expect(await all()).toEqual([['cat'], ['cat'], [], []]);
  await place({ title: { searchable: 'no' } });
  await keepFindIndexes(house.served.services);
  expect([...(await findableColumns(db))]).toEqual([]);
  const { version } = await boss.call(employeeGet, { id: dan });
  await boss.call(employeeUpdate, { id: dan, version, title: '工程师' });
  expect(await found(ann, '工程')).toEqual([]);
});
