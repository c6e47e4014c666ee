import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '#kit/server/caller.ts';
import { replaceDepartments } from '#kit/server/change/replace-departments.ts';
import { keepMade } from '#kit/server/files/files.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { crowdAdd, crowdDelete } from '#modules/crowds/common/crowd.contract.ts';
import { departmentAdd, departmentRemove } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { account, accountImpact } from '../common/account.contract.ts';
import { audienceCrowds, audienceDepartments, audienceExplain, audienceUsers } from '../common/audience.contract.ts';
import { logo, logoRole, logoRoleExplain, logoSetDefault } from '../common/logo.contract.ts';
import { editorAdd, editorList, managerAdd, managerList, managerRemove, managerTransfer } from '../common/member.contract.ts';
import { accountMine } from '../common/mine.contract.ts';
import { accountListPage, managerPage } from '../common/permissions.ts';
import { mpmSettingGet, mpmSettingUpdate } from '../common/setting.contract.ts';
import { publicAccountsModule } from './module.ts';
import { accountsFor, assertWorks } from './public.ts';

let served: TestModules;
let [east, west, office] = ['', '', ''];
let [ann, bob, eve] = ['', '', ''];

beforeAll(async () => {
  served = await serveModules(...peopleModules, publicAccountsModule);
  east = await department('East');
  west = await department('West');
  office = await department('East office', east);
  [ann, bob, eve] = [await person('ann', east), await person('bob', west), await person('eve', office)];
});
afterAll(() => served.close());

const department = async (name: string, parentId: string = rootDepartmentId): Promise<string> =>
  (await served.boss.call(departmentAdd, { parentId, kind: 'department', name: { zh_CN: name } })).id;
const person = async (name: string, departmentId: string): Promise<string> =>
  (await served.boss.call(employeeAdd, { account: name, name, assignments: [{ departmentId, primary: true }] })).id;

let made = 0;
const draft = (more: Record<string, unknown> = {}) => {
  made += 1;
  return { name: { zh_CN: `公众号${made}`, en_US: `Account ${made}` }, code: `sno-${made}`, ownerDeptId: east, managerIds: [ann], ...more };
};
const newAccount = async (more: Record<string, unknown> = {}): Promise<string> => (await served.boss.call(account.add, draft(more))).id;
const uploaded = async (bytes: Buffer): Promise<string> =>
  (
    await keepMade(served.services, Readable.from([bytes]), {
      name: 'a.png',
      type: 'image/png',
      purpose: 'snoLogo',
      owner: served.boss.uid,
      keepMillis: null,
    })
  ).id;
const picture = async (background: string): Promise<string> =>
  uploaded(
    await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer(),
  );

test('An account has a manager from its first moment; names are unique in each language', async () => {
  const { boss } = served;
  const id = await newAccount();
  expect((await boss.call(managerList, { snoId: id })).list).toMatchObject([{ id: ann, name: 'ann', active: true }]);
  expect(await boss.ask(account.add, draft({ managerIds: undefined, name: { zh_CN: '无人', en_US: 'Nobody' } }))).toMatchObject({
    code: 15001,
  });
  const same = await boss.ask(account.add, draft({ name: { zh_CN: '别的', en_US: `account ${made - 1}` } }));
  expect(same).toMatchObject({ code: 10411 });
  const copy = (await boss.call(account.copy, { id, code: `copy-${made}`, name: { zh_CN: `副本${made}` } })).id;
  expect((await boss.call(managerList, { snoId: copy })).list.map((one) => one.id)).toEqual([ann]);
});

test('The last active manager stays; a hand-over leaves none behind; an enabled account is not deleted and comes back whole', async () => {
  const { boss } = served;
  const id = await newAccount();
  expect(await boss.ask(managerRemove, { snoId: id, empIds: [ann] })).toMatchObject({ code: 15001 });
  await boss.call(editorAdd, { snoId: id, empIds: [bob], rights: ['submit', 'write'] });
  expect((await boss.call(editorList, { snoId: id })).list).toMatchObject([{ id: bob, rights: ['write', 'submit'] }]);
  await boss.call(managerTransfer, { snoId: id, from: ann, to: bob });
  expect((await boss.call(managerList, { snoId: id })).list.map((one) => one.id)).toEqual([bob]);
  expect((await boss.call(editorList, { snoId: id })).total).toBe(0);
  await boss.call(audienceDepartments.add, { snoId: id, ids: [east], mode: 'preset' });
  expect(await boss.call(accountImpact, { id, change: 'delete' })).toMatchObject({ fans: 2, managers: 1, audience: 1 });
  expect(await boss.ask(account.delete, { ids: [id] })).toMatchObject({ code: 15002 });
  await boss.call(account.disable, { ids: [id] });
  await boss.call(account.delete, { ids: [id] });
  await boss.call(account.restore, { ids: [id] });
  expect(await boss.call(account.get, { id })).toMatchObject({ enabled: false, managers: 1, audience: 1, fans: 2 });
  await boss.call(account.enable, { ids: [id] });
});

