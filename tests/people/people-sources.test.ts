import { afterAll, beforeAll, expect, test } from 'vitest';
import { revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { changeApproval } from '../../src/modules/approvals/common/permissions.ts';
import { policyEnable, policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { requestApprove, requestGet } from '../../src/modules/approvals/common/request.contract.ts';
import * as crowd from '../../src/modules/crowds/common/crowd.contract.ts';
import { departmentGet, departmentRemove, departmentTree } from '../../src/modules/people/common/department.contract.ts';
import { departmentMerge, departmentMergePreview } from '../../src/modules/people/common/department-merge.contract.ts';
import { employeeAdd, employeeGet, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import * as life from '../../src/modules/people/common/life/life.contract.ts';
import { userManagement as page } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import * as run from '../../src/modules/people-sources/common/source-run.contract.ts';
import { sourcePage } from '../../src/modules/people-sources/common/source.permissions.ts';
import { sourceGet } from '../../src/modules/people-sources/common/source.contract.ts';
import { openSourcesWith } from '../../src/modules/people-sources/server/run/open-source.ts';
import { addGeneratedSource, GeneratedDirectory } from '../../src/modules/people-sources/server/testing/generated-directory.ts';
import { codeOf, House } from '../access/house.ts';
import { applyPlan, expectedOf, itemsOf, syncSource } from '../access/source-runs.ts';

let house: House;
let directory: GeneratedDirectory;
let sourceId = '';
const boss = () => house.boss;
const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await house.product.database.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  house = await House.open();
  await house.confirm(boss());
  directory = GeneratedDirectory.of({ departments: 6, people: 60 });
  openSourcesWith(async () => ({ connector: directory.connector(), source: { code: 'test', config: {}, secrets: {} } }));
  const root = await house.department('目录之家');
  sourceId = await addGeneratedSource(house.product.database.db, {
    root_department_id: root,
    alarm_people: JSON.stringify([{ employeeId: builtinAdminUid, channels: ['console'], on: ['held'] }]),
  });
  await apply(await sync());
}, 120_000);
afterAll(() => house.stop());

const sync = (): Promise<run.RunDetail> => syncSource(house, sourceId);
const apply = (plan: run.RunDetail): Promise<run.RunDetail> => applyPlan(house, plan);
const uidOf = async (account: string): Promise<string> =>
  (await rows<{ id: string }>('select id from employee where account = $1', [account]))[0]!.id;
const unitOf = async (externalId: string): Promise<string> =>
  (
    await rows<{ id: string }>(
      `select object_id as id from source_link where source_id = $1 and object_kind = 'department' and external_id = $2`,
      [sourceId, externalId],
    )
  )[0]!.id;
const placesOf = async (id: string): Promise<string[]> =>
  (await boss().call(employeeGet, { id })).departments.map(({ departmentId }) => departmentId);

/** Everything that people are and hold, but for what counts and dates changes. */
const holdingsOf = () =>
  rows(`select to_jsonb(e) - 'version' - 'updated_at' - 'updated_by' as person,
      (select jsonb_agg(to_jsonb(ed) - 'from_at' order by ed.department_id) from employee_department ed where ed.employee_id = e.id) as places,
      (select jsonb_agg(to_jsonb(m) order by m.role_id) from role_member m where m.object_id = e.id) as roles,
      (select jsonb_agg(c.id order by c.id) from crowd c where e.id = any(c.includes)) as named
    from employee e where e.status <> 'deleted' order by e.id`);

test('Who is gone from the source is kept out with everything they hold, and has lost nothing when the source delivers them again', async () => {
  const uid = await uidOf('user30');
  const client = await house.signIn(uid);
  await house.role({ codes: [page.code], range: { kind: 'all' }, employees: [uid] });
  expect(await codeOf(client, employeeList, { pageSize: 20 })).toBe(0);
  const draft = { name: { zh_CN: '点名' }, code: 'named', ownerDeptId: rootDepartmentId, kind: 'fixed' as const, includes: [uid] };
  await boss().call(crowd.crowdAdd, draft as never);
  const before = await holdingsOf();

  const gone = [...directory.people].slice(25, 36);
  for (const [id] of gone) directory.people.delete(id);
  const held = await sync();
  expect(held).toMatchObject({ state: 'held', loseSignIn: 11 });
  expect(await holdingsOf()).toEqual(before);
  await apply(held);
  expect((await client.ask(getUser, {})).code).toBe(65003);
  await expect(house.signIn(uid)).rejects.toThrow(/\d{5}/);
  expect(await rows(`select from employee where status = 'quarantined'`)).toHaveLength(11);
  expect(await rows('select from role_member where object_id = $1', [uid])).toHaveLength(1);

  for (const [id, values] of gone) directory.people.set(id, values);
  const back = await sync();
  expect(back.counts).toMatchObject({ restore: 11 });
  await apply(back);
  expect(await holdingsOf()).toEqual(before);
  expect(await codeOf(await house.signIn(uid), employeeList, { pageSize: 20 })).toBe(0);
});

test('Two administrators apply one plan: one does it, the other is told; a department too deep takes its branch along, the rest is applied', async () => {
  for (let level = 0; level < 20; level += 1)
    directory.departments.set(`deep${level}`, {
      id: `deep${level}`,
      parent: level === 0 ? null : `deep${level - 1}`,
      name: `Level ${level}`,
    });
  directory.person(70, 6)['phone'] = '+8613100000005';
  directory.person(71, 6)['title'] = 'New';
  const plan = await sync();
  const bad = (await itemsOf(house, plan.id, ['invalid'])).map(({ externalId, reasonCode }) => [externalId, reasonCode]);
  expect(bad).toEqual(
    expect.arrayContaining([
      ['deep18', 'deptTooDeep'],
      ['deep19', 'above'],
    ]),
  );
  // The number is of somebody else: both are named, and nobody is changed.
  const [clash] = await itemsOf(house, plan.id, ['conflict', 'invalid']).then((list) =>
    list.filter(({ externalId }) => externalId === 'p70'),
  );
  expect(clash?.reason).toContain('Person 5');
  const wish = { runId: plan.id, expected: expectedOf(plan) };
  const both = await Promise.all([boss().ask(run.sourceRunApply, wish), boss().ask(run.sourceRunApply, wish)]);
  expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 10412]);
  const done = both.find(({ code }) => code === 0)!.data as { jobId: string };
  await boss().jobEnd(done.jobId);
  expect(await uidOf('user71')).toMatch(/./);
  expect(await rows(`select from department where name ->> 'zh_CN' = 'Level 17'`)).toHaveLength(1);
  for (let level = 0; level < 20; level += 1) directory.departments.delete(`deep${level}`);
  for (const id of ['p70', 'p71']) directory.people.delete(id);
  await apply(await sync());
});

