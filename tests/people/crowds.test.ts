import { afterAll, beforeAll, expect, test } from 'vitest';
import { revertChanges, listJournal } from '../../src/kit/common/change/journal.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { rights, sysRole } from '../../src/modules/system/common/role.contract.ts';
import { dynamicGroup as page } from '../../src/modules/crowds/common/crowd.permissions.ts';
import * as crowd from '../../src/modules/crowds/common/crowd.contract.ts';
import * as people from '../../src/modules/crowds/common/crowd-people.contract.ts';
import type { CrowdConditions } from '../../src/modules/crowds/common/crowd-conditions.ts';
import { departmentGet, departmentMove } from '../../src/modules/people/common/department.contract.ts';
import { employeeBatchUpdate } from '../../src/modules/people/common/employee-bulk.contract.ts';
import { employeeDisable, employeeGet, employeeList, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { addGeneratedSource } from '../../src/modules/people-sources/server/testing/generated-directory.ts';
import { codeOf, House } from '../access/house.ts';

let house: House;
let north: string;
let team: string;
let south: string;
let made = 0;
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
  north = await house.department('北方公司');
  team = await house.department('北方平台组', north);
  south = await house.department('南方公司');
});
afterAll(() => house.stop());

const all = (...of: CrowdConditions['of']): CrowdConditions => ({ match: 'all', of });
const clause = (field: string, op: string, value: unknown = null) => ({ field, op, value }) as CrowdConditions['of'][number];

async function add(conditions: CrowdConditions | null, more: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const draft = { name: { zh_CN: `人群 ${made}` }, code: `crowd-${made}`, ownerDeptId: rootDepartmentId, conditions, ...more };
  return (await boss().call(crowd.crowdAdd, draft as never)).id;
}

const membersOf = async (id: string): Promise<string[]> =>
  (await boss().call(people.crowdMembers, { crowdId: id, pageSize: 200 })).list.map((one) => one.id).toSorted();
const becomes = (id: string, people: readonly string[]) => expect.poll(() => membersOf(id)).toEqual(people.toSorted());

/** Until crowds know of every change there is: else what comes next is seen with the last of these, in two steps. */
const feedIsRead = () =>
  expect
    .poll(async () => {
      const unread = 'select from directory_change feed, crowd_cursor here where (feed.tx, feed.seq) > (here.tx, here.seq)';
      return (await house.product.database.pool.query(unread)).rowCount;
    })
    .toBe(0);

async function update(id: string, fields: Record<string, unknown>): Promise<void> {
  const { version } = await boss().call(employeeGet, { id });
  await boss().call(employeeUpdate, { id, version, ...fields });
}

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

test('A rule finds its people, whoever changes joins and leaves by the change feed, and a day that passes takes somebody out', async () => {
  const [fresh, old, foreign] = [await house.person([team]), await house.person([north]), await house.person([south])];
  await update(fresh, { hireDate: day(5) });
  await update(old, { hireDate: day(400) });
  await update(foreign, { hireDate: day(5) });
  const rule = all(clause('department', 'isUnder', [north]), clause('hireDate', 'lastDays', 30));
  const wish = { kind: 'dynamic' as const, ownerDeptId: rootDepartmentId, conditions: rule };
  const preview = await boss().call(crowd.crowdPreview, wish);
  expect(preview).toMatchObject({ count: 1, exact: true, joiners: { count: 1 }, leavers: { count: 0 } });
  expect(preview.sample.map(({ id }) => id)).toEqual([fresh]);
  const id = await add(rule);
  expect(await membersOf(id)).toEqual([fresh]);

  await update(old, { hireDate: day(3) });
  await becomes(id, [fresh, old]);
  const { version } = await boss().call(employeeGet, { id: foreign });
  await boss().call(employeeUpdate, { id: foreign, version, assignments: [{ departmentId: team, primary: true }] });
  await becomes(id, [fresh, old, foreign]);
  await boss().call(employeeDisable, { ids: [old] });
  await becomes(id, [fresh, foreign]);

  // Two months go by for one of them: nobody wrote anything, only the day came.
  await house.product.database.pool.query(`update employee set hire_date = current_date - 60 where id = $1`, [fresh]);
  const before = await boss().call(crowd.crowdGet, { id });
  expect(before.nextFlipAt).toBeGreaterThan(Date.now());
  await house.product.database.pool.query('update crowd_standing set next_flip_at = 1 where crowd_id = $1', [id]);
  await becomes(id, [foreign]);
  const { list } = await boss().call(people.crowdHistory, { id });
  expect(list.map(({ employeeId, what, cause }) => [employeeId, what, cause])).toEqual([
    [fresh, 'left', 'time'],
    [old, 'left', 'change'],
    [foreign, 'joined', 'change'],
    [old, 'joined', 'change'],
    [fresh, 'joined', 'rule'],
  ]);
  const why = await boss().call(people.crowdExplain, { crowdId: id, empId: fresh });
  expect(why).toMatchObject({ member: false, wanted: false, by: 'rule' });
  expect(why.clauses.filter(({ decisive, place }) => decisive && place !== '').map(({ place, result }) => [place, result])).toEqual([
    ['of.1', false],
  ]);
  expect(await boss().call(people.crowdExplain, { crowdId: id, empId: old })).toMatchObject({ member: false, by: 'status' });
});

