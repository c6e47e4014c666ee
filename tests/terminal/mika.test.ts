import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { interfaceAdd, interfacePublish } from '../../src/modules/access/common/interface.contract.ts';
import { interfacePrefix } from '../../src/modules/access/common/prefix.contract.ts';
import { accessSystem } from '../../src/modules/access/common/system.contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import * as client from '../../src/modules/mika/common/client.contract.ts';
import { mikaAnswer, missedAttach, missedList } from '../../src/modules/mika/common/knowledge.contract.ts';
import { scene, sceneGroup } from '../../src/modules/mika/common/scene.contract.ts';
import * as session from '../../src/modules/mika/common/session.contract.ts';
import { sessionPage } from '../../src/modules/mika/common/permissions.ts';
import { mikaSetting } from '../../src/modules/mika/common/setting.contract.ts';
import { mikaPublish, mikaRollback } from '../../src/modules/mika/common/version.contract.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { House } from '../access/house.ts';
import { TestTerminal } from './test-terminal.ts';

let house: House;
let back: Server;
let asked: { url: string; body: string; uid: string }[] = [];
let broken = false;
let [north, ann, groupId] = ['', '', ''];
let [readId, writeId] = ['', ''];
let phone: TestTerminal;
const boss = () => house.boss;

/** The business system behind: answers what is left of leave, and takes requests. */
function peer(): Server {
  return createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ url: request.url ?? '', body, uid: String(request.headers['x-person'] ?? '') });
      response.setHeader('content-type', 'application/json');
      if (broken) return response.writeHead(500).end('stack trace of somebody');
      const answer = request.method === 'GET' ? { days: 12, secret: 'salary', items: [{ name: 'A' }, { name: 'B' }] } : { no: 'L-7' };
      response.end(JSON.stringify(answer));
    });
  });
}

