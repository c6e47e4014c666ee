import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../../src/kit/common/contract.ts';
import { systemCaller } from '../../src/kit/server/caller.ts';
import { createObjects, removeObjects } from '../../src/kit/server/change/change-objects.ts';
import { newId } from '../../src/kit/server/ids.ts';
import { changeApproval as page } from '../../src/modules/approvals/common/permissions.ts';
import * as policies from '../../src/modules/approvals/common/policy.contract.ts';
import * as requests from '../../src/modules/approvals/common/request.contract.ts';
import * as cleaning from '../../src/modules/logs/common/cleaning/clear.contract.ts';
import { cleanupMechanism } from '../../src/modules/logs/common/cleaning/cleaning.permissions.ts';
import { renew, requestRunJob } from '../../src/modules/approvals/server/request.run.ts';
import { operationLog } from '../../src/modules/logs/common/permissions.ts';
import { recycleBin } from '../../src/modules/recycle-bin/common/permissions.ts';
import { recycleList, recycleRestore } from '../../src/modules/recycle-bin/common/recycle.contract.ts';
import { crowdAdd, crowdDelete, crowdGet, crowdUpdate } from '../../src/modules/crowds/common/crowd.contract.ts';
import { authSettingAdd, authSettingList } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { loginAuthentication } from '../../src/modules/sign-in/common/permissions.ts';
import { employeeBatchUpdate } from '../../src/modules/people/common/employee-bulk.contract.ts';
import {
  employeeRemove,
  employeeDisable,
  employeeGet,
  employeeList,
  employeePurge,
  employeeUnmask,
  employeeUpdate,
} from '../../src/modules/people/common/employee.contract.ts';
import { employeeLeave, employeeTransfer, lifeList } from '../../src/modules/people/common/life/life.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { departmentKind } from '../../src/modules/people/server/department/department.kind.ts';
import { House } from '../access/house.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';

let house: House;
interface Person {
  id: string;
  roleId: string;
  client: ConsoleClient;
}
let ann: Person;
let ben: Person;
let cleo: Person;
const codes = [userManagement, page, recycleBin, cleanupMechanism, loginAuthentication, operationLog].flatMap((menu) => [
  menu.code,
  ...Object.values(menu.button),
]);

beforeAll(async () => {
  house = await House.open();
  const wish = { codes, range: { kind: 'all' } } as const;
  [ann, ben, cleo] = [await house.administrator(wish), await house.administrator(wish), await house.administrator(wish)];
}, 120_000);
afterAll(() => house.stop());

let made = 0;
async function policy(wish: Partial<Input<typeof policies.policySave>>): Promise<string> {
  made += 1;
  const { id } = await house.boss.call(policies.policySave, { name: `Policy ${made}`, approverIds: [ann.id, ben.id, cleo.id], ...wish });
  await house.boss.call(policies.policyEnable, { ids: [id] });
  return id;
}
/** Takes all policies away, past their own approval. */
const clear = () => house.product.database.pool.query('update change_policy set enabled = false');
const enabled = async (id: string) => (await house.boss.call(employeeGet, { id })).enabled;
const state = async (id: string) => (await house.boss.call(requests.requestGet, { id })).state;
/** An input with the reason that others must know, as the console sends it. */
const reasoned = <I extends object>(input: I, reason = 'They left the company last week'): I => ({ ...input, approvalReason: reason });
const idOf = (data: unknown): string => String(Reflect.get(Object(data), 'requestId'));

