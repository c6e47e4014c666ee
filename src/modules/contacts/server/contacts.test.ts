import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { crowdAdd } from '#modules/crowds/common/crowd.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { contactConfigGet, contactConfigUpdate } from '../common/config.contract.ts';
import { fieldList, fieldReset, fieldSave, type ContactField } from '../common/field.contract.ts';
import {
  contactCheck,
  contactImpact,
  contactTrace,
  contactViewers,
  previewPerson,
  previewSearch,
  previewTree,
} from '../common/insight.contract.ts';
import { revealList, scrapeClear, scrapeList } from '../common/reveal.contract.ts';
import { contactRole, contactSaveRanges, contactSaveResources } from '../common/role.contract.ts';
import { contactRoleUsers } from '../common/role-user.contract.ts';
import { belongsSave, specialReorder, specialUser } from '../common/special.contract.ts';
import { whiteAdd, whiteList, whiteRemove } from '../common/whitelist.contract.ts';
import { contactAuth, contactRolePage, authRangePage, relateUserPage } from '../common/permissions.ts';
import { everyoneRoleId } from './directory.ts';
import { listFavourites, setFavourite } from './terminal/favourites.ts';
import { peopleOf } from './terminal/people.ts';
import { mayUse, personCard, revealField } from './terminal/person.ts';
import { configFor, namesFor } from './terminal/config.ts';
import { searchPeople } from './terminal/search.ts';
import { treeLevel } from './terminal/tree.ts';
import { TestDirectory } from './testing/directory-fixture.ts';
import { watchWhiteList } from './whitelist/white.warnings.ts';

let house: TestDirectory;
/** Two companies of a group, with people; ann leads amy in the first, bob and ben are in the second. */
let [east, west, eastSales, secret] = ['', '', '', ''];
let [ann, amy, bob, ben, zoe] = ['', '', '', '', ''];
let boss: TestDirectory['served']['boss'];

beforeAll(async () => {
  house = await TestDirectory.open();
  boss = house.served.boss;
  east = await house.department('East', { kind: 'company' });
  west = await house.department('West', { kind: 'company' });
  eastSales = await house.department('Sales', { parentId: east });
  secret = await house.department('Secret', { parentId: west });
  ann = await house.person('ann', [east], { mobile: '+8613800005678', title: 'Chief', employeeNo: 'N1' });
  amy = await house.person('amy', [eastSales], { managerId: ann, mobile: '+8613900005679', nameEn: 'Amy' });
  bob = await house.person('bob', [west], { mobile: '+8613700005670', employeeNo: 'N42' });
  ben = await house.person('ben', [secret], { employeeNo: 'N43' });
  zoe = await house.person('zoe', [eastSales, west, secret]);
});
afterAll(() => house.served.close());
afterEach(() => clear());

async function clear(): Promise<void> {
  const roles = (await boss.call(contactRole.list, { pageSize: 200 })).list.filter(({ builtIn }) => !builtIn).map(({ id }) => id);
  if (roles.length > 0) await boss.call(contactRole.delete, { ids: roles });
  const specials = (await boss.call(specialUser.list, { pageSize: 200 })).list.map(({ id }) => id);
  if (specials.length > 0) await boss.call(specialUser.delete, { ids: specials });
  const white = (await boss.call(whiteList, { pageSize: 200 })).list.map(({ id }) => id);
  if (white.length > 0) await boss.call(whiteRemove, { ids: white });
  await everyone([{ kind: 'all' }]);
  await boss.call(fieldReset, { version: (await boss.call(fieldList, {})).version });
}

async function everyone(rows: Parameters<TestDirectory['role']>[0]): Promise<void> {
  const { version } = await boss.call(contactRole.find, { roleId: everyoneRoleId });
  await boss.call(contactSaveRanges, { roleId: everyoneRoleId, version, kind: 'auth', rows: [...rows] });
}
const code = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Refusal) return error.answer;
      throw error;
    },
  );
const found = async (id: string, text: string): Promise<string[]> =>
  (await searchPeople(await house.eye(id), { text })).list.map((row) => row.name);
