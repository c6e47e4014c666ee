import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpSourceConfig } from '../../../common/config/http.ts';
import type { ConnectorHouse, RawRecord, ReadRequest } from '../connector.ts';
import { SourceFailure } from '../connector.ts';
import { connectorHouse, gather, type Gathered } from '../testing/connector-test-app.ts';
import { jsonServer, type JsonAnswer, type JsonCall, type JsonServer } from '../testing/json-server.ts';
import { dingtalkAnswers, feishuAnswers, vendorCompany, wecomAnswers } from '../testing/vendors.ts';
import { httpConnectorWith } from './http-connector.ts';

let answer: (call: JsonCall) => JsonAnswer = () => ({ body: {} });
let server: JsonServer;
let inner: JsonServer;
let house: ConnectorHouse & { close(): Promise<void> };
const connector = httpConnectorWith({ first: 1, longest: 20 });

beforeAll(async () => {
  server = await jsonServer((call) => answer(call));
  inner = await jsonServer(() => ({ body: [] }));
  house = await connectorHouse([`127.0.0.1:${server.port}`]);
});
afterAll(async () => {
  await house.close();
  await server.close();
  await inner.close();
});

const sourceOf = (config: object, secret = 'right') => ({
  code: 'hr',
  config: httpSourceConfig.parse({ base: server.base, plain: true, perSecond: 100, ...config }),
  secrets: { secret },
});
function read(config: object, request: Partial<ReadRequest> = {}, secret?: string): Promise<Gathered> {
  server.calls.length = 0;
  return gather(connector, { house, source: sourceOf(config, secret) }, request);
}
const failureOf = ({ error }: Gathered): string => (error instanceof SourceFailure ? error.category : String(error));
const idsOf = (records: readonly RawRecord[]) => records.map(({ values }) => values['$id']);
const valuesOf = (records: readonly RawRecord[], ...names: string[]) =>
  Object.fromEntries(records.map(({ values }) => [values['$id'], names.map((name) => values[name])]));

const all = Array.from({ length: 7 }, (_, at) => ({ id: `u${at}`, name: `Person ${at}`, dept: { id: at < 4 ? 'a' : 'b' } }));

test.each([
  // The other side gives fewer than it is asked for: a page that is not full is not the last.
  [
    'page',
    { kind: 'page', parameter: 'p', size: 100, sizeParameter: 'n' },
    ({ query }: JsonCall) => all.slice((Number(query.get('p')) - 1) * 3).slice(0, 3),
  ],
  [
    'offset',
    { kind: 'offset', parameter: 'from', size: 3, total: 'total' },
    ({ query }: JsonCall) => all.slice(Number(query.get('from'))).slice(0, 3),
  ],
])('pages by %s are read to their end, and half of them is a failure', async (_kind, paging, page) => {
  answer = (call) => ({ body: { total: 7, list: page(call) } });
  const people = { path: 'users', records: 'list', departments: 'dept.id', paging };
  const whole = await read({ people });
  expect(idsOf(whole.people)).toEqual(all.map(({ id }) => id));
  expect(whole.people[4]?.values).toMatchObject({ name: 'Person 4', 'dept.id': 'b', $departments: ['b'] });
  expect(whole.end).toEqual({ cursor: null });

  // The same page again and again is no end.
  answer = () => ({ body: { total: 7, list: all.slice(0, 3) } });
  const again = await read({ people });
  expect([failureOf(again), again.end]).toEqual(['protocol', undefined]);
  answer = (call) => ({ body: { total: 9, list: page(call) } });
  expect(failureOf(await read({ people: { ...people, paging: { ...paging, total: 'total' } } }))).toBe('protocol');
});

