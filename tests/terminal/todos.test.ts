import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sysApi, sysApiGrant } from '../../src/modules/open-api/common/open-api.contract.ts';
import { signedText } from '../../src/modules/gateway/server/public.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { clientSync } from '../../src/modules/messaging/common/client/client.contract.ts';
import * as client from '../../src/modules/todo-forms/common/item/client.contract.ts';
import { answerTimes } from '../../src/modules/todo-forms/server/item/send/times.ts';
import { makeSystem, type MadeSystem } from '../../src/modules/todo-forms/testing/item/make-system.ts';
import { GatewayHouse, startTarget, type Got, type TestKey, type TestTarget } from '../access-service/gateway-house.ts';
import type { TestTerminal } from './test-terminal.ts';

let [house, target] = [undefined as unknown as GatewayHouse, undefined as unknown as TestTarget];
let [system, key] = [undefined as unknown as MadeSystem, undefined as unknown as TestKey];
let [ann, bob] = [undefined as unknown as TestTerminal, undefined as unknown as TestTerminal];
const uids = new Map<string, string>();
/** What the business system has committed, by the id of the answer. */
const committed = new Map<string, number>();

const functions = ['todo/add', 'todo/update', 'todo/finish', 'todo/withdraw', 'todo/get', 'todo/open'] as const;

/** The answer of a business system that checks who calls. */
const commit = (got: Got, response: Parameters<TestTarget['answer']>[1], said: object = { code: 0 }): void => {
  const { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = got.headers as Record<string, string>;
  const text = signedText({ method: 'POST', url: got.url, body: Buffer.from(got.body), timestamp: timestamp!, nonce: nonce! });
  const isRight = createHmac('sha256', system.secret).update(text).digest('base64') === signature;
  const { answerId } = JSON.parse(got.body) as { answerId: string };
  if (isRight) committed.set(answerId, 1);
  response.statusCode = isRight ? 200 : 401;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(said));
};

beforeAll(async () => {
  target = await startTarget();
  house = await GatewayHouse.open(target.port);
  const { services } = house.product;
  for (const account of ['ann', 'bob']) {
    const { id } = await house.call(employeeAdd, {
      account,
      name: account,
      assignments: [{ departmentId: rootDepartmentId, primary: true }],
    });
    await house.product.setPassword(id);
    uids.set(account, id);
  }
  const access = await house.system({ code: 'erp' });
  key = await house.key(access.id);
  for (const code of functions) {
    const { id } = await house.call(sysApi.add, { code });
    await house.call(sysApiGrant, { id, systemId: access.id });
  }
  system = await makeSystem(services, {
    code: 'erp',
    ownerDeptId: rootDepartmentId,
    accessSystemId: access.id,
    answerUrl: `${target.url}/answers`,
  });
  Object.assign(answerTimes(services), { timeoutMillis: 400, leaseMillis: 1_500, pauses: [50, 50], restMillis: 50 });
  [ann, bob] = [await house.terminal('ann'), await house.terminal('bob')];
}, 180_000);
beforeEach(() => {
  target.answer = (got, response) => commit(got, response);
});
afterAll(async () => {
  await house?.stop();
  await target?.stop();
});

const ask = (code: (typeof functions)[number], body: object) =>
  house.bySystem(key, 'POST', `/gateway/sys/${code}`, { body: JSON.stringify(body) });