test('Under a policy nothing happens until another person agrees; then it runs by itself', async () => {
  await policy({ operations: ['employee.disable'], atLeast: 2 });
  const [one, other] = [await house.person(), await house.person()];
  // Below the number it goes ahead.
  await ann.client.call(employeeDisable, { ids: [one] });
  const third = await house.person();
  const foretold = await ann.client.ask(employeeDisable, { ids: [other, third], dryRun: true } as Input<typeof employeeDisable>);
  expect(foretold).toMatchObject({ code: 0, data: { approval: { needed: 1 } } });
  // Others must know why: without a reason nothing is kept.
  const unsaid = await ann.client.ask(employeeDisable, { ids: [other, third] });
  expect(unsaid).toMatchObject({ code: 11070, data: { reason: { field: 'approvalReason', min: 10, max: 500 }, needed: 1 } });
  expect((await ann.client.ask(employeeDisable, reasoned({ ids: [other, third] }, 'too short'))).code).toBe(10400);
  expect((await ann.client.call(requests.requestList, { tab: 'mine' })).total).toBe(0);
  const asked = await ann.client.ask(employeeDisable, reasoned({ ids: [other, third] }));
  expect(asked).toMatchObject({ code: 11070, data: { requestId: expect.any(String) } });
  const id = idOf(asked.data);
  // Asked for again it is the same request.
  expect(idOf((await ann.client.ask(employeeDisable, { ids: [other, third] })).data)).toBe(id);
  expect([await enabled(other), await enabled(third)]).toEqual([true, true]);
  expect((await ann.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11071);
  const read = await ben.client.call(requests.requestGet, { id });
  expect(read).toMatchObject({
    state: 'pending',
    reason: 'They left the company last week',
    live: { state: 'same' },
    counts: { disable: 2 },
    own: false,
    may: { approve: true, bypass: false },
  });
  expect(read.lines.map(({ action, fields }) => [action, fields.map(({ field }) => field)])).toEqual([
    ['disable', ['status']],
    ['disable', ['status']],
  ]);
  await ben.client.call(requests.requestApprove, { id, version: 1, comment: 'fine' });
  await expect.poll(() => state(id)).toBe('done');
  expect([await enabled(other), await enabled(third)]).toEqual([false, false]);
  expect((await cleo.client.ask(requests.requestReject, { id, version: 1, comment: 'much too late' })).code).toBe(11073);
  const done = await ann.client.call(requests.requestGet, { id });
  expect(done.events.map(({ event, name }) => [event, name])).toEqual([
    ['asked', read.requesterName],
    ['approved', expect.any(String)],
    ['done', read.requesterName],
  ]);
  const { rows } = await house.product.database.pool.query('select uid, object_count from audit_log where batch_id = $1', [done.batchId]);
  expect(rows).toEqual([{ uid: ann.id, object_count: 2 }]);
  await clear();
});

test('Of two who decide at the same moment one does; who read it before and comes after changes nothing any more', async () => {
  await policy({ operations: ['employee.disable'] });
  const person = await house.person();
  const id = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [person] }))).data);
  const read = await house.product.database.db.selectFrom('change_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const decided = await Promise.all([ben, cleo].map(({ client }) => client.ask(requests.requestApprove, { id, version: 1 })));
  expect(decided.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 11073]);
  await expect.poll(() => state(id)).toBe('done');
  // As who looked at it while it was open, and finds that the same change would do nothing now.
  expect(await renew(house.product.services, read, null)).toBe(false);
  const { state: now, events } = await ann.client.call(requests.requestGet, { id });
  expect([now, events.map(({ event }) => event)]).toEqual(['done', ['asked', 'approved', 'done']]);
  await clear();
});

