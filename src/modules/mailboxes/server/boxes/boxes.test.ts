import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { listPlanItems } from '#kit/common/change/plan.contract.ts';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { keepMade } from '#kit/server/files/files.ts';
import { serveModulesAt, type TestModules } from '#kit/testing/test-module.ts';
import { crowdAdd } from '#modules/crowds/common/crowd.contract.ts';
import { messagingModule } from '#modules/messaging/server/module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { peerCertificate, startSinkUntil, type Sink } from '#platform/mail/testing/sink.ts';
import { keeper, startDovecot, type Dovecot } from '../../../../../tests/peers/dovecot.ts';
import { freePort } from '../../../../../tests/peers/free-port.ts';
import { mailAccount, mailAccountReset, mailAccountVerify, mailDiscover, mailStatistics } from '../../common/boxes/account.contract.ts';
import { mailAuth, mailAuthCheck, mailAuthExtend } from '../../common/boxes/auth.contract.ts';
import { mailMember } from '../../common/boxes/member.contract.ts';
import { mailServer, mailServerTest } from '../../common/boxes/server.contract.ts';
import { mailSettingGet, mailSettingUpdate } from '../../common/boxes/setting.contract.ts';
import { mailAuthorizedPage, mailHomePage } from '../../common/permissions.ts';
import { mailboxesModule } from '../module.ts';
import { boxesOf, mayUseMail } from '../reach.ts';
import { mailHoldings } from './holdings.ts';
import { serverUpkeep } from './look.ts';
import { loginNameOf, signInFacts } from './login.ts';
import { noteSeen, sayNotices } from './notices.ts';

const dayMillis = 86_400_000;
let served: TestModules;
let dovecot: Dovecot;
let sink: Sink;
let closed = 0;
let [east, west] = ['', ''];
let [ann, bob, eve] = ['', '', ''];
let server = '';

beforeAll(async () => {
  dovecot = await startDovecot({ 'ann@mail.example': 'ann-secret-1' });
  sink = await startSinkUntil();
  closed = await freePort();
  served = await serveModulesAt(
    [...dovecot.allowed, `127.0.0.1:${sink.port}`, `127.0.0.1:${closed}`],
    ...peopleModules,
    messagingModule,
    mailboxesModule,
  );
  east = await department('East');
  west = await department('West');
  [ann, bob, eve] = [await person('ann', east), await person('bob', west), await person('eve', east)];
  server = await newServer();
  await served.boss.call(mailServerTest, { id: server });
  await served.boss.call(mailServer.enable, { ids: [server] });
}, 60_000);
afterAll(async () => {
  await served.close();
  await sink.close();
  await dovecot.stop();
});

const department = async (name: string): Promise<string> =>
  (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, kind: 'department', name: { zh_CN: name } })).id;
const person = async (name: string, departmentId: string): Promise<string> =>
  (
    await served.boss.call(employeeAdd, {
      account: name,
      name,
      email: `${name}@mail.example`,
      assignments: [{ departmentId, primary: true }],
    })
  ).id;

let made = 0;
const serverDraft = (more: Record<string, unknown> = {}) => ({
  name: `Server ${(made += 1)}`,
  incoming: { host: '127.0.0.1', port: dovecot.tlsPort, security: 'tls' as const, ca: dovecot.ca },
  outgoing: { host: '127.0.0.1', port: sink.port, security: 'startTls' as const, ca: peerCertificate, certName: 'mail.example' },
  signIn: 'master' as const,
  masterUser: keeper.user,
  masterSecret: keeper.password,
  ...more,
});
const newServer = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await served.boss.call(mailServer.add, serverDraft(more))).id;
const newBox = async (employeeId: string, address: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await served.boss.call(mailAccount.add, { address, name: { zh_CN: address }, serverId: server, employeeId, ...more })).id;
const stepsOf = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries((await served.boss.call(mailServerTest, { id })).steps.map((one) => [one.name, one.class ?? one.state]));