beforeAll(async () => {
  back = peer();
  await new Promise<void>((ready) => back.listen(0, '127.0.0.1', () => ready()));
  const { port } = back.address() as AddressInfo;
  house = await House.open({ ALLOWED_NETWORKS: `127.0.0.1:${port}` });
  await boss().call(app.add, { name: { zh_CN: '工作台' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId });
  north = await house.department('北方');
  ann = await house.person([north], 'Ann');
  await house.product.setPassword(ann);
  phone = new TestTerminal(house.product.app);
  await phone.login((await boss().call(employeeGet, { id: ann })).account);
  groupId = (await boss().call(sceneGroup.add, { name: { zh_CN: '人事', en_US: 'HR' } })).id;
  const system = await boss().call(accessSystem.add, { name: 'HR', code: 'hr', ownerDeptId: rootDepartmentId });
  const { id: prefixId } = await boss().call(interfacePrefix.add, {
    name: 'Leave',
    systemId: system.id,
    code: 'leave',
    addresses: [{ url: `http://127.0.0.1:${port}` }],
  });
  const person = [
    { name: 'who', from: 'caller' as const, value: 'account' },
    { name: 'x-person', from: 'caller' as const, value: 'account' },
  ].slice(0, 1);
  const headers = [{ name: 'X-Person', value: '{who}' }];
  const read = definitions.http.parse({ params: person, target: { kind: 'http', path: '/left', headers }, behaviour: { retries: 0 } });
  const write = definitions.http.parse({
    methods: ['POST'],
    params: [...person, { name: 'day', from: 'body', required: true }, { name: 'reason', from: 'body' }],
    target: { kind: 'http', method: 'POST', path: '/ask', headers, body: 'json' },
    behaviour: { retries: 0 },
  });
  const add = async (code: string, definition: typeof read): Promise<string> => {
    const { id } = await boss().call(interfaceAdd.http, { prefixId, code, name: code, callers: ['internal'], definition });
    await boss().call(interfacePublish, { id, version: 1, note: 'first', enable: true });
    return id;
  };
  readId = await add('left', read);
  writeId = await add('ask', write);
}, 180_000);
afterAll(async () => {
  await house.stop();
  back.close();
});

const shared = () => ({ groupId, ownerDeptId: rootDepartmentId });
const say = async (text: string, sessionId?: string, clientId: string = randomUUID()) =>
  (await phone.ask(client.clientMikaAsk, { text, clientId, ...(sessionId !== undefined && { sessionId }) })).data;
const choose = async (sessionId: string, option: string, clientId: string = randomUUID()) =>
  (await phone.ask(client.clientMikaChoose, { sessionId, option, clientId })).data;

test('A scene is published, asked from a terminal with a typing error and by its sound, answered, and its decision is seen in the history', async () => {
  const made = await boss().call(scene.add, {
    ...shared(),
    code: 'canteen',
    name: { zh_CN: '食堂时间', en_US: 'Canteen hours' },
    kind: 'answer',
    phrases: { zh_CN: ['食堂几点开门'], en_US: ['when does the canteen open'] },
    target: { kind: 'answer', text: { zh_CN: '十一点', en_US: 'At eleven' } },
  });
  expect(await say('When does the canteen open?')).toMatchObject({ answer: { kind: 'missed' }, state: 'asking' });
  expect(await boss().call(mikaPublish, { note: 'first' })).toEqual({ no: 1, changes: 1 });
  const first = await say('when does the CANTEEN open？');
  expect(first).toMatchObject({ n: 1, state: 'answered', answer: { kind: 'text', text: 'At eleven', askHelped: true } });
  expect(await say('when does the cantene open', first.sessionId)).toMatchObject({ n: 2, answer: { text: 'At eleven' } });
  // 十 and 时, 食 and 十 sound alike; Traditional characters are the same.
  expect(await say('食堂幾點開門', first.sessionId)).toMatchObject({ answer: { text: 'At eleven' } });
  expect(await say('shitang jidian kaimen', first.sessionId)).toMatchObject({ answer: { text: 'At eleven' } });
  expect(await say('😀😀', first.sessionId)).toMatchObject({ answer: { kind: 'missed' } });
  await phone.call(client.clientMikaHelped, { sessionId: first.sessionId, helped: true });
  await phone.call(client.clientMikaEnd, { sessionId: first.sessionId });
  expect((await phone.ask(client.clientMikaAsk, { text: 'x', clientId: randomUUID(), sessionId: first.sessionId })).code).toBe(17038);
  const { list } = await boss().call(session.historyList, { helped: 'yes' });
  expect(list).toMatchObject([{ id: first.sessionId, employeeName: 'Ann', sceneName: '食堂时间', turns: 5, result: 'answered' }]);
  const seen = await boss().call(session.historyGet, { id: first.sessionId });
  expect(seen.turnList.map(({ text, answer }) => [text, answer])).toEqual(Array.from({ length: 5 }, () => [null, null]));
  expect(seen.turnList.map(({ decision }) => [decision?.step, decision?.candidates[0]?.by])).toEqual([
    [2, 'exact'],
    [3, 'similar'],
    [2, 'exact'],
    [3, 'pinyin'],
    [7, undefined],
  ]);
  expect(seen.turnList[1]!.decision).toMatchObject({ sceneId: made.id, versionNo: 1, score: expect.any(Number) as number });
  expect((await boss().ask(session.historyGet, { id: first.sessionId, readText: true })).code).toBe(10400);
  const read = await boss().call(session.historyGet, { id: first.sessionId, readText: true, reason: 'A complaint' });
  expect(read.turnList[0]).toMatchObject({ text: 'when does the CANTEEN open？', answer: { text: 'At eleven' } });
  const { rows } = await house.product.database.pool.query(
    `select reason from read_log where area = 'message' and query ->> 'mikaSession' = $1`,
    [first.sessionId],
  );
  expect(rows).toEqual([{ reason: 'A complaint' }]);
  expect((await boss().call(scene.list, {})).list).toMatchObject([{ state: 'published', changed: false, hits30: 4, helped: 100 }]);
});

test('A missed sentence is counted once for all its spellings, attached, and answered after the next publish', async () => {
  await say('How do I get a parking space');
  await say('how do i get a PARKING space?!');
  const { list } = await boss().call(missedList, { text: 'parking' });
  expect(list).toMatchObject([{ count: 2, people: 1, state: 'open' }]);
  const { id } = await boss().call(scene.add, {
    ...shared(),
    code: 'parking',
    name: { zh_CN: '停车' },
    kind: 'answer',
    phrases: { zh_CN: ['停车位'] },
    target: { kind: 'answer', text: { zh_CN: '找行政' } },
  });
  expect(await boss().call(missedAttach, { ids: [list[0]!.id], sceneId: id })).toEqual({ count: 1 });
  await boss().call(mikaPublish, { note: 'parking' });
  expect(await say('How do I get a parking space')).toMatchObject({ answer: { text: '找行政' } });
  expect((await boss().call(missedList, { state: 'attached' })).list).toMatchObject([{ sceneName: '停车' }]);
  const { no } = await boss().call(mikaRollback, { no: 1 });
  expect(no).toBe(3);
  expect(await say('How do I get a parking space')).toMatchObject({ answer: { kind: 'missed' } });
  await boss().call(mikaPublish, { note: 'again' });
});

test('An interface answers as the person, showing declared fields only; its failure says nothing of the system behind', async () => {
  await boss().call(scene.add, {
    ...shared(),
    code: 'left',
    name: { zh_CN: '年假余额' },
    kind: 'interface',
    phrases: { zh_CN: ['我还有几天年假'] },
    target: {
      kind: 'interface',
      interfaceId: readId,
      template: { zh_CN: '还有 {{days}} 天 {{missing.path}}' },
      failure: { zh_CN: '暂时查不到' },
    },
  });
  await boss().call(mikaPublish, { note: 'left' });
  asked = [];
  expect(await say('我还有几天年假')).toMatchObject({ state: 'answered', answer: { kind: 'text', text: '还有 12 天 ' } });
  expect(asked).toHaveLength(1);
  broken = true;
  const failed = await say('我还有几天年假');
  broken = false;
  expect(failed.answer).toMatchObject({ kind: 'failed', text: expect.stringMatching(/^暂时查不到\n/) as string });
  expect(failed.answer.text).not.toContain('stack');
  // The log of calls names the employee.
  const logged = () =>
    house.product.database.pool
      .query(`select count(*)::int as n from call_log where caller_name = 'mika' and employee_id = $1`, [ann])
      .then(({ rows }) => (rows as { n: number }[])[0]!.n);
  await expect.poll(logged, { timeout: 10_000 }).toBe(2);
});

test('What writes asks for what is missing and for a yes, and is called once however often that is sent', async () => {
  const draft = {
    ...shared(),
    code: 'leave',
    name: { zh_CN: '请假', en_US: 'Ask for leave' },
    kind: 'interface' as const,
    phrases: { en_US: ['I want to take leave', 'leave on {day} because of {reason}'] },
    slots: [
      { code: 'day', name: { zh_CN: '日期', en_US: 'Day' }, questions: [{ zh_CN: '哪天？', en_US: 'Which day?' }], type: 'date' as const },
      {
        code: 'reason',
        name: { zh_CN: '原因', en_US: 'Reason' },
        questions: [{ zh_CN: '为什么？', en_US: 'Why?' }],
        type: 'text' as const,
        sensitive: true,
      },
    ],
    target: {
      kind: 'interface' as const,
      interfaceId: writeId,
      params: [
        { name: 'day', from: 'slot' as const, value: 'day' },
        { name: 'reason', from: 'slot' as const, value: 'reason' },
      ],
      template: { zh_CN: '已提交 {{no}}', en_US: 'Sent as {{no}}: {reason}' },
    },
  };
  expect((await boss().ask(scene.add, draft)).code).toBe(17033);
  await boss().call(scene.add, { ...draft, confirm: true });
  await boss().call(mikaPublish, { note: 'leave' });
  asked = [];
  const begun = await say('I want to take leave');
  expect(begun).toMatchObject({ state: 'filling', answer: { kind: 'ask', text: 'Which day?' } });
  expect(await say('whenever', begun.sessionId)).toMatchObject({
    state: 'filling',
    answer: { text: expect.stringContaining('Which day?') as string },
  });
  expect(await say('2027-03-05', begun.sessionId)).toMatchObject({ answer: { text: 'Why?' } });
  expect(await say('back', begun.sessionId)).toMatchObject({ answer: { text: 'Which day?' } });
  await say('2027-03-04', begun.sessionId);
  const shown = await say(`'; DROP {{g.secret}}`, begun.sessionId);
  expect(shown).toMatchObject({
    state: 'confirming',
    answer: { kind: 'confirm', items: ['Day: 2027-03-04', `Reason: '; DROP {{g.secret}}`] },
  });
  expect(asked).toEqual([]);
  const clientId = randomUUID();
  const done = await choose(begun.sessionId, 'yes', clientId);
  expect(done).toMatchObject({ state: 'answered', answer: { text: `Sent as L-7: '; DROP {{g.secret}}` } });
  expect(await choose(begun.sessionId, 'yes', clientId)).toEqual(done);
  expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ day: '2027-03-04', reason: `'; DROP {{g.secret}}` }]);
  // Everything at once, and then not.
  const whole = await say('leave on 2027-03-09 because of a wedding');
  expect(whole).toMatchObject({ state: 'confirming', answer: { items: ['Day: 2027-03-09', 'Reason: a wedding'] } });
  expect(await say('no', whole.sessionId)).toMatchObject({ answer: { kind: 'cancelled' } });
  expect(asked).toHaveLength(1);
  await phone.call(client.clientMikaEnd, { sessionId: whole.sessionId });
  const seen = await boss().call(session.historyGet, { id: whole.sessionId, readText: true, reason: 'test' });
  expect(seen.turnList[0]!.decision?.slots).toMatchObject([{ shown: '2027-03-09' }, { code: 'reason', shown: '••••' }]);
});