test('Two must agree where the policy says so; a delegate counts as who is away, and nobody twice', async () => {
  await policy({ operations: ['employee.disable'], needed: 2 });
  const dora = await house.administrator({ codes, range: { kind: 'all' } });
  const asked = await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person()] }));
  const id = idOf(asked.data);
  // Dora is not named by the policy, until Ben lets her decide in his place.
  expect((await dora.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(10910);
  // Neither may the requester, by way of somebody else.
  await ann.client.call(requests.requestDelegate, { toId: dora.id, until: Date.now() + 3_600_000 });
  expect((await dora.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(10910);
  expect((await ben.client.ask(requests.requestDelegate, { toId: dora.id, until: Date.now() + 15 * 86_400_000 })).code).toBe(10400);
  await ben.client.call(requests.requestDelegate, { toId: dora.id, until: Date.now() + 3_600_000 });
  const waits = await dora.client.call(requests.requestList, {});
  expect(waits.list.map((row) => row.id)).toContain(id);
  expect(await dora.client.call(requests.requestApprove, { id, version: 1 })).toMatchObject({ state: 'pending', needed: 2 });
  expect((await ben.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11073);
  expect(await state(id)).toBe('pending');
  await cleo.client.call(requests.requestApprove, { id, version: 1 });
  await expect.poll(() => state(id)).toBe('done');
  await ben.client.call(requests.requestDelegate, { toId: dora.id, until: 0 });
  expect(await ben.client.call(requests.delegationList, {})).toEqual([]);
  await clear();
});

test('What changed since the request is read again: agreements fall away, before and while it runs', async () => {
  await policy({ operations: ['employee.update'], needed: 2 });
  const person = await house.person();
  const { pool } = house.product.database;
  await pool.query(`update employee set email = account || '@stale.example' where id = any($1)`, [[ann.id, ben.id]]);
  const { version } = await house.boss.call(employeeGet, { id: person });
  const asked = await ann.client.ask(employeeUpdate, reasoned({ id: person, version, title: 'Wished' }));
  const id = idOf(asked.data);
  await ben.client.call(requests.requestApprove, { id, version: 1 });
  await house.product.database.pool.query('update employee set version = version + 1, title = $2 where id = $1', [person, 'Meanwhile']);
  expect(await cleo.client.call(requests.requestGet, { id })).toMatchObject({ live: { state: 'refused', reason: expect.any(String) } });
  expect((await cleo.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11072);
  const read = await cleo.client.call(requests.requestGet, { id });
  expect(read).toMatchObject({ state: 'stale', version: 2, approvers: [] });
  // Who asked, and who had agreed, are told.
  const mails = await pool.query(`select from mail_outbox where template = 'approval.outcome' and address like '%@stale.example'`);
  expect(mails.rows).toHaveLength(2);
  expect((await ben.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11072);
  await ann.client.call(requests.requestWithdraw, { id, version: 2 });
  expect((await ben.client.ask(requests.requestApprove, { id, version: 2 })).code).toBe(11073);
  await clear();
});

test('Who loses the right meanwhile gets nothing done', async () => {
  await policy({ operations: ['employee.disable'], needed: 1 });
  const eve = await house.administrator({ codes, range: { kind: 'all' } });
  const person = await house.person();
  const id = idOf((await eve.client.ask(employeeDisable, reasoned({ ids: [person] }))).data);
  await house.shape(eve.roleId, { codes: [page.code] });
  expect((await ben.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11072);
  expect(await enabled(person)).toBe(true);
  expect(await ben.client.call(requests.requestGet, { id })).toMatchObject({ state: 'stale', live: { state: 'refused' } });
  // Lost after it was agreed to: it does not run, and both are told.
  await house.shape(eve.roleId, { codes });
  await house.product.database.pool.query(`update employee set email = id || '@told.example' where id = any($1)`, [[eve.id, ben.id]]);
  const other = idOf((await eve.client.ask(employeeDisable, reasoned({ ids: [await house.person()] }))).data);
  const { database, services } = house.product;
  await database.pool.query(`update change_request set state = 'approved' where id = $1`, [other]);
  await database.db
    .insertInto('change_request_event')
    .values({ id: newId(), request_id: other, at: Date.now(), uid: ben.id, name: 'Ben', event: 'approved', address: '', void: false })
    .execute();
  await house.shape(eve.roleId, { codes: [page.code] });
  await services.jobs.start(database.db, systemCaller('change.request'), requestRunJob, {
    requestId: other,
    what: services.words.actions('employee.disable'),
  });
  await expect.poll(() => state(other)).toBe('stale');
  const { rows } = await database.pool.query<{ address: string }>(
    `select address from mail_outbox where template = 'approval.outcome' and address like '%@told.example'`,
  );
  expect(rows.map(({ address }) => address.split('@')[0])).toEqual(expect.arrayContaining([eve.id, ben.id]));
  await clear();
});

test('A request ends by itself when its hours are over', async () => {
  await policy({ operations: ['employee.disable'] });
  const id = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person()] }))).data);
  await house.product.database.pool.query('update change_request set expires_at = $2 where id = $1', [id, Date.now() - 1]);
  expect((await ben.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11073);
  const events = async () => (await ann.client.call(requests.requestGet, { id })).events.map(({ event }) => event);
  await expect.poll(events).toEqual(['asked', 'expired']);
  await clear();
}, 30_000);

test('In an emergency it runs at once, with the password and a reason, and another person reviews it', async () => {
  const sam = await house.administrator({ codes, range: { kind: 'all' } });
  await policy({ operations: ['employee.disable'], emergencyRoleIds: [sam.roleId] });
  const person = await house.person();
  const id = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [person] }))).data);
  const now = { id, version: 1, comment: 'The account is being abused right now' };
  expect((await ben.client.ask(requests.requestBypass, now)).code).toBe(65002);
  expect((await sam.client.ask(requests.requestBypass, { ...now, comment: 'short' })).code).toBe(10400);
  await sam.client.call(requests.requestBypass, now);
  await expect.poll(() => enabled(person)).toBe(false);
  expect((await ben.client.call(requests.requestList, {})).list.map((row) => [row.id, row.state])).toContainEqual([id, 'bypassed']);
  for (const one of [sam, ann])
    expect((await one.client.ask(requests.requestReview, { id, version: 1, agree: true, comment: 'I say so' })).code).toBe(
      one === sam ? 10910 : 11071,
    );
  expect(await ben.client.call(requests.requestReview, { id, version: 1, agree: false, comment: 'It could have waited' })).toMatchObject({
    state: 'disputed',
  });
  await clear();
});