const names = async (id: string, parentId?: string): Promise<string[]> =>
  (await treeLevel(await house.eye(id), { parentId })).nodes.map(({ name, count }) => `${name} ${count}`);
const there = async (id: string, deptId: string): Promise<string[]> =>
  (await peopleOf(await house.eye(id), { deptId, limit: 50 })).list.map((row) => row.name);
const card = async (id: string, empId: string) => personCard(await house.eye(id), { empId, place: 'card' });
const can = async (id: string, empId: string, wanted: 'reach.chat' | 'number.dial') =>
  mayUse(await house.eye(id), { empId, function: wanted });
async function special(
  more: Record<string, unknown>,
  belongs: readonly { kind: 'employee' | 'department'; id: string }[],
): Promise<string> {
  const name = house.word();
  const { roleId } = await boss.call(specialUser.save, { name, code: name, ownerDeptId: rootDepartmentId, mode: 'hidden', ...more });
  await boss.call(belongsSave, { roleId, parties: [...belongs] });
  return roleId;
}
async function field(key: ContactField['fieldKey'], change: Partial<ContactField>): Promise<void> {
  const { version, fields } = await boss.call(fieldList, {});
  await boss.call(fieldSave, { version, fields: fields.map((one) => (one.fieldKey === key ? { ...one, ...change } : one)) });
}

test('As it comes, everybody sees everybody, with counts of each once', async () => {
  expect(await names(ann)).toEqual([expect.stringMatching(/6$/)]);
  expect(await names(ann, rootDepartmentId)).toEqual(['East 3', 'West 3']);
  expect(await there(ann, west)).toEqual(['bob', 'zoe']);
  expect(await found(ann, 'bo')).toEqual(['bob']);
});

test('Two companies that see themselves alone never read a byte of each other', async () => {
  await house.role([{ kind: 'ownCompany' }], { departments: [east] });
  await house.role([{ kind: 'ownCompany' }], { people: [bob, ben] });
  expect(await names(ann, rootDepartmentId)).toEqual(['East 3']);
  expect(await names(bob, rootDepartmentId)).toEqual(['West 3']);
  expect(await found(ann, 'b')).toEqual([]);
  expect(await found(ann, 'N42')).toEqual([]);
  expect(await code(card(ann, bob))).toBe(10404);
  expect(await code(there(ann, west))).toBe(10404);
  expect(await code(treeLevel(await house.eye(ann), { parentId: west }))).toBe(10404);
  expect(await boss.call(contactCheck, { pairs: [{ viewerId: ann, targetId: bob }] })).toMatchObject({
    list: [{ tree: false, search: false }],
  });
  // Zoe is in both, and is seen in one.
  expect([await there(ann, eastSales), await found(ann, 'zoe')]).toEqual([['amy', 'zoe'], ['zoe']]);
  expect((await searchPeople(await house.eye(ann), { text: 'zoe' })).list[0]!.departments.map(({ name }) => name)).toEqual(['Sales']);
  expect((await card(bob, zoe)).departments.map(({ name }) => name)).toEqual(['West', 'Secret']);
  expect(JSON.stringify(await card(ann, zoe))).not.toMatch(/West|Secret/);
});

test('A search range finds beyond the tree, and a whole number beyond that with name and department alone', async () => {
  await house.role(
    [{ kind: 'ownDept' }],
    { people: [ann] },
    { search: [{ kind: 'depts', ids: [west], withBelow: false }], exactMatch: ['employeeNo'] },
  );
  expect(await found(ann, 'bob')).toEqual(['bob']);
  expect(await names(ann, rootDepartmentId)).toEqual(['East 2']);
  // The card of who is only found has the fields of the list of what was found.
  expect((await card(ann, bob)).fields.map(({ key }) => key)).toEqual(['name', 'departments']);
  const exact = await searchPeople(await house.eye(ann), { text: 'N43' });
  expect(exact.list).toMatchObject([{ name: 'ben', departments: [{ name: 'Secret' }], fields: [], exact: true }]);
  expect(await found(ann, 'N4')).toEqual([]);
  expect(await code(card(ann, ben))).toBe(10404);
});

