import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import type { JobContext } from '#kit/server/services.ts';
import { serveModulesAt, type TestModules } from '#kit/testing/test-module.ts';
import { propertyModule } from '#modules/property/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import * as nav from '../common/nav.contract.ts';
import { submitPhonePage as page } from '../common/permissions.ts';
import * as phone from '../common/phone.contract.ts';
import * as sms from '../common/sms.contract.ts';
import { terminalSettingsModule } from './module.ts';
import { navFor } from './nav/nav.service.ts';
import { remindJob } from './phone/remind.job.ts';
import { submitPhone, verifyPhone } from './phone/submit.ts';
import { sendDue } from './sms/send.ts';

/** A provider of messages that keeps what it was asked, and answers as it is told. */
const provider = {
  port: 0,
  asked: [] as { path: string; headers: IncomingHttpHeaders; body: string }[],
  answer: { status: 200, text: '{"result": {"code": 0}}' },
};
const standIn = createServer((request, response) => {
  void text(request).then((body) => {
    provider.asked.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(provider.answer.status).end(provider.answer.text);
  });
});

let served: TestModules;
let north = '';
let ann = '';
let bob = '';

beforeAll(async () => {
  standIn.listen(0, '127.0.0.1');
  await once(standIn, 'listening');
  provider.port = (standIn.address() as AddressInfo).port;
  served = await serveModulesAt([`127.0.0.1:${provider.port}`], systemModule, ...peopleModules, propertyModule, terminalSettingsModule);
  north = (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'North' } })).id;
  [ann, bob] = [await person('ann', north), await person('bob', rootDepartmentId)];
}, 120_000);
afterAll(async () => {
  await served.close();
  standIn.close();
});

const person = async (account: string, departmentId: string, email?: string): Promise<string> =>
  (await served.boss.call(employeeAdd, { account, name: account, assignments: [{ departmentId, primary: true }], ...(email && { email }) }))
    .id;
const read = (platform: 1 | 4 = 1) => served.boss.call(nav.navQuery, { platform });

test('Exactly one landing entry and "me" (11065), codes once, no more than the platform takes, web addresses only on allowed origins', async () => {
  const { version, entries } = await read();
  const save = (wanted: readonly object[]) => served.boss.ask(nav.navSave, { platform: 1, version, entries: wanted as nav.NavEntry[] });
  expect(await save(entries.map((entry) => ({ ...entry, landing: entry.code === 'messages' || entry.code === 'contacts' })))).toMatchObject(
    {
      code: 11065,
    },
  );
  expect(await save(entries.map((entry) => ({ ...entry, landing: false })))).toMatchObject({ code: 11065 });
  expect(await save(entries.filter(({ target }) => target !== 'me'))).toMatchObject({ code: 11065 });
  expect(await save(entries.map((entry) => (entry.landing ? { ...entry, enabled: false } : entry)))).toMatchObject({ code: 11065 });
  const more = (code: string, rest: object = {}) => ({
    code,
    target: 'url',
    url: 'https://evil.example/x',
    name: { zh_CN: code },
    ...rest,
  });
  expect(await save([...entries, more('web')])).toMatchObject({ code: 10400, data: { issues: [{ path: 'entries.4.url' }] } });
  expect(await save([...entries, more('me', { target: 'mail', url: null })])).toMatchObject({
    data: { issues: [{ path: 'entries.4.code' }] },
  });
  const mails = ['a', 'b'].map((code) => more(code, { target: 'mail', url: null }));
  expect(await save([...entries, ...mails])).toMatchObject({ data: { issues: [{ path: 'entries' }] } });
  expect((await read()).version).toBe(version);
});

