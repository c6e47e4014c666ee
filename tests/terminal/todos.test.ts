import { createHmac, randomUUID } from 'node:crypto';
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