test('Ranges of several roles add up, and what one leaves out another shows; a pair says which', async () => {
  const wide = await house.role(
    [
      { kind: 'depts', ids: [west] },
      { kind: 'depts', ids: [secret], exclude: true },
    ],
    { people: [ann] },
  );
  expect(await code(card(ann, ben))).toBe(10404);
  const narrow = await house.role([{ kind: 'employees', ids: [ben] }], { departments: [east] });
  expect((await card(ann, ben)).name).toBe('ben');
  const { list } = await boss.call(contactCheck, { pairs: [{ viewerId: ann, targetId: ben }] });
  expect(list).toMatchObject([{ tree: true, why: { step: 6, by: 'role', ruleId: narrow } }]);
  expect(list[0]!.roles.toSorted((one, other) => one.tree.localeCompare(other.tree))).toMatchObject([
    { id: wide, tree: 'excluded' },
    { id: narrow, tree: 'included' },
  ]);
});

test('Who holds no role but an empty Everyone sees themselves and the reporting line', async () => {
  await everyone([{ kind: 'self' }]);
  expect(await found(amy, 'a')).toEqual(['amy', 'ann']);
  expect(await found(bob, 'b')).toEqual(['bob']);
  expect(await names(amy, rootDepartmentId)).toEqual(['East 2']);
  const { version } = await boss.call(contactConfigGet, {});
  await boss.call(contactConfigUpdate, { version, reportingLineAlways: false });
  expect(await found(amy, 'a')).toEqual(['amy']);
  await boss.call(contactConfigUpdate, { version: version + 1, reportingLineAlways: true });
  await everyone([]);
  expect(await found(zoe, 'a')).toEqual([]);
});

test('A masked number is for the same department, shown clear on request, counted; others find nobody by it', async () => {
  await field('mobile', { visibleTo: ['sameDept'], searchable: 'prefix' });
  const mobile = async (viewer: string, target: string) => (await card(viewer, target)).fields.find(({ key }) => key === 'mobile');
  expect(await mobile(zoe, amy)).toMatchObject({ value: '139****5679', masked: true, reveal: true });
  expect(await mobile(bob, amy)).toBeUndefined();
  expect([await found(zoe, '13900005679'), await found(bob, '13900005679')]).toEqual([['amy'], []]);
  expect(await code(revealField(await house.eye(bob), { empId: amy, fieldKey: 'mobile' }))).toBe(10404);
  const { version } = await boss.call(contactConfigGet, {});
  await boss.call(contactConfigUpdate, { version, revealPerDay: 2 });
  const eye = await house.eye(zoe);
  expect(await revealField(eye, { empId: amy, fieldKey: 'mobile' })).toEqual({ value: '+8613900005679', left: 1 });
  expect((await revealField(eye, { empId: amy, fieldKey: 'mobile' })).left).toBe(0);
  expect(await code(revealField(eye, { empId: amy, fieldKey: 'mobile' }))).toBe(20040);
  expect(await boss.call(revealList, { viewerId: zoe })).toMatchObject({ total: 2, top: [{ name: 'zoe', count: 2 }] });
  await boss.call(contactConfigUpdate, { version: version + 1, revealPerDay: 30 });
});

test('A hidden department is nowhere, its people see each other, and the white list sees it only when told so', async () => {
  await special({}, [{ kind: 'department', id: secret }]);
  expect(await names(ann, rootDepartmentId)).toEqual(['East 2', 'West 1']);
  expect(await names(ann, west)).toEqual([]);
  expect([await found(ann, 'ben'), await found(ann, 'N43')]).toEqual([[], []]);
  expect(await code(card(ann, ben))).toBe(10404);
  expect(await code(can(ann, ben, 'reach.chat'))).toBe(10404);
  expect(await namesFor(await house.eye(ann), [ben, bob])).toEqual({ list: [{ id: bob, name: 'bob', avatar: null, former: false }] });
  // In a group with them their name shows.
  expect((await namesFor(await house.eye(ann), [ben], new Set([ben]))).list).toMatchObject([{ name: 'ben' }]);
  expect(await found(zoe, 'ben')).toEqual(['ben']);
  const until = Date.now() + 86_400_000;
  const { id } = await boss.call(whiteAdd, { memberKind: 'employee', memberId: ann, reason: 'x', until });
  expect(await found(ann, 'ben')).toEqual([]);
  await boss.call(whiteRemove, { ids: [id] });
  await boss.call(whiteAdd, { memberKind: 'employee', memberId: ann, reason: 'x', until, includeHidden: true });
  expect(await found(ann, 'ben')).toEqual(['ben']);
  expect(await names(ann, west)).toEqual(['Secret 2']);
});