test('Two close scenes let the person choose; the same sentence twice is refused unless a priority decides', async () => {
  const one = {
    ...shared(),
    kind: 'answer' as const,
    threshold: 0.5,
    target: { kind: 'answer' as const, text: { zh_CN: '甲' } },
  };
  await boss().call(scene.add, { ...one, code: 'bus1', name: { zh_CN: '早班车' }, phrases: { zh_CN: ['早上班车几点'] } });
  const second = { ...one, code: 'bus2', name: { zh_CN: '晚班车' }, target: { kind: 'answer' as const, text: { zh_CN: '乙' } } };
  expect((await boss().ask(scene.add, { ...second, phrases: { zh_CN: ['早上班车几点？'] } })).code).toBe(17031);
  const { id } = await boss().call(scene.add, { ...second, phrases: { zh_CN: ['晚上班车几点'] } });
  await boss().call(mikaPublish, { note: 'bus' });
  const near = await say('班车几点');
  expect(near).toMatchObject({ state: 'choosing', answer: { kind: 'choose', options: [{ label: '早班车' }, { label: '晚班车' }] } });
  expect(await choose(near.sessionId, id)).toMatchObject({ state: 'answered', answer: { text: '乙' } });
});

test('Hand-over: somebody takes the session, mika is silent until it is given back, and texts need the right to read them', async () => {
  await boss().call(scene.add, {
    ...shared(),
    code: 'human',
    name: { zh_CN: '人工' },
    kind: 'handover',
    phrases: { zh_CN: ['转人工'] },
    handlers: [ann],
    target: { kind: 'handover' },
  });
  await boss().call(mikaPublish, { note: 'human' });
  const waiting = await say('转人工');
  expect(waiting).toMatchObject({ state: 'waiting', answer: { kind: 'handover' } });
  const helper = await house.administrator({
    codes: [sessionPage.code, sessionPage.button.takeOver, sessionPage.button.reply, sessionPage.button.giveBack],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const { list } = await helper.client.call(session.sessionList, {});
  expect(list[0]).toMatchObject({ id: waiting.sessionId, state: 'waiting' });
  expect((await helper.client.ask(session.sessionGet, { id: waiting.sessionId, readText: true, reason: 'x' })).code).toBe(65002);
  await helper.client.call(session.sessionTakeOver, { id: waiting.sessionId });
  expect((await boss().ask(session.sessionTakeOver, { id: waiting.sessionId })).code).toBe(17036);
  expect((await boss().ask(session.sessionReply, { id: waiting.sessionId, text: 'x' })).code).toBe(17036);
  expect(await say('我还有几天年假', waiting.sessionId)).toMatchObject({ state: 'takenOver', answer: { kind: 'person', text: '' } });
  await helper.client.call(session.sessionReply, { id: waiting.sessionId, text: 'Twelve' });
  const { going } = await phone.call(client.clientMikaStart, {});
  expect(going).toMatchObject({ sessionId: waiting.sessionId, state: 'takenOver' });
  expect(going?.turns.at(-1)?.answer).toMatchObject({ kind: 'person', text: 'Twelve' });
  await helper.client.call(session.sessionGiveBack, { id: waiting.sessionId });
  expect(await say('我还有几天年假', waiting.sessionId)).toMatchObject({ state: 'answered', answer: { text: '还有 12 天 ' } });
});

test('Answers come after scenes; who may not use mika is refused, and what is disabled is gone at once', async () => {
  // A terminal of its own: the first one has asked as often as it may in a minute.
  phone = new TestTerminal(house.product.app);
  await phone.login((await boss().call(employeeGet, { id: ann })).account);
  await boss().call(mikaAnswer.add, { name: 'wifi', questions: { en_US: ['what is the wifi password'] }, answer: { zh_CN: '见公告' } });
  await boss().call(mikaPublish, { note: 'wifi' });
  expect(await say('what is the wifi password')).toMatchObject({ state: 'answered', answer: { text: '见公告' } });
  const setting = await boss().call(mikaSetting.get, {});
  await boss().call(mikaSetting.update, { version: setting.version, wakeWord: 'Hey mika' });
  const canteen = (await boss().call(scene.list, { text: 'canteen' })).list[0]!;
  await expect.poll(async () => (await say('hey mika, when does the canteen open')).answer.text).toBe('At eleven');
  await boss().call(scene.disable, { ids: [canteen.id] });
  expect(await say('when does the canteen open')).toMatchObject({ answer: { kind: 'missed' } });
  await house.product.database.pool.query(`update mrm_role set functions = '{}'`);
  expect((await phone.ask(client.clientMikaStart, {})).code).toBe(17037);
  expect((await phone.ask(client.clientMikaAsk, { text: 'x', clientId: randomUUID() })).code).toBe(17037);
});