test('cursors and links lead on; what promises more and has none, is cut or no JSON ends in a failure and not in an end', async () => {
  const people = {
    path: '/v1/users',
    records: 'data.items',
    paging: { kind: 'cursor', parameter: 'after', next: 'data.next', more: 'data.more' },
  };
  answer = ({ query }) => ({
    body: {
      data:
        query.get('after') === 'x' ? { items: all.slice(4), more: false, next: 'y' } : { items: all.slice(0, 4), more: true, next: 'x' },
    },
  });
  expect(idsOf((await read({ people })).people)).toHaveLength(7);
  for (const [body, category] of [
    [{ data: { items: all, more: true } }, 'protocol'],
    [{ data: { more: false } }, 'protocol'],
    [{ data: { items: [{ name: 'Nobody knows my id' }], more: false } }, 'protocol'],
    ['{"data":{"items":[{"id":"u0"', 'protocol'],
    ['<html>Sign in</html>', 'protocol'],
  ] as const) {
    answer = () => ({ body });
    const half = await read({ people });
    expect([failureOf(half), half.end]).toEqual([category, undefined]);
  }
  answer = ({ query }) =>
    query.get('page') === '2'
      ? { body: all.slice(4) }
      : { body: all.slice(0, 4), headers: { link: '</v1/users?page=2>; rel="next", </v1/users?page=1>; rel="first"' } };
  const linked = { path: '/v1/users', paging: { kind: 'link' } };
  expect((await read({ people: linked })).people).toHaveLength(7);
  // A link, a path or a redirect to somewhere else does not take the secret along.
  answer = () => ({ body: all, headers: { link: `<${inner.base}/users>; rel="next"` } });
  expect(failureOf(await read({ people: linked, auth: { kind: 'bearer' } }))).toBe('protocol');
  answer = () => ({ status: 302, headers: { location: `${inner.base}/users` }, body: '' });
  expect(failureOf(await read({ people: linked, auth: { kind: 'bearer' } }))).toBe('protocol');
  expect(failureOf(await read({ people: { path: `${inner.base}/users` } }))).toBe('protocol');
  // And what is not on the list of networks is not called.
  expect(failureOf(await read({ base: inner.base, people: linked }))).toBe('denied');
  expect(inner.calls).toEqual([]);
});

test('trees come nested, flat or department by department, and people with the departments that answered them', async () => {
  const tree = [
    { id: 'a', name: 'A', below: [{ id: 'b', name: 'B', below: [{ id: 'c', name: 'C' }] }] },
    { id: 'd', name: 'D' },
  ];
  const people = { path: 'departments/{department}/users', perDepartment: true };
  const within: Record<string, string[]> = { a: ['u1'], b: ['u1', 'u2'], c: [], d: ['u3'] };
  answer = ({ path }) => ({
    body: path === '/departments' ? tree : (within[path.split('/')[2] ?? ''] ?? []).map((id) => ({ id })),
  });
  const nested = await read({ departments: { path: 'departments', children: 'below' }, people });
  const parents = { a: [null], b: ['a'], c: ['b'], d: [null] };
  expect(valuesOf(nested.departments, '$parent')).toEqual(parents);
  expect(nested.departments[0]?.values).not.toHaveProperty('below');
  expect(valuesOf(nested.people, '$departments')).toEqual({ u1: [['a', 'b']], u2: [['b']], u3: [['d']] });

  const flat = [
    ['a', '0'],
    ['b', 'a'],
    ['c', 'b'],
    ['d', '0'],
  ].map(([id, up]) => ({ id, up }));
  answer = ({ body }) => ({ body: { list: flat.filter(({ up }) => body['of'] === undefined || up === body['of']), ok: 'yes' } });
  const described = { path: 'departments', method: 'POST', records: 'list', parent: 'up' };
  const more = { top: '0', errorPath: 'ok', errorOk: 'yes' };
  expect(valuesOf((await read({ ...more, departments: described })).departments, '$parent')).toEqual(parents);
  const walked = await read({ ...more, departments: { ...described, body: '{"of":"{department}"}', perDepartment: true } });
  expect([valuesOf(walked.departments, '$parent'), server.calls.length]).toEqual([parents, 5]);
  answer = () => ({ body: { list: [], ok: 'no' } });
  expect(failureOf(await read({ ...more, departments: described }))).toBe('protocol');
});