test('Whoever is protected is reached through the proxy; the code of a refusal names the rule', async () => {
  const roleId = await special({ mode: 'protected', proxyEmpId: zoe, deniedFunctions: ['reach.chat'] }, [{ kind: 'employee', id: bob }]);
  const shown = await card(amy, bob);
  expect(shown).toMatchObject({ name: 'bob', proxy: { id: zoe, name: 'zoe', functions: expect.arrayContaining(['reach.chat']) } });
  expect(shown.fields.map(({ key }) => key)).not.toContain('mobile');
  expect(shown.functions).not.toContain('reach.chat');
  const refused = await can(amy, bob, 'reach.chat');
  expect(refused).toMatchObject({ allowed: false, ref: expect.stringMatching(/^[2-9A-Z]{8}$/) });
  expect(await boss.call(contactTrace, { ref: refused.ref! })).toMatchObject({
    viewer: { name: 'amy' },
    target: { name: 'bob' },
    why: { by: 'special', ruleId: roleId },
  });
  expect(await boss.ask(specialUser.update, { roleId, version: 2, proxyEmpId: bob })).toMatchObject({ code: 20020 });
  // A rule before it decides for whom both hold.
  const first = await special({ mode: 'limited' }, [{ kind: 'employee', id: bob }]);
  await boss.call(specialUser.update, { roleId: first, version: 2, description: 'x' });
  const { list } = await boss.call(contactCheck, { pairs: [{ viewerId: amy, targetId: bob }] });
  expect(list[0]!.specials.map(({ id, decides }) => [id, decides])).toEqual([
    [roleId, true],
    [first, false],
  ]);
});

test('See as draws what the terminal is answered; a change that is not saved shows what impact announced', async () => {
  const roleId = await house.role([{ kind: 'ownCompany' }], { people: [ann] });
  const strip = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, inner: unknown) => (key === 'why' ? undefined : inner));
  const answers = await boss.call(previewSearch, { asEmpId: ann, text: 'a', language: 'en_US' });
  expect(strip(answers)).toEqual(strip(await searchPeople(await house.eye(ann), { text: 'a' })));
  expect(await boss.call(previewTree, { asEmpId: ann, parentId: rootDepartmentId })).toEqual(
    await treeLevel(await house.eye(ann), { parentId: rootDepartmentId }),
  );
  expect(await boss.call(previewPerson, { asEmpId: ann, empId: bob })).toMatchObject({ person: null, why: { step: 6, by: 'nothing' } });
  const draft = { kind: 'range' as const, roleId, range: 'auth' as const, rows: [{ kind: 'employees' as const, ids: [bob] }] };
  const after = await boss.call(previewPerson, { asEmpId: ann, empId: bob, draft: JSON.stringify(draft) });
  expect(after).toMatchObject({ person: { name: 'bob' }, why: { ruleId: roleId } });
  expect(await boss.call(contactImpact, { draft })).toMatchObject({
    gain: { count: 1, sample: [{ name: 'ann' }] },
    lose: { count: 1 },
    moreVisible: { count: 1, sample: [{ name: 'bob' }] },
    // Amy stays: she reports to ann.
    lessVisible: { count: 1, sample: [{ name: 'zoe' }] },
    estimate: false,
  });
  const save = { roleId, kind: 'auth' as const, rows: draft.rows };
  expect(await boss.ask(contactSaveRanges, { ...save, version: 1 })).toMatchObject({ code: 10409 });
  expect(await boss.ask(contactSaveRanges, { ...save, version: 3, expect: { gain: 9, lose: 0 } })).toMatchObject({ code: 20050 });
  await boss.call(contactSaveRanges, { ...save, version: 3, expect: { gain: 1, lose: 1 } });
  expect(await found(ann, 'zoe')).toEqual([]);
});

