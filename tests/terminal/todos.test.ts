import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientSync } from '../../src/modules/messaging/common/client/client.contract.ts';
import * as client from '../../src/modules/todo-forms/common/item/client.contract.ts';
import { answerTimes } from '../../src/modules/todo-forms/server/item/send/times.ts';
import { TodoHouse, type Taken } from './todo-house.ts';

let own: TodoHouse;
beforeAll(async () => {
  own = await TodoHouse.open();
}, 180_000);
beforeEach(() => own.reset());
afterAll(() => own?.stop());

test('8: a signed push stands on the terminal at once, is answered there, told to the system under its signature, and done when that has confirmed', async () => {
  const { itemId, outId } = await own.push();
  const { list } = await own.ann.call(client.clientTodoList, {});
  expect(list).toMatchObject([{ itemId, title: 'Expenses of Li', summary: ['Amount 12.5'], mine: 'open', seen: false }]);
  expect(await own.ann.call(client.clientTodoCount, {})).toMatchObject({ open: 1, unseen: 1, systems: [{ name: 'System erp', open: 1 }] });
  expect((await own.bob.ask(client.clientTodoGet, { itemId })).code).toBe(10404);
  const detail = await own.ann.call(client.clientTodoGet, { itemId });
  const form = await own.ann.call(client.clientTodoForm, { versionId: detail.versionId });
  expect([form.digest, form.content.actions.length]).toEqual([detail.formDigest, 3]);
  const answer = await own.answerOf(own.ann, itemId, { input: { remark: 'fine', secretNote: 'x' }, comment: 'ok' });
  expect(await own.ann.call(client.clientTodoAct, answer)).toMatchObject({ state: 'queued' });
  const done = await own.until(own.ann, itemId, ({ mine }) => mine === 'done');
  expect(done).toMatchObject({ state: 'done', mine: 'done', closedBy: 'ann' });
  // The same again is the same answer, and the system hears nothing more of it.
  expect(await own.ann.call(client.clientTodoAct, answer)).toMatchObject({ state: 'confirmed' });
  expect([...own.committed.keys()]).toEqual([answer.answerId]);
  const told = JSON.parse(own.target.got.at(-1)!.body) as Record<string, unknown>;
  expect(told).toMatchObject({
    outId,
    action: 'approve',
    stage: 'check',
    input: { remark: 'fine' },
    person: { account: 'ann' },
    attempt: 1,
  });
  expect(told['input']).not.toHaveProperty('secretNote');
  expect((await own.ask('todo/get', { outId })).data).toMatchObject({ state: 'done', people: [{ account: 'ann', state: 'done' }] });
  expect(await own.ann.call(client.clientTodoCount, {})).toMatchObject({ open: 0 });
  await expect
    .poll(async () => (await own.ann.call(clientSync, {})).messages.map(({ body }) => body?.['text']))
    .toContainEqual(expect.stringContaining('您有新的待办'));
});

test('8, 9: what is wrong is said for each item, the others are taken; the same again is the same, another one is refused', async () => {
  const good = own.item({ outId: 'twice' });
  const first = (await own.ask('todo/add', { items: [good] })).data as Taken;
  expect(((await own.ask('todo/add', { items: [good] })).data as Taken).list).toEqual(first.list);
  const items = [
    ...Array.from({ length: 497 }, (_, at) => own.item({ outId: `batch-${at}`, people: ['bob'] })),
    own.item({ outId: 'twice', title: 'Other' }),
    own.item({ template: 'nothing' }),
    { ...own.item(), state: 'done' },
  ];
  const { list, accepted, refused } = (await own.ask('todo/add', { items })).data as Taken;
  expect([accepted, refused]).toEqual([497, 3]);
  expect(list.slice(497)).toMatchObject([
    { code: 17057 },
    { code: 17051, path: 'items.498.template' },
    { code: 10400, path: 'items.499.state' },
  ]);
  const again = (await own.ask('todo/add', { items })).data as Taken;
  expect([again.accepted, again.list.slice(0, 497)]).toEqual([497, list.slice(0, 497)]);
  expect(await own.bob.call(client.clientTodoCount, {})).toMatchObject({ open: 497 });
  let [seen, after]: [number, string | undefined] = [0, undefined];
  do {
    const page: { list: unknown[]; next: string | null } = await own.bob.call(client.clientTodoList, {
      limit: 100,
      ...(after !== undefined && { after }),
    });
    [seen, after] = [seen + page.list.length, page.next ?? undefined];
  } while (after !== undefined);
  expect(seen).toBe(497);
  const codes = async (more: Record<string, unknown>) => ((await own.ask('todo/add', { items: [own.item(more)] })).data as Taken).list[0];
  expect(await codes({ people: ['ann', 'nobody'] })).toMatchObject({ code: 17055, unknown: ['nobody'] });
  expect(await codes({ people: ['ann', 'nobody'], partial: true })).toMatchObject({
    itemId: expect.any(String) as string,
    unknown: ['nobody'],
  });
  expect(await codes({ people: Array.from({ length: 501 }, (_, at) => `p${at}`) })).toMatchObject({ code: 17056 });
  expect(await codes({ data: { applicant: 'Li', amount: 'much' } })).toMatchObject({ code: 17052 });
  const stranger = await own.house.key((await own.house.system()).id);
  expect(
    (await own.house.bySystem(stranger, 'POST', '/gateway/sys/todo/add', { body: JSON.stringify({ items: [own.item()] }) })).code,
  ).toBe(14305);
  expect((await own.house.bySystem(own.key, 'POST', '/gateway/sys/todo/add', { body: '{"items":[]}', signed: '{}' })).code).toBe(14304);
});

