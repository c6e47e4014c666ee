import { generateKeyPairSync } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../src/app/modules.ts';
import { listJournal } from '../src/kit/common/change/journal.contract.ts';
import { addressOf, type Endpoint, type Input } from '../src/kit/common/contract.ts';
import { confirm, passwordUpdate } from '../src/kit/common/session/session.contract.ts';
import { sealed } from '../src/kit/testing/sealed.ts';
import { pushCerts } from '../src/modules/app-certificates/common/certificate.contract.ts';
import { app as app_ } from '../src/modules/apps/common/app.contract.ts';
import { targetSave } from '../src/modules/logs/common/cleaning/archive.contract.ts';
import { logExport } from '../src/modules/logs/common/export.contract.ts';
import { streamAdd } from '../src/modules/logs/common/stream.contract.ts';
import { eventsAfter, streamSources } from '../src/modules/logs/server/stream/stream-events.ts';
import { syslogFrame } from '../src/modules/logs/server/stream/syslog-message.ts';
import { mailGet, mailUpdate } from '../src/modules/mail/common/mail-config.contract.ts';
import { propertyAdd } from '../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../src/modules/property/common/value.contract.ts';
import { serverAdd } from '../src/modules/servers/common/server.contract.ts';
import { authSettingAdd } from '../src/modules/sign-in/common/auth-setting.contract.ts';
import { wechatGet, wechatUpdate } from '../src/modules/sign-in/common/wechat.contract.ts';
import { smsGatewayGet, smsGatewaySave } from '../src/modules/terminal-settings/common/sms.contract.ts';
import { employeePassword } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { sourceAdd } from '../src/modules/people-sources/common/source.contract.ts';
import { noticePersonAdd } from '../src/modules/warnings/common/notice-person.contract.ts';
import { ConsoleClient } from './journeys/console-client.ts';
import { makeCertificate } from './make-certificate.ts';
import { startTestProduct, testPassword, type TestProduct } from './product.ts';

let product: TestProduct;
let app: FastifyInstance;

beforeAll(async () => {
  product = await startTestProduct();
  app = product.app;
});
afterAll(() => product.stop());

const asAdmin = (options: InjectOptions): Promise<LightMyRequestResponse> =>
  app.inject({ ...options, headers: { accesstoken: product.admin.token, ...options.headers } });
const post = (body: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  asAdmin({ method: 'POST', url: '/api/muc/employee/enable', payload: body, headers: { 'content-type': 'application/json', ...headers } });

test('Answers of the interface are kept by nobody, guessed by no browser and framed by no page', async () => {
  const { headers } = await asAdmin({ url: '/api/sysConsole/getUser' });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'strict-transport-security': expect.stringContaining('max-age='),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
});

test('Another origin reads nothing', async () => {
  const { headers } = await asAdmin({ url: '/api/sysConsole/getUser', headers: { origin: 'https://elsewhere.example' } });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/muc/employee/enable',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  expect(preflight.statusCode).toBe(404);
});

test('A cookie alone signs nobody in, and the token of a browser is useless without its cookie', async () => {
  const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'x-wheelhouse-browser': '1' },
    payload: { account: 'admin', password: testPassword, verifyId },
  });
  const { accessToken } = answer.json<{ data: { accessToken: string } }>().data;
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await app.inject({ url: '/api/sysConsole/getUser', headers })).json<{ code: number }>().code;
  expect(await ask({ cookie: cookie.split(';')[0]! })).toBe(65001);
  expect(await ask({ accesstoken: accessToken })).toBe(65001);
  expect(await ask({ accesstoken: accessToken, cookie: cookie.split(';')[0]! })).toBe(0);
  // Nor is a token taken from anywhere but its header.
  expect((await app.inject(`/api/sysConsole/getUser?accessToken=${accessToken}`)).json<{ code: number }>().code).toBe(65001);
});

test('A body that is not strict JSON is refused with its reason', async () => {
  const bodies = [
    '{"ids":[],"ids":[]}',
    '{"__proto__":{"ids":[]}}',
    `{"ids":${'['.repeat(40)}${']'.repeat(40)}}`,
    `{${Array.from({ length: 1001 }, (_, at) => `"k${at}":1`).join(',')}}`,
    '{"ids":["\\u0000"]}',
    '{"ids":["\\ud800"]}',
    '{"ids":[',
    '[]',
    '"text"',
    'null',
  ];
  for (const body of bodies) {
    const answer = await post(body);
    expect([body.slice(0, 40), answer.statusCode, answer.json<{ code: number }>().code]).toEqual([body.slice(0, 40), 200, 10400]);
  }
});

