import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { changeApproval } from '../../src/modules/approvals/common/permissions.ts';
import { policyGet, policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { memberLimitAdd } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { operationLog } from '../../src/modules/logs/common/permissions.ts';
import { searchSave } from '../../src/modules/logs/common/saved/search.contract.ts';
import { propertyAdd } from '../../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../../src/modules/property/common/value.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { departmentGet, departmentUpdate } from '../../src/modules/people/common/department.contract.ts';
import {
  employeeDisable,
  employeeGet,
  employeePassword,
  employeeRemove,
  employeeRestore,
  employeeUpdate,
} from '../../src/modules/people/common/employee.contract.ts';
import * as life from '../../src/modules/people/common/life/life.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { codeOf, House } from '../access/house.ts';

let house: House;
let north: string;
let team: string;
let south: string;
const boss = () => house.boss;
const codes = [userManagement.code, userManagement.button.leave, userManagement.button.transfer, userManagement.button.update];
const everywhere = { kind: 'all' } as const;

beforeAll(async () => {
  house = await House.open();
  north = await house.department('北方公司');
  team = await house.department('北方平台组', north);
  south = await house.department('南方公司');
});
afterAll(() => house.stop());

const person = (id: string) => boss().call(employeeGet, { id });
const update = async (id: string, fields: Record<string, unknown>): Promise<void> =>
  void (await boss().call(employeeUpdate, { id, version: (await person(id)).version, ...fields }));
const eventOf = async (employeeId: string, kind: 'leave' | 'transfer') => {
  const states = ['planned', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const;
  const { list } = await boss().call(life.lifeList, { employeeId, kind: [kind], state: [...states] });
  return list.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]!;
};
/** The moment of what is planned comes: the clock of the product finds it by itself. */
const due = (employeeId: string) =>
  house.product.database.pool.query(`update employment_event set at = 1 where employee_id = $1 and state = 'planned'`, [employeeId]);
const handOver = (...kinds: string[]) => kinds.map((kind) => ({ kind, choice: 'handOver' as const }));

test('Leaving: planned and cancelled leaves all as it was; at once it ends access, hands over, takes roles away, and can be proved', async () => {
  const leaver = await house.administrator({ codes, range: everywhere }, [team]);
  const [first, second, successor] = [await house.person([team]), await house.person([team]), await house.person([team])];
  await update(first, { managerId: leaver.id });
  await update(second, { managerId: leaver.id });
  await update(successor, { managerId: first });
  const shared = await house.person([team]);
  await update(shared, { employmentType: 'shared', ownerId: leaver.id, expiresAt: Date.now() + 86_400_000 });
  const { version } = await boss().call(departmentGet, { id: team });
  await boss().call(departmentUpdate, { id: team, version, managerIds: [leaver.id], deputyIds: [second] });

  const wish = {
    ids: [leaver.id],
    choices: handOver('report', 'department', 'ownedAccount'),
    successorId: successor,
  };
  expect(await codeOf(boss(), life.employeeLeave, { ...wish, successorId: null })).toBe(10400);
  expect(await codeOf(boss(), life.employeeLeave, { ...wish, successorId: leaver.id })).toBe(10400);
  expect(await codeOf(leaver.client, life.employeeLeave, wish)).toBe(12024);
  const preview = await boss().call(life.leavePreview, { ...wish, successorId: null });
  expect(preview.successorNeeded).toBe(true);
  expect(preview.people).toMatchObject([{ administrator: true, refused: null }]);
  const counts = new Map(preview.holdings.map(({ kind, count, choice }) => [kind, [count, choice]]));
  expect(counts.get('report')).toEqual([2, 'handOver']);
  expect(counts.get('session')).toEqual([1, 'end']);
  expect(counts.get('role')).toEqual([1, 'remove']);

  const before = [await person(leaver.id), await person(first), await boss().call(departmentGet, { id: team })];
  await boss().call(life.employeeLeave, { ...wish, at: '2999-12-31' });
  expect(await codeOf(boss(), life.employeeLeave, wish)).toBe(10412);
  expect((await eventOf(leaver.id, 'leave')).state).toBe('planned');
  expect(await boss().call(life.leaveCancel, { ids: [leaver.id] })).toEqual({ count: 1 });
  expect([await person(leaver.id), await person(first), await boss().call(departmentGet, { id: team })]).toEqual(before);
  await leaver.client.call(getUser, {});

  const { jobId } = await boss().call(life.employeeLeave, { ...wish, reason: 'Retires' });
  await boss().jobEnd(jobId!);
  expect((await leaver.client.ask(getUser, {})).code).toBe(65003);
  expect(await person(leaver.id)).toMatchObject({ status: 'left', lastWorkday: expect.stringMatching(/^\d{4}-/) as string });
  expect((await person(first)).manager?.id).toBe(successor);
  // The successor stood below: they come up, instead of leading themselves by way of others.
  expect((await person(successor)).manager).toBeNull();
  expect((await person(shared)).owner?.id).toBe(successor);
  expect((await boss().call(departmentGet, { id: team })).managers.map(({ id }) => id)).toEqual([successor]);
  const { rows } = await house.product.database.pool.query('select from role_member where object_id = $1', [leaver.id]);
  expect(rows).toEqual([]);

  const event = await eventOf(leaver.id, 'leave');
  const shown = await boss().call(life.lifeGet, { id: event.id });
  expect(shown).toMatchObject({ state: 'done', sealed: true, successor: { id: successor }, reason: 'Retires' });
  expect(shown.checklist.every(({ state }) => state === 'done')).toBe(true);
  expect(shown.checklist.at(-1)).toMatchObject({ kind: 'left', reached: 1 });
  // One batch of the journal, named with the one who did it.
  const { list } = await boss().call(listJournal, { kind: ['employee'], objectId: leaver.id });
  expect(list[0]).toMatchObject({ batchId: event.id });
  const exported = await boss().jobEnd((await boss().call(life.lifeExport, { id: event.id, format: 'csv' })).jobId);
  expect(exported.result).toMatchObject({ rows: shown.checklist.length + 5 });
  await house.product.database.pool.query(`update employment_event set payload = payload || '{"byName": "Nobody"}' where id = $1`, [
    event.id,
  ]);
  expect((await boss().call(life.lifeGet, { id: event.id })).sealed).toBe(false);

  // Who left gets no password, stands in no bin; what is of another type than it must be is not called missing.
  const left = { code: 10412, data: { state: 'left' } };
  expect(await boss().ask(employeePassword, { id: leaver.id, mode: 'oneTime' })).toMatchObject(left);
  expect(await boss().ask(employeeRestore, { ids: [leaver.id] })).toMatchObject(left);
  const wrong = await house.product.app.inject({ url: '/api/muc/employee/list?below=maybe', headers: { accesstoken: boss().token } });
  expect(wrong.json()).toMatchObject({ code: 10400, data: { issues: [{ path: 'below', message: '类型不正确' }] } });

  const offer = await boss().call(life.rehireOffer, { id: leaver.id });
  expect(offer.roles).toMatchObject([{ roleId: leaver.roleId, mayGive: true }]);
  const back = { id: leaver.id, version: (await person(leaver.id)).version, assignments: [{ departmentId: south, primary: true }] };
  const weak = await house.administrator({ codes: [userManagement.code, userManagement.button.rehire], range: everywhere });
  expect((await weak.client.call(life.rehireOffer, { id: leaver.id })).roles).toMatchObject([{ mayGive: false }]);
  expect(await codeOf(weak.client, life.employeeRehire, { ...back, roleIds: [leaver.roleId] })).not.toBe(0);
  expect((await person(leaver.id)).status).toBe('left');
  await boss().call(life.employeeRehire, { ...back, roleIds: [leaver.roleId] });
  expect(await person(leaver.id)).toMatchObject({
    status: 'active',
    leftAt: null,
    account: before[0] && 'account' in before[0] ? before[0].account : '',
  });
  expect(await codeOf(boss(), sysRole.find, { roleId: leaver.roleId })).toBe(0);
  const held = await house.product.database.pool.query('select from role_member where object_id = $1', [leaver.id]);
  expect(held.rows).toHaveLength(1);
});

test('A planned leaving happens once when its day has come; a step that is refused stays open, and is done with another successor', async () => {
  const [leaver, report, gone, heir] = [await house.person(), await house.person(), await house.person(), await house.person()];
  await update(report, { managerId: leaver });
  const led = await house.department('随人而去的部门', north);
  await boss().call(departmentUpdate, { id: led, version: 1, managerIds: [leaver] });
  await boss().call(life.employeeLeave, { ids: [leaver], at: '2999-01-01', choices: handOver('report'), successorId: gone });
  const { jobId } = await boss().call(life.employeeLeave, { ids: [gone] });
  await boss().jobEnd(jobId!);
  await due(leaver);
  await expect.poll(async () => (await eventOf(leaver, 'leave')).state).toBe('failed');
  // Who goes is not kept by what could not be handed over.
  expect(await person(leaver)).toMatchObject({ status: 'left', lastWorkday: '2999-01-01' });
  expect((await person(report)).manager?.id).toBe(leaver);
  const failed = await boss().call(life.lifeGet, { id: (await eventOf(leaver, 'leave')).id });
  expect(failed.checklist.filter(({ state }) => state === 'failed').map(({ kind }) => kind)).toEqual(['report']);
  const again = await boss().call(life.leaveRetry, { id: leaver, successorId: heir });
  await boss().jobEnd(again.jobId);
  expect((await person(report)).manager?.id).toBe(heir);
  expect(await boss().call(life.lifeGet, { id: failed.id })).toMatchObject({ state: 'done', sealed: true });
  const { rows } = await house.product.database.pool.query(
    `select from change_operation where object_id = $1 and after ->> 'status' = 'left'`,
    [leaver],
  );
  expect(rows).toHaveLength(1);
  // All of it is one batch of the journal, and is undone as one.
  expect(await boss().call(revertChanges, { batchId: failed.id })).toMatchObject({ reverted: 3, conflicts: [] });
  expect((await boss().call(departmentGet, { id: led })).managers.map(({ id }) => id)).toEqual([leaver]);
  expect(await person(leaver)).toMatchObject({ status: 'active', leftAt: null, lastWorkday: null });
  expect((await person(report)).manager?.id).toBe(leaver);
});

test('A transfer names what it gives; one that is planned is done on its day, and waits where it would give more by then', async () => {
  const roleId = await house.role({ codes, range: everywhere, departments: [south] });
  const mover = await house.administrator({ codes: [userManagement.code], range: everywhere }, [team]);
  const wish = { id: mover.id, assignments: [{ departmentId: south, primary: true }] };
  const preview = await boss().call(life.transferPreview, wish);
  expect(preview).toMatchObject({ acrossCompanies: false, roles: 'keep' });
  expect(preview.turns).toMatchObject([{ roleId, gained: true, beyond: false }]);
  expect(
    preview.menus
      .filter(({ gained }) => gained)
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(codes.slice(1).toSorted());
  const { version } = await person(mover.id);
  const tried = await boss().ask(life.employeeTransfer, { ...wish, version, dryRun: true } as never);
  expect(tried.data).toMatchObject({ impact: { gainRoles: 1 } });

  expect(await boss().call(life.employeeTransfer, { ...wish, version, at: '2999-01-01' })).toMatchObject({ state: 'planned' });
  expect(await codeOf(boss(), life.employeeTransfer, { ...wish, version, at: '2999-01-02' })).toBe(10412);
  await house.shape(roleId, { codes: [...codes, userManagement.button.delete] });
  await due(mover.id);
  await expect.poll(async () => (await eventOf(mover.id, 'transfer')).state).toBe('waiting');
  expect((await person(mover.id)).departments[0]?.departmentId).toBe(team);
  expect(await boss().call(life.transferConfirm, { id: mover.id })).toMatchObject({ state: 'done' });
  expect((await person(mover.id)).departments.map(({ departmentId }) => departmentId)).toEqual([south]);

  const [plain, outsider] = [await house.person([team]), await house.person([south])];
  const plan = {
    id: plain,
    version: (await person(plain)).version,
    assignments: [{ departmentId: north, primary: true }],
    at: '2999-01-01',
  };
  await boss().call(life.employeeTransfer, plan);
  await due(plain);
  await expect.poll(async () => (await eventOf(plain, 'transfer')).state).toBe('done');
  expect((await person(plain)).departments[0]?.departmentId).toBe(north);

  // Who looks after the north neither sees nor moves nor ends anybody of the south, and hands nothing to them.
  const { client: keeper } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } }, [north]);
  const away = { id: outsider, assignments: [{ departmentId: north, primary: true }] };
  expect(await codeOf(keeper, life.transferPreview, away)).toBe(10910);
  expect(await codeOf(keeper, life.employeeTransfer, { ...away, version: 1 })).toBe(10910);
  expect(await codeOf(keeper, life.employeeTransfer, { ...plan, at: undefined, assignments: wish.assignments })).toBe(10910);
  expect(await codeOf(keeper, life.employeeLeave, { ids: [outsider] })).toBe(10910);
  expect(await codeOf(keeper, life.employeeLeave, { ids: [plain], successorId: outsider })).toBe(10910);
  expect(await codeOf(keeper, life.employeeHoldings, { id: outsider })).toBe(10910);
  const { list } = await keeper.call(life.lifeList, { state: ['done', 'failed', 'planned'], pageSize: 200 });
  const seen = list.map(({ employeeId }) => employeeId);
  expect([seen.includes(plain), seen.includes(mover.id)]).toEqual([true, false]);
});