test('A server is enabled once a look at it was good; wrong certificate and port are told apart, and what is wrong with a draft is said at its field', async () => {
  const { boss } = served;
  const id = await newServer();
  expect(await boss.ask(mailServer.enable, { ids: [id] })).toMatchObject({ code: 10400 });
  expect(await stepsOf(id)).toMatchObject({ connect: 'ok', tls: 'ok', greeting: 'ok', send: 'ok' });
  await boss.call(mailServer.enable, { ids: [id] });
  expect(await boss.call(mailServer.get, { id })).toMatchObject({ enabled: true, health: { ok: true }, hasMasterSecret: true });
  expect(await stepsOf(await newServer({ incoming: { ...serverDraft().incoming, ca: null } }))).toMatchObject({ tls: 'certificate' });
  expect(await stepsOf(await newServer({ incoming: { ...serverDraft().incoming, port: closed } }))).toMatchObject({ connect: 'refused' });
  const issues = async (more: Record<string, unknown>) =>
    ((await boss.ask(mailServer.add, serverDraft(more))).data as { issues?: { path: string }[] })?.issues?.map(({ path }) => path);
  expect(await issues({ incoming: { ...serverDraft().incoming, security: 'plain' } })).toEqual(['incoming.security']);
  expect(await issues({ incoming: { ...serverDraft().incoming, ca: 'nonsense' } })).toEqual(['incoming.ca']);
  expect(await issues({ masterUser: null })).toEqual(['masterUser']);
  expect(await issues({ loginFrom: 'template', loginTemplate: '{nothing}' })).toEqual(['loginTemplate']);
  await newServer({ domains: ['corp.example'] });
  expect(await issues({ domains: ['corp.example'] })).toEqual(['domains']);
});

test('Administrators are alerted of an enabled server that is away, until it is back or disabled', async () => {
  const { boss, database, services } = served;
  const id = await newServer();
  await stepsOf(id);
  await boss.call(mailServer.enable, { ids: [id] });
  const said = async () =>
    (
      await sql<{
        holds: boolean;
      }>`select holds from warning_event where kind = 'mailbox.server' and object_id = ${id} order by id`.execute(database.db)
    ).rows.map(({ holds }) => holds);
  await sql`update mail_server set incoming = jsonb_set(incoming, '{port}', to_jsonb(${closed}::int)), health_at = 1 where id = ${id}::uuid`.execute(
    database.db,
  );
  await serverUpkeep(services);
  expect(await boss.call(mailServer.get, { id })).toMatchObject({ health: { ok: false, class: 'refused' } });
  expect(await said()).toEqual([true]);
  await boss.call(mailServer.disable, { ids: [id] });
  expect(await said()).toEqual([true, false]);
});

test('A new address of a server clears its secrets and those of its boxes, and it is looked at again', async () => {
  const { boss } = served;
  const id = await newServer();
  await stepsOf(id);
  const box = await newBox(eve, 'eve@moved.example', { serverId: id, secret: 'for the old host' });
  const { version } = await boss.call(mailServer.update, { id, version: 1, idle: false });
  expect(await boss.call(mailAccount.get, { id: box })).toMatchObject({ hasSecret: true });
  await boss.call(mailServer.update, { id, version, incoming: { ...serverDraft().incoming, host: 'localhost' } });
  expect(await boss.call(mailServer.get, { id })).toMatchObject({ hasMasterSecret: false, health: null, accounts: 1 });
  expect(await boss.call(mailAccount.get, { id: box })).toMatchObject({ hasSecret: false, state: 'new' });
  expect(await boss.ask(mailServer.delete, { ids: [id] })).toMatchObject({ code: 10410 });
});

test('An address belongs to one box, also as another name; a box is somebody’s or has an owner and a department', async () => {
  const { boss, database } = served;
  const box = await newBox(ann, 'ann@mail.example', { aliases: ['a@mail.example'] });
  expect(
    await boss.ask(mailAccount.add, { address: 'A@mail.example', name: { zh_CN: 'x' }, serverId: server, employeeId: bob }),
  ).toMatchObject({
    code: 17008,
    msg: expect.stringContaining('ann@mail.example'),
  });
  const shared = { address: 'team@mail.example', name: { zh_CN: '团队' }, serverId: server, kind: 'shared' as const };
  expect(await boss.ask(mailAccount.add, shared)).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'ownerId' }, { path: 'ownerDeptId' }] },
  });
  expect(
    await boss.ask(mailAccount.add, { ...shared, address: 'a\r\nBcc: x@mail.example', ownerId: bob, ownerDeptId: west }),
  ).toMatchObject({ code: 10400 });
  const team = (await boss.call(mailAccount.add, { ...shared, ownerId: bob, ownerDeptId: west })).id;
  // Who sees the east sees neither the box of the west nor whose it is.
  const eastern = served.holder({ [mailHomePage.code]: [await pathOf(east)], [mailHomePage.button.update]: [await pathOf(east)] });
  expect((await eastern.call(mailAccount.list, { pageSize: 100 })).list.map(({ id }) => id)).toEqual(expect.arrayContaining([box]));
  expect((await eastern.call(mailAccount.list, { pageSize: 100 })).list.map(({ id }) => id)).not.toContain(team);
  expect(await eastern.ask(mailAccount.update, { id: team, version: 1, login: 'x' })).toMatchObject({ code: 10910 });
  expect((await boxesNow(bob)).map(({ account, authId }) => [account.id, authId])).toEqual([[team, null]]);
  const facts = (await signInFacts(database.db, box))!;
  expect(await loginNameOf(database.db, { ...facts, loginFrom: 'template', loginTemplate: '{account}/{domain}' })).toBe('ann/mail.example');
});