test('A department that moves takes its people along; a crowd of one department never holds others', async () => {
  const [place, other] = [await house.department('之前'), await house.department('之后')];
  const moving = await house.department('移动', place);
  const somebody = await house.person([moving]);
  const limited = await add(all(clause('account', 'startsWith', 'PERSON-')), { ownerDeptId: place });
  expect(await membersOf(limited)).toEqual([somebody]);
  const { version } = await boss().call(departmentGet, { id: moving });
  await boss().call(departmentMove, { id: moving, parentId: other, version });
  await becomes(limited, []);
  const outside = await boss().ask(crowd.crowdAdd, {
    kind: 'fixed',
    name: { zh_CN: '外人' },
    code: 'outside',
    ownerDeptId: place,
    includes: [somebody],
  });
  expect(outside).toMatchObject({ code: 12061, data: { field: 'includes', count: 1 } });
});

test('Every field and operator asks what it says', async () => {
  const home = await house.department('条件');
  const [boss1, ann, bob] = [
    await house.person([home], 'Grace'),
    await house.person([home], 'Ann_1'),
    await house.person([home, south], 'Bob%2'),
  ];
  await update(ann, { title: 'Senior Engineer', managerId: boss1, employmentType: 'intern', hireDate: day(365 * 2 + 1) });
  await update(bob, { title: 'engineer', managerId: ann, workplace: 'Tokyo', expiresAt: Date.now() + 5 * 86_400_000 });
  const meant = async (...of: CrowdConditions['of']): Promise<string[]> => {
    const { sample } = await boss().call(crowd.crowdPreview, { kind: 'dynamic', ownerDeptId: home, conditions: all(...of) });
    return sample.map(({ name }) => name).toSorted();
  };
  expect(await meant(clause('title', 'is', 'ENGINEER'))).toEqual(['Bob%2']);
  expect(await meant(clause('title', 'isNot', 'engineer'))).toEqual(['Ann_1', 'Grace']);
  expect(await meant(clause('title', 'in', ['engineer', 'senior engineer']))).toEqual(['Ann_1', 'Bob%2']);
  expect(await meant(clause('title', 'endsWith', 'engineer'))).toEqual(['Ann_1', 'Bob%2']);
  expect(await meant(clause('title', 'matches', 'sen?or*'))).toEqual(['Ann_1']);
  expect(await meant(clause('title', 'empty'))).toEqual(['Grace']);
  // Signs of patterns are letters here.
  expect(await meant(clause('name', 'contains', '_'))).toEqual(['Ann_1']);
  expect(await meant(clause('name', 'contains', '%'))).toEqual(['Bob%2']);
  expect(await meant(clause('employmentType', 'in', ['intern']))).toEqual(['Ann_1']);
  expect(await meant(clause('employmentType', 'notIn', ['intern']))).toEqual(['Bob%2', 'Grace']);
  expect(await meant(clause('manager', 'is', [boss1]))).toEqual(['Ann_1']);
  expect(await meant(clause('manager', 'reportsTo', [boss1]))).toEqual(['Ann_1', 'Bob%2']);
  expect(await meant(clause('manager', 'empty'))).toEqual(['Grace']);
  expect(await meant(clause('isManager', 'is', true))).toEqual(['Ann_1', 'Grace']);
  expect(await meant(clause('several', 'is', true))).toEqual(['Bob%2']);
  expect(await meant(clause('department', 'primaryIs', [south]))).toEqual([]);
  expect(await meant(clause('department', 'is', [south]))).toEqual(['Bob%2']);
  expect(await meant(clause('expiresAt', 'nextDays', 10))).toEqual(['Bob%2']);
  expect(await meant(clause('hireDate', 'between', [day(800), day(700)]))).toEqual(['Ann_1']);
  expect(await meant(clause('hireDate', 'before', day(1000)))).toEqual([]);
  expect(await meant({ match: 'not', of: [clause('title', 'empty'), clause('workplace', 'is', 'Tokyo')] })).toEqual(['Ann_1']);
  expect(await meant({ match: 'any', of: [clause('title', 'empty'), clause('workplace', 'is', 'Tokyo')] })).toEqual(['Bob%2', 'Grace']);
  await update(ann, { hireDate: `2020-${day(-3).slice(5)}` });
  expect(await meant(clause('anniversary', 'nextDays', 3))).toEqual(['Ann_1']);
  expect(await meant(clause('anniversary', 'nextDays', 2))).toEqual([]);
  expect(await meant(clause('anniversary', 'today'))).toEqual([]);
  const wrong = async (one: CrowdConditions['of'][number]) =>
    (await boss().ask(crowd.crowdPreview, { kind: 'dynamic', ownerDeptId: home, conditions: all(clause('title', 'empty'), one) })) as {
      code: number;
      data: { place: string; wrong: string };
    };
  for (const [one, why] of [
    [clause('mobile', 'is', '1'), 'field'],
    [clause('constructor', 'is', '1'), 'field'],
    [clause('title', 'before', '2020-01-01'), 'op'],
    [clause('title', 'is', []), 'value'],
    [clause('hireDate', 'is', '2023-02-30'), 'day'],
    [clause('hireDate', 'lastDays', 0), 'days'],
    [clause('hireDate', 'between', ['2024-01-02', '2024-01-01']), 'order'],
    [clause('gender', 'in', ['other']), 'choice'],
    [clause('manager', 'is', ["'; drop table employee; --"]), 'id'],
  ] as const)
    expect([why, await wrong(one)]).toMatchObject([why, { code: 12060, data: { place: 'of.1', wrong: why } }]);
});

