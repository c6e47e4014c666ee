import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPlan } from '../../src/kit/common/change/plan.contract.ts';
import type { Input } from '../../src/kit/common/contract.ts';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { rights, sysRole } from '../../src/modules/system/common/role.contract.ts';
import { batchGet } from '../../src/modules/people/common/batch-get.contract.ts';
import { dynamicGroup } from '../../src/modules/crowds/common/crowd.permissions.ts';
import * as crowd from '../../src/modules/crowds/common/crowd.contract.ts';
import {
  departmentGet,
  departmentList,
  departmentMove,
  departmentMovePreview,
  departmentReorder,
  departmentTree,
  departmentUpdate,
} from '../../src/modules/people/common/department.contract.ts';
import { departmentExport } from '../../src/modules/people/common/department-files.contract.ts';
import { departmentMergePreview } from '../../src/modules/people/common/department-merge.contract.ts';
import {
  employeeBatchUpdatePreview,
  employeeExport,
  employeeImportPreview,
} from '../../src/modules/people/common/employee-bulk.contract.ts';
import {
  employeeAdd,
  employeeGet,
  employeeList,
  employeePassword,
  employeeSignIn,
  employeeUnmask,
  employeeUpdate,
} from '../../src/modules/people/common/employee.contract.ts';
import { pickEmployees } from '../../src/modules/people/common/pick.contract.ts';
import { pictureList } from '../../src/modules/people/common/picture.contract.ts';
import * as life from '../../src/modules/people/common/life/life.contract.ts';
import { userManagement as page } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';
import { contactEmployeeSearch } from '../../src/modules/contacts/common/pick.contract.ts';
import { extraAdd } from '../../src/modules/people/common/extra/extra.contract.ts';
import { codeOf, House } from '../access/house.ts';

let house: House;
const boss = () => house.boss;
const allOf = (one: typeof page | typeof dynamicGroup): string[] => [one.code, ...Object.values(one.button)];

beforeAll(async () => {
  house = await House.open();
}, 120_000);
afterAll(() => house.stop());

const update = async (client: ConsoleClient, id: string, fields: Record<string, unknown>): Promise<number> => {
  const { version } = await boss().call(employeeGet, { id });
  return codeOf(client, employeeUpdate, { id, version, ...fields });
};
const over = (...departmentIds: string[]) => ({ kind: 'chosen' as const, departmentIds });

test('Moving a department says first which roles come and go; after it the next call of who held one by the old place is refused', async () => {
  const [from, to] = [await house.department('旧上级'), await house.department('新上级')];
  const moved = await house.department('搬家组', from);
  const uid = await house.person([moved]);
  const lost = await house.role({ codes: [page.code], range: { kind: 'all' }, departments: [from] });
  const gained = await house.role({ codes: [dynamicGroup.code], range: { kind: 'all' }, departments: [to] });
  const client = await house.signIn(uid);
  const may = () => Promise.all([codeOf(client, departmentList, {}), codeOf(client, crowd.crowdList, {})]);
  expect(await may()).toEqual([0, 65002]);
  const { roles } = await boss().call(departmentMovePreview, { id: moved, parentId: to });
  expect(new Map(roles.map((one) => [one.roleId, [one.gained, one.people]]))).toEqual(
    new Map([
      [lost, [false, 1]],
      [gained, [true, 1]],
    ]),
  );
  const { version } = await boss().call(departmentGet, { id: moved });
  await boss().call(departmentMove, { id: moved, parentId: to, version });
  expect(await may()).toEqual([65002, 0]);
  expect((await boss().call(rights.explain, { empId: uid, code: page.code })).granted).toBe(false);
});

test('Somebody in three departments stands once in each list, counts once above, and is changed only by who has the primary one', async () => {
  const top = await house.department('三部门公司');
  const [one, two, three] = [await house.department('一部', top), await house.department('二部', top), await house.department('三部', top)];
  const uid = await house.person([one, two, three]);
  for (const departmentId of [one, two, three, top]) {
    const { list, total } = await boss().call(employeeList, { departmentId });
    expect([list.map(({ id }) => id), total]).toEqual([[uid], 1]);
  }
  const { nodes } = await boss().call(departmentTree, { of: one, withCount: true });
  expect(nodes.find(({ id }) => id === top)).toMatchObject({ totalCount: 1, directCount: 0 });
  const [primary, other] = [
    await house.administrator({ codes: allOf(page), range: over(one) }),
    await house.administrator({ codes: allOf(page), range: over(two, three) }),
  ];
  expect((await other.client.call(employeeGet, { id: uid })).writable).toBe(false);
  expect(await update(other.client, uid, { title: 'Theirs' })).toBe(10910);
  expect(await update(primary.client, uid, { title: 'Ours' })).toBe(0);
  expect((await boss().call(employeeGet, { id: uid })).title).toBe('Ours');
});

