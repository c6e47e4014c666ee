import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { employeeLeave } from '../../src/modules/people/common/life/life.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { answerCancel, answerClose, answerGet, answerList, answerRetry } from '../../src/modules/todo-forms/common/item/answer.contract.ts';
import * as client from '../../src/modules/todo-forms/common/item/client.contract.ts';
import { compareSystem, differenceGet, differenceList } from '../../src/modules/todo-forms/common/item/difference.contract.ts';
import * as items from '../../src/modules/todo-forms/common/item/item.contract.ts';
import { managerAssign, managerList } from '../../src/modules/todo-forms/common/item/manager.contract.ts';
import { managerPage } from '../../src/modules/todo-forms/common/permissions.ts';
import { lookAgain } from '../../src/modules/todo-forms/server/item/console/compare.ts';
import { claimAnswers } from '../../src/modules/todo-forms/server/item/send/claim.ts';
import { answerTimes } from '../../src/modules/todo-forms/server/item/send/times.ts';
import { makeSystem } from '../../src/modules/todo-forms/testing/item/make-system.ts';
import { todoSystem } from '../../src/modules/todo-forms/common/template/system.contract.ts';
import { TodoHouse } from './todo-house.ts';

let own: TodoHouse;
beforeAll(async () => {
  own = await TodoHouse.open();
}, 180_000);
beforeEach(() => own.reset());
afterAll(() => own?.stop());

const reason = 'Asked for by phone';
const jobDone = async (jobId: string) =>
  expect.poll(async () => (await own.house.call(getJob, { id: jobId })).state, { timeout: 10_000 }).toBe('done');
/** An answer that the system rejects for good. */
const failed = async (): Promise<{ itemId: string; outId: string; answerId: string }> => {
  const pushed = await own.push();
  own.target.answer = (_got, response) =>
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"token":"t-123","why":"no"}');
  const answer = await own.answerOf(own.ann, pushed.itemId);
  await own.ann.call(client.clientTodoAct, answer);
  await own.until(own.ann, pushed.itemId, ({ lastAnswer }) => lastAnswer?.state === 'failed');
  return { ...pushed, answerId: answer.answerId };
};