test('A policy that nobody else could agree to is refused; policies themselves are changed by two', async () => {
  const nobody = { name: 'Nobody', operations: ['employee.disable'], approverIds: [ann.id], needed: 2 };
  expect(await house.boss.ask(policies.policySave, nobody)).toMatchObject({ code: 11074, data: { missing: 1 } });
  expect((await house.boss.call(policies.policyList, { text: 'Nobody' })).total).toBe(0);
  expect((await house.boss.ask(policies.policySave, { ...nobody, needed: 1, atLeast: null })).code).toBe(10400);
  expect((await house.boss.ask(policies.policySave, { ...nobody, needed: 1, approverCrowdIds: [ann.id] })).code).toBe(10400);
  expect((await house.boss.ask(policies.policySave, { name: 'Odd', operations: ['no.such'] })).code).toBe(10400);
  await policy({ operations: ['employee.disable'] });
  const asked = await house.boss.ask(policies.policySave, reasoned({ name: 'Second', operations: ['@erase'] }));
  expect(asked.code).toBe(11070);
  const request = idOf(asked.data);
  await ann.client.call(requests.requestApprove, { id: request, version: 1 });
  await expect.poll(() => state(request)).toBe('done');
  expect((await house.boss.call(policies.policyList, { text: 'Second' })).list).toMatchObject([{ enabled: false, operations: ['@erase'] }]);
  await clear();
});

test('Plans can be made to wait: the operation that only makes one is no choice', async () => {
  const words = (await house.boss.call(policies.policyChoices, {})).operations.map(({ value }) => value);
  expect(words).toEqual(expect.arrayContaining(['employee.import', 'employee.batchUpdate', 'source.sync']));
  expect(words.filter((word) => /(Preview|Start)$/.test(word))).toEqual([]);
});

