import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as contact from '../../src/modules/contacts/common/client.contract.ts';
import { contactConfigGet, contactConfigUpdate } from '../../src/modules/contacts/common/config.contract.ts';
import { fieldList, fieldReset, fieldSave } from '../../src/modules/contacts/common/field.contract.ts';
import {
  contactCheck,
  contactImpact,
  contactViewers,
  previewDept,
  previewPerson,
} from '../../src/modules/contacts/common/insight.contract.ts';
import { contactRole, contactSaveRanges } from '../../src/modules/contacts/common/role.contract.ts';
import { whiteAdd, whiteList } from '../../src/modules/contacts/common/whitelist.contract.ts';
import { contactFunctions } from '../../src/modules/contacts/common/words.ts';
import { employeeSessionEnd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { Wire } from '../sign-in/console.ts';
import { DirectoryHouse, type Row } from './directory-house.ts';

const everything = { functions: contactFunctions };
let house: DirectoryHouse;
let wire: Wire;
/** Two companies; ann leads amy in the first, bob and ben are in the second, zoe in three departments of both. */
let [east, west, eastSales, secret] = ['', '', '', ''];
let everyone = '';

beforeAll(async () => {
  house = await DirectoryHouse.open();
  ({ wire } = house);
  east = await house.department('East', rootDepartmentId, 'company');
  west = await house.department('West', rootDepartmentId, 'company');
  eastSales = await house.department('Sales', east);
  secret = await house.department('Secret', west);
  const ann = await house.person('ann', [east], { title: 'Chief', mobile: '+8613800005678' });
  await house.person('amy', [eastSales], { managerId: ann, title: 'Clerk', mobile: '+8613900005679' });
  await house.person('bob', [west], { mobile: '+8613700005670' });
  await house.person('ben', [secret], { mobile: '+8613700005671' });
  await house.person('zoe', [eastSales, west, secret], { mobile: '+8613700005672' });
  everyone = (await wire.call(contactRole.list, { pageSize: 200 })).list.find(({ builtIn }) => builtIn)!.id;
}, 180_000);
afterAll(() => house.stop());

const rangesOf = async (roleId: string, rows: readonly Row[]): Promise<void> => {
  const { version } = await wire.call(contactRole.find, { roleId });
  await wire.call(contactSaveRanges, { roleId, version, kind: 'auth', rows: [...rows] });
};
afterEach(async () => {
  await house.clear();
  await rangesOf(everyone, [{ kind: 'all' }]);
  await wire.call(fieldReset, { version: (await wire.call(fieldList, {})).version });
});

const idOf = (account: string): string => house.idOf(account);
const found = async (account: string, text: string): Promise<string[]> =>
  (await (await house.phone(account)).call(contact.clientSearch, { text })).list.map(({ name }) => name);
const card = async (account: string, of: string) => (await house.phone(account)).ask(contact.clientPerson, { empId: idOf(of) });

test('4: two roles show what both do; what one leaves out the other gives all the same, and the check says so', async () => {
  const rows: Row[] = [
    { kind: 'depts', ids: [west] },
    { kind: 'depts', ids: [secret], exclude: true },
  ];
  const wide = await house.role(rows, { people: [idOf('ann')] }, everything);
  expect([(await card('ann', 'bob')).code, (await card('ann', 'ben')).code]).toEqual([0, 10404]);
  const narrow = await house.role([{ kind: 'employees', ids: [idOf('ben')] }], { departments: [east] }, everything);
  expect([(await card('ann', 'bob')).code, (await card('ann', 'ben')).code]).toEqual([0, 0]);
  const { list } = await wire.call(contactCheck, { pairs: [{ viewerId: idOf('ann'), targetId: idOf('ben') }] });
  expect(list).toMatchObject([{ tree: true, why: { step: 6, by: 'role', ruleId: narrow } }]);
  expect(new Map(list[0]!.roles.map(({ id, tree }) => [id, tree]))).toEqual(
    new Map([
      [wide, 'excluded'],
      [narrow, 'included'],
    ]),
  );
});

test('5: who has no role but Everyone, and Everyone shows oneself alone, sees oneself and the reporting line', async () => {
  await rangesOf(everyone, [{ kind: 'self' }]);
  const phone = await house.phone('amy');
  const { nodes } = await phone.call(contact.clientTree, { parentId: rootDepartmentId });
  expect(nodes.map(({ name, count }) => [name, count])).toEqual([['East', 2]]);
  expect([(await card('amy', 'ann')).code, (await card('amy', 'zoe')).code, (await card('bob', 'ben')).code]).toEqual([0, 10404, 10404]);
  expect([await found('amy', 'a'), await found('bob', 'b')]).toEqual([['amy', 'ann'], ['bob']]);
});

test('10 and 11: an unsaved range shows what its impact announced; an old version and other numbers are refused', async () => {
  const roleId = await house.role([{ kind: 'ownCompany' }], { people: [idOf('ann')] }, everything);
  const rows = [{ kind: 'employees' as const, ids: [idOf('bob')] }];
  const draft = { kind: 'range' as const, roleId, range: 'auth' as const, rows };
  const seen = async (unsaved: boolean): Promise<string[]> => {
    const names: string[] = [];
    for (const account of Object.keys(house.people)) {
      const input = { asEmpId: idOf('ann'), empId: idOf(account), ...(unsaved && { draft: JSON.stringify(draft) }) };
      if ((await wire.call(previewPerson, input)).person) names.push(account);
    }
    return names.toSorted();
  };
  const [before, after] = [await seen(false), await seen(true)];
  const impact = await wire.call(contactImpact, { draft });
  const gained = after.filter((name) => !before.includes(name));
  const lost = before.filter((name) => !after.includes(name));
  expect([impact.moreVisible.sample.map(({ name }) => name), impact.lessVisible.sample.map(({ name }) => name)]).toEqual([gained, lost]);
  expect([gained, lost]).toEqual([['bob'], ['zoe']]);
  const { version } = await wire.call(contactRole.find, { roleId });
  const save = { roleId, kind: 'auth' as const, rows };
  expect(await wire.ask(contactSaveRanges, { ...save, version: version - 1 })).toMatchObject({ code: 10409, data: { current: {} } });
  expect(await wire.ask(contactSaveRanges, { ...save, version, expect: { gain: 3, lose: 0 } })).toMatchObject({
    code: 20050,
    data: { gain: 1, lose: 1 },
  });
  await wire.call(contactSaveRanges, { ...save, version, expect: { gain: 1, lose: 1 } });
  expect(await seen(false)).toEqual(after);
});

test('13: somebody in three departments, one of them in range, is seen once, and the others are not named', async () => {
  await house.role([{ kind: 'depts', ids: [eastSales] }], { people: [idOf('ann')] }, everything);
  const phone = await house.phone('ann');
  const { list } = await phone.call(contact.clientPeople, { deptId: eastSales });
  expect(list.filter(({ name }) => name === 'zoe')).toMatchObject([{ departments: [{ id: eastSales }] }]);
  await phone.call(contact.clientPerson, { empId: idOf('zoe') });
  await phone.call(contact.clientSearch, { text: 'zoe' });
  await phone.call(contact.clientTree, { parentId: rootDepartmentId });
  await phone.sync();
  expect(phone.heard.filter((body) => /West|Secret/.test(body) || body.includes(west) || body.includes(secret))).toEqual([]);
});

test('16: labels follow the language of the terminal, and fall back where one is missing', async () => {
  await house.field('title', { label: { zh_CN: '头衔', ja_JP: '肩書' } });
  const phone = await house.phone('bob');
  const label = async (language: string) => {
    phone.language = language;
    return (await phone.call(contact.clientPerson, { empId: idOf('ann') })).fields.find(({ key }) => key === 'title')?.label;
  };
  expect([await label('ja'), await label('en'), await label('zh')]).toEqual(['肩書', '头衔', '头衔']);
  // What a colleague saved meanwhile is not lost.
  const { version, fields } = await wire.call(fieldList, {});
  expect(await wire.ask(fieldSave, { version: version - 1, fields })).toMatchObject({ code: 10409, data: { current: {} } });
});

test('19: an entry of the white list needs an end, and has no effect from that minute', async () => {
  await house.role([{ kind: 'self' }], { people: [idOf('bob')] }, everything);
  const entry = { memberKind: 'employee' as const, memberId: idOf('bob'), reason: 'Switchboard' };
  expect(await wire.ask(whiteAdd, entry as Parameters<typeof wire.ask<typeof whiteAdd>>[1])).toMatchObject({ code: 10400 });
  await wire.call(whiteAdd, { ...entry, until: Date.now() + 2_000 });
  const phone = await house.phone('bob');
  const sees = async () => (await phone.ask(contact.clientPerson, { empId: idOf('amy') })).code;
  expect(await sees()).toBe(0);
  await expect.poll(sees, { interval: 500 }).toBe(10404);
  expect((await wire.call(whiteList, {})).list).toMatchObject([{ state: 'expired' }]);
});

test('21: who sees somebody, and who reads a field, is the same as asking the terminals of everybody', async () => {
  await house.field('mobile', { visibleTo: ['sameCompany'] });
  await house.role([{ kind: 'ownCompany' }], { people: [idOf('ann'), idOf('bob')] }, everything);
  await house.role([{ kind: 'self' }], { people: [idOf('ben')] }, everything);
  await house.special({ mode: 'hidden' }, [{ kind: 'employee', id: idOf('ben') }]);
  // The built-in administrator and the employee of the test house have no phones: they are asked as See as does.
  for (const target of ['ann', 'amy', 'zoe', 'ben']) {
    const answers = await Promise.all(
      ['ann', 'amy', 'bob', 'ben', 'zoe']
        .filter((viewer) => viewer !== target)
        .map(async (viewer) => [viewer, await card(viewer, target)] as const),
    );
    const seeing = answers.filter(([, { code }]) => code === 0);
    const reading = seeing.filter(([, { data }]) => data.fields.some(({ key }) => key === 'mobile'));
    const told = async (fieldKey?: 'mobile') => {
      const { sample } = await wire.call(contactViewers, { targetId: idOf(target), ...(fieldKey && { field: fieldKey }) });
      return sample
        .map(({ name }) => name)
        .filter((name) => name in house.people && name !== target)
        .toSorted();
    };
    expect([target, await told()]).toEqual([target, seeing.map(([viewer]) => viewer).toSorted()]);
    expect([target, await told('mobile')]).toEqual([target, reading.map(([viewer]) => viewer).toSorted()]);
  }
});

test('who sees nobody of a department in See as does not at the terminal either, also where the directory is off', async () => {
  const { version } = await wire.call(contactConfigGet, {});
  const off = { kind: 'config' as const, change: { directoryOn: false } };
  const { lose } = await wire.call(contactImpact, { draft: off });
  expect(lose.count).toBeGreaterThanOrEqual(Object.keys(house.people).length);
  await wire.call(contactConfigUpdate, { version, directoryOn: false, expect: { gain: 0, lose: lose.count } });
  const phone = await house.phone('ann');
  const as = { asEmpId: idOf('ann'), deptId: east };
  expect((await wire.call(previewDept, as)).list).toEqual((await phone.call(contact.clientPeople, { deptId: east })).list);
  expect(await phone.call(contact.clientPictures, { empIds: [idOf('amy')] })).toEqual({ list: [] });
  await wire.call(contactConfigUpdate, { version: version + 1, directoryOn: true });
});

test('impact counts the terminals whose offline copy would shrink, as long as their sessions are open', async () => {
  await rangesOf(everyone, [{ kind: 'self' }]);
  const { version } = await wire.call(contactConfigGet, {});
  await wire.call(contactConfigUpdate, { version, offlineMode: 'visible' });
  const both: Row[] = [{ kind: 'depts', ids: [east, west] }];
  const roleId = await house.role(both, { people: [idOf('ann'), idOf('amy')] }, everything);
  const ranged = (rows: readonly Row[]) => ({ kind: 'range' as const, roleId, range: 'auth' as const, rows: [...rows] });
  const narrow = ranged([{ kind: 'depts', ids: [east] }]);
  const without = contactFunctions.filter((name) => name !== 'directory.offline');
  const copies = async (draft: Parameters<typeof wire.call<typeof contactImpact>>[1]['draft']): Promise<number> =>
    (await wire.call(contactImpact, { draft })).copies;
  // Nobody has fetched one; who may keep none holds none by asking.
  const other = await house.phone('bob');
  await other.sync();
  expect(await copies(narrow)).toBe(0);
  for (const account of ['ann', 'amy']) await (await house.phone(account)).sync();
  expect(await copies(narrow)).toBe(2);
  expect(await copies(ranged([{ kind: 'depts', ids: [east, west, rootDepartmentId] }]))).toBe(0);
  expect(await copies({ kind: 'function', roleId, functions: without })).toBe(2);
  expect(await copies({ kind: 'config', change: { offlineMax: 1 } })).toBe(2);
  const hides = await house.special({}, [{ kind: 'employee', id: idOf('ben') }]);
  expect(await copies({ kind: 'special', roleId: hides, belongsAdd: [{ kind: 'employee', id: idOf('bob') }] })).toBe(2);
  expect(await copies({ kind: 'role', roleId, membersRemove: [{ kind: 'employee', id: idOf('ann') }] })).toBe(1);
  await wire.call(employeeSessionEnd, { ids: [idOf('ann')] });
  expect(await copies(narrow)).toBe(1);
  await wire.call(contactConfigUpdate, { version: version + 1, offlineMode: 'ownDept' });
});