const pathOf = async (id: string): Promise<string> =>
  (await sql<{ path: string }>`select path::text as path from department where id = ${id}::uuid`.execute(served.database.db)).rows[0]!.path;
const boxesNow = (uid: string) => boxesOf(served.database.db, uid);
const boxOf = async (address: string): Promise<string> => (await served.boss.call(mailAccount.list, { text: address })).list[0]!.id;

test('A box is signed in to by the account of its server: counts alone, its person hears of it; clearing ends its sessions', async () => {
  const { boss, services, database } = served;
  const id = await boxOf('ann@mail.example');
  const found = await boss.call(mailAccountVerify, { id });
  expect(found.steps.map(({ name, state }) => `${name} ${state}`)).toEqual(expect.arrayContaining(['signIn ok', 'list ok', 'quota ok']));
  expect(found).toMatchObject({ counts: { folders: 5, messages: 0 }, quota: { used: 0, limit: 5 * 1024 * 1024 } });
  expect(await boss.call(mailAccount.get, { id })).toMatchObject({ state: 'ready', quota: { used: 0 } });
  await sayNotices(services);
  expect(await noticesOf(ann)).toBe(1);
  const before = (await boxesNow(ann))[0]!.account.epoch;
  await boss.call(mailAccountReset, { ids: [id] });
  expect((await boxesNow(ann))[0]!.account).toMatchObject({ state: 'new', epoch: before + 1 });
  await boss.call(mailAccount.disable, { ids: [id] });
  expect(await boxesNow(ann)).toEqual([]);
  await boss.call(mailAccount.enable, { ids: [id] });
  expect(
    (await sql<{ said: boolean }>`select bool_and(said_at is not null) as said from mail_notice`.execute(database.db)).rows[0]!.said,
  ).toBe(true);
});