test('A plan waits like a call, and is applied as its requester', async () => {
  await policy({ operations: ['employee.batchUpdate'] });
  const people = [await house.person(), await house.person()];
  const { jobId } = await ann.client.call(employeeBatchUpdate, {
    ids: people,
    set: { title: 'Planned' },
    expected: 2,
    reason: 'They were promoted',
  });
  const end = await ann.client.jobEnd(jobId);
  const id = idOf(end.result);
  expect((await ann.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11071);
  await ben.client.call(requests.requestApprove, { id, version: 1 });
  await expect.poll(() => state(id)).toBe('done');
  expect((await house.boss.call(employeeGet, { id: people[0]! })).title).toBe('Planned');
  await clear();
}, 30_000);

test('Whoever has nothing to do with a request does not learn of it', async () => {
  await policy({ operations: ['employee.disable'] });
  const [north, south] = [await house.department('North'), await house.department('South')];
  const reader = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } }, [north]);
  const id = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person([south])] }))).data);
  const seen = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person([north])] }))).data);
  expect((await reader.client.ask(requests.requestGet, { id })).code).toBe(10404);
  expect((await reader.client.call(requests.requestList, { tab: 'all', operation: 'employee.disable' })).list.map((row) => row.id)).toEqual(
    [seen],
  );
  await clear();
});

test('What would do something else than was read is taken back where it runs', async () => {
  await policy({ operations: ['employee.disable'], emergencyRoleIds: [cleo.roleId] });
  const person = await house.person();
  const id = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [person] }))).data);
  await house.product.database.pool.query('update employee set version = version + 1 where id = $1', [person]);
  expect(await ben.client.call(requests.requestGet, { id })).toMatchObject({ live: { state: 'changed' } });
  await cleo.client.call(requests.requestBypass, { id, version: 1, comment: 'No time to read it again' });
  const failure = async () => (await ben.client.call(requests.requestGet, { id })).failure;
  await expect.poll(failure).toEqual(expect.any(String));
  expect(await enabled(person)).toBe(true);
  await clear();
});

test('A crowd approves as who is in it at that moment; nobody deletes the crowd meanwhile', async () => {
  const owner = { ownerDeptId: rootDepartmentId };
  const draft = { ...owner, kind: 'fixed' as const, code: 'board', name: { zh_CN: '董事会' } };
  const { id: board } = await house.boss.call(crowdAdd, { ...draft, includes: [ann.id] });
  await policy({ operations: ['employee.disable'], approverIds: [], approverCrowdIds: [board] });
  // Nobody else than who asks could agree.
  expect((await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person()] }))).code).toBe(11074);
  const { version } = await house.boss.call(crowdGet, { id: board });
  await house.boss.call(crowdUpdate, { id: board, version, includes: [ann.id, ben.id], expectedJoin: 1, expectedLeave: 0 });
  const id = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person()] }))).data);
  expect((await cleo.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(10910);
  expect((await ann.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11071);
  expect((await ben.client.call(requests.requestList, {})).list.map((row) => row.id)).toContain(id);
  expect((await house.boss.ask(crowdDelete, { ids: [board] })).code).toBe(10410);
  // Who leaves the crowd may no longer agree, who comes may.
  const now = await house.boss.call(crowdGet, { id: board });
  const change = { id: board, version: now.version, includes: [ann.id, cleo.id] };
  expect(await house.boss.ask(crowdUpdate, change)).toMatchObject({ code: 12064, data: { joiners: 1, leavers: 1 } });
  await house.boss.call(crowdUpdate, { ...change, expectedJoin: 1, expectedLeave: 1 });
  expect((await ben.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(10910);
  await cleo.client.call(requests.requestApprove, { id, version: 1 });
  await expect.poll(() => state(id)).toBe('done');
  await clear();
});

test('Nobody agrees to their own request under a second record of theirs', async () => {
  const twin = await house.administrator({ codes, range: { kind: 'all' } });
  await policy({ operations: ['employee.disable'], approverIds: [ben.id, twin.id] });
  const both = [ann.id, twin.id];
  await house.product.database.pool.query(`update employee set name = 'Ann', birthday = '1990-05-01' where id = any($1)`, [both]);
  const id = idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person()] }))).data);
  expect((await twin.client.ask(requests.requestApprove, { id, version: 1 })).code).toBe(11071);
  await clear();
});