test('A rule names only whom and what there is: what never existed, or lies out of range, is refused at its clause', async () => {
  const nobody = '01a00000-0000-7000-8000-00000000beef';
  const [mine, theirs] = [await house.person([team]), await house.person([south])];
  const { client } = await house.administrator({
    codes: [page.code, ...Object.values(page.button)],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const hidden = await add(null, { kind: 'fixed', ownerDeptId: south, includes: [theirs] });
  const wish = (one: CrowdConditions['of'][number], ownerDeptId = rootDepartmentId) => ({
    kind: 'dynamic' as const,
    ownerDeptId,
    conditions: all(clause('title', 'empty'), one),
  });
  const unknown = { code: 12060, data: { place: 'of.1', wrong: 'unknown', field: 'conditions.of.1' } };
  const made = { name: { zh_CN: '无' }, code: 'names-nobody' };
  for (const one of [
    clause('department', 'isUnder', [team, nobody]),
    clause('manager', 'reportsTo', [nobody]),
    clause('inCrowd', 'is', [nobody]),
  ]) {
    expect(await boss().ask(crowd.crowdPreview, wish(one))).toMatchObject(unknown);
    expect(await boss().ask(crowd.crowdAdd, { ...wish(one), ...made })).toMatchObject(unknown);
  }
  for (const one of [clause('department', 'is', [south]), clause('manager', 'is', [theirs]), clause('inCrowd', 'isNot', [hidden])])
    expect(await client.ask(crowd.crowdAdd, { ...wish(one, north), ...made })).toMatchObject(unknown);
  expect(await boss().ask(crowd.crowdAdd, { ...wish(clause('manager', 'is', [mine])), ...made, excludes: [nobody] })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'excludes' }] },
  });
  // What a rule named already stays, also for who does not see it and when it is gone.
  const id = await add(all(clause('manager', 'is', [theirs])), { ownerDeptId: north });
  const { version } = await client.call(crowd.crowdGet, { id });
  const more = all(clause('manager', 'is', [theirs, mine]));
  expect(await codeOf(client, crowd.crowdUpdate, { id, version, conditions: more })).toBe(0);
  await boss().call(crowd.crowdDelete, { ids: [id, hidden] });
});