test('The reason of a refused body is in the language of the reader', async () => {
  const messageIn = async (language: string): Promise<string> =>
    (await post('{"ids":[],"ids":[]}', { 'accept-language': language })).json<{ data: { issues: { message: string }[] } }>().data.issues[0]!
      .message;
  const messages = [await messageIn('zh-CN'), await messageIn('en-US'), await messageIn('ja-JP')];
  expect(new Set(messages).size).toBe(3);
  for (const message of messages) expect(message).toContain('ids');
});

test('What is not JSON, or more than a mebibyte, is refused before it is read', async () => {
  expect((await post('ids=1', { 'content-type': 'text/plain' })).statusCode).toBe(415);
  expect((await post('<ids/>', { 'content-type': 'application/xml' })).statusCode).toBe(415);
  expect((await post(`{"ids":["${'x'.repeat(1024 * 1024)}"]}`)).statusCode).toBe(413);
});

test('Pages are at most 1,000 rows, sorts and filters come from the contract', async () => {
  const codeOf = async (query: string): Promise<number> =>
    (await asAdmin({ url: `/api/muc/employee/list?${query}` })).json<{ code: number }>().code;
  expect(await codeOf('pageSize=1000')).toBe(0);
  expect(await codeOf('pageSize=1001')).toBe(10400);
  expect(await codeOf('pageSize=-1')).toBe(10400);
  expect(await codeOf('sort=password')).toBe(10400);
  expect(await codeOf(`sort=${encodeURIComponent('name;drop table employee')}`)).toBe(10400);
});

test('No GET writes but the one whose method terminals fixed: another that is audited hands out bytes or a reading', () => {
  const writing = modules
    .flatMap((module) => module.routes.map(({ operation }) => operation))
    .filter(({ method, audit, answer, reads }) => method === 'GET' && audit !== undefined && answer !== 'raw' && !reads);
  // It asks for grant, step-up and version like every write, and is refused where a link or a prefetch leads to it (tests/devices.test.ts).
  expect(writing.map(addressOf)).toEqual(['/api/device/unbind/erase/update']);
});

test('Fields of the server are never taken from a client', async () => {
  const draft = {
    account: 'mallory',
    name: 'Mallory',
    assignments: [{ departmentId: '00000000-0000-7000-8000-000000000001', primary: true }],
  };
  for (const extra of [{ status: 'active' }, { createdBy: 'x' }, { isSupperAdmin: true }, { roleId: 'x' }, { id: 'x' }, { version: 7 }]) {
    const answer = await post('', {}).then(() =>
      asAdmin({ method: 'POST', url: '/api/muc/employee/add', payload: { ...draft, ...extra } }),
    );
    expect([Object.keys(extra)[0], answer.json<{ code: number }>().code]).toEqual([Object.keys(extra)[0], 10400]);
  }
});