test('Where it is only told of, whoever opens too many cards goes on', async () => {
  await house.served.database.pool.query('insert into contact_opened select $1, gen_random_uuid(), $2 from generate_series(1, 300)', [
    zoe,
    Date.now(),
  ]);
  expect((await card(zoe, amy)).name).toBe('amy');
  expect((await card(zoe, ann)).name).toBe('ann');
  const { list } = await boss.call(scrapeList, { state: 'watched' });
  expect(list).toMatchObject([{ viewer: { name: 'zoe' }, cards: 301 }]);
});

test('A function that is off is missing on the card and refused when it is asked for', async () => {
  const roleId = await house.role([{ kind: 'all' }], { people: [ann] });
  await boss.call(contactSaveResources, { roleId, version: 3, functions: ['person.card', 'reach.chat'] });
  expect((await card(ann, bob)).functions).toEqual(['person.card', 'reach.chat']);
  expect(await can(ann, bob, 'number.dial')).toMatchObject({ allowed: false });
  expect(await code(searchPeople(await house.eye(ann), { text: 'bob' }))).toBe(20030);
  expect(await code(treeLevel(await house.eye(ann), {}))).toBe(20030);
});

test('Labels of fields follow the language and fall back; rules of the set hold', async () => {
  await field('title', { label: { zh_CN: '头衔', ja_JP: '肩書' } });
  const label = async (language: 'en_US' | 'ja_JP') =>
    (await personCard(await house.eye(bob, language), { empId: ann, place: 'card' })).fields.find(({ key }) => key === 'title')?.label;
  expect([await label('ja_JP'), await label('en_US')]).toEqual(['肩書', '头衔']);
  const { version, fields } = await boss.call(fieldList, {});
  const save = (key: ContactField['fieldKey'], change: Partial<ContactField>) =>
    boss.ask(fieldSave, { version, fields: fields.map((one) => (one.fieldKey === key ? { ...one, ...change } : one)) });
  // Fields are named as people read them.
  expect(await save('email', { places: ['list'] })).toMatchObject({ code: 20010, msg: expect.not.stringMatching(/departments|email/) });
  expect(await save('name', { visibleTo: ['nobody'] })).toMatchObject({ code: 20011, msg: 'Name is always shown' });
  expect(await save('account', { label: { zh_CN: 'x\u202ey' } })).toMatchObject({ code: 10400 });
  expect(await save('email', { action: 'dial' })).toMatchObject({ code: 20012 });
  expect(await boss.ask(fieldSave, { version: version - 1, fields })).toMatchObject({ code: 10409 });
});

test('A person has roles by three ways, and loses one alone', async () => {
  const roleId = await house.role([{ kind: 'self' }], { people: [amy], departments: [eastSales] });
  const crowd = { kind: 'fixed' as const, name: { zh_CN: '群' }, code: house.word(), ownerDeptId: rootDepartmentId };
  await boss.call(contactRole.assignCrowds, { roleId, ids: [(await boss.call(crowdAdd, { ...crowd, includes: [amy] })).id] });
  const ways = async () =>
    (await boss.call(contactRoleUsers, { text: 'amy' })).list.map(({ roles }) =>
      roles.map((role) => [role.id, role.ways.map(({ kind }) => kind)]),
    );
  expect(await ways()).toEqual([[[roleId, ['employee', 'department', 'crowd']]]]);
  expect((await boss.call(contactRoleUsers, { roleId })).list.map(({ name }) => name)).toEqual(['amy', 'zoe']);
  await boss.call(contactRole.removeMembers, { roleId, kind: 'employee', ids: [amy] });
  expect(await ways()).toEqual([[[roleId, ['department', 'crowd']]]]);
  expect((await boss.call(contactRoleUsers, { onlyEveryone: true })).list.map(({ name }) => name)).toEqual(
    expect.not.arrayContaining(['amy']),
  );
});