test('A crowd that holds a role gives it and takes it; its rule changes only with the numbers seen, and is not deleted', async () => {
  const home = await house.department('角色');
  const somebody = await house.person([home]);
  const id = await add(all(clause('title', 'is', 'Guard')), { ownerDeptId: home });
  const roleId = await house.role({ codes: [userManagement.code], range: { kind: 'all' } });
  await boss().call(sysRole.assignCrowds, { roleId, ids: [id] });
  const client = await house.signIn(somebody);
  expect(await codeOf(client, employeeList, { pageSize: 1 })).toBe(65002);
  await update(somebody, { title: 'guard' });
  await expect.poll(() => codeOf(client, employeeList, { pageSize: 1 })).toBe(0);
  expect((await boss().call(rights.explain, { empId: somebody, code: userManagement.code })).paths).toMatchObject([
    { way: { kind: 'crowd', id, name: `人群 ${made}` }, state: 'effective' },
  ]);
  expect((await boss().call(sysRole.roleEmpList, { roleId })).list).toMatchObject([
    { id: somebody, roles: [{ id: roleId, way: { kind: 'crowd', id, name: `人群 ${made}` } }] },
  ]);

  const { uses } = await boss().call(crowd.crowdCatalogue, {});
  const usedBy = async (kind: string) => (await boss().call(crowd.crowdList, { usedByKind: kind })).list.map((one) => one.id);
  const holding = await Promise.all(uses.map(async ({ kind, title }) => ((await usedBy(kind)).includes(id) ? [title] : [])));
  expect(holding.flat()).toEqual((await boss().call(crowd.crowdUsedBy, { id })).list.map(({ title }) => title));

  const { version } = await boss().call(crowd.crowdGet, { id });
  const empty = { id, version, conditions: all(clause('title', 'is', 'Nobody')) };
  expect(await boss().ask(crowd.crowdUpdate, empty)).toMatchObject({ code: 12064, data: { joiners: 0, leavers: 1 } });
  expect(await boss().ask(crowd.crowdUpdate, { ...empty, expectedJoin: 1, expectedLeave: 0 })).toMatchObject({ code: 12064 });
  expect(await membersOf(id)).toEqual([somebody]);
  expect(await boss().ask(crowd.crowdDelete, { ids: [id] })).toMatchObject({
    code: 10410,
    data: { usedBy: [{ kind: 'role', id: roleId }] },
  });
  await boss().call(crowd.crowdUpdate, { ...empty, expectedJoin: 0, expectedLeave: 1 });
  expect(await membersOf(id)).toEqual([]);
  await expect.poll(() => codeOf(client, employeeList, { pageSize: 1 })).toBe(65002);

  // Undone by its history, the former rule holds again, and with it the role.
  const { list } = await boss().call(listJournal, { kind: ['crowd'], objectId: id });
  await boss().call(revertChanges, { operationIds: [list[0]!.id] });
  await becomes(id, [somebody]);
  await expect.poll(() => codeOf(client, employeeList, { pageSize: 1 })).toBe(0);
});