test('A department of a source merged into another stays merged: its people go there at every reading, and undoing gives the source its own again', async () => {
  const [gone, target, child] = [await unitOf('d4'), await unitOf('d5'), await house.department('分组', await unitOf('d4'))];
  const person = await uidOf('user4');
  expect(await placesOf(person)).toEqual([gone]);
  // By hand it can't be deleted: it is the source's.
  expect(await codeOf(boss(), departmentRemove, { ids: [gone], moveTo: target })).toBe(12004);
  const wish = { sourceIds: [gone], targetId: target };
  expect(await boss().call(departmentMergePreview, wish)).toMatchObject({ people: 10, children: 1 });
  const merged = await boss().jobEnd((await boss().call(departmentMerge, wish)).jobId);
  expect(merged.result).toMatchObject({ people: 10, children: 1 });
  expect(await codeOf(boss(), departmentGet, { id: gone })).toBe(10404);
  expect(await placesOf(person)).toEqual([target]);

  expect(await sync()).toMatchObject({ state: 'applied', outcome: {} });
  directory.people.get('p4')!['title'] = 'Moved along';
  directory.person(72, 6)['dept'] = ['d4'];
  const next = await apply(await sync());
  expect(next.outcome).toEqual({ add: 1, update: 1 });
  expect([await placesOf(person), await placesOf(await uidOf('user72'))]).toEqual([[target], [target]]);
  expect(await codeOf(boss(), departmentGet, { id: gone })).toBe(10404);

  const { batchId } = merged.result as { batchId: string };
  // The people are back at once, although they are the source's; who came since goes there with its next reading.
  await boss().call(revertChanges, { batchId });
  expect((await boss().call(departmentGet, { id: child })).parentId).toBe(gone);
  expect(await placesOf(await uidOf('user10'))).toEqual([gone]);
  await apply(await sync());
  expect([await placesOf(person), await placesOf(await uidOf('user72'))]).toEqual([[gone], [gone]]);
  expect(await sync()).toMatchObject({ state: 'applied', outcome: {} });
});