test('An entry of the white list has an end, and none after it', async () => {
  const entry = { memberKind: 'employee' as const, memberId: ann, reason: 'x' };
  // As somebody calls who knows nothing of the types.
  const endless = { ...entry } as Parameters<typeof boss.ask<typeof whiteAdd>>[1];
  expect(await boss.ask(whiteAdd, endless)).toMatchObject({ code: 10400 });
  expect(await boss.ask(whiteAdd, { ...entry, until: 0 })).toMatchObject({ code: 20022 });
  const ended = { name: 'Ended', code: 'ended', ownerDeptId: rootDepartmentId, mode: 'hidden' as const, until: 1 };
  expect(await boss.ask(specialUser.save, ended)).toMatchObject({ code: 10400, data: { issues: [{ path: 'until' }] } });
  expect(await boss.ask(whiteAdd, { ...entry, until: Date.now() + 400 * 86_400_000 })).toMatchObject({ code: 20022 });
  await house.role([{ kind: 'self' }], { people: [ann] });
  await boss.call(whiteAdd, { ...entry, until: Date.now() + 1500 });
  expect(await found(ann, 'bob')).toEqual(['bob']);
  // Nobody writes anything: it ends by itself.
  await expect.poll(() => found(ann, 'bob'), { timeout: 3000 }).toEqual([]);
  expect((await boss.call(whiteList, {})).list).toMatchObject([{ state: 'expired' }]);
});

test('A white list that reaches a large part of the company is warned of until it is small again', async () => {
  const told = async () =>
    (await house.served.database.pool.query("select holds, facts from warning_event where kind = 'contact.whiteWide' order by id")).rows;
  await watchWhiteList(house.served.services);
  expect(await told()).toEqual([]);
  const crew = await house.department('White crew');
  for (let at = 0; at < 11; at += 1) await house.person(`white${at}`, [crew]);
  const entry = { memberKind: 'department' as const, memberId: crew, reason: 'all of them', until: Date.now() + 86_400_000 };
  const { id } = await boss.call(whiteAdd, entry);
  await boss.call(whiteAdd, { ...entry, memberKind: 'employee', memberId: ann });
  await watchWhiteList(house.served.services);
  expect(await told()).toMatchObject([{ holds: true, facts: { people: 12 } }]);
  await boss.call(whiteRemove, { ids: [id] });
  await watchWhiteList(house.served.services);
  expect((await told()).map(({ holds }) => holds as boolean)).toEqual([true, false]);
});

test('Who opens too many cards is told of and stopped, until somebody lets them on', async () => {
  const { version } = await boss.call(contactConfigGet, {});
  await house.served.database.pool.query('insert into contact_opened select $1, gen_random_uuid(), $2 from generate_series(1, 300)', [
    ben,
    Date.now(),
  ]);
  await boss.call(contactConfigUpdate, { version, scrapeAction: 'alarmBlock' });
  expect(await code(card(ben, amy))).toBe(20041);
  const { list } = await boss.call(scrapeList, { state: 'blocked' });
  expect(list).toMatchObject([{ viewer: { name: 'ben' }, cards: 301 }]);
  const { rows: told } = await house.served.database.pool.query(
    "select from warning_event where kind = 'contact.harvest' and object_id = $1",
    [ben],
  );
  expect(told.length).toBe(1);
  expect(await code(card(ben, ann))).toBe(20041);
  await boss.call(scrapeClear, { ids: [list[0]!.id] });
  expect((await card(ben, ann)).name).toBe('ann');
  const { rows: audited } = await house.served.database.pool.query("select from audit_log where operation = 'contact.scrape.clear'");
  expect(audited.length).toBe(1);
  await boss.call(contactConfigUpdate, { version: version + 1, scrapeAction: 'alarm' });
});

test('A terminal asks how things are drawn, and keeps at hand whom the viewer still sees', async () => {
  const config = configFor(await house.eye(ann));
  expect(config.places['list']?.map(({ key, label }) => [key, label])).toEqual([
    ['name', 'Name'],
    ['title', 'Title'],
    ['departments', 'Departments'],
  ]);
  expect(config).toMatchObject({ directoryOn: true, searchMin: 1, offline: { mode: 'none' } });
  expect(config.functions).not.toContain('directory.export');
  await setFavourite(await house.eye(ann), bob, true);
  const kept = async () => (await listFavourites(await house.eye(ann))).list.map(({ name }) => name);
  expect(await kept()).toEqual(['bob']);
  await special({}, [{ kind: 'employee', id: bob }]);
  expect(await kept()).toEqual([]);
  expect(await code(setFavourite(await house.eye(ann), bob, true))).toBe(10404);
});