test('Whoever may not give a role may not decide whom a crowd holds that gives it', async () => {
  const home = await house.department('上限');
  const id = await add(all(clause('title', 'is', 'Chief')), { ownerDeptId: home });
  const roleId = await house.role({ codes: [page.code, userManagement.code, userManagement.button.password], range: { kind: 'all' } });
  await boss().call(sysRole.assignCrowds, { roleId, ids: [id] });
  const { client } = await house.administrator({
    codes: [page.code, page.button.update, page.button.add],
    range: { kind: 'chosen', departmentIds: [home] },
  });
  const { version } = await client.call(crowd.crowdGet, { id });
  const answer = await client.ask(crowd.crowdUpdate, { id, version, conditions: all(clause('title', 'is', 'Clerk')) });
  expect(answer).toMatchObject({ code: 10400, data: { issues: [{ path: 'conditions' }] } });
});

test('A role says which of its crowds does not follow its rule; who was a member last has it all the same', async () => {
  const home = await house.department('挂起');
  const one = await house.person([home]);
  await update(one, { title: 'Keeper' });
  const id = await add(all(clause('title', 'is', 'Keeper')), { ownerDeptId: home });
  const roleId = await house.role({ codes: [userManagement.code], range: { kind: 'all' } });
  await boss().call(sysRole.assignCrowds, { roleId, ids: [id] });
  const listed = async () => (await boss().call(sysRole.getRoleGroupList, { roleId })).list.map((row) => [row.standing, row.people]);
  expect(await listed()).toEqual([['on', 1]]);
  await boss().call(crowd.crowdPause, { ids: [id] });
  expect(await listed()).toEqual([['paused', 1]]);
  await boss().call(crowd.crowdResume, { ids: [id] });
  await house.product.database.pool.query(`update crowd_standing set state = 'held' where crowd_id = $1`, [id]);
  expect(await listed()).toEqual([['held', 1]]);
  await boss().call(sysRole.removeMembers, { roleId, kind: 'crowd', ids: [id] });
});

test('A change beyond the limit holds the crowd until somebody lets it through; a paused one stays as it is', async () => {
  const home = await house.department('刹车');
  const staff = await Promise.all(Array.from({ length: 6 }, () => house.person([home])));
  for (const one of staff) await update(one, { workplace: 'Kyoto' });
  const id = await add(all(clause('workplace', 'is', 'kyoto')), { ownerDeptId: home, churnLimit: { percent: 10, floor: 2 } });
  expect(await membersOf(id)).toHaveLength(6);
  await feedIsRead();
  await boss().call(employeeBatchUpdate, { ids: staff.slice(0, 5), set: { workplace: 'Osaka' }, expected: 5 });
  await expect.poll(async () => (await boss().call(crowd.crowdGet, { id })).state).toBe('held');
  expect(await boss().call(crowd.crowdGet, { id })).toMatchObject({ memberCount: 6, held: { joiners: 0, leavers: 5 } });
  expect(await codeOf(boss(), crowd.crowdRecompute, { id })).toBe(12065);
  const { jobId } = await boss().call(crowd.crowdRelease, { id, reason: 'It is right' });
  await expect.poll(async () => (await boss().call(getJob, { id: jobId })).endedAt).not.toBeNull();
  await becomes(id, [staff[5]!]);
  expect(await boss().call(crowd.crowdGet, { id })).toMatchObject({ state: 'on', held: null, memberCount: 1, left7: 5 });

  // Nothing is held any more: a second release would let the next change pass the brake.
  expect(await codeOf(boss(), crowd.crowdRelease, { id, reason: 'Once more' })).toBe(10412);

  await boss().call(crowd.crowdPause, { ids: [id] });
  for (const [operation, input] of [
    [crowd.crowdRecompute, { id }],
    [crowd.crowdRelease, { id, reason: 'Paused' }],
  ] as const)
    expect(await boss().ask(operation, input)).toMatchObject({ code: 10412, data: { state: 'paused' } });
  await update(staff[0]!, { workplace: 'Kyoto' });
  const follower = await add(all(clause('workplace', 'is', 'kyoto')), { ownerDeptId: home });
  await update(staff[1]!, { workplace: 'Kyoto' });
  await becomes(follower, [staff[0]!, staff[1]!, staff[5]!]);
  expect(await membersOf(id)).toEqual([staff[5]!]);
  await boss().call(crowd.crowdResume, { ids: [id] });
  await becomes(id, [staff[0]!, staff[1]!, staff[5]!]);
});