/** Messages in the chat in which the product itself writes to somebody. */
const noticesOf = async (uid: string): Promise<number> =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from im_message m join im_conversation c on c.id = m.conversation_id and c.kind = 'system'
      join im_member r on r.conversation_id = c.id where r.employee_id = ${uid}::uuid`.execute(served.database.db)
  ).rows[0]!.n;

test('Without a row nobody uses mail on terminals; several rows give what one of them gives, on their terminals, until their end', async () => {
  const { boss, database } = served;
  const uses = (platform: 1 | 2 | null = null) => mayUseMail(database.db, eve, platform);
  expect(await uses()).toBeNull();
  const row = (await boss.call(mailMember.add, { departmentId: east, functions: ['read'], terminalTypes: [1], offlineDays: 3 })).id;
  expect(await uses(2)).toBeNull();
  expect([...(await uses(1))!.functions]).toEqual(['read']);
  const own = (await boss.call(mailMember.add, { employeeId: eve, functions: ['send', 'search'], offlineDays: 9 })).id;
  expect(await uses(1)).toMatchObject({ functions: new Set(['read', 'send', 'search']), offlineDays: 9 });
  expect((await boss.call(mailMember.list, { empId: eve })).list.map(({ memberName, people }) => [memberName, people])).toEqual(
    expect.arrayContaining([
      ['East', 2],
      ['eve', 1],
    ]),
  );
  expect(await boss.ask(mailMember.add, { employeeId: eve })).toMatchObject({ code: 10411 });
  expect(await boss.ask(mailMember.add, {})).toMatchObject({ code: 10400 });
  await sql`update mail_member set expires_at = 1 where id = ${own}::uuid`.execute(database.db);
  expect([...(await uses())!.functions]).toEqual(['read']);
  await boss.call(mailMember.delete, { ids: [row] });
  expect(await uses()).toBeNull();
});

test('A personal box is granted with an end and its person is told; what has ended opens nothing, and why is explained', async () => {
  const { boss, services, database } = served;
  const box = await boxOf('ann@mail.example');
  const told = await noticesOf(ann);
  const until = Date.now() + 20 * dayMillis;
  const grant = { accountId: box, employeeId: bob, rights: ['read' as const], reason: 'Holiday' };
  expect(await boss.ask(mailAuth.add, grant)).toMatchObject({ code: 17009 });
  expect(await boss.ask(mailAuth.add, { ...grant, until: Date.now() + 400 * dayMillis })).toMatchObject({ code: 10400 });
  expect(await boss.ask(mailAuth.add, { ...grant, employeeId: ann, until })).toMatchObject({ code: 10400 });
  const id = (await boss.call(mailAuth.add, { ...grant, until })).id;
  expect(await boss.ask(mailAuth.add, { ...grant, until })).toMatchObject({ code: 10400 });
  await sayNotices(services);
  expect(await noticesOf(ann)).toBe(told + 1);
  expect(await boss.call(mailAuth.get, { id })).toMatchObject({
    memberName: 'bob',
    address: 'ann@mail.example',
    state: 'on',
    seenByOwnerAt: null,
  });
  await sql`update im_member set read_seq = 1000 where employee_id = ${ann}::uuid`.execute(database.db);
  await noteSeen(database.db);
  expect((await boss.call(mailAuth.get, { id })).seenByOwnerAt).toEqual(expect.any(Number));
  expect((await boxesNow(bob)).find(({ authId }) => authId === id)).toMatchObject({ rights: ['read'], folders: null });
  const why = async (right: 'read' | 'delete') => (await boss.call(mailAuthCheck, { empId: bob, accountId: box, right })).reason;
  expect(await why('read')).toBe('noMember');
  await boss.call(mailMember.add, { employeeId: bob });
  expect(await Promise.all([why('read'), why('delete')])).toEqual([null, 'missingRight']);
  expect(await boss.call(mailStatistics, {})).toMatchObject({ ending: 0 });
  await boss.call(mailAuthExtend, { ids: [id], until: Date.now() + 5 * dayMillis });
  expect(await boss.call(mailStatistics, {})).toMatchObject({ ending: 1, servers: { all: 2, reachable: 2 } });
  await sql`update mail_auth set expires_at = 1 where id = ${id}::uuid`.execute(database.db);
  expect((await boxesNow(bob)).some(({ authId }) => authId === id)).toBe(false);
  expect(await why('read')).toBe('ended');
  expect((await boss.call(mailAuth.list, { state: 'ended' })).list.map((one) => one.id)).toEqual([id]);
});

test('A dynamic group opens a box for whom it holds; the box in the recycle bin opens nothing, and comes back with its grants', async () => {
  const { boss } = served;
  const crowd = (
    await boss.call(crowdAdd, { kind: 'fixed', name: { zh_CN: '助理' }, code: 'aides', ownerDeptId: rootDepartmentId, includes: [eve] })
  ).id;
  const box = await boxOf('team@mail.example');
  const id = (await boss.call(mailAuth.add, { accountId: box, crowdId: crowd, rights: ['sendOnBehalf', 'read'], reason: 'Desk' })).id;
  const opens = async () => (await boxesNow(eve)).filter(({ authId }) => authId === id);
  expect(await opens()).toMatchObject([{ rights: ['read', 'sendOnBehalf'] }]);
  await boss.call(mailAccount.delete, { ids: [box] });
  expect(await opens()).toEqual([]);
  expect((await boss.call(mailAuth.list, {})).list.map((one) => one.id)).not.toContain(id);
  const { list } = await boss.call(listJournal, { kind: ['mailAccount'], objectId: box });
  await boss.call(revertChanges, { operationIds: [list[0]!.id] });
  expect(await opens()).toHaveLength(1);
  const authorized = served.holder({ [mailAuthorizedPage.code]: [await pathOf(east)] });
  expect((await authorized.call(mailAuth.list, {})).list.map(({ address }) => address)).toEqual(['ann@mail.example']);
});

test('Boxes are found from the e-mail of people: new ones, those that are there, and addresses of somebody else', async () => {
  const { boss } = served;
  served.work();
  const { jobId } = await boss.call(mailDiscover, {
    serverId: server,
    rule: 'list',
    addresses: ['ann@mail.example', 'bob@mail.example', 'x@mail.example'],
  });
  await expect.poll(async () => (await boss.call(getJob, { id: jobId })).state, { timeout: 10_000 }).toBe('done');
  const { planId } = (await boss.call(getJob, { id: jobId })).result as { planId: string };
  const { list } = await boss.call(listPlanItems, { planId, pageSize: 100 });
  expect(list.map(({ action }) => action).toSorted()).toEqual(['create', 'refused', 'same']);
});

test('Grants come from a file by the address of the box; what is there is known again, and who is named twice is said', async () => {
  const { boss, services } = served;
  const day = new Date(Date.now() + 30 * dayMillis).toISOString();
  const bytes = Buffer.from(
    [
      'Mailbox,Employee,Rights,Reason,Expires',
      `ann@mail.example,eve,Read;Flag,Holiday,${day}`,
      `nobody@mail.example,eve,Read,Holiday,${day}`,
      `ANN@mail.example,eve,Delete,Holiday,${day}`,
      `ann@mail.example,bob,Read,Longer holiday,${day}`,
    ].join('\n'),
  );
  const { id } = await keepMade(services, Readable.from([bytes]), {
    name: 'grants.csv',
    type: 'text/csv',
    purpose: 'import',
    owner: boss.uid,
    keepMillis: 600_000,
  });
  const { jobId } = await boss.call(mailAuth.import, { fileId: id });
  await expect.poll(async () => (await boss.call(getJob, { id: jobId })).state, { timeout: 10_000 }).toBe('done');
  const { planId } = (await boss.call(getJob, { id: jobId })).result as { planId: string };
  const { list } = await boss.call(listPlanItems, { planId, pageSize: 100 });
  expect(list.map(({ name, action }) => `${action} ${name}`)).toEqual([
    'create ann@mail.example',
    'refused nobody@mail.example · eve',
    'refused ANN@mail.example · eve',
    'change ann@mail.example',
  ]);
});

test('Who leaves keeps nothing: their own box is closed with what was granted on it, a box they answer for is handed on, grants and rows go', async () => {
  const { boss, database, services } = served;
  const [gone, next] = [await person('gone', east), await person('next', east)];
  const own = await newBox(gone, 'gone@mail.example');
  const desk = (
    await boss.call(mailAccount.add, {
      address: 'desk@mail.example',
      name: { zh_CN: '服务台' },
      serverId: server,
      kind: 'shared',
      ownerId: gone,
      ownerDeptId: east,
    })
  ).id;
  const rest = { rights: ['read' as const], reason: 'Holiday', until: Date.now() + dayMillis };
  const given = (await boss.call(mailAuth.add, { ...rest, accountId: own, employeeId: next })).id;
  const had = (await boss.call(mailAuth.add, { ...rest, accountId: desk, employeeId: next })).id;
  await boss.call(mailAuth.add, { ...rest, accountId: await boxOf('ann@mail.example'), employeeId: gone });
  await boss.call(mailMember.add, { employeeId: gone });
  for (const holding of mailHoldings) {
    expect([holding.kind, (await holding.count(database.db, [gone])).get(gone)]).toEqual([holding.kind, 1]);
    const choice = holding.choices.at(-1)!;
    const request = {
      uid: gone,
      choice,
      successorId: choice === 'handOver' ? next : null,
      caller: systemCaller('test'),
      services,
      options: {},
    };
    await database.db.transaction().execute((tx) => holding.apply(tx, request));
    expect((await holding.count(database.db, [gone])).get(gone) ?? 0).toBe(0);
  }
  expect(mailHoldings.map(({ kind, choices }) => [kind, choices.at(-1)])).toEqual([
    ['mailAccount.person', 'end'],
    ['mailAccount.ownerId', 'handOver'],
    ['mailAuth.employeeId', 'remove'],
    ['mailMember.employeeId', 'remove'],
  ]);
  expect(await boxesNow(gone)).toEqual([]);
  expect((await boxesNow(next)).map(({ account, authId }) => [account.address, authId])).toEqual([
    ['desk@mail.example', null],
    ['desk@mail.example', had],
  ]);
  expect(await boss.call(mailAuth.get, { id: given })).toMatchObject({ state: 'ended' });
  expect(await boss.ask(mailAccount.disable, { ids: [own] })).toMatchObject({ code: 0 });
  expect(await boss.ask(mailAccount.enable, { ids: [own] })).toMatchObject({ code: 10400 });
});

test('Settings of mail on terminals are one row', async () => {
  const { boss } = served;
  const { version } = await boss.call(mailSettingGet, {});
  expect(await boss.call(mailSettingUpdate, { version, undoSendSeconds: 30 })).toMatchObject({ undoSendSeconds: 30, keepCacheDays: 7 });
  expect(await boss.ask(mailSettingUpdate, { version: version + 1, undoSendSeconds: 31 })).toMatchObject({ code: 10400 });
});