test('An editor may what the rights say, a manager everything, and who is neither nothing', async () => {
  const { boss, database } = served;
  const id = await newAccount();
  await boss.call(managerAdd, { snoId: id, empIds: [eve] });
  await boss.call(editorAdd, { snoId: id, empIds: [bob], rights: ['write', 'submit'] });
  const range = (uid: string) => ({ all: false as const, paths: [], self: true, uid });
  const may = (uid: string, right: 'write' | 'push' | 'manage') =>
    assertWorks(database.db, range(uid), id, right).then(
      () => 0,
      (error: { answer: number }) => error.answer,
    );
  expect(await Promise.all([may(bob, 'write'), may(bob, 'push'), may(eve, 'push'), may(eve, 'manage')])).toEqual([0, 65002, 0, 0]);
  const stranger = served.holder({ [managerPage.code]: [], [managerPage.button.assign]: [], [accountListPage.code]: [] });
  expect(await stranger.ask(managerList, { snoId: id })).toMatchObject({ code: 10910 });
  expect(await stranger.ask(managerAdd, { snoId: id, empIds: [bob] })).toMatchObject({ code: 10910 });
  expect((await stranger.call(accountMine, {})).list).toEqual([]);
  expect((await boss.call(accountMine, {})).list.find((one) => one.id === id)).toMatchObject({ rights: expect.arrayContaining(['push']) });
});

test('Audience: the strongest mode counts, what reaches somebody is explained, and what is named is in use', async () => {
  const { boss } = served;
  const id = await newAccount();
  const crowd = (
    await boss.call(crowdAdd, {
      kind: 'fixed',
      name: { zh_CN: '新人' },
      code: `crowd${made}`,
      ownerDeptId: rootDepartmentId,
      includes: [bob],
    })
  ).id;
  await boss.call(audienceDepartments.add, { snoId: id, ids: [office], mode: 'allowed' });
  await boss.call(audienceUsers.add, { snoId: id, ids: [eve], mode: 'forced' });
  await boss.call(audienceCrowds.add, { snoId: id, ids: [crowd], mode: 'allowed' });
  expect(await boss.call(audienceExplain, { snoId: id, empId: eve })).toMatchObject({
    mode: 'forced',
    follows: true,
    rows: [
      { kind: 'employee', mode: 'forced' },
      { kind: 'department', mode: 'allowed' },
    ],
  });
  expect(await boss.call(audienceExplain, { snoId: id, empId: ann })).toMatchObject({ mode: null, follows: false, rows: [] });
  expect(await boss.call(audienceExplain, { snoId: id, empId: bob })).toMatchObject({ mode: 'allowed', follows: false });
  const followed = async (empId: string) => (await accountsFor(served.database.db, empId)).map((one) => one.id).includes(id);
  expect([await followed(eve), await followed(bob)]).toEqual([true, false]);
  const trying = { snoId: id, ids: [west], mode: 'preset' as const, dryRun: true };
  const tried = await boss.ask(audienceDepartments.add, trying);
  expect(tried).toMatchObject({ code: 0, data: { impact: { newFans: 1, people: 1 } } });
  expect((await boss.call(audienceDepartments.list, { snoId: id })).list).toMatchObject([
    { name: 'East office', people: 1, mode: 'allowed' },
  ]);
  expect(await boss.ask(departmentRemove, { ids: [office] })).toMatchObject({ code: 10410 });
  expect(await boss.ask(crowdDelete, { ids: [crowd] })).toMatchObject({ code: 10410 });
  // Nobody can leave: only forced rows may stand there.
  expect(await boss.ask(account.update, { id, version: 1, allowUnfollow: false })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'allowUnfollow' }] },
  });
  const [row] = (await boss.call(audienceDepartments.list, { snoId: id })).list;
  await boss.call(audienceDepartments.update, { ids: [row!.id], mode: 'forced' });
  await boss.call(audienceDepartments.delete, { ids: [row!.id] });
  expect((await boss.call(audienceDepartments.list, { snoId: id })).total).toBe(0);
});

test('Where a department is merged into another one, that takes its place in audiences; of two rows the stronger mode stays', async () => {
  const { boss, services, database } = served;
  const [gone, next] = [await department('Gone'), await department('Next')];
  const [alone, both] = [await newAccount(), await newAccount()];
  await boss.call(audienceDepartments.add, { snoId: alone, ids: [gone], mode: 'allowed' });
  await boss.call(audienceDepartments.add, { snoId: both, ids: [gone], mode: 'forced' });
  await boss.call(audienceDepartments.add, { snoId: both, ids: [next], mode: 'allowed' });
  const means = { services, caller: systemCaller('department.merge') };
  const step = { replacing: new Map([[gone, next]]), step: 'replace' as const, options: {} };
  await database.db.transaction().execute((tx) => replaceDepartments(tx, means, step));
  const rows = async (snoId: string) =>
    (await boss.call(audienceDepartments.list, { snoId })).list.map(({ memberId, mode }) => [memberId, mode]);
  expect([await rows(alone), await rows(both)]).toEqual([[[next, 'allowed']], [[next, 'forced']]]);
});