test('A picture is kept small, journaled and taken back like every other value; what is none is refused', async () => {
  const { default: sharp } = await import('sharp');
  const draw = (background: string) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
  const id = await house.person();
  const give = async (avatarFileId: string | null) =>
    boss().ask(employeeUpdate, { id, version: (await boss().call(employeeGet, { id })).version, avatarFileId });
  const avatar = async () => (await boss().call(employeeGet, { id })).avatar;
  expect(await avatar()).toBeNull();
  await give(await boss().upload('one.png', await draw('#a02040')));
  const first = await avatar();
  expect(first).toMatch(/^data:image\/png;base64,/);
  await give(await boss().upload('two.png', await draw('#2040a0')));
  expect(await avatar()).not.toBe(first);
  // Lists tell which picture it is, and fetch it for who is in range.
  const { account } = await boss().call(employeeGet, { id });
  const marked = async (client = boss()) => (await client.call(employeeList, { text: account })).list.map((row) => row.avatar);
  const [mark] = await marked();
  expect(mark).toMatch(/^[0-9a-f]{12}$/);
  expect((await boss().call(pickEmployees, { text: account })).employees).toMatchObject([{ id, avatar: mark }]);
  expect(await boss().call(pictureList, { ids: [id, builtinAdminUid] })).toEqual({ list: [{ id, picture: await avatar() }] });
  const elsewhere = await house.administrator({ codes: allOf(page), range: over(await house.department('别处')) });
  expect(await elsewhere.client.call(pictureList, { ids: [id] })).toEqual({ list: [] });
  const sheet = await boss().upload('people.csv', Buffer.from('a,b\n'));
  expect(await give(sheet)).toMatchObject({ code: 10400, data: { issues: [{ path: 'avatarFileId' }] } });
  const { list } = await boss().call(listJournal, { kind: ['employee'], objectId: id });
  const [change] = list.filter(({ fields }) => fields.some(({ field }) => field === 'avatar'));
  expect(change?.fields).toMatchObject([
    { field: 'avatar', before: expect.stringMatching(/^图片/) as string, after: expect.stringMatching(/^图片/) as string },
  ]);
  await boss().call(revertChanges, { operationIds: [change!.id] });
  expect(await avatar()).toBe(first);
  expect(await marked()).not.toEqual([mark]);
  await give(null);
  expect(await avatar()).toBeNull();
  expect(await marked()).toEqual([null]);
});