test('The built-in role stays, and rows of ranges name somebody', async () => {
  expect(await boss.ask(contactRole.delete, { ids: [everyoneRoleId] })).toMatchObject({ code: 20001 });
  expect(await boss.ask(contactRole.disable, { ids: [everyoneRoleId] })).toMatchObject({ code: 20001 });
  expect(await boss.ask(contactRole.assignEmployees, { roleId: everyoneRoleId, ids: [ann] })).toMatchObject({ code: 20001 });
  const { version } = await boss.call(contactRole.find, { roleId: everyoneRoleId });
  const save = (rows: Parameters<typeof everyone>[0]) =>
    boss.ask(contactSaveRanges, { roleId: everyoneRoleId, version, kind: 'auth', rows: [...rows] });
  expect(await save([{ kind: 'depts' }])).toMatchObject({ code: 20002, msg: expect.not.stringContaining('depts') });
  expect(await save([{ kind: 'depts', ids: ['01a00000-0000-7000-8000-00000000dead'] }])).toMatchObject({ code: 10400 });
});

test('Special rules are asked in the order that somebody gave them; a pasted pair says which decides', async () => {
  const first = await special({ mode: 'limited' }, [{ kind: 'employee', id: bob }]);
  const between = await special({ mode: 'limited' }, [{ kind: 'employee', id: ben }]);
  const second = await special({ mode: 'hidden' }, [{ kind: 'employee', id: bob }]);
  const pasted = async () => boss.call(contactCheck, { named: [{ viewer: 'AMY', target: 'N42' }] });
  expect((await pasted()).list).toMatchObject([{ viewerName: 'amy', targetName: 'bob', search: true, why: { ruleId: first } }]);
  await boss.call(specialReorder, { ids: [second, first] });
  // What is not named keeps its place.
  expect((await boss.call(specialUser.list, {})).list.map(({ id }) => id)).toEqual([second, between, first]);
  expect((await pasted()).list).toMatchObject([{ search: false, why: { by: 'special', ruleId: second } }]);
  // The filter by person names the rules that hold them.
  expect((await boss.call(specialUser.list, { employeeId: ben })).list.map(({ id }) => id)).toEqual([between]);
});

test('Words of pasted pairs are account, number, mobile and address; who is unknown is told by line', async () => {
  const named = [
    { viewer: 'ann', target: '13800005678' },
    { viewer: 'nobody', target: 'N42' },
    { viewer: 'N1', target: '+8613700005670' },
  ];
  const { list, unknown } = await boss.call(contactCheck, { named });
  expect(list.map(({ viewerName, targetName }) => `${viewerName} ${targetName}`)).toEqual(['ann ann', 'ann bob']);
  expect(unknown).toEqual([{ at: 1, word: 'nobody' }]);
  const east1 = house.served.holder({
    [contactAuth.code]: [await house.pathOf(east)],
    [contactAuth.button.check]: [await house.pathOf(east)],
  });
  // Who is out of range is as unknown as who does not exist.
  expect(
    await east1.call(contactCheck, {
      named: [
        { viewer: 'amy', target: 'bob' },
        { viewer: 'amy', target: 'nobody' },
      ],
    }),
  ).toEqual({
    list: [],
    unknown: [
      { at: 0, word: 'bob' },
      { at: 1, word: 'nobody' },
    ],
  });
});

test('A rule that is not saved yet is seen through as it will be; its steps are told in the language of who asks', async () => {
  const roleId = await special({}, [{ kind: 'employee', id: ben }]);
  const draft = JSON.stringify({ kind: 'special', roleId, belongsAdd: [{ kind: 'employee', id: bob }] });
  const asked = { asEmpId: ann, empId: bob, language: 'zh_CN' as const };
  expect(await boss.call(previewPerson, asked)).toMatchObject({ person: { name: 'bob' } });
  const { person, why, path } = await boss.call(previewPerson, { ...asked, draft });
  expect([person, why.step, why.ruleId]).toEqual([null, 4, roleId]);
  expect(path.at(-1)?.text).toMatch(/^Hidden by/);
  expect((await boss.call(previewSearch, { asEmpId: ann, text: 'bob', draft })).list).toEqual([]);
  expect(await found(ann, 'bob')).toEqual(['bob']);
});