test('Who lies outside of the range is not written into an audience (15020)', async () => {
  const { boss, database } = served;
  const id = await newAccount();
  const { rows } = await database.pool.query<{ path: string }>('select path::text from department where id = $1', [east]);
  const path = rows[0]!.path;
  const holder = served.holder(Object.fromEntries(Object.values(codes).map((code) => [code, [path]])));
  expect(await holder.ask(audienceUsers.add, { snoId: id, ids: [eve, bob], mode: 'allowed' })).toMatchObject({ code: 15020 });
  expect(await holder.ask(audienceUsers.add, { snoId: id, ids: [eve], mode: 'allowed' })).toMatchObject({ code: 0 });
  await boss.call(audienceUsers.add, { snoId: id, ids: [bob], mode: 'allowed' });
  const names = (await holder.call(audienceUsers.list, { snoId: id })).list.map(({ name }) => name).toSorted();
  expect(names.includes('eve') && !names.includes('bob')).toBe(true);
  const foreign = await newAccount({ ownerDeptId: west });
  expect(await holder.ask(audienceUsers.list, { snoId: foreign })).toMatchObject({ code: 10910 });
});

const codes = { view: 'mpm_sno_management_setting', audience: 'mpm_sno_management_setting:audience' };

test('Exactly one logo is the standard one; rules show others, the first that names somebody decides', async () => {
  const { boss } = served;
  const id = await newAccount();
  await boss.call(audienceUsers.add, { snoId: id, ids: [ann, bob, eve], mode: 'preset' });
  const red = (await boss.call(logo.add, { snoId: id, name: 'Red', fileId: await picture('#f00') })).id;
  const blue = (await boss.call(logo.add, { snoId: id, name: 'Blue', fileId: await picture('#00f'), darkFileId: await picture('#009') }))
    .id;
  const list = async () => (await boss.call(logo.list, { snoId: id, sort: 'name' })).list;
  expect((await list()).map(({ name, standard }) => [name, standard])).toEqual([
    ['Blue', false],
    ['Red', true],
  ]);
  expect((await list())[0]!.light.startsWith('data:image/webp;base64,')).toBe(true);
  expect(await boss.ask(logo.delete, { ids: [red] })).toMatchObject({ code: 15003 });
  expect(await boss.ask(logo.add, { snoId: id, name: 'Text', fileId: await uploaded(Buffer.from('<svg/>')) })).toMatchObject({
    code: 15054,
  });
  const rule = (name: string, logoId: string, members: readonly { kind: 'employee' | 'department'; id: string }[]) =>
    boss.call(logoRole.add, { name, logoId, members: [...members] });
  const first = (await rule('office', red, [{ kind: 'department', id: office }])).id;
  const second = (await rule('east', blue, [{ kind: 'department', id: east }])).id;
  const sees = async (empId: string) => (await boss.call(logoRoleExplain, { snoId: id, empId })).logoName;
  expect([await sees(ann), await sees(bob), await sees(eve)]).toEqual(['Blue', 'Red', 'Red']);
  await boss.call(logoRole.reorder, { ids: [second, first] });
  expect(await boss.call(logoRoleExplain, { snoId: id, empId: eve })).toMatchObject({
    logoName: 'Blue',
    steps: [
      { name: 'east', result: 'match' },
      { name: 'office', result: 'notAsked' },
    ],
  });
  expect((await list()).map(({ name, people }) => [name, people])).toEqual([
    ['Blue', 2],
    ['Red', 1],
  ]);
  await boss.call(logoSetDefault, { id: blue });
  expect(await sees(bob)).toBe('Blue');
  expect(await boss.ask(logo.delete, { ids: [red] })).toMatchObject({ code: 10410 });
  await boss.call(logoRole.delete, { ids: [first] });
  await boss.call(logo.delete, { ids: [red] });
});

test('Settings of all accounts are read and changed by version', async () => {
  const { boss } = served;
  const now = await boss.call(mpmSettingGet, {});
  expect(now).toMatchObject({ approveAbove: 10_000, cap: { perPersonPerDay: 3 }, targetDays: 400 });
  const { version } = await boss.call(mpmSettingUpdate, { version: now.version, expireHours: 48 });
  expect(await boss.ask(mpmSettingUpdate, { version: now.version, expireHours: 24 })).toMatchObject({ code: 10409 });
  await boss.call(mpmSettingUpdate, { version, expireHours: 72 });
});