test('A share of all people is a condition of its own, of the company or of the range of who asks', async () => {
  await policy({ operations: ['employee.disable'], atLeast: null, share: 50 });
  const branch = await house.department('Branch');
  const people = [await house.person([branch]), await house.person([branch]), await house.person([branch])];
  const local = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [branch] } });
  await local.client.call(employeeDisable, { ids: [people[0]!] });
  await clear();
  await policy({ operations: ['employee.disable'], atLeast: null, share: 50, shareOf: 'range' });
  // One of the two that are left there.
  expect((await local.client.ask(employeeDisable, { ids: [people[1]!] })).code).toBe(11070);
  await ann.client.call(employeeDisable, { ids: [people[2]!] });
  await clear();
});

test('Requests are narrowed by what they ask for, by whom and since when; who took part is told by mail what became of it', async () => {
  await policy({ operations: ['employee.disable'] });
  const { pool } = house.product.database;
  for (const [name, { id }] of Object.entries({ ann, ben, cleo }))
    await pool.query('update employee set email = $2, locale = $3 where id = $1', [
      id,
      `${name}@approvals.example`,
      name === 'ben' ? 'ja_JP' : 'en_US',
    ]);
  const asked = async () => idOf((await ann.client.ask(employeeDisable, reasoned({ ids: [await house.person()] }))).data);
  const [old, fresh] = [await asked(), await asked()];
  const mine = [old, fresh];
  await pool.query('update change_request set at = at - 40 * 86400000::bigint where id = $1', [old]);
  const found = async (filter: Input<typeof requests.requestList>) =>
    (await ben.client.call(requests.requestList, { ...filter, tab: 'waiting' })).list.map(({ id }) => id).filter((id) => mine.includes(id));
  expect(await found({ age: 'older' })).toEqual([old]);
  expect(await found({ age: 'day', module: 'user-centre', requester: ann.id, operation: 'employee.disable' })).toEqual([fresh]);
  expect(await found({ requester: ben.id })).toEqual([]);
  expect(await found({ module: 'servers' })).toEqual([]);
  const choices = await ben.client.call(requests.requestChoices, {});
  expect(choices.operations.map(({ value }) => value)).toContain('employee.disable');
  expect(choices.requesters.map(({ value }) => value)).toContain(ann.id);
  await ben.client.call(requests.requestComment, { id: old, comment: 'Is this still wanted?' });
  await cleo.client.call(requests.requestReject, { id: old, version: 1, comment: 'Nobody wants it any more' });
  await ben.client.call(requests.requestApprove, { id: fresh, version: 1 });
  await expect.poll(() => state(fresh)).toBe('done');
  const mails = await pool.query(
    `select address, language from mail_outbox where template = 'approval.outcome' and address like '%@approvals.example' order by id`,
  );
  const [ofAnn, ofBen] = ['ann@approvals.example en_US', 'ben@approvals.example ja_JP'];
  expect(mails.rows.map(({ address, language }) => `${address} ${language}`).toSorted((one, other) => one.localeCompare(other))).toEqual([
    ofAnn,
    ofAnn,
    ofBen,
    ofBen,
  ]);
  await clear();
});

test('Leaving and a transfer that is planned wait like what is done at once, and then happen as they were agreed to', async () => {
  await policy({ operations: ['employee.leave', 'employee.transfer'], atLeast: 1 });
  const [leaver, mover] = [await house.person(), await house.person()];
  const to = await house.department('Where they go');
  const left = await ann.client.ask(employeeLeave, reasoned({ ids: [leaver] }));
  expect(left.code).toBe(11070);
  const { version } = await house.boss.call(employeeGet, { id: mover });
  const wish = { id: mover, version, assignments: [{ departmentId: to, primary: true }], at: '2999-01-01' };
  const moved = await ann.client.ask(employeeTransfer, reasoned(wish));
  expect(moved.code).toBe(11070);
  const events = async (employeeId: string) => (await house.boss.call(lifeList, { employeeId })).list.map(({ state: is }) => is);
  expect([await events(leaver), await events(mover)]).toEqual([[], []]);
  const request = await ben.client.call(requests.requestGet, { id: idOf(left.data) });
  expect(request).toMatchObject({ counts: { create: 1 }, impact: { people: 1, loseSignIn: 1 } });
  for (const { data } of [left, moved]) await ben.client.call(requests.requestApprove, { id: idOf(data), version: 1 });
  for (const { data } of [left, moved]) await expect.poll(() => state(idOf(data))).toBe('done');
  expect(await events(mover)).toEqual(['planned']);
  await expect.poll(async () => (await house.boss.call(employeeGet, { id: leaver })).status).toBe('left');
  await clear();
});

