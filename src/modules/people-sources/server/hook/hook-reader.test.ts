import { expect, test } from 'vitest';
import { openFeishu, openSealed, sortedSignature } from './hook-crypto.ts';
import { hookReaders, type HookCall, type HookWay, type HookWord } from './hook-reader.ts';
import { dingtalkEvent, feishuEvent, feishuSealed, plainEvent, wecomEvent, type Sent } from './testing/senders.ts';

const way = {
  token: 'QDG6eK',
  key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  appId: 'wx5823bf96d3bd56c7',
  now: 1_763_800_000_000,
};
const callOf = ({ query, headers, body }: Sent): HookCall => ({ method: 'POST', query, headers, body: Buffer.from(body) });
type Preset = keyof typeof hookReaders;
const read = (preset: Preset, sent: Sent, more: Partial<HookWay> = {}): HookWord => hookReaders[preset](callOf(sent), { ...way, ...more });
const brief = ({ verb, objects, isTrial }: HookWord) => [isTrial, verb, ...objects.map(({ of, id }) => `${of} ${id}`)];

test('the examples of the vendors are read as they say', () => {
  const query = {
    msg_signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
    timestamp: '1409659589',
    nonce: '263014780',
    echostr: 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
  };
  const trial: HookCall = { method: 'GET', query, headers: {}, body: Buffer.alloc(0) };
  expect(hookReaders.wecom(trial, { ...way, now: 1_409_659_589_000 })).toMatchObject({
    isTrial: true,
    answer: { body: '1616140317555161061' },
  });
  expect(() => hookReaders.wecom(trial, way)).toThrow('time');
  expect(() => hookReaders.wecom(trial, { ...way, now: 1_409_659_589_000, appId: 'another' })).toThrow('receiver');

  const dingtalk = {
    token: '123456',
    key: '4g5j64qlyl3zvetqxz5jiocdr586fn2zvjpa8zls3ij',
    appId: 'suite4xxxxxxxxxxxxxxx',
    now: 1_445_827_045_067,
  };
  const encrypt =
    '1a3NBxmCFwkCJvfoQ7WhJHB+iX3qHPsc9JbaDznE1i03peOk1LaOQoRz3+nlyGNhwmwJ3vDMG+OzrHMeiZI7gTRWVdUBmfxjZ8Ej23JVYa9VrYeJ5as7XM/ZpulX8NEQis44w53h1qAgnC3PRzM7Zc/D6Ibr0rgUathB6zRHP8PYrfgnNOS9PhSBdHlegK+AGGanfwjXuQ9+0pZcy0w9lQ==';
  expect(openSealed(dingtalk.key, encrypt)).toEqual({
    text: '{"EventType":"check_create_suite_url","Random":"LPIdSnlF","TestSuiteKey":"suite4xxxxxxxxxxxxxxx"}',
    receiver: 'suite4xxxxxxxxxxxxxxx',
  });
  const sent = {
    query: { signature: '5a65ceeef9aab2d149439f82dc191dd6c5cbe2c0', timestamp: '1445827045067', nonce: 'nEXhMP4r' },
    headers: {},
    body: JSON.stringify({ encrypt }),
  };
  const answer = JSON.parse(read('dingtalk', sent, dingtalk).answer.body) as Record<
    'msg_signature' | 'timeStamp' | 'nonce' | 'encrypt',
    string
  >;
  expect(openSealed(dingtalk.key, answer.encrypt)).toEqual({ text: 'success', receiver: 'suite4xxxxxxxxxxxxxxx' });
  expect(answer.msg_signature).toBe(sortedSignature([dingtalk.token, answer.timeStamp, answer.nonce, answer.encrypt]));
  expect(openFeishu('test key', 'P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk=')).toBe('hello world');
});