test('No answer, preview or refusal names anybody or anything from outside the range', async () => {
  const [near, far] = [await house.department('近处公司'), await house.department('远处公司SECRET')];
  const [nearTeam, nearOther] = [await house.department('近处组', near), await house.department('近处二组', near)];
  const farTeam = await house.department('远处组SECRET', far);
  const leaver = await house.person([nearTeam], 'Near Leaver');
  const foreign = await house.person([farTeam], 'Far SECRET');
  expect(await update(boss(), foreign, { managerId: leaver, employeeNo: 'TAKEN1', mobile: '+8613811119999' })).toBe(0);
  const { version } = await boss().call(departmentGet, { id: farTeam });
  await boss().call(departmentUpdate, { id: farTeam, version, managerIds: [leaver] });
  await boss().call(crowd.crowdAdd, {
    name: { zh_CN: '远处人群SECRET' },
    code: 'far-crowd',
    ownerDeptId: rootDepartmentId,
    kind: 'fixed',
    includes: [leaver, foreign],
  } as never);
  await house.role({ codes: [page.code], range: over(far), departments: [nearTeam] });
  const { client } = await house.administrator({ codes: [...allOf(page), ...allOf(dynamicGroup)], range: over(near) }, [near]);
  const assignments = [{ departmentId: nearOther, primary: true }];
  const version1 = (await boss().call(employeeGet, { id: leaver })).version;
  const answers = [
    await client.ask(life.employeeHoldings, { id: leaver }),
    await client.ask(life.leavePreview, { ids: [leaver] }),
    await client.ask(life.transferPreview, { id: leaver, assignments }),
    await client.ask(departmentMovePreview, { id: nearTeam, parentId: nearOther }),
    await client.ask(departmentMergePreview, { sourceIds: [nearTeam], targetId: nearOther }),
    await client.ask(departmentGet, { id: nearTeam }),
    await client.ask(employeeGet, { id: leaver }),
    await client.ask(employeeList, { text: 'SECRET' }),
    await client.ask(departmentTree, { text: '远处' }),
    await client.ask(batchGet, { employees: [foreign], departments: [far, farTeam] }),
    await client.ask(employeeBatchUpdatePreview, { ids: [leaver], set: { primaryDepartmentId: nearOther } }),
    await client.ask(employeeAdd, { account: 'near.new', name: 'New', employeeNo: 'TAKEN1', mobile: '+8613811119999', assignments }),
    await client.ask(employeeUpdate, { id: leaver, version: version1, managerId: foreign }),
    await client.ask(life.employeeLeave, { ids: [leaver], successorId: foreign }),
    await client.ask(crowd.crowdPreview, {
      kind: 'dynamic',
      ownerDeptId: near,
      conditions: { match: 'all', of: [{ field: 'manager', op: 'is', value: [leaver] }] },
    }),
  ];
  expect(answers.map(({ data, msg }) => [JSON.stringify(data), msg].join()).filter((text) => text.includes('SECRET'))).toEqual([]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10400, 10910, 10910, 0]);
  expect(answers.at(-1)?.data).toMatchObject({ count: 0 });
});

test('Who is seen by one department shows neither the others, nor a manager from outside: a word stands for them, and saving leaves them', async () => {
  const [near, far] = [await house.department('本地公司'), await house.department('外地SECRET')];
  const foreign = await house.person([far], 'Boss SECRET');
  const { account } = await boss().call(employeeGet, { id: foreign });
  const [mine, guest] = [await house.person([near, far], 'Mine Here'), await house.person([far, near], 'Guest Here')];
  expect(await update(boss(), mine, { managerId: foreign, dottedManagerIds: [foreign] })).toBe(0);
  const { version } = await boss().call(departmentGet, { id: near });
  for (const target of ['employee', 'department'] as const)
    for (const type of ['employee', 'department'] as const)
      await boss().call(extraAdd, {
        target,
        type,
        code: `by_${type}`,
        name: { zh_CN: `${target} ${type}` },
        listable: target === 'employee',
      });
  const extra = { by_employee: foreign, by_department: far };
  await boss().call(departmentUpdate, { id: near, version, managerIds: [foreign], deputyIds: [foreign], extra });
  expect(await update(boss(), mine, { extra })).toBe(0);
  expect(await update(boss(), guest, { extra: { by_employee: mine, by_department: near } })).toBe(0);
  const { client } = await house.administrator({ codes: allOf(page), range: over(near) }, [near]);
  const { jobId } = await client.call(employeeExport, { filter: { text: 'Here' }, format: 'csv' });
  const { fileId } = (await client.jobEnd(jobId)).result as { fileId: string };
  const file = await house.product.app.inject({ url: `/api/file/download?fileId=${fileId}`, headers: { accesstoken: client.token } });
  expect(file.body).toContain('Mine Here');
  const answers = [
    await client.ask(listJournal, { objectId: mine }),
    await client.ask(listJournal, { objectId: near }),
    await client.ask(pickEmployees, { text: 'Here' }),
    await client.ask(contactEmployeeSearch, { text: 'Here' }),
    await client.ask(life.leavePreview, { ids: [guest] }),
    await client.ask(employeeList, { text: 'Here' }),
    await client.ask(employeeGet, { id: mine }),
    await client.ask(employeeGet, { id: guest }),
    await client.ask(departmentGet, { id: near }),
    await client.ask(departmentList, {}),
    await client.ask(batchGet, { employees: [mine, guest, foreign], departments: [near, far] }),
  ];
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
  for (const text of [file.body, ...answers.map(({ data }) => JSON.stringify(data))])
    expect([text.includes('SECRET'), text.includes(account)]).toEqual([false, false]);
  const seen = await client.call(employeeGet, { id: mine });
  const word = '（管理范围外）';
  expect(seen.extraTexts).toEqual({ by_employee: word, by_department: word });
  expect((await client.call(employeeGet, { id: guest })).extraTexts).toEqual({ by_employee: 'Mine Here', by_department: '本地公司' });
  expect((await client.call(departmentGet, { id: near })).extraTexts).toEqual({ by_employee: word, by_department: word });
  expect(JSON.stringify(await client.call(listJournal, { objectId: mine }))).toContain(JSON.stringify({ id: foreign, name: word }));
  expect(seen).toMatchObject({ manager: { id: foreign }, departments: [{ name: '本地公司' }, { departmentId: far }] });
  expect(await update(client, mine, { title: 'Seller' })).toBe(0);
  expect(await boss().call(employeeGet, { id: mine })).toMatchObject({
    manager: { name: 'Boss SECRET' },
    departments: [{}, { departmentId: far }],
  });
});