test('who is busy is asked again three times, and no more; tokens are fetched anew once they end', async () => {
  const people = { path: 'users' };
  let busy = 3;
  answer = () => (busy-- > 0 ? { status: busy % 2 ? 429 : 503, headers: { 'retry-after': '0' }, body: '' } : { body: all });
  expect((await read({ people })).people).toHaveLength(7);
  expect(server.calls).toHaveLength(4);
  busy = 9;
  const failed = await read({ people });
  expect([failureOf(failed), failed.end, server.calls.length]).toEqual(['limit', undefined, 4]);

  let tokens = 0;
  let left = 1;
  answer = ({ path, headers, text, query }) => {
    if (path === '/token') {
      const isRight =
        headers.authorization === `Basic ${Buffer.from('app:s%3At').toString('base64')}` &&
        text === 'grant_type=client_credentials&scope=read';
      tokens += 1;
      return isRight ? { body: { access_token: `t${tokens}` } } : { status: 400, body: { error: 'invalid_client' } };
    }
    if (headers.authorization !== `Bearer t${tokens}` || (tokens === 1 && left-- <= 0)) return { status: 401, body: {} };
    const from = Number(query.get('from'));
    return { body: all.slice(from, from + 3) };
  };
  const auth = { kind: 'oauth2', tokenAddress: `${server.base}/token`, clientId: 'app', scope: 'read' };
  const paging = { kind: 'offset', parameter: 'from', size: 3 };
  expect((await read({ auth, people: { ...people, paging } }, {}, 's:t')).people).toHaveLength(7);
  expect(tokens).toBe(2);
  expect(failureOf(await read({ auth, people }, {}, 'wrong'))).toBe('auth');
});

test('a token of the other side’s own travels as it wants it, and its secret is in no failure', async () => {
  answer = ({ path, headers, body }) => {
    if (path === '/login/s%22t') return body['pass'] === 's"t' ? { body: { data: { ticket: 'k1' } } } : { status: 403, body: {} };
    return headers['x-ticket'] === 'k1' ? { body: all } : { status: 401, body: {} };
  };
  const auth = { kind: 'token', path: 'login/{secret}', body: '{"pass":"{secret}"}', token: 'data.ticket', header: 'X-Ticket' };
  expect((await read({ auth, people: { path: 'users' } }, {}, 's"t')).people).toHaveLength(7);
  const failed = await read({ auth: { ...auth, token: 'data.other' }, people: { path: 'users' } }, {}, 's"t');
  expect(failureOf(failed)).toBe('auth');
  expect(String(failed.error)).not.toContain('s%22t');
});

test('only changes are read past the mark; who is marked as gone is; another configuration reads everything and says so', async () => {
  const marked = all.map((one, at) => ({ ...one, changed: at + 5, deleted: at === 6 }));
  answer = ({ query }) => ({ body: marked.filter(({ changed }) => changed >= Number(query.get('since') ?? 0)) });
  const config = { people: { path: 'users', removed: 'deleted' }, sinceParameter: 'since', sincePath: 'changed' };
  const full = await read(config);
  expect([full.people.length, full.gone]).toEqual([6, []]);
  const cursor = full.end?.cursor ?? '';
  marked.push({ id: 'u7', name: 'New', dept: { id: 'a' }, changed: 12, deleted: false });
  const changes = await read(config, { mode: 'incremental', cursor });
  expect([idsOf(changes.people), changes.gone]).toEqual([['u7'], [{ of: 'employee', id: 'u6' }]]);
  expect(changes.end).toEqual({ cursor: expect.stringMatching(/12$/) });
  const other = await read({ ...config, sincePath: 'version' }, { mode: 'incremental', cursor });
  expect([other.people.length, other.end?.whole]).toEqual([7, true]);
  expect([connector.incremental(sourceOf(config).config), connector.incremental(sourceOf({}).config)]).toEqual([true, false]);
});

const vendors = [
  ['wecom', 'wwcorp', wecomAnswers, { u: '', d: '' }],
  ['dingtalk', 'dingapp', dingtalkAnswers, { u: '', d: '' }],
  ['feishu', 'cli_app', feishuAnswers, { u: 'ou_', d: 'od-' }],
] as const;