test('What is left to a job can’t be shown beforehand: others agree to the call itself, and read that it is so', async () => {
  const { db } = house.product.database;
  const like = await db.transaction().execute(async (tx) => {
    const found = await departmentKind.read(tx, [await house.department('Like')], false);
    return found.values().next().value!;
  });
  const drafts = Array.from({ length: 501 }, (_, at) => ({
    id: newId(),
    name: `Part ${at}`,
    path: like.path,
    fields: { ...like.fields, name: { zh_CN: `Part ${at}` } },
  }));
  const all = drafts.map(({ id }) => id);
  await db.transaction().execute((tx) => createObjects(tx, systemCaller('department.add'), departmentKind, drafts));
  await db.transaction().execute((tx) => removeObjects(tx, systemCaller('department.delete'), departmentKind, all));
  const { list } = await house.boss.call(recycleList, { kind: ['department'], pageSize: 1000 });
  const { batchId } = list.find(({ objectId }) => objectId === all[0])!;
  await policy({ operations: ['recycle.restore'] });
  const whole = await house.boss.ask(recycleRestore, reasoned({ batchId }));
  expect(whole.code).toBe(11070);
  const request = await ben.client.call(requests.requestGet, { id: idOf(whole.data) });
  expect(request).toMatchObject({ unseen: true, again: false, counts: {}, impact: {}, live: { state: 'same' } });
  const ids = list.flatMap((row) => (row.batchId === batchId ? [row.id] : [])).slice(0, 2);
  // What it would do was read as lines: nothing else may come of it.
  const part = await house.boss.ask(recycleRestore, reasoned({ ids }));
  expect(await ben.client.call(requests.requestGet, { id: idOf(part.data) })).toMatchObject({ unseen: false, counts: { restore: 2 } });
  await ben.client.call(requests.requestApprove, { id: request.id, version: 1 });
  await expect.poll(() => state(request.id)).toBe('done');
  const left = async () => (await house.boss.call(recycleList, { kind: ['department'] })).total;
  await expect.poll(left).toBe(0);
  await clear();
});

test('How long a log is kept waits like other changes; its estimate holds from when it was asked for', async () => {
  const kind = 'operation';
  await policy({ operations: ['@retention'] });
  const { jobId, id: estimateId } = await house.boss.call(cleaning.clearEstimate, { kind, keepDays: 180, mode: 'archiveThenDelete' });
  await house.boss.jobEnd(jobId);
  const { version } = await house.boss.call(cleaning.clearConfigGet, { kind });
  const wish = { kind, version, keepDays: 180, estimateId };
  expect((await house.boss.ask(cleaning.clearConfigUpdate, reasoned({ ...wish, keepDays: 179 }))).code).toBe(19001);
  const asked = await house.boss.ask(cleaning.clearConfigUpdate, reasoned(wish));
  expect(asked.code).toBe(11070);
  const id = idOf(asked.data);
  const { pool } = house.product.database;
  await pool.query('update change_request set at = at - 7200000 where id = $1', [id]);
  await pool.query('update cleanup_estimate set created_at = created_at - 7200000 where id = $1', [estimateId]);
  expect((await house.boss.call(cleaning.clearConfigGet, { kind })).pending).toBeNull();
  const read = await ben.client.call(requests.requestGet, { id });
  expect(read.lines.map(({ fields }) => fields.map(({ field }) => field))).toEqual([['keepDays']]);
  await ben.client.call(requests.requestApprove, { id, version: read.version });
  await expect.poll(() => state(id)).toBe('done');
  expect(await house.boss.call(cleaning.clearConfigGet, { kind })).toMatchObject({ pending: { keepDays: 180 } });
  await clear();
});