test('The last super administrator stays in, whatever the source says: the line says why, and the others are done', async () => {
  Object.assign(directory.person(80, 6), { uid: 'admin', mail: null, phone: null, number: null });
  await apply(await sync());
  expect(await uidOf('admin')).toBe(builtinAdminUid);
  directory.people.delete('p80');
  directory.people.delete('p40');
  const plan = await sync();
  const [line] = await itemsOf(house, plan.id, ['invalid', 'skipped', 'quarantine']).then((list) =>
    list.filter(({ externalId }) => externalId === 'p80'),
  );
  expect(line).toMatchObject({ reasonCode: '12131', objectId: builtinAdminUid });
  expect(plan).toMatchObject({ state: 'planned', loseSignIn: 1 });
  await apply(plan);
  expect((await rows('select status from employee where id = $1', [builtinAdminUid]))[0]).toEqual({ status: 'active' });
  expect((await rows(`select status from employee where account = 'user40'`))[0]).toEqual({ status: 'quarantined' });
});

test('The department under which a source puts its people is not deleted; merged into another, the source goes on below that one', async () => {
  const { rootDepartmentId: root } = await boss().call(sourceGet, { id: sourceId });
  const other = await house.department('新的目录之家');
  expect(await boss().ask(departmentRemove, { ids: [root], moveTo: other })).toMatchObject({
    code: 10410,
    data: { usedBy: [{ kind: 'source', id: sourceId }] },
  });
  const { jobId } = await boss().call(departmentMerge, { sourceIds: [root], targetId: other });
  await boss().jobEnd(jobId);
  expect((await boss().call(sourceGet, { id: sourceId })).rootDepartmentId).toBe(other);
  expect(await sync()).toMatchObject({ state: 'applied', outcome: {} });
  const { nodes } = await boss().call(departmentTree, { parentId: other, depth: 1 });
  expect(nodes.map(({ name }) => name)).toContain('Unit 0');
});

test('Somebody who left by hand is the same person when a source delivers their number, and their former roles are offered before', async () => {
  const assignments = [{ departmentId: await unitOf('d0'), primary: true }];
  const { id } = await boss().call(employeeAdd, { account: 'back.again', name: 'Back', employeeNo: 'N888', assignments });
  const roleId = await house.role({ codes: [page.code], range: { kind: 'all' }, employees: [id] });
  await boss().jobEnd((await boss().call(life.employeeLeave, { ids: [id] })).jobId!);
  const again = { account: 'another', name: 'Another', employeeNo: 'N888', assignments };
  expect(await boss().ask(employeeAdd, again)).toMatchObject({ code: 10411, data: { field: 'employeeNo' } });
  expect((await boss().call(life.rehireOffer, { id })).roles).toMatchObject([{ roleId, mayGive: true }]);
  Object.assign(directory.person(90, 6), { number: 'N888', uid: 'back.again' });
  await apply(await sync());
  expect(await boss().call(employeeGet, { id })).toMatchObject({ status: 'active', employeeNo: 'N888', name: 'Person 90' });
});

test('Letting a reading through that its brake holds waits for a second person where a policy says so', async () => {
  const pages = [sourcePage, changeApproval].flatMap(({ code, button }) => [code, ...Object.values(button)]);
  const second = await house.administrator({ codes: pages, range: { kind: 'all' } });
  const policy = await boss().call(policySave, { name: 'Brakes', operations: ['source.release'], atLeast: 1000 });
  await boss().call(policyEnable, { ids: [policy.id] });
  for (const key of [...directory.people.keys()].slice(0, 20)) directory.people.delete(key);
  const held = await sync();
  expect(held.state).toBe('held');
  const wish = { runId: held.id, expected: expectedOf(held), reason: 'They were sold with their branch' };
  const asked = await boss().ask(run.sourceRunRelease, wish);
  // A run names its source alone, however many it touches.
  expect(asked.code).toBe(11070);
  const id = String(Reflect.get(Object(asked.data), 'requestId'));
  expect(await second.client.call(requestGet, { id })).toMatchObject({ unseen: true, reason: wish.reason, impact: {} });
  expect((await boss().call(run.sourceRunGet, { runId: held.id })).state).toBe('held');
  await second.client.call(requestApprove, { id, version: 1 });
  const state = async () => (await boss().call(run.sourceRunGet, { runId: held.id })).state;
  await expect.poll(state).toBe('applied');
  await rows('update change_policy set enabled = false');
});