test('What is published reaches whom it is for; a roll-back publishes the former content as a new version, an undo too', async () => {
  const { db } = served.database;
  expect(await navFor(db, 4, ann)).toBeNull();
  const first = await served.boss.call(nav.navPublish, { platform: 4, version: (await read(4)).version });
  expect(first).toMatchObject({ changed: false, published: { navVersion: 1 } });
  const entries = first.entries.map((entry) =>
    entry.code === 'workbench' ? { ...entry, audience: [{ kind: 'department' as const, id: north }] } : entry,
  );
  const saved = await served.boss.call(nav.navSave, { platform: 4, version: first.version, entries });
  expect(saved.changed).toBe(true);
  expect((await navFor(db, 4, bob))?.entries.map(({ code }) => code)).toContain('workbench');
  expect((await served.boss.call(nav.navQuery, { platform: 4, asPerson: bob })).visible).toEqual(['messages', 'contacts', 'me']);
  expect((await served.boss.call(nav.navQuery, { platform: 4, asPerson: ann })).visible).toEqual([
    'messages',
    'contacts',
    'workbench',
    'me',
  ]);
  const second = await served.boss.call(nav.navPublish, { platform: 4, version: saved.version });
  expect(await served.boss.ask(nav.navPublish, { platform: 4, version: saved.version })).toMatchObject({ code: 10409 });
  expect((await navFor(db, 4, bob))?.entries.map(({ code }) => code)).toEqual(['messages', 'contacts', 'me']);
  expect(second.old.map(({ navVersion }) => navVersion)).toEqual([1]);
  const back = await served.boss.call(nav.navRollback, { platform: 4, version: second.version, navVersion: 1 });
  expect(back).toMatchObject({ changed: true, published: { navVersion: 3 } });
  expect((await navFor(db, 4, bob))?.entries).toHaveLength(4);
  const [line] = (await served.boss.call(listJournal, { kind: ['nav'], objectId: back.id })).list;
  await served.boss.call(revertChanges, { operationIds: [line!.id] });
  expect(await navFor(db, 4, bob)).toMatchObject({ navVersion: 4, entries: [{}, {}, {}] });
  const copied = await served.boss.call(nav.navCopy, { from: 4, to: 1, version: (await read()).version });
  expect(copied.entries).toEqual((await read(4)).entries);
});

/** A person at a terminal, as the terminal's module will call. */
const personCall = (uid: string): Call => {
  const caller: Caller = { ...systemCaller('phone.submit'), uid, name: uid };
  const call = { caller, db: served.database.db, services: served.services } as Pick<Call, 'caller' | 'db' | 'services'>;
  return { ...call, write: (work) => served.database.db.transaction().execute(work) } as Call;
};
const submit = (uid: string, number: string) =>
  served.database.db.transaction().execute((tx) => submitPhone(tx, personCall(uid), { number }));
const mobileOf = async (uid: string): Promise<string | null> =>
  (await served.database.pool.query<{ mobile: string | null }>('select mobile from employee where id = $1', [uid])).rows[0]!.mobile;
const setting = async (change: object) =>
  served.boss.ask(phone.phoneSave, { version: (await served.boss.call(phone.phoneGet, {})).version, ...change });

test('Nobody is asked while it is off; a number that waits becomes that of the person when somebody in range approves it', async () => {
  await expect(submit(ann, '+8613800000001')).rejects.toMatchObject({ answer: 10412 });
  expect(await setting({ mode: 'ask', proof: 'approval', regions: ['+86'] })).toMatchObject({ code: 0 });
  await expect(submit(ann, '+4915100000001')).rejects.toThrow('number');
  const { id, state } = await submit(ann, '+8613800000001');
  expect(state).toBe('waiting');
  const [row] = (await served.boss.call(phone.submissionList, { state: ['waiting'] })).list;
  expect(row).toMatchObject({ id, name: 'ann', number: '138****0001' });
  const elsewhere = served.holder({ [page.code]: ['nowhere'], [page.button.approve]: ['nowhere'] });
  expect((await elsewhere.call(phone.submissionList, {})).total).toBe(0);
  expect(await elsewhere.ask(phone.submissionApprove, { ids: [id] })).toMatchObject({ code: 10910 });
  expect(await mobileOf(ann)).toBeNull();
  expect(await served.boss.call(phone.submissionApprove, { ids: [id] })).toEqual({ count: 1 });
  expect(await mobileOf(ann)).toBe('+8613800000001');
  expect(await served.boss.ask(phone.submissionApprove, { ids: [id] })).toMatchObject({ code: 10412 });
  // Bob's is rejected, and a number of somebody else is never his.
  const other = await submit(bob, '+8613800000001');
  expect(await served.boss.ask(phone.submissionApprove, { ids: [other.id] })).toMatchObject({ code: 10411 });
  await served.boss.call(phone.submissionReject, { ids: [other.id], reason: 'Of somebody else' });
  expect(await mobileOf(bob)).toBeNull();
});