test('A file of departments names no manager from outside, and taken in again it leaves them; extra fields stand in the list and choose', async () => {
  const [near, far] = [await house.department('档案公司'), await house.department('档案外地')];
  const [hidden, shown] = [await house.person([far], 'Hidden Boss'), await house.person([near], 'Shown Boss')];
  const accountOf = async (id: string) => (await boss().call(employeeGet, { id })).account;
  const floor = { target: 'department' as const, type: 'text' as const, code: 'floor', name: { zh_CN: '楼层' } };
  await boss().call(extraAdd, { ...floor, listable: true, filterable: true });
  const { version } = await boss().call(departmentGet, { id: near });
  await boss().call(departmentUpdate, { id: near, version, managerIds: [hidden, shown], extra: { floor: 'B2' } });
  const { client } = await house.administrator({ codes: allOf(page), range: over(near) }, [near]);
  const { list } = await client.call(departmentList, { extra: ['floor=B2'] });
  expect(list).toMatchObject([{ id: near, extraTexts: { floor: 'B2' }, sources: [] }]);
  expect((await client.call(departmentList, { extra: ['floor='] })).list).toEqual([]);

  const { jobId } = await client.call(departmentExport, { format: 'csv' });
  const { fileId } = (await client.jobEnd(jobId)).result as { fileId: string };
  const file = await house.product.app.inject({ url: `/api/file/download?fileId=${fileId}`, headers: { accesstoken: client.token } });
  expect(file.body).toContain(await accountOf(shown));
  expect(file.body).not.toContain(await accountOf(hidden));
  const uploaded = await client.upload('departments.csv', file.rawPayload);
  const preview = await client.call(employeeImportPreview, { fileId: uploaded, target: 'department', mode: 'update' });
  const { planId } = (await client.jobEnd(preview.jobId)).result as { planId: string };
  expect((await client.call(getPlan, { id: planId })).counts).toEqual({ same: 1 });
});

test('Who holds a role is looked for by department, and stands in the order of beginnings and ends', async () => {
  const [here, there] = [await house.department('持有甲'), await house.department('持有乙')];
  const below = await house.department('持有甲下', here);
  const [first, second, third] = [
    await house.person([below], 'Zed'),
    await house.person([there], 'Moe'),
    await house.person([here], 'Abe'),
  ];
  const roleId = await house.role({ codes: [page.code], range: { kind: 'all' } });
  const day = 86_400_000;
  const ends = [null, Date.now() + 9 * day, Date.now() + 5 * day];
  for (const [at, uid] of [first, second, third].entries())
    await boss().call(sysRole.assignEmployees, { roleId, ids: [uid], until: ends[at]! });
  const held = async (wish: Partial<Input<typeof sysRole.getRoleEmpList>>) =>
    (await boss().call(sysRole.getRoleEmpList, { roleId, ...wish })).list.map(({ name }) => name);
  expect(await held({})).toEqual(['Abe', 'Moe', 'Zed']);
  expect(await held({ deptId: here })).toEqual(['Abe', 'Zed']);
  expect(await held({ sort: 'since' })).toEqual(['Zed', 'Moe', 'Abe']);
  expect(await held({ sort: '-until' })).toEqual(['Zed', 'Moe', 'Abe']);
});