test('What keeps no journal waits too: erasing for good runs by itself, once who may agree has read that its effect can’t be computed', async () => {
  await policy({ operations: ['@purge'], atLeast: 2 });
  const [one, other, third] = [await house.person(), await house.person(), await house.person([rootDepartmentId], 'Gone For Good')];
  await house.product.database.pool.query(`update employee set status = 'left', left_at = 0 where id = any($1)`, [[one, other, third]]);
  await ann.client.call(employeeRemove, { ids: [one, other, third] });
  const binned = async () => (await house.boss.call(employeeList, { deleted: true, pageSize: 1000 })).total;
  const before = await binned();
  // Fewer than the policy says go ahead.
  await ann.client.call(employeePurge, { ids: [one] });
  const asked = await ann.client.ask(employeePurge, reasoned({ ids: [other, third] }));
  expect(asked.code).toBe(11070);
  const id = idOf(asked.data);
  const read = await ben.client.call(requests.requestGet, { id });
  expect(read).toMatchObject({ unseen: true, objectCount: 2, counts: {}, live: { state: 'same' } });
  expect(read.lines.map(({ action, name }) => [action, name])).toContainEqual([null, 'Gone For Good']);
  await ben.client.call(requests.requestApprove, { id, version: 1 });
  await expect.poll(() => state(id)).toBe('done');
  expect(await binned()).toBe(before - 3);
  await clear();
});

test('A sign-in setting waits with its fields in sight and its secret in none, and is made as it was agreed to', async () => {
  await policy({ operations: ['@signIn'] });
  const setting = { kind: 'oidc' as const, code: 'held', name: { zh_CN: '等待' }, secret: 'a-secret-of-ours' };
  const oidc = { issuer: 'https://idp.example.com', clientId: 'console' };
  const wish = { ...setting, oidc, match: { attribute: 'preferred_username', field: 'account' as const } };
  const asked = await ann.client.ask(authSettingAdd, reasoned(wish));
  expect(asked.code).toBe(11070);
  const id = idOf(asked.data);
  const read = await ben.client.call(requests.requestGet, { id });
  // A secret is sealed anew in each try, and is the same all the same.
  expect(read).toMatchObject({ unseen: false, counts: { create: 1 }, live: { state: 'same' } });
  expect(JSON.stringify(read)).not.toContain('a-secret-of-ours');
  await ben.client.call(requests.requestApprove, { id, version: 1 });
  await expect.poll(() => state(id)).toBe('done');
  expect((await house.boss.call(authSettingList, {})).list).toContainEqual(expect.objectContaining({ code: 'held', hasSecret: true }));
  await clear();
});

test('A masked value is shown once to who asked, after somebody else has agreed to it', async () => {
  await policy({ operations: ['@secretView'] });
  const person = await house.person();
  const { version } = await house.boss.call(employeeGet, { id: person });
  await house.boss.call(employeeUpdate, { id: person, version, mobile: '+8613812345678' });
  const look = reasoned({ id: person, field: 'mobile' as const, reason: 'A parcel waits for them' });
  const asked = await ann.client.ask(employeeUnmask, look);
  expect(asked).toMatchObject({ code: 11070, data: { requestId: expect.any(String) } });
  const id = idOf(asked.data);
  expect(await ben.client.call(requests.requestGet, { id })).toMatchObject({ unseen: true, again: true, lines: [{ action: null }] });
  await ben.client.call(requests.requestApprove, { id, version: 1 });
  expect(await state(id)).toBe('approved');
  // Nobody else takes it, and nothing else is shown by it.
  expect((await cleo.client.ask(employeeUnmask, look)).code).toBe(11070);
  expect((await ann.client.ask(employeeUnmask, { ...look, field: 'birthday' })).code).toBe(11070);
  expect(await ann.client.ask(employeeUnmask, { ...look, reason: 'Told in other words' })).toMatchObject({
    code: 0,
    data: { value: '+8613812345678' },
  });
  expect(await state(id)).toBe('done');
  expect((await ann.client.ask(employeeUnmask, look)).code).toBe(11070);
  await clear();
});