test('A rejected answer has failed at once and is told of; it is sent again, cancelled or closed by hand, and never falsely done', async () => {
  const one = await failed();
  // The part stays as it was sent.
  expect(await own.ann.call(client.clientTodoGet, { itemId: one.itemId })).toMatchObject({ mine: 'submitted', state: 'open' });
  const { rows } = await sql<{ kind: string }>`select kind from warning_event where kind = 'todo.answerFailed'`.execute(
    own.house.product.database.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  const detail = await own.house.call(answerGet, { id: one.answerId });
  expect(detail).toMatchObject({ state: 'failed', lastClass: 'rejected', attempts: 1, calls: [{ n: 1, status: 403, class: 'rejected' }] });
  expect(detail.calls[0]!.answer).toBe('{"token":"***","why":"no"}');
  expect((await own.house.call(answerList, { state: 'failed', systemId: own.system.id })).list).toMatchObject([
    { id: one.answerId, personName: 'ann' },
  ]);
  expect(await own.house.call(items.itemStatistics, {})).toMatchObject({ failed: 1, failingSystems: 1 });
  own.reset();
  expect(await own.house.call(answerRetry, { ids: [one.answerId] })).toEqual({ count: 1 });
  expect((await own.until(own.ann, one.itemId, ({ mine }) => mine === 'done')).state).toBe('done');
  expect((await own.house.ask(answerRetry, { ids: [one.answerId] })).code).toBe(10412);

  const two = await failed();
  expect(await own.house.call(answerCancel, { ids: [two.answerId], reason })).toEqual({ count: 1 });
  expect(await own.ann.call(client.clientTodoGet, { itemId: two.itemId })).toMatchObject({ mine: 'open', state: 'open' });

  const three = await failed();
  expect(await own.house.call(answerClose, { ids: [three.answerId], reason })).toEqual({ count: 1 });
  expect(await own.ann.call(client.clientTodoGet, { itemId: three.itemId })).toMatchObject({
    mine: 'done',
    state: 'done',
    closeReason: reason,
  });
});

test('15: who dies between claiming and calling leaves the answer to others, who send it with the same id; a system that hangs delays no other', async () => {
  const { services, database } = own.house.product;
  const { itemId } = await own.push();
  const answer = await own.answerOf(own.ann, itemId);
  // Another process claims it and is gone: nothing was sent, nothing is settled.
  await sql`update todo_system set answer_mode = 'none' where id = ${own.system.id}::uuid`.execute(database.db);
  expect((await own.ann.ask(client.clientTodoAct, answer)).code).toBe(17060);
  await sql`update todo_system set answer_mode = 'call' where id = ${own.system.id}::uuid`.execute(database.db);
  const slow = { ...answerTimes(services) };
  let hung = 0;
  own.target.answer = (got, response) => {
    hung += 1;
    if (got.url === '/answers') return;
    response.setHeader('content-type', 'application/json');
    response.end('{"code":0}');
  };
  Object.assign(answerTimes(services), { timeoutMillis: 5_000, leaseMillis: 700 });
  await own.ann.call(client.clientTodoAct, answer);
  await expect.poll(() => hung).toBe(1);
  // Meanwhile another system answers at once.
  const { id } = await makeSystem(services, { code: 'quick', ownerDeptId: rootDepartmentId, answerUrl: `${own.target.url}/quick` });
  await sql`update todo_item set system_id = ${id}::uuid where id = ${(await own.push()).itemId}::uuid`.execute(database.db);
  const { list } = await own.ann.call(client.clientTodoList, { systemId: id });
  await own.ann.call(client.clientTodoAct, await own.answerOf(own.ann, list[0]!.itemId));
  expect((await own.until(own.ann, list[0]!.itemId, ({ mine }) => mine === 'done')).state).toBe('done');
  // The lease of who hangs is over: somebody else sends it under the same id, and it is confirmed once.
  own.committed.clear();
  own.reset();
  await expect
    .poll(async () => (await claimAnswers(services, own.system.id, 5)).map((one) => one.id), { timeout: 5_000 })
    .toEqual([answer.answerId]);
  await expect.poll(async () => (await own.house.call(answerGet, { id: answer.answerId })).attempts).toBe(2);
  await sql`update todo_answer set next_at = 0 where id = ${answer.answerId}::uuid`.execute(database.db);
  expect((await own.until(own.ann, itemId, ({ mine }) => mine === 'done')).state).toBe('done');
  expect([...own.committed.keys()]).toEqual([answer.answerId]);
  Object.assign(answerTimes(services), slow);
});

test('Items are listed, read, reminded of, handed over, withdrawn, finished and changed as a job; who reads a form is noted', async () => {
  const { itemId, outId } = await own.push({ people: ['ann', 'bob'], dueAt: Date.now() - 1_000, priority: 3 });
  const { list } = await own.house.call(items.itemList, { overdue: true, outId });
  expect(list).toMatchObject([{ id: itemId, done: 0, people: 2, overdue: true }]);
  expect(await own.house.call(items.itemGet, { id: itemId })).toMatchObject({
    stage: 'check',
    parts: [{ name: 'ann' }, { name: 'bob' }],
    answers: [],
  });
  expect(await own.house.call(items.itemForm, { id: itemId })).toMatchObject({ data: { amount: 12.5 }, person: { name: 'ann' } });
  const { rows } = await sql`select from audit_log where operation = 'todoItem.viewForm'`.execute(own.house.product.database.db);
  expect(rows.length).toBe(1);
  const reminded = [];
  for (let times = 0; times < 4; times += 1) reminded.push((await own.house.call(items.itemRemind, { ids: [itemId] })).count);
  expect(reminded).toEqual([2, 2, 2, 0]);
  const [ann, bob] = [own.uids.get('ann')!, own.uids.get('bob')!];
  expect(await own.house.call(items.itemTransfer, { ids: [itemId], fromEmpId: ann, toEmpId: bob, reason })).toEqual({ count: 1 });
  expect(await own.ann.call(client.clientTodoGet, { itemId })).toMatchObject({ mine: 'handedOver' });
  const second = await own.push();
  expect(await own.house.call(items.itemWithdraw, { ids: [second.itemId], reason })).toEqual({ count: 1 });
  expect(await own.ann.call(client.clientTodoGet, { itemId: second.itemId })).toMatchObject({ state: 'withdrawn', closeReason: reason });
  expect(await own.house.call(items.itemFinish, { ids: [itemId, second.itemId], reason })).toEqual({ count: 1 });
  const third = await own.push();
  await jobDone((await own.house.call(items.itemBatchUpdate, { filter: { state: 'open' }, priority: 2, reason })).jobId);
  expect(await own.ann.call(client.clientTodoGet, { itemId: third.itemId })).toMatchObject({ priority: 2, revision: 2 });
  await jobDone((await own.house.call(items.itemExport, { format: 'csv' })).jobId);
});

test('17: what is over in its system alone is closed at the second look, what is missing here is asked for, and a system without an interface says so', async () => {
  const [kept, gone] = [await own.push(), await own.push()];
  await jobDone((await own.house.call(compareSystem, { systemId: own.system.id })).jobId);
  expect((await own.house.call(differenceList, { systemId: own.system.id })).list[0]).toMatchObject({
    state: 'failed',
    reason: 'noInterface',
  });
  const prefix = await own.house.prefix(own.accessId, `${own.target.url}/status`, { code: 'status' });
  const definition = {
    methods: ['GET' as const],
    params: [{ name: 'after' }, { name: 'limit', type: 'integer' as const }],
    target: { path: '/open' },
  };
  const id = await own.house.http(prefix.id, 'open', definition, ['internal']);
  const { database, services } = own.house.product;
  await sql`update todo_system set status_interface_id = ${id}::uuid where id = ${own.system.id}::uuid`.execute(database.db);
  const { data } = await own.ask('todo/open', {});
  const open = (data as { list: { outId: string }[] }).list.map(({ outId }) => outId).filter((outId) => outId !== gone.outId);
  const asked: string[][] = [];
  own.target.answer = (got, response) => {
    response.setHeader('content-type', 'application/json');
    if (got.url.startsWith('/status')) return void response.end(JSON.stringify({ list: [...open, 'never-pushed'], next: null }));
    asked.push((JSON.parse(got.body) as { outIds: string[] }).outIds);
    response.end('{"code":0}');
  };
  await jobDone((await own.house.call(compareSystem, { systemId: own.system.id })).jobId);
  const [run] = (await own.house.call(differenceList, { systemId: own.system.id })).list;
  expect(run).toMatchObject({ state: 'waiting', missing: 1, stale: 1 });
  expect(asked).toEqual([['never-pushed']]);
  expect(await own.house.call(differenceGet, { id: run!.id })).toMatchObject({
    missingIds: ['never-pushed'],
    staleItems: [{ outId: gone.outId, state: 'waiting' }],
  });
  expect(await own.ann.call(client.clientTodoGet, { itemId: gone.itemId })).toMatchObject({ state: 'open' });
  await sql`update todo_difference set second_at = 0 where id = ${run!.id}::uuid`.execute(database.db);
  await lookAgain(services);
  expect(await own.ann.call(client.clientTodoGet, { itemId: gone.itemId })).toMatchObject({ state: 'done' });
  expect(await own.ann.call(client.clientTodoGet, { itemId: kept.itemId })).toMatchObject({ state: 'open' });
  expect(await own.house.call(differenceGet, { id: run!.id })).toMatchObject({ state: 'done', staleItems: [{ state: 'closed' }] });
  // A system that was disabled is compared when it comes back.
  const before = (await own.house.call(differenceList, { systemId: own.system.id })).total;
  await own.house.call(todoSystem.disable, { ids: [own.system.id] });
  expect((await own.ask('todo/add', { items: [own.item()] })).code).toBe(17053);
  await own.house.call(todoSystem.enable, { ids: [own.system.id] });
  await sql`update todo_difference set second_at = 0 where state = 'looking'`.execute(database.db);
  await lookAgain(services);
  const { total, list: runs } = await own.house.call(differenceList, { systemId: own.system.id });
  expect([total, runs[0]?.missing]).toEqual([before + 1, 1]);
});

test('A manager sees the items of a system outside the own range, and does what the rights say (17062); 30: who leaves hands over', async () => {
  const cara = await own.person('cara');
  const { itemId } = await own.push({ people: ['cara'] });
  // Cara administers a department below, in which the system is not.
  const { house } = own;
  const below = (await house.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'Below' } })).id;
  const { roleId } = await house.call(sysRole.save, { name: 'Desk', code: 'desk', ownerDeptId: null });
  const version = async (): Promise<number> => (await house.call(sysRole.find, { roleId })).version;
  const codes = [managerPage.code, managerPage.button.remind, managerPage.button.retry];
  await house.call(sysRole.saveResources, { roleId, version: await version(), codes });
  await house.call(sysRole.saveRanges, { roleId, version: await version(), range: { kind: 'chosen', departmentIds: [below] } });
  await house.call(sysRole.assignEmployees, { roleId, ids: [cara] });
  const token = await house.signIn('cara');
  expect((await house.wire.ask(items.itemGet, { id: itemId }, token)).code).toBe(10910);
  expect(await own.house.call(managerAssign, { systemId: own.system.id, empIds: [cara], rights: ['answer'] })).toEqual({ count: 1 });
  expect((await own.house.call(managerList, { systemId: own.system.id })).list).toMatchObject([{ name: 'cara', rights: ['answer'] }]);
  expect(await house.wire.call(items.itemGet, { id: itemId }, token)).toMatchObject({ id: itemId });
  expect((await house.wire.ask(items.itemRemind, { ids: [itemId] }, token)).code).toBe(17062);
  const { answerId } = await failed();
  own.reset();
  expect(await house.wire.call(answerRetry, { ids: [answerId] }, token)).toEqual({ count: 1 });
  const choices = ['todo.open', 'todo.manager'].map((kind) => ({ kind, choice: 'handOver' as const }));
  await own.house.call(employeeLeave, { ids: [cara], choices, successorId: own.uids.get('bob')!, reason });
  await expect.poll(async () => (await own.bob.ask(client.clientTodoGet, { itemId })).code, { timeout: 10_000 }).toBe(0);
  expect(await own.bob.call(client.clientTodoGet, { itemId })).toMatchObject({
    mine: 'open',
    people: [{ state: 'handedOver' }, { fromName: 'cara' }],
  });
  await expect
    .poll(async () => (await own.house.call(managerList, { systemId: own.system.id })).list.map(({ name }) => name))
    .toEqual(['bob']);
});