test('Crowds name crowds, never in a circle; whom one gains the other gains', async () => {
  const home = await house.department('嵌套');
  const one = await house.person([home]);
  const inner = await add(all(clause('title', 'is', 'Nurse')), { ownerDeptId: home });
  const outer = await add(all(clause('inCrowd', 'is', [inner])), { ownerDeptId: home });
  expect(await membersOf(outer)).toEqual([]);
  await update(one, { title: 'Nurse' });
  await becomes(outer, [one]);
  const { version } = await boss().call(crowd.crowdGet, { id: inner });
  const circle = all(clause('inCrowd', 'is', [outer]));
  expect(await codeOf(boss(), crowd.crowdUpdate, { id: inner, version, conditions: circle, expectedJoin: 0, expectedLeave: 0 })).toBe(
    12062,
  );
  expect(await boss().ask(crowd.crowdDelete, { ids: [inner] })).toMatchObject({
    code: 10410,
    data: { usedBy: [{ kind: 'crowd', id: outer }] },
  });
  expect((await boss().call(crowd.crowdUsedBy, { id: inner })).list).toMatchObject([{ kind: 'crowd', id: outer }]);
  await boss().call(crowd.crowdDelete, { ids: [outer] });
  await boss().call(crowd.crowdDelete, { ids: [inner] });
});

test('What uses a dynamic group and lies outside of the range keeps it, and is not named', async () => {
  const admin = await house.administrator({ codes: [page.code, page.button.delete], range: { kind: 'chosen', departmentIds: [north] } });
  const inner = await add(all(clause('title', 'is', 'Midwife')), { ownerDeptId: north });
  const near = await add(all(clause('inCrowd', 'is', [inner])), { ownerDeptId: north });
  await add(all(clause('inCrowd', 'is', [inner])), { ownerDeptId: south });
  const uses = [
    { kind: 'crowd', id: near },
    { kind: 'crowd', id: '', name: '（管理范围外）' },
  ];
  const refused = await admin.client.ask(crowd.crowdDelete, { ids: [inner] });
  expect(refused).toMatchObject({ code: 10410, data: { usedBy: expect.arrayContaining(uses.map((use) => expect.objectContaining(use))) } });
  expect((await admin.client.call(crowd.crowdUsedBy, { id: inner })).list).toEqual(
    expect.arrayContaining(uses.map((use) => expect.objectContaining(use))),
  );
});