test('An administrator of the east sees roles of the east, gives none beyond it, and looks through nobody else', async () => {
  const paths = [await house.pathOf(east)];
  const pages = [contactRolePage, authRangePage, relateUserPage, contactAuth];
  const admin = house.served.holder(
    Object.fromEntries(pages.flatMap((page) => [page.code, ...Object.values(page.button)]).map((one) => [one, paths])),
  );
  const { roleId: foreign } = await boss.call(contactRole.save, { name: 'Theirs', code: 'theirs', ownerDeptId: west });
  // Of no department: read by all who hold the page, changed by who sees everything.
  const common = await house.role([{ kind: 'self' }], { people: [bob] });
  const { roleId } = await admin.call(contactRole.save, { name: 'Mine', code: 'mine', ownerDeptId: east });
  const listed = (await admin.call(contactRole.list, {})).list.map(({ id }) => id);
  expect([roleId, common, foreign].filter((id) => listed.includes(id))).toEqual([roleId, common]);
  expect(await admin.ask(contactRole.update, { roleId: common, version: 3, name: 'Ours' })).toMatchObject({ code: 10910 });
  expect(await admin.ask(contactRole.find, { roleId: foreign })).toMatchObject({ code: 10910 });
  const save = (rows: Parameters<typeof everyone>[0]) =>
    admin.ask(contactSaveRanges, { roleId, version: 1, kind: 'auth', rows: [...rows] });
  expect(await save([{ kind: 'depts', ids: [west] }])).toMatchObject({ code: 20003 });
  expect(await save([{ kind: 'all' }])).toMatchObject({ code: 20003 });
  expect(await save([{ kind: 'depts', ids: [east] }])).toMatchObject({ code: 0 });
  expect(await admin.ask(contactRole.assignEmployees, { roleId, ids: [bob] })).toMatchObject({ code: 10910 });
  expect(await admin.ask(previewTree, { asEmpId: bob })).toMatchObject({ code: 10910 });
  expect(JSON.stringify(await admin.call(previewTree, { asEmpId: amy, parentId: rootDepartmentId }))).not.toContain('West');
  expect((await admin.call(previewSearch, { asEmpId: amy, text: 'bob' })).list).toEqual([]);
  // Nor on the card of somebody inside: a manager and a proxy from elsewhere are not drawn.
  const cat = await house.person('cat', [eastSales], { managerId: bob });
  await special({ mode: 'protected', proxyEmpId: bob }, [{ kind: 'employee', id: cat }]);
  const seen = await boss.call(previewPerson, { asEmpId: zoe, empId: cat });
  expect(seen.person).toMatchObject({
    proxy: { name: 'bob' },
    fields: expect.arrayContaining([expect.objectContaining({ value: 'bob' })]),
  });
  expect(JSON.stringify(await admin.call(previewPerson, { asEmpId: zoe, empId: cat }))).not.toContain('bob');
  expect(await admin.ask(contactCheck, { pairs: [{ viewerId: amy, targetId: bob }] })).toMatchObject({ code: 10910 });
  expect(await admin.ask(contactViewers, { targetId: bob })).toMatchObject({ code: 10910 });
});

test('A deleted role comes back with what it gave', async () => {
  const roleId = await house.role([{ kind: 'depts', ids: [west] }], { people: [ann] });
  await boss.call(contactRole.delete, { ids: [roleId] });
  expect(await found(ann, 'zoe')).toEqual(['zoe']);
  const { list } = await boss.call(listJournal, { kind: ['contactRole'], objectId: roleId });
  await boss.call(revertChanges, { operationIds: [list[0]!.id] });
  expect(await found(ann, 'amy')).toEqual(['amy']);
  expect(await there(ann, west)).toEqual(['bob', 'zoe']);
  expect(await code(there(ann, east))).toBe(0);
});