test('First days, ends and quarantines come by the clock', async () => {
  const [begins, ends, kept] = [await house.person(), await house.person(), await house.person()];
  const { pool } = house.product.database;
  await pool.query(`update employee set status = 'pending', hire_date = '2020-01-01' where id = $1`, [begins]);
  await pool.query('update employee set expires_at = 1 where id = $1', [ends]);
  await pool.query(`update employee set status = 'quarantined', quarantine_ends_at = 1 where id = $1`, [kept]);
  await expect
    .poll(async () => [(await person(begins)).status, (await person(ends)).status, (await person(kept)).status])
    .toEqual(['active', 'disabled', 'left']);
});

test('What modules keep of who leaves goes or changes hands; deleting lets who has not left do so first', async () => {
  const rights = [userManagement, changeApproval, operationLog].flatMap((menu) => [menu.code, ...Object.values(menu.button)]);
  const leaver = await house.administrator({ codes: rights, range: everywhere }, [team]);
  const heir = await house.person([team], 'Heir');
  const { id: other } = await house.administrator({ codes: rights, range: everywhere }, [team]);
  const { pool } = house.product.database;
  const one = async <Row>(text: string, id: string): Promise<Row | undefined> => (await pool.query(text, [id])).rows[0] as Row | undefined;

  const search = await leaver.client.call(searchSave, { name: 'Mine', log: 'operation', filters: {} });
  const draft = { operations: ['employee.delete'], needed: 1 };
  const policies = [
    await boss().call(policySave, { ...draft, name: 'Two agree', approverIds: [leaver.id, other] }),
    await boss().call(policySave, { ...draft, name: 'One agrees', approverIds: [leaver.id] }),
  ];
  const limitDraft = { ownerDeptId: north, to: [{ kind: 'everyone' as const }], actions: ['chat' as const] };
  const person_ = { kind: 'employee' as const, id: leaver.id };
  const shared = await boss().call(memberLimitAdd, { ...limitDraft, name: 'Shared', from: [person_, { kind: 'department', id: south }] });
  const { id: propertyId } = await boss().call(propertyAdd, {
    namespace: 'life',
    key: 'leaver',
    description: { zh_CN: '一' },
    default: 'x',
  });
  const value = await boss().call(propertyValueSet, { propertyId, scopeKind: 'employee', scopeId: leaver.id, value: 'y' });

  const { holdings } = await boss().call(life.employeeHoldings, { id: leaver.id });
  const held = new Map(holdings.map(({ kind, count }) => [kind, count]));
  for (const kind of ['savedSearch', 'memberLimit', 'propertyValue']) expect([kind, held.get(kind)]).toEqual([kind, 1]);
  expect(held.get('policyApprover')).toBe(2);
  // Who looks after a part is told of how many, and not of the names of what is everybody's.
  const { client: keeper } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } }, [north]);
  const told = new Map((await keeper.call(life.employeeHoldings, { id: leaver.id })).holdings.map((row) => [row.kind, row]));
  expect(told.get('policyApprover')).toMatchObject({ count: 2, sample: [] });
  expect(told.get('memberLimit')).toMatchObject({ count: 1, sample: [{ name: 'Shared' }] });
  const choices = handOver('savedSearch', 'memberLimit');
  const { jobId } = await boss().call(life.employeeLeave, { ids: [leaver.id], choices, successorId: heir });
  await boss().jobEnd(jobId!);
  expect(await one(`select owner_id as owner from saved_search where id = $1`, search.id)).toEqual({ owner: heir });
  expect(await one(`select from_side as side from member_limit where id = $1`, shared.id)).toMatchObject({
    side: [{ id: heir }, { id: south }],
  });
  expect(await one(`select id from property_value where id = $1`, value.id)).toBeUndefined();
  // The only approver stays named, or everybody could agree: the step is open, and the rest is done.
  const event = await boss().call(life.lifeGet, { id: (await eventOf(leaver.id, 'leave')).id });
  expect(event.checklist.filter(({ state }) => state !== 'done')).toMatchObject([
    { kind: 'policyApprover', trouble: expect.stringContaining('') as string },
  ]);
  const { version } = await boss().call(policyGet, { id: policies[1]!.id });
  await boss().call(policySave, { id: policies[1]!.id, version, approverIds: [leaver.id, other] });
  await boss().jobEnd((await boss().call(life.leaveRetry, { id: leaver.id })).jobId);
  for (const { id } of policies)
    expect(await one(`select approver_ids as ids from change_policy where id = $1`, id)).toEqual({ ids: [other] });

  const gone = await house.administrator({ codes, range: everywhere }, [team]);
  await update(other, { managerId: gone.id });
  expect(await codeOf(boss(), employeeRemove, { ids: [gone.id] })).toBe(10412);
  await boss().call(employeeDisable, { ids: [gone.id] });
  const foretold = await boss().ask(employeeRemove, { ids: [gone.id], dryRun: true } as never);
  expect(foretold).toMatchObject({ code: 0, data: { counts: { delete: 1 } } });
  expect((await person(other)).manager?.id).toBe(gone.id);
  await boss().call(employeeRemove, { ids: [gone.id] });
  expect((await person(other)).manager).toBeNull();
  expect((await pool.query('select from role_member where object_id = $1', [gone.id])).rows).toEqual([]);
  await boss().call(employeeRestore, { ids: [gone.id] });
  expect(await person(gone.id)).toMatchObject({ status: 'left' });
  expect(await eventOf(gone.id, 'leave')).toMatchObject({ state: 'done' });
});