const gateway = async (change: object) =>
  served.boss.ask(sms.smsGatewaySave, { version: (await served.boss.call(sms.smsGatewayGet, {})).version, ...change });

test('A gateway is asked as it was set, filled and signed; nobody learns its secret, and another host does not get it', async () => {
  expect(await setting({ proof: 'sms' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'proof' }] } });
  const url = `http://127.0.0.1:${provider.port}/send?app=7`;
  const body = '{"to": ["{phone}"], "data": {"content": "{sign}{text}", "tpl": "{template}"}}';
  expect(await gateway({ body: '{"to": "{phone}"' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'body' }] } });
  expect(await gateway({ text: 'no code' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'text' }] } });
  expect(await gateway({ signing: 'hmac' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'secret' }] } });
  const headers = [{ name: 'Authorization', value: 'Bearer {secret}' }];
  const success = { successPath: 'result.code', successValue: '0' };
  const more = { sign: '"ACME"', template: 'T1', text: 'code={code}', secret: 'gateway-secret', signing: 'hmac', ...success };
  expect(await gateway({ enabled: true, url, body, headers, ...more })).toMatchObject({ code: 0, data: { hasSecret: true } });
  expect(await served.boss.call(sms.smsGatewayTest, { number: '+8613800000009' })).toEqual({
    ok: true,
    answer: 'HTTP 200 {"result": {"code": 0}}',
  });
  const [call] = provider.asked;
  expect(call).toMatchObject({
    path: '/send?app=7',
    headers: { authorization: 'Bearer gateway-secret', 'content-type': 'application/json' },
  });
  const sent: unknown = JSON.parse(call!.body);
  expect(sent).toEqual({ to: ['+8613800000009'], data: { content: expect.stringMatching(/^"ACME"code=\d{6}$/), tpl: 'T1' } });
  const mac = createHmac('sha256', 'gateway-secret').update(`${call!.headers['x-time']}.${call!.body}`);
  expect(call!.headers['x-signature']).toBe(`sha256=${mac.digest('hex')}`);
  provider.answer = { status: 200, text: `{"result": {"code": 7}, "to": "+8613800000009", "key": "gateway-secret"}` };
  const refused = await served.boss.call(sms.smsGatewayTest, { number: '+8613800000009' });
  expect(refused).toEqual({ ok: false, answer: 'HTTP 200 {"result": {"code": 7}, "to": "••••", "key": "••••"}' });
  provider.answer = { status: 200, text: '{"result": {"code": 0}}' };
  expect(await gateway({ url: 'https://elsewhere.example/send' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'secret' }] } });
  const { rows } = await served.database.pool.query(
    `select (select json_agg(o) from change_operation o) as journal, (select json_agg(g) from sms_gateway g) as gateway`,
  );
  expect(JSON.stringify(rows)).not.toContain('gateway-secret');
});

