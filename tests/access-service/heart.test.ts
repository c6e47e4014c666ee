import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { interfaceAdd, interfaceLog, interfacePublish, interfaceView } from '../../src/modules/access/common/interface.contract.ts';
import { grantSave } from '../../src/modules/access/common/system.contract.ts';
import { apiTest } from '../../src/modules/access/common/test.contract.ts';
import { callGet, callList } from '../../src/modules/call-logs/common/call.contract.ts';
import { countsOf, flushCalls } from '../../src/modules/call-logs/server/public.ts';
import { GatewayHouse, startTarget, type TestTarget } from './gateway-house.ts';

let target: TestTarget;
let house: GatewayHouse;

beforeAll(async () => {
  target = await startTarget();
  house = await GatewayHouse.open(target.port);
}, 120_000);
afterAll(async () => {
  await house?.stop();
  await target?.stop();
});

test('an HTTP interface is tried unsaved, published, and called by a terminal and by a system with the same steps', async () => {
  const system = await house.system({ code: 'erp' });
  const prefix = await house.prefix(system.id, `${target.url}/api`, { code: 'orders', signIn: 'bearer', secret: 'a-token-of-the-erp' });
  const definition = definitions.http.parse({
    methods: ['GET', 'POST'],
    params: [
      { name: 'id', type: 'integer', required: true },
      { name: 'who', from: 'caller', value: 'account' },
    ],
    target: { kind: 'http', path: '/orders/{id}', query: [{ name: 'by', value: '{who}' }] },
    answerMap: { rows: [{ to: 'asked', from: 'url' }] },
  });
  const tried = await house.call(apiTest, {
    prefixId: prefix.id,
    definition,
    query: { id: '7' },
    caller: { kind: 'employee', id: house.product.powerless.id },
  });
  expect([tried.class, JSON.parse(tried.answer)]).toEqual(['ok', { code: 0, msg: 'ok', data: { asked: '/api/orders/7?by=powerless' } }]);
  expect(target.got.at(-1)?.headers.authorization).toBe('Bearer a-token-of-the-erp');
  expect(JSON.stringify(tried)).not.toContain('a-token-of-the-erp');

  const { id } = await house.call(interfaceAdd.http, {
    prefixId: prefix.id,
    code: 'order',
    name: 'Order',
    callers: ['terminals', 'systems'],
    definition,
  });
  const terminal = await house.terminal();
  const url = '/gateway/erp/orders/order';
  expect((await house.byTerminal(terminal, 'GET', `${url}?id=8`)).code).toBe(14301);
  const { version } = await house.call(interfaceView, { id });
  expect((await house.call(interfacePublish, { id, version, note: 'first' })).no).toBe(1);

  const byPhone = await house.byTerminal(terminal, 'GET', `${url}?id=8`);
  expect([byPhone.status, byPhone.code, byPhone.data]).toEqual([200, 0, { asked: '/api/orders/8?by=powerless' }]);
  const key = await house.key(system.id);
  expect((await house.bySystem(key, 'GET', `${url}?id=9`)).code).toBe(14305);
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  const bySystem = await house.bySystem(key, 'POST', `${url}?id=9`, { body: '{}' });
  expect([bySystem.status, bySystem.data]).toEqual([200, { asked: '/api/orders/9' }]);
  expect((await house.byTerminal(terminal, 'POST', `${url}?id=10`, '{"a":1}')).data).toEqual({ asked: '/api/orders/10?by=powerless' });
  expect((await house.gateway('GET', `${url}?id=9`)).code).toBe(14304);

  await house.call(interfaceLog, { ids: [id], on: 1, level: 'full', until: Date.now() + 86_400_000 });
  await house.call(apiTest, { id, query: { id: '11' } });
  await house.byTerminal(terminal, 'GET', `${url}?id=11`);
  await house.bySystem(key, 'GET', `${url}?id=11`);
  await flushCalls(house.product.services);
  const { list } = await house.call(callList, { interfaceId: id });
  const stepsOf = async (one: { id: string }) => (await house.call(callGet, { id: one.id })).steps.map(({ step }) => step);
  const [system_, phone, tried_] = list;
  expect(list.slice(0, 3).map(({ test: isTest, callerKind }) => [isTest, callerKind])).toEqual([
    [false, 'system'],
    [false, 'terminal'],
    [true, 'none'],
  ]);
  const steps = await stepsOf(phone!);
  expect(steps).toEqual([
    'route',
    'method',
    'caller',
    'grant',
    'limits',
    'params',
    'cache',
    'map',
    'target',
    'decode',
    'answerMap',
    'answerSchema',
    'answer',
  ]);
  expect(await stepsOf(system_!)).toEqual(steps);
  expect(await stepsOf(tried_!)).toEqual(steps);
  // What was tried is in the log and in no figure.
  const now = Date.now();
  const figures = await countsOf(house.product.database.db, [id], now - 3_600_000, now + 60_000);
  expect(figures.get(id)?.calls).toBe(list.filter((one) => !one.test).length);
});