test('An administrator of a part sees, makes and explains only crowds and people of that part', async () => {
  const mine = await house.person([team]);
  const theirs = await house.person([south]);
  const here = await add(all(clause('account', 'startsWith', 'person')), { ownerDeptId: north });
  const there = await add(all(clause('account', 'startsWith', 'person')), { ownerDeptId: south });
  const everywhere = await add(null, { kind: 'fixed', includes: [mine, theirs] });
  const { client } = await house.administrator({
    codes: [page.code, ...Object.values(page.button)],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const listed = (await client.call(crowd.crowdList, { pageSize: 100 })).list.map(({ id }) => id);
  expect(listed).toContain(here);
  expect(listed).not.toContain(there);
  expect(listed).not.toContain(everywhere);
  for (const id of [there, everywhere]) {
    expect(await codeOf(client, crowd.crowdGet, { id })).toBe(10910);
    expect(await codeOf(client, people.crowdMembers, { crowdId: id })).toBe(10910);
    expect(await codeOf(client, people.crowdHistory, { id })).toBe(10910);
    expect(await codeOf(client, crowd.crowdPause, { ids: [id] })).toBe(10910);
    expect(await codeOf(client, crowd.crowdRecompute, { id })).toBe(10910);
  }
  expect(await codeOf(client, people.crowdExplain, { crowdId: here, empId: theirs })).toBe(10910);
  const conditions = all(clause('account', 'startsWith', 'person'));
  expect(await codeOf(client, crowd.crowdPreview, { kind: 'dynamic', ownerDeptId: south, conditions })).toBe(10910);
  expect(await codeOf(client, crowd.crowdAdd, { name: { zh_CN: '外' }, code: 'beyond', ownerDeptId: south, conditions })).toBe(10910);
  expect((await client.call(people.crowdMembers, { crowdId: here, pageSize: 200 })).list.map(({ id }) => id)).toContain(mine);
  expect((await client.call(people.pickCrowds, {})).list.map(({ id }) => id)).not.toContain(there);
});

test('A crowd asks for sources and for sign-ins, follows both, and its list shows how it grew', async () => {
  const { db } = house.product.database;
  const [tied, other] = [await house.person([north]), await house.person([south])];
  const [above, beside] = [
    await addGeneratedSource(db, { code: 'hr-all', name: 'HR' }),
    await addGeneratedSource(db, { code: 'hr-south', name: 'HR South', root_department_id: south }),
  ];
  const tie = (source: string, person: string) =>
    house.product.database.pool.query(
      `insert into source_link (source_id, object_kind, external_id, object_id) values ($1, 'employee', $2::text, $2::uuid)`,
      [source, person],
    );
  await tie(above, tied);
  const fromSource = await add(all(clause('source', 'in', ['hr-all'])));
  const fromNone = await add(all(clause('source', 'empty'), clause('department', 'isUnder', [south])));
  await becomes(fromSource, [tied]);
  expect(await membersOf(fromNone)).toContain(other);
  await tie(above, other);
  await becomes(fromSource, [tied, other]);
  await expect.poll(async () => (await membersOf(fromNone)).includes(other)).toBe(false);
  await house.product.database.pool.query(`update source_link set state = 'missing' where object_id = $1`, [tied]);
  await becomes(fromSource, [other]);
  const { clauses } = await boss().call(people.crowdExplain, { crowdId: fromSource, empId: other });
  expect(clauses.at(-1)).toMatchObject({ result: true, value: 'HR' });
  const wrong = { kind: 'dynamic' as const, ownerDeptId: rootDepartmentId, conditions: all(clause('source', 'in', ['a b'])) };
  expect(await codeOf(boss(), crowd.crowdPreview, wrong)).toBe(12060);

  // Who looks after the north learns of the source that stands above it, and not of that of the south.
  const { client } = await house.administrator({
    codes: [page.code, ...Object.values(page.button)],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const offered = async (of: House['boss']) =>
    (await of.call(crowd.crowdCatalogue, {})).fields.find(({ field }) => field === 'source')?.options.map(({ value }) => value);
  expect(await offered(boss())).toEqual(expect.arrayContaining(['hr-all', 'hr-south']));
  expect(await offered(client)).toEqual(['hr-all']);
  await db.deleteFrom('source').where('id', 'in', [above, beside]).execute();
  await becomes(fromSource, []);

  const recent = await add(all(clause('lastSignIn', 'lastDays', 1), clause('department', 'is', [team])));
  const never = await add(all(clause('lastSignIn', 'empty'), clause('department', 'is', [team])));
  const quiet = await house.person([team]);
  const newcomer = await house.person([team]);
  await expect.poll(async () => (await membersOf(never)).filter((id) => id === quiet || id === newcomer)).toHaveLength(2);
  await house.signIn(newcomer);
  await expect.poll(async () => (await membersOf(recent)).includes(newcomer)).toBe(true);
  await expect.poll(async () => (await membersOf(never)).includes(newcomer)).toBe(false);
  expect(await membersOf(recent)).not.toContain(quiet);
  const row = (await boss().call(crowd.crowdList, { pageSize: 100 })).list.find(({ id }) => id === recent);
  expect(row?.trend).toHaveLength(30);
  expect(row?.trend.at(-1)).toBe(row?.memberCount);
});