test('an event names whom to read, and nothing of its values is taken', () => {
  expect(brief(read('wecom', wecomEvent(way, 'create_user', { UserID: 'zhangsan', Name: '张三' })))).toEqual([
    false,
    'add',
    'employee zhangsan',
  ]);
  expect(brief(read('wecom', wecomEvent(way, 'update_user', { UserID: 'a', NewUserID: 'b' })))).toEqual([
    false,
    'change',
    'employee a',
    'employee b',
  ]);
  expect(brief(read('wecom', wecomEvent(way, 'delete_party', { Id: '7' })))).toEqual([false, 'remove', 'department 7']);
  expect(brief(read('wecom', wecomEvent(way, 'update_tag', { TagId: '1' })))).toEqual([false, 'other']);
  const ding = (EventType: string, more: object) => brief(read('dingtalk', dingtalkEvent(way, { EventType, CorpId: 'ding1', ...more })));
  expect(ding('user_leave_org', { UserId: ['a', 'b'] })).toEqual([false, 'remove', 'employee a', 'employee b']);
  expect(ding('org_dept_create', { DeptId: [12] })).toEqual([false, 'add', 'department 12']);
  expect(ding('check_url', {})).toEqual([true, 'other']);
  const user = feishuEvent(way, 'contact.user.updated_v3', { open_id: 'ou_1', name: 'x' }, 'event 1');
  expect(brief(read('feishu', user))).toEqual([false, 'change', 'employee ou_1']);
  expect(read('feishu', user).replayKey).toBe('event 1');
  expect(brief(read('feishu', feishuEvent(way, 'contact.department.deleted_v3', { open_department_id: 'od-1' })))).toEqual([
    false,
    'remove',
    'department od-1',
  ]);
  const { 'x-lark-signature': _unsigned, ...headers } = feishuSealed(way, {
    type: 'url_verification',
    challenge: 'c',
    token: way.token,
  }).headers;
  const trial = feishuSealed(way, { type: 'url_verification', challenge: 'c', token: way.token });
  expect(read('feishu', { ...trial, headers }).answer.body).toBe('{"challenge":"c"}');
  expect(brief(read('generic', plainEvent(way, { what: 'remove', objects: [{ id: 'u1' }, { of: 'department', id: 'd1' }] })))).toEqual([
    false,
    'remove',
    'employee u1',
    'department d1',
  ]);
});

const senders: [Preset, (sender: typeof way) => Sent][] = [
  ['wecom', (sender) => wecomEvent(sender, 'create_user', { UserID: 'a' })],
  ['dingtalk', (sender) => dingtalkEvent(sender, { EventType: 'user_add_org', UserId: ['a'] })],
  ['feishu', (sender) => feishuEvent(sender, 'contact.user.created_v3', { open_id: 'a' })],
  ['generic', (sender) => plainEvent(sender, { objects: [{ id: 'a' }] })],
];

test.each(senders)('%s: another key or token, another body, an old time and nonsense are refused', (preset, send) => {
  const good = send(way);
  expect(read(preset, good).objects).toHaveLength(1);
  expect(read(preset, send({ ...way, now: way.now - 290_000 })).objects).toHaveLength(1);
  const otherKey = `${way.key.slice(0, 20)}AAA${way.key.slice(23)}`;
  const bad: [string, Sent, Partial<HookWay>][] = [
    ['old', send({ ...way, now: way.now - 310_000 }), {}],
    ['ahead', send({ ...way, now: way.now + 310_000 }), {}],
    ['key', send({ ...way, key: otherKey }), {}],
    ['body', { ...good, body: tampered(good.body) }, {}],
    ['empty', { ...good, body: '' }, {}],
    ['nonsense', { ...good, body: '<xml>{"encrypt":1}</xml>' }, {}],
    ['unsigned', { ...good, query: {}, headers: {} }, {}],
    ...(preset === 'generic' ? [] : [['token', good, { token: 'another' }] as [string, Sent, Partial<HookWay>]]),
  ];
  expect(bad.filter(([, sent, more]) => isTaken(preset, sent, more)).map(([name]) => name)).toEqual([]);
});

/** Another id, or another order of what is sealed. */
function tampered(body: string): string {
  const other = body.replace('"id":"a"', '"id":"b"').replace(/[A-Za-z0-9+/]{60}/, (sealed) => [...sealed].toReversed().join(''));
  expect(other).not.toBe(body);
  return other;
}

function isTaken(preset: Preset, sent: Sent, more: Partial<HookWay>): boolean {
  try {
    read(preset, sent, more);
    return true;
  } catch (error) {
    // Refused, and not fallen over.
    expect((error as Error).constructor.name).toBe('HookRefused');
    return false;
  }
}