test('Of two who put children into an order at once one is told the present order, and a new password asks for one’s own again', async () => {
  const parent = await house.department('两人排序');
  const ids = [await house.department('甲', parent), await house.department('乙', parent), await house.department('丙', parent)];
  const { version } = await boss().call(departmentGet, { id: parent });
  const orders = [ids.toReversed(), [ids[1]!, ids[0]!, ids[2]!]];
  const ends = await Promise.all(orders.map((order) => boss().ask(departmentReorder, { parentId: parent, ids: order, version })));
  const won = ends.findIndex(({ code }) => code === 0);
  expect(ends.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([0, 10409]);
  expect(ends.find(({ code }) => code === 10409)?.data).toMatchObject({ current: { version: version + 1, ids: orders[won] } });
  const { nodes } = await boss().call(departmentTree, { parentId: parent });
  expect(nodes.map(({ id }) => id)).toEqual(orders[won]);

  const id = await house.person([parent]);
  const wishes = [{ mode: 'oneTime' as const }, { mode: 'link' as const }, { mode: 'set' as const, password: 'another-password-9' }];
  await house.ageConfirmations();
  for (const wish of wishes) expect(await codeOf(boss(), employeePassword, { id, ...wish })).toBe(10428);
  expect(await boss().call(employeeSignIn, { id })).toMatchObject({ password: 'none' });
  await house.confirm(boss());
});

test('A mobile number is masked in the list, in files and in the audit; shown once, it is audited with the reason', async () => {
  const place = await house.department('号码部');
  const id = await house.person([place], 'Number Holder');
  expect(await update(boss(), id, { mobile: '+8613812345678' })).toBe(0);
  const masked = '138****5678';
  const { list } = await boss().call(employeeList, { departmentId: place });
  expect(list).toMatchObject([{ mobile: masked }]);
  const { jobId } = await boss().call(employeeExport, { filter: { departmentId: place }, columns: ['account', 'mobile'], format: 'csv' });
  const { fileId } = (await boss().jobEnd(jobId)).result as { fileId: string };
  const file = await house.product.app.inject({ url: `/api/file/download?fileId=${fileId}`, headers: { accesstoken: boss().token } });
  expect([file.body.includes(masked), file.body.includes('12345678')]).toEqual([true, false]);
  expect(await codeOf(boss(), employeeUnmask, { id, field: 'mobile', reason: '' })).toBe(10400);
  expect(await boss().call(employeeUnmask, { id, field: 'mobile', reason: 'A parcel came back' })).toEqual({ value: '+8613812345678' });
  const { rows } = await house.product.database.pool.query<{ text: string; operation: string }>(
    `select operation, row_to_json(audit_log)::text as text from audit_log where operation in ('employee.unmask', 'employee.update', 'employee.export') order by at desc limit 20`,
  );
  expect(rows.filter(({ text }) => text.includes('13812345678'))).toEqual([]);
  expect(rows.find(({ operation }) => operation === 'employee.unmask')?.text).toContain('A parcel came back');
  const { list: journal } = await boss().call(listJournal, { kind: ['employee'], objectId: id });
  expect(JSON.stringify(journal)).not.toContain('13812345678');
});

test('Names and accounts lose what nobody sees or are refused with the place; what the server writes is nobody’s to send', async () => {
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const add = (more: Record<string, unknown>) => boss().ask(employeeAdd, { account: 'Clean.One', name: 'Clean', assignments, ...more });
  expect(await add({ name: 'Zoë\u200b Li' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'name', message: expect.stringContaining('4') }] },
  });
  const { id } = (await add({ name: '  Zoë   Li ' })).data as { id: string };
  const added = await boss().call(employeeGet, { id });
  for (const account of ['clean.one', 'CLEAN.ONE', 'ｃｌｅａｎ.one', ' Clean.One '])
    expect(await add({ account }), account).toMatchObject({ code: 10411, data: { field: 'account' } });
  expect(await add({ account: 'clean\u200bone' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'account' }] } });
  for (const extra of ['status', 'uid', 'isSupperAdmin', 'createdBy', 'leftAt', 'path']) {
    expect(await add({ account: `x.${extra}`, [extra]: 'x' }), extra).toMatchObject({ code: 10400 });
    expect(await update(boss(), id, { [extra]: 'x' }), extra).toBe(10400);
  }
  expect((await boss().call(employeeGet, { id })).version).toBe(added.version);
});