test('A system changes, finishes, withdraws and lists its own items; a form that was changed meanwhile is opened again', async () => {
  const { itemId, outId } = await own.push({ people: ['ann', 'bob'], mode: 'all' });
  const old = await own.answerOf(own.ann, itemId, { comment: 'x' });
  expect(await own.ask('todo/update', { outId, revision: 1, data: { applicant: 'Wu', amount: 3 } })).toMatchObject({
    code: 0,
    data: { revision: 2 },
  });
  expect((await own.ask('todo/update', { outId, revision: 1, stage: 'pay' })).code).toBe(10409);
  expect((await own.ann.ask(client.clientTodoAct, old)).code).toBe(17059);
  expect(await own.ann.call(client.clientTodoGet, { itemId })).toMatchObject({ title: 'Expenses of Wu', data: { amount: 3 } });
  expect((await own.ask('todo/open', { limit: 1000 })).data).toMatchObject({
    list: expect.arrayContaining([{ outId, itemId, revision: 2 }]) as unknown,
  });
  expect(await own.ask('todo/finish', { outId, person: 'ann' })).toMatchObject({ code: 0, data: { state: 'open' } });
  expect(await own.ask('todo/finish', { outId })).toMatchObject({ code: 0, data: { state: 'done' } });
  expect((await own.bob.ask(client.clientTodoAct, { ...old, answerId: randomUUID() })).code).toBe(17058);
  const other = await own.push({ people: ['ann'] });
  expect(await own.ask('todo/withdraw', { outId: other.outId, reason: 'wrong' })).toMatchObject({ code: 0, data: { state: 'withdrawn' } });
  expect((await own.ask('todo/update', { outId: other.outId, stage: 'pay' })).code).toBe(17058);
  expect((await own.ask('todo/get', { outId: 'of nobody' })).code).toBe(10404);
});