test.each(vendors)(
  '%s is read as its documentation says: the tree, everybody once, through a token that ends and calls that come too often',
  async (preset, appId, answers, { u, d }) => {
    const company = { ...vendorCompany(), endsAfter: 4, tooOften: 2 };
    answer = answers(company);
    const config = { preset, auth: { appId } };
    const whole = await read(config);
    expect(failureOf(whole)).toBe('undefined');
    expect(whole.end).toEqual({ cursor: null });
    expect(company.tokens).toBe(2);
    expect(valuesOf(whole.departments, '$parent', 'name')).toEqual({
      [`${d}2`]: [null, '研发部'],
      [`${d}3`]: [`${d}2`, '平台组'],
      [`${d}4`]: [null, '销售部'],
    });
    const places = preset === 'feishu' ? [`${d}2`, `${d}3`] : ['3', '2'];
    expect(valuesOf(whole.people, '$departments', 'name')).toEqual({
      [`${u}zhangsan`]: [places, '张三'],
      [`${u}lisi`]: [[`${d}4`], '李四'],
      [`${u}wangwu`]: [['$top'], '王五'],
    });
    const mobile = preset === 'feishu' ? 'mobile' : '$mobile';
    expect(valuesOf(whole.people, mobile)).toMatchObject({ [`${u}zhangsan`]: ['+8613800000001'], [`${u}wangwu`]: ['+85291234567'] });

    // Whom an event names is fetched alone; who is not there any more is gone.
    company.people = company.people.filter(({ id }) => id !== 'lisi');
    const only = await read(config, {
      mode: 'incremental',
      cursor: 'kept',
      only: [
        { of: 'employee', id: `${u}lisi` },
        { of: 'employee', id: `${u}zhangsan` },
        { of: 'department', id: `${d}3` },
      ],
    });
    expect(failureOf(only)).toBe('undefined');
    expect([idsOf(only.departments), idsOf(only.people), only.gone, only.end]).toEqual([
      [`${d}3`],
      [`${u}zhangsan`],
      [{ of: 'employee', id: `${u}lisi` }],
      { cursor: 'kept' },
    ]);
    expect(only.people[0]?.values['$manager']).toBe(`${u}wangwu`);

    // A busy service in the middle, once it stays so, ends nothing.
    company.tooOften = 4;
    const busy = await read(config);
    expect([failureOf(busy), busy.end]).toEqual(['limit', undefined]);
    const lines = await connector.test(house, sourceOf(config, 'wrong'), new AbortController().signal);
    expect(lines.map(({ step, ok, category }) => [step, ok, category])).toEqual([
      ['resolve', true, undefined],
      ['connect', true, undefined],
      ['signIn', false, 'auth'],
    ]);
    company.tooOften = 0;
    expect((await connector.test(house, sourceOf(config), new AbortController().signal)).map(({ ok }) => ok)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  },
);

test('fields of the company and days come along; who may see ids alone delivers nothing else', async () => {
  answer = dingtalkAnswers(vendorCompany());
  const ding = await read({ preset: 'dingtalk', auth: { appId: 'dingapp' } }, { mode: 'sample', limit: 2 });
  expect(ding.people[0]?.values).toMatchObject({ 'extension.爱好': '旅游', $hired: '2024-04-01' });
  expect([ding.departments.length, ding.people.length, ding.departments[0]?.values['dept_manager_userid_list']]).toEqual([
    2,
    2,
    ['wangwu'],
  ]);
  answer = feishuAnswers(vendorCompany());
  const [first] = (await read({ preset: 'feishu', auth: { appId: 'cli_app' } })).people;
  expect(first?.values).toMatchObject({
    'custom_attrs.C-1': '旅游',
    $hired: '2024-04-01',
    $gender: 'female',
    $disabled: false,
    $left: false,
  });
  answer = feishuAnswers({ ...vendorCompany(), isLarge: true });
  const walked = await read({ preset: 'feishu', auth: { appId: 'cli_app' } });
  expect([valuesOf(walked.departments, '$parent'), walked.end]).toEqual([
    { 'od-2': [null], 'od-3': ['od-2'], 'od-4': [null] },
    { cursor: null },
  ]);
  answer = wecomAnswers({ ...vendorCompany(), idsAlone: true });
  const ids = await read({ preset: 'wecom', auth: { appId: 'wwcorp' } });
  expect(ids.end).toEqual({ cursor: null });
  expect(ids.people.map(({ values }) => values)).toContainEqual({
    userid: 'zhangsan',
    department: ['3', '2'],
    $id: 'zhangsan',
    $departments: ['3', '2'],
  });
});