/** A text in every table that holds it. */
async function tablesWith(word: string): Promise<string[]> {
  const { pool } = product.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`select from ${name} t where to_jsonb(t)::text like $1 limit 1`, [`%${word}%`]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

/** Calls that are each given a secret of their own, and what else they want. */
async function secretCalls(admin: ConsoleClient, canary: (of: string) => string): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  canaries.add(privateKey.split('\n')[5]!);
  const plant = async <E extends Endpoint>(operation: E, input: Input<E>): Promise<void> => {
    // Refused first: what was tried stands in the log, too.
    expect([operation.path, (await admin.ask(operation, { ...(input as object), noSuchField: 1 } as Input<E>)).code]).toEqual([
      operation.path,
      10400,
    ]);
    const { code, msg, data } = await admin.ask(operation, input);
    expect([operation.path, code, msg, data]).toEqual([operation.path, 0, msg, data]);
  };
  await plant(streamAdd, { name: 'Canary', host: 'siem.example', clientCert: 'PEM', clientKey: canary('stream') });
  await plant(targetSave, { name: 'Canary', store: 's3', host: 's3.example', port: 443, bucket: 'b', key: 'k', secret: canary('archive') });
  const server = { host: 'mail.example', auth: 'password' as const, account: 'u', secret: canary('mail') };
  const dkim = { domain: 'mail.example', selector: 's1', key: privateKey };
  await plant(mailUpdate, { version: (await admin.call(mailGet, {})).version, servers: [server], dkim });
  const oidc = { issuer: 'https://idp.example', clientId: 'c' };
  const match = { attribute: 'sub', field: 'account' as const };
  await plant(authSettingAdd, { kind: 'oidc', code: 'canary', name: { zh_CN: '统一认证' }, oidc, match, secret: canary('oidc') });
  const { version } = await admin.call(wechatGet, {});
  await plant(wechatUpdate, { version, corpId: 'corp', agentId: '1', secret: canary('wechat') });
  await plant(noticePersonAdd, {
    name: 'Hook',
    webhookUrl: 'https://hook.example/x',
    channels: ['webhook'],
    webhookSecret: canary('webhook'),
  });
  const { id: propertyId } = await admin.call(propertyAdd, {
    namespace: 'im',
    key: 'canary',
    description: { zh_CN: 'x' },
    exposure: 'server',
    secret: true,
  });
  await plant(propertyValueSet, { propertyId, scopeKind: 'site', value: canary('property') });
  const config = { from: 'address', address: 'https://hr.example.com/people.csv' };
  const mapping = (['externalId', 'account', 'name'] as const).map((target) => ({
    target,
    from: { kind: 'attribute' as const, name: target },
  }));
  await plant(sourceAdd, {
    kind: 'file',
    name: 'Canary',
    code: 'canary',
    rootDepartmentId,
    delivers: ['employees'],
    config,
    secrets: { token: canary('source') },
    mapping,
  });
  const addresses = [{ scheme: 'tcp' as const, host: 'x.invalid', port: 1 }];
  await plant(serverAdd, { name: 'Canary', code: 'canary', kind: 'file', addresses, secret: canary('server') });
  const { id: appId } = await admin.call(app_.add, {
    name: { zh_CN: 'Canary' },
    ownerDeptId: rootDepartmentId,
    installPassword: canary('install'),
  });
  const push = makeCertificate({ cn: 'Apple Push Services: com.example.app', topic: 'com.example.app' });
  const pushKey = push.key.export({ type: 'pkcs8', format: 'pem' }).toString().split('\n')[5]!;
  canaries.add(pushKey);
  const p12 = canary('p12');
  await plant(pushCerts.add, { appId, fileId: await admin.upload('push.p12', push.p12(p12)), password: p12 });
  const shown = JSON.stringify(await admin.call(pushCerts.list, { appId }));
  expect([shown.includes('com.example.app'), shown.includes(pushKey), shown.includes(p12)]).toEqual([true, false, false]);
  const sms = await admin.call(smsGatewayGet, {});
  await plant(smsGatewaySave, { version: sms.version, url: 'https://sms.example/send', secret: canary('sms') });
  const { id } = product.powerless;
  await plant(employeePassword, { id, mode: 'set', password: canary('password'), mustChange: false });
  expect((await admin.ask(confirm, { password: canary('wrong') })).code).toBe(10401);
  expect((await admin.ask(passwordUpdate, { oldPassword: canary('old'), newPassword: canary('new') })).code).not.toBe(0);
  const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
  await app.inject({ method: 'POST', url: '/api/login', payload: { account: canary('typed'), password: canary('login'), verifyId } });
}
const canaries = new Set<string>();

test('Secrets that are entered anywhere stand in no table, export or syslog message, whether the call is done or refused', async () => {
  const admin = new ConsoleClient(app, product.admin.token);
  const canary = (of: string): string => {
    const word = `Kanarie7!${of}Vogel`;
    canaries.add(word);
    return word;
  };
  await secretCalls(admin, canary);
  const { services } = product;
  await sealed(services, 'audit_log');
  const style = {
    facility: 13,
    appName: 'x',
    enterpriseId: 1,
    format: 'json',
    framing: 'newline',
    bom: false,
    maxBytes: 65_536,
  } as const;
  const wish = { kinds: ['operation', 'consoleLogin', 'clientLogin', 'read', 'warnings'], minSeverity: 7, filter: {} } as const;
  const messages: string[] = [];
  for (const source of streamSources)
    messages.push(
      ...(await eventsAfter(services, { source, after: 0, limit: 10_000 }, wish)).events.map((event) => String(syslogFrame(event, style))),
    );
  const { jobId } = await admin.call(logExport, { log: 'operation', format: 'ndjson', reason: 'A look for canaries' });
  const { fileId } = (await admin.jobEnd(jobId)).result as { fileId: string };
  const { rows } = await product.database.pool.query<{ hash: string }>('select hash from file where id = $1', [fileId]);
  const exported = await text(await services.files.open(rows[0]!.hash));
  const journal = JSON.stringify(await admin.call(listJournal, { pageSize: 200 }));
  // The search finds what is no secret.
  for (const all of [messages.join(''), exported]) expect(all).toContain('stream.add');
  expect(journal).toContain('siem.example');
  expect(await tablesWith('siem.example')).toContain('public.siem_stream');
  expect(canaries.size).toBeGreaterThan(14);
  for (const word of canaries) {
    expect([word, await tablesWith(word)]).toEqual([word, []]);
    expect([word, [messages.join(''), exported, journal].map((all) => all.includes(word))]).toEqual([word, [false, false, false]]);
  }
});