interface Taken {
  list: { outId: string; itemId: string; code?: number; path?: string }[];
  accepted: number;
  refused: number;
}
let pushed = 0;
const item = (more: Record<string, unknown> = {}) => ({
  outId: `o${(pushed += 1)}`,
  template: 'expense',
  data: { applicant: 'Li', amount: 12.5 },
  people: ['ann'],
  ...more,
});
/** Pushes one item; answers its id. */
const push = async (more: Record<string, unknown> = {}): Promise<{ itemId: string; outId: string }> => {
  const answer = await ask('todo/add', { items: [item(more)] });
  expect(answer).toMatchObject({ code: 0, data: { accepted: 1 } });
  return (answer.data as Taken).list[0]!;
};
const answerOf = async (terminal: TestTerminal, itemId: string, more: Record<string, unknown> = {}) => {
  const { stage, revision } = await terminal.call(client.clientTodoGet, { itemId });
  return { answerId: randomUUID(), itemId, stage, revision, action: 'approve', ...more };
};
/** Waits until an item's own part is in a state. */
const until = async (
  terminal: TestTerminal,
  itemId: string,
  wanted: (one: client.ClientItemDetail) => boolean,
): Promise<client.ClientItemDetail> => {
  for (let tries = 0; ; tries += 1) {
    const one = await terminal.call(client.clientTodoGet, { itemId });
    if (wanted(one) || tries > 100) return one;
    terminal.roam();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

test('8: a signed push stands on the terminal at once, is answered there, told to the system under its signature, and done when that has confirmed', async () => {
  const { itemId, outId } = await push();
  const { list } = await ann.call(client.clientTodoList, {});
  expect(list).toMatchObject([{ itemId, title: 'Expenses of Li', summary: ['Amount 12.5'], mine: 'open', seen: false }]);
  expect(await ann.call(client.clientTodoCount, {})).toMatchObject({ open: 1, unseen: 1, systems: [{ name: 'System erp', open: 1 }] });
  expect((await bob.ask(client.clientTodoGet, { itemId })).code).toBe(10404);
  const detail = await ann.call(client.clientTodoGet, { itemId });
  const form = await ann.call(client.clientTodoForm, { versionId: detail.versionId });
  expect([form.digest, form.content.actions.length]).toEqual([detail.formDigest, 3]);
  const answer = await answerOf(ann, itemId, { input: { remark: 'fine', secretNote: 'x' }, comment: 'ok' });
  expect(await ann.call(client.clientTodoAct, answer)).toMatchObject({ state: 'queued' });
  const done = await until(ann, itemId, ({ mine }) => mine === 'done');
  expect(done).toMatchObject({ state: 'done', mine: 'done', closedBy: 'ann' });
  // The same again is the same answer, and the system hears nothing more of it.
  expect(await ann.call(client.clientTodoAct, answer)).toMatchObject({ state: 'confirmed' });
  expect([...committed.keys()]).toEqual([answer.answerId]);
  const told = JSON.parse(target.got.at(-1)!.body) as Record<string, unknown>;
  expect(told).toMatchObject({
    outId,
    action: 'approve',
    stage: 'check',
    input: { remark: 'fine' },
    person: { account: 'ann' },
    attempt: 1,
  });
  expect(told['input']).not.toHaveProperty('secretNote');
  expect((await ask('todo/get', { outId })).data).toMatchObject({ state: 'done', people: [{ account: 'ann', state: 'done' }] });
  expect(await ann.call(client.clientTodoCount, {})).toMatchObject({ open: 0 });
  await expect
    .poll(async () => (await ann.call(clientSync, {})).messages.map(({ body }) => body?.['text']))
    .toContainEqual(expect.stringContaining('您有新的待办'));
});

test('8, 9: what is wrong is said for each item, the others are taken; the same again is the same, another one is refused', async () => {
  const good = item({ outId: 'twice' });
  const first = (await ask('todo/add', { items: [good] })).data as Taken;
  expect(((await ask('todo/add', { items: [good] })).data as Taken).list).toEqual(first.list);
  const items = [
    ...Array.from({ length: 497 }, (_, at) => item({ outId: `batch-${at}`, people: ['bob'] })),
    item({ outId: 'twice', title: 'Other' }),
    item({ template: 'nothing' }),
    { ...item(), state: 'done' },
  ];
  const { list, accepted, refused } = (await ask('todo/add', { items })).data as Taken;
  expect([accepted, refused]).toEqual([497, 3]);
  expect(list.slice(497)).toMatchObject([
    { code: 17057 },
    { code: 17051, path: 'items.498.template' },
    { code: 10400, path: 'items.499.state' },
  ]);
  const again = (await ask('todo/add', { items })).data as Taken;
  expect([again.accepted, again.list.slice(0, 497)]).toEqual([497, list.slice(0, 497)]);
  expect(await bob.call(client.clientTodoCount, {})).toMatchObject({ open: 497 });
  let [seen, after]: [number, string | undefined] = [0, undefined];
  do {
    const page: { list: unknown[]; next: string | null } = await bob.call(client.clientTodoList, {
      limit: 100,
      ...(after !== undefined && { after }),
    });
    [seen, after] = [seen + page.list.length, page.next ?? undefined];
  } while (after !== undefined);
  expect(seen).toBe(497);
  const codes = async (more: Record<string, unknown>) => ((await ask('todo/add', { items: [item(more)] })).data as Taken).list[0];
  expect(await codes({ people: ['ann', 'nobody'] })).toMatchObject({ code: 17055, unknown: ['nobody'] });
  expect(await codes({ people: ['ann', 'nobody'], partial: true })).toMatchObject({
    itemId: expect.any(String) as string,
    unknown: ['nobody'],
  });
  expect(await codes({ people: Array.from({ length: 501 }, (_, at) => `p${at}`) })).toMatchObject({ code: 17056 });
  expect(await codes({ data: { applicant: 'Li', amount: 'much' } })).toMatchObject({ code: 17052 });
  const stranger = await house.key((await house.system()).id);
  expect((await house.bySystem(stranger, 'POST', '/gateway/sys/todo/add', { body: JSON.stringify({ items: [item()] }) })).code).toBe(14305);
  expect((await house.bySystem(key, 'POST', '/gateway/sys/todo/add', { body: '{"items":[]}', signed: '{}' })).code).toBe(14304);
});

test('A system changes, finishes, withdraws and lists its own items; a form that was changed meanwhile is opened again', async () => {
  const { itemId, outId } = await push({ people: ['ann', 'bob'], mode: 'all' });
  const old = await answerOf(ann, itemId, { comment: 'x' });
  expect(await ask('todo/update', { outId, revision: 1, data: { applicant: 'Wu', amount: 3 } })).toMatchObject({
    code: 0,
    data: { revision: 2 },
  });
  expect((await ask('todo/update', { outId, revision: 1, stage: 'pay' })).code).toBe(10409);
  expect((await ann.ask(client.clientTodoAct, old)).code).toBe(17059);
  expect(await ann.call(client.clientTodoGet, { itemId })).toMatchObject({ title: 'Expenses of Wu', data: { amount: 3 } });
  expect((await ask('todo/open', { limit: 1000 })).data).toMatchObject({
    list: expect.arrayContaining([{ outId, itemId, revision: 2 }]) as unknown,
  });
  expect(await ask('todo/finish', { outId, person: 'ann' })).toMatchObject({ code: 0, data: { state: 'open' } });
  expect(await ask('todo/finish', { outId })).toMatchObject({ code: 0, data: { state: 'done' } });
  expect((await bob.ask(client.clientTodoAct, { ...old, answerId: randomUUID() })).code).toBe(17058);
  const other = await push({ people: ['ann'] });
  expect(await ask('todo/withdraw', { outId: other.outId, reason: 'wrong' })).toMatchObject({ code: 0, data: { state: 'withdrawn' } });
  expect((await ask('todo/update', { outId: other.outId, stage: 'pay' })).code).toBe(17058);
  expect((await ask('todo/get', { outId: 'of nobody' })).code).toBe(10404);
});

test('14, 16: of two at once one wins and the other is told who; what the system refuses stands at its field, and the item is open again', async () => {
  const { itemId } = await push({ people: ['ann', 'bob'] });
  target.answer = (got, response) => void setTimeout(() => commit(got, response), 150);
  const [one, other] = await Promise.all([answerOf(ann, itemId), answerOf(bob, itemId)]);
  const codes = await Promise.all([ann.ask(client.clientTodoAct, one), bob.ask(client.clientTodoAct, other)]);
  expect(codes.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 17064]);
  const [winner, loser] = codes[0]!.code === 0 ? [ann, bob] : [bob, ann];
  expect((await winner.ask(client.clientTodoAct, await answerOf(winner, itemId))).code).toBe(17066);
  expect((await until(winner, itemId, ({ mine }) => mine === 'done')).state).toBe('done');
  expect(await loser.call(client.clientTodoGet, { itemId })).toMatchObject({ mine: 'withdrawn', state: 'done' });
  expect((await loser.ask(client.clientTodoAct, { ...other, answerId: randomUUID() })).code).toBe(17064);

  target.answer = (got, response) => commit(got, response, { code: 5, message: 'Too much', fields: { remark: 'Say why' } });
  const second = await push({ people: ['ann'] });
  await ann.call(client.clientTodoAct, await answerOf(ann, second.itemId, { input: { remark: 'hm' } }));
  const refused = await until(ann, second.itemId, ({ mine, lastAnswer }) => mine === 'open' && lastAnswer?.state === 'refused');
  expect(refused.lastAnswer).toMatchObject({ message: 'Too much', fields: { remark: 'Say why' }, input: { remark: 'hm' } });
  // Without the comment that the action asks for nothing is sent, and what is not offered is refused.
  expect(await ann.ask(client.clientTodoAct, await answerOf(ann, second.itemId, { action: 'reject' }))).toMatchObject({ code: 10400 });
  expect((await ann.ask(client.clientTodoAct, await answerOf(ann, second.itemId, { action: 'burn' }))).code).toBe(17060);
  const changed = await answerOf(ann, second.itemId, { input: { amount: 1 } });
  expect(await ann.ask(client.clientTodoAct, changed)).toMatchObject({ code: 10400, data: { issues: [{ path: 'input.amount' }] } });
});

test('15: a system that hangs and errs is told again under the same id until it confirms, once; the person sees it being sent', async () => {
  const { itemId } = await push();
  let calls = 0;
  const ids = new Set<string>();
  target.answer = (got, response) => {
    calls += 1;
    ids.add((JSON.parse(got.body) as { answerId: string }).answerId);
    if (calls === 1) return; // It commits nothing and never answers.
    if (calls === 2) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    else if (calls === 3) response.writeHead(503).end();
    else commit(got, response);
  };
  committed.clear();
  await ann.call(client.clientTodoAct, await answerOf(ann, itemId));
  expect((await ann.call(client.clientTodoGet, { itemId })).mine).toBe('submitted');
  expect((await until(ann, itemId, ({ mine }) => mine === 'done')).state).toBe('done');
  expect([ids.size, committed.size, calls]).toEqual([1, 1, 4]);
});

test('10: while a system is disabled pushes are refused and its items are read-only; what stays goes on in its next stage', async () => {
  const { db } = house.product.database;
  const { itemId } = await push();
  await sql`update todo_system set enabled = false where id = ${system.id}::uuid`.execute(db);
  expect((await ask('todo/add', { items: [item()] })).code).toBe(17053);
  expect(await ann.call(client.clientTodoGet, { itemId })).toMatchObject({ readOnly: true });
  expect((await ann.ask(client.clientTodoAct, await answerOf(ann, itemId))).code).toBe(17053);
  await sql`update todo_system set enabled = true where id = ${system.id}::uuid`.execute(db);
  target.answer = (got, response) => commit(got, response, { code: 0, state: 'open', stage: 'pay' });
  await ann.call(client.clientTodoDraft, { itemId, input: { remark: 'later' }, comment: '' });
  expect((await ann.call(client.clientTodoGet, { itemId })).draft).toMatchObject({ input: { remark: 'later' } });
  await ann.call(client.clientTodoAct, await answerOf(ann, itemId, { action: 'ask' }));
  expect(await until(ann, itemId, ({ stage }) => stage === 'pay')).toMatchObject({ mine: 'open', state: 'open', draft: null });
  expect(await ann.call(client.clientTodoTransfer, { itemId, toId: uids.get('bob')!, reason: 'away' })).toEqual({ done: true });
  expect(await bob.call(client.clientTodoGet, { itemId })).toMatchObject({
    mine: 'open',
    people: [{ toName: 'bob' }, { fromName: 'ann' }],
  });
  expect(await bob.call(client.clientTodoSeen, { itemIds: [itemId] })).toEqual({ count: 1 });
});