test('14, 16: of two at once one wins and the other is told who; what the system refuses stands at its field, and the item is open again', async () => {
  const { itemId } = await own.push({ people: ['ann', 'bob'] });
  own.target.answer = (got, response) => void setTimeout(() => own.commit(got, response), 150);
  const [one, other] = await Promise.all([own.answerOf(own.ann, itemId), own.answerOf(own.bob, itemId)]);
  const codes = await Promise.all([own.ann.ask(client.clientTodoAct, one), own.bob.ask(client.clientTodoAct, other)]);
  expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 17064]);
  const [winner, loser] = codes[0]!.code === 0 ? [own.ann, own.bob] : [own.bob, own.ann];
  expect((await winner.ask(client.clientTodoAct, await own.answerOf(winner, itemId))).code).toBe(17066);
  expect((await own.until(winner, itemId, ({ mine }) => mine === 'done')).state).toBe('done');
  expect(await loser.call(client.clientTodoGet, { itemId })).toMatchObject({ mine: 'withdrawn', state: 'done' });
  expect((await loser.ask(client.clientTodoAct, { ...other, answerId: randomUUID() })).code).toBe(17064);

  own.target.answer = (got, response) => own.commit(got, response, { code: 5, message: 'Too much', fields: { remark: 'Say why' } });
  const second = await own.push({ people: ['ann'] });
  await own.ann.call(client.clientTodoAct, await own.answerOf(own.ann, second.itemId, { input: { remark: 'hm' } }));
  const refused = await own.until(own.ann, second.itemId, ({ mine, lastAnswer }) => mine === 'open' && lastAnswer?.state === 'refused');
  expect(refused.lastAnswer).toMatchObject({ message: 'Too much', fields: { remark: 'Say why' }, input: { remark: 'hm' } });
  // Without the comment that the action asks for nothing is sent, and what is not offered is refused.
  expect(await own.ann.ask(client.clientTodoAct, await own.answerOf(own.ann, second.itemId, { action: 'reject' }))).toMatchObject({
    code: 10400,
  });
  expect((await own.ann.ask(client.clientTodoAct, await own.answerOf(own.ann, second.itemId, { action: 'burn' }))).code).toBe(17060);
  const changed = await own.answerOf(own.ann, second.itemId, { input: { amount: 1 } });
  expect(await own.ann.ask(client.clientTodoAct, changed)).toMatchObject({ code: 10400, data: { issues: [{ path: 'input.amount' }] } });
});

test('15: a system that hangs and errs is told again under the same id until it confirms, once; the person sees it being sent', async () => {
  const { itemId } = await own.push();
  let calls = 0;
  const ids = new Set<string>();
  const times = answerTimes(own.house.product.services);
  const patient = { ...times };
  Object.assign(times, { timeoutMillis: 400, leaseMillis: 1_500 });
  own.target.answer = (got, response) => {
    calls += 1;
    // Only the call that is never answered is waited for in vain.
    Object.assign(times, patient);
    ids.add((JSON.parse(got.body) as { answerId: string }).answerId);
    if (calls === 1) return; // It commits nothing and never answers.
    if (calls === 2) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    else if (calls === 3) response.writeHead(503).end();
    else own.commit(got, response);
  };
  own.committed.clear();
  await own.ann.call(client.clientTodoAct, await own.answerOf(own.ann, itemId));
  expect((await own.ann.call(client.clientTodoGet, { itemId })).mine).toBe('submitted');
  expect((await own.until(own.ann, itemId, ({ mine }) => mine === 'done')).state).toBe('done');
  expect([ids.size, own.committed.size, calls]).toEqual([1, 1, 4]);
});

test('10: while a system is disabled pushes are refused and its items are read-only; what stays goes on in its next stage', async () => {
  const { db } = own.house.product.database;
  const { itemId } = await own.push();
  await sql`update todo_system set enabled = false where id = ${own.system.id}::uuid`.execute(db);
  expect((await own.ask('todo/add', { items: [own.item()] })).code).toBe(17053);
  expect(await own.ann.call(client.clientTodoGet, { itemId })).toMatchObject({ readOnly: true });
  expect((await own.ann.ask(client.clientTodoAct, await own.answerOf(own.ann, itemId))).code).toBe(17053);
  await sql`update todo_system set enabled = true where id = ${own.system.id}::uuid`.execute(db);
  own.target.answer = (got, response) => own.commit(got, response, { code: 0, state: 'open', stage: 'pay' });
  await own.ann.call(client.clientTodoDraft, { itemId, input: { remark: 'later' }, comment: '' });
  expect((await own.ann.call(client.clientTodoGet, { itemId })).draft).toMatchObject({ input: { remark: 'later' } });
  await own.ann.call(client.clientTodoAct, await own.answerOf(own.ann, itemId, { action: 'ask' }));
  expect(await own.until(own.ann, itemId, ({ stage }) => stage === 'pay')).toMatchObject({ mine: 'open', state: 'open', draft: null });
  expect(await own.ann.call(client.clientTodoTransfer, { itemId, toId: own.uids.get('bob')!, reason: 'away' })).toEqual({ done: true });
  expect(await own.bob.call(client.clientTodoGet, { itemId })).toMatchObject({
    mine: 'open',
    people: [{ toName: 'bob' }, { fromName: 'ann' }],
  });
  expect(await own.bob.call(client.clientTodoSeen, { itemIds: [itemId] })).toEqual({ count: 1 });
});