test('A wrong code three times ends it (11054), also all at once; the right one changes the number once', async () => {
  expect(await setting({ proof: 'sms' })).toMatchObject({ code: 0 });
  expect(await gateway({ enabled: false })).toMatchObject({ code: 10400, data: { issues: [{ path: 'enabled' }] } });
  await gateway({ format: 'form', body: 'mobile={phone}\ntext={text}' });
  provider.asked = [];
  await submit(bob, '+8613800000002');
  await sendDue(served.services);
  expect(provider.asked).toMatchObject([{ headers: { 'content-type': 'application/x-www-form-urlencoded' } }]);
  const [first] = provider.asked.map(({ body }) => new URLSearchParams(body));
  expect(first?.get('mobile')).toBe('+8613800000002');
  const codeOf = (at: number): string => /code=(\d{6})/.exec(new URLSearchParams(provider.asked[at]?.body).get('text') ?? '')?.[1] ?? '';
  const wrong = (at: number): string => (codeOf(at) === '000000' ? '111111' : '000000');
  const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => verifyPhone(personCall(bob), wrong(0))));
  expect(tries.map((one) => (one.status === 'rejected' ? (one.reason as { answer: number }).answer : 0))).toEqual(Array(5).fill(11054));
  await expect(verifyPhone(personCall(bob), codeOf(0))).rejects.toMatchObject({ answer: 11054, data: { left: 0 } });
  // A provider that fails is asked again, and what left is not kept.
  provider.answer = { status: 503, text: 'busy' };
  await submit(bob, '+8613800000002');
  await sendDue(served.services);
  provider.answer = { status: 200, text: '{"result": {"code": 0}}' };
  const stands = async () =>
    (await served.database.pool.query<{ state: string; answer: string; code: string | null }>('select * from sms_outbox order by id')).rows;
  expect((await stands()).map(({ state, answer }) => [state, answer])).toEqual([
    ['sent', 'HTTP 200 {"result": {"code": 0}}'],
    ['queued', 'HTTP 503 busy'],
  ]);
  expect((await stands())[1]?.code).toMatch(/^k1\./);
  await served.database.pool.query('update sms_outbox set next_at = 0');
  await sendDue(served.services);
  expect((await stands()).map(({ state, code }) => [state, code])).toEqual([
    ['sent', null],
    ['sent', null],
  ]);
  expect(await served.boss.call(sms.smsGatewayGet, {})).toMatchObject({ day: { sent: 2, failed: 0, waiting: 0 } });
  await expect(verifyPhone(personCall(bob), wrong(2))).rejects.toMatchObject({ data: { left: 2 } });
  await verifyPhone(personCall(bob), codeOf(2));
  expect(await mobileOf(bob)).toBe('+8613800000002');
  await expect(verifyPhone(personCall(bob), codeOf(2))).rejects.toMatchObject({ answer: 11054 });
  // What a source delivers is changed there.
  const { pool } = served.database;
  const sourceId = '01a00000-0000-7000-8000-0000000000aa';
  await pool.query(
    `insert into source (id, name, code, kind, root_department_id, delivers, config, mapping, leaver_policy, dept_policy, brake, schedule, enabled, created_at, updated_at)
     values ($1, 'Staff', 'staff', 'file', $2, '{employees}', '{}', '[{"of":"employee","target":"mobile","own":"always"}]', '{}', 'keepEmpty', '{}', '{}', true, 1, 1)`,
    [sourceId, rootDepartmentId],
  );
  await pool.query(
    `insert into source_link (source_id, object_kind, external_id, object_id, owned) values ($1, 'employee', 'b', $2, '{"mobile":"mobile"}')`,
    [sourceId, bob],
  );
  await expect(submit(bob, '+8613800000009')).rejects.toMatchObject({ answer: 11053 });
  await pool.query('delete from source');
  const stored = JSON.stringify((await served.database.pool.query('select * from phone_submission')).rows);
  expect(stored).not.toContain(`"${codeOf(2)}"`);
});

test('Reminders go to those in range who are asked and have submitted nothing, once a day', async () => {
  const carl = await person('carl', north, 'carl@example.com');
  await person('dora', north);
  await person('emil', rootDepartmentId, 'emil@example.com');
  await setting({ audience: [{ kind: 'department', id: rootDepartmentId }], onlyWhenEmpty: true });
  const path = (await served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [north])).rows[0]!
    .path;
  const context = (caller: Caller): JobContext => ({
    jobId: 'x',
    caller,
    services: served.services,
    signal: new AbortController().signal,
    progress: async () => {},
  });
  const ranged: Caller = { ...systemCaller('submitPhone.remind'), scope: () => ({ all: false, paths: [path], self: false, uid: '' }) };
  // Ann has a number, Dora no address, Emil is elsewhere.
  expect(await remindJob.run(context(ranged), {})).toEqual({ mailed: 1, already: 0, noMail: 1 });
  expect(await remindJob.run(context(ranged), {})).toEqual({ mailed: 0, already: 1, noMail: 1 });
  const { rows } = await served.database.pool.query<{ address: string; template: string }>('select address, template from mail_outbox');
  expect(rows).toEqual([{ address: 'carl@example.com', template: 'phone.remind' }]);
  await submit(carl, '+8613800000005');
  expect(await remindJob.run(context(ranged), {})).toEqual({ mailed: 0, already: 0, noMail: 1 });
  expect(await served.boss.ask(phone.submissionRemind, {})).toMatchObject({ code: 0 });
  await setting({ mode: 'off' });
  expect(await served.boss.ask(phone.submissionRemind, {})).toMatchObject({ code: 10412 });
});
