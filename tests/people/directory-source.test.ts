import { createServer, type AddressInfo } from 'node:net';
import { Attribute, Change, Client } from 'ldapts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { getUser, passwordUpdate } from '../../src/kit/common/session/session.contract.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { employeeExport, exportColumns } from '../../src/modules/people/common/employee-bulk.contract.ts';
import {
  employeeGet,
  employeeList,
  employeePassword,
  employeeSignIn,
  employeeUpdate,
} from '../../src/modules/people/common/employee.contract.ts';
import * as run from '../../src/modules/people-sources/common/source-run.contract.ts';
import * as tries from '../../src/modules/people-sources/common/source-try.contract.ts';
import * as source from '../../src/modules/people-sources/common/source.contract.ts';
import { readCsv } from '../../src/platform/sheets/read-csv.ts';
import { codeOf, House } from '../access/house.ts';
import { applyPlan, expectedOf, syncSource } from '../access/source-runs.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { signIn, testPassword } from '../product.ts';
import { startMariaDb, whyNoMariaDb, type MariaDb } from '../peers/mariadb.ts';
import { ldifTop, peopleDn, rootDn, rootPassword, searchDn, searchPassword, startDirectory, type Slapd } from '../peers/slapd.ts';

// A real directory, read by the product as it is configured in the console.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const size = process.env['NIGHTLY'] ? 10_000 : 1_000;
/** Beyond the brake, which lets five of a hundred go. */
const many = size * 0.06;
const units = 20;
const unitDn = (at: number): string => `ou=unit ${at},ou=area ${at % 4},${peopleDn}`;
const uidOf = (at: number): string => `w${String(at).padStart(5, '0')}`;
const dnOf = (at: number): string => `uid=${uidOf(at)},${unitDn(at % units)}`;

const entryOf = (at: number): Record<string, string | string[]> => ({
  objectClass: ['inetOrgPerson'],
  uid: uidOf(at),
  cn: `员工 ${at}`,
  sn: '员',
  employeeNumber: `N${at}`,
  mail: `${uidOf(at)}@example.test`,
  title: at % 3 === 0 ? 'Engineer' : 'Clerk',
  userPassword: 'never-to-be-seen',
});

function ldif(): string {
  const organisation = (dn: string): string => `dn: ${dn}\nobjectClass: organizationalUnit\nou: ${/^ou=([^,]+)/.exec(dn)![1]}\n`;
  const person = (at: number): string => {
    const lines = Object.entries(entryOf(at)).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}:: ${Buffer.from(one).toString('base64')}`),
    );
    return [`dn: ${dnOf(at)}`, ...lines, ''].join('\n');
  };
  return [
    ldifTop(),
    organisation(peopleDn),
    organisation(`ou=nobody,${peopleDn.split(',').slice(1).join(',')}`),
    ...[0, 1, 2, 3].map((at) => organisation(`ou=area ${at},${peopleDn}`)),
    ...Array.from({ length: units }, (_none, at) => organisation(unitDn(at))),
    ...Array.from({ length: size }, (_none, at) => person(at)),
  ].join('\n');
}

const noMaria = whyNoMariaDb();
const hr = `create table person (id int primary key, account varchar(64), name varchar(100), team varchar(100), changed datetime(6));
  insert into person select seq, concat('sql', seq), concat('人 ', seq), 'Data', timestamp '2026-01-01 00:00:00' + interval seq second from seq_1_to_300;`;
let maria: MariaDb | undefined;
let slapd: Slapd;
let photo: Buffer;
/** Somebody who listens, and what they heard. */
const heard: string[] = [];
const listener = createServer((socket) => socket.on('data', (data) => heard.push(data.toString('latin1'))));
let house: House;
let sourceId = '';
const boss = () => house.boss;
const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await house.product.database.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  const { default: sharp } = await import('sharp');
  photo = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#a02040' } })
    .jpeg()
    .toBuffer();
  slapd = await startDirectory(ldif(), { lines: ['limits * size=unlimited'] });
  if (noMaria === undefined) maria = await startMariaDb(hr);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const ears = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const allowed = [ears, ...slapd.allowed, ...(maria ? [`127.0.0.1:${maria.port}`, `[::1]:${maria.port}`] : [])];
  house = await House.open({
    ALLOWED_NETWORKS: allowed.join(','),
    PUBLIC_URL: 'https://console.example.test',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  });
  await house.confirm(boss());
});
afterAll(async () => {
  await house?.stop();
  await slapd?.stop();
  await maria?.stop();
  listener.close();
});

/** Does something to the directory as who may do everything. */
async function change(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
  await client.bind(rootDn, rootPassword);
  await work(client);
  await client.unbind();
}
const retitle = (client: Client, at: number, title: string): Promise<void> =>
  client.modify(dnOf(at), new Change({ operation: 'replace', modification: new Attribute({ type: 'title', values: [title] }) }));

const get = () => boss().call(source.sourceGet, { id: sourceId });
const update = async (fields: Record<string, unknown>): Promise<void> => {
  const answer = await boss().ask(source.sourceUpdate, { id: sourceId, version: (await get()).version, ...fields });
  expect(answer).toMatchObject({ code: 0 });
};
const sync = (): Promise<run.RunDetail> => syncSource(house, sourceId);
const apply = (plan: run.RunDetail): Promise<run.RunDetail> => applyPlan(house, plan);
/** The people as an administrator exports them. */
async function exported(): Promise<string[][]> {
  const columns = exportColumns.filter((column) => column !== 'updatedAt');
  const { jobId } = await boss().call(employeeExport, { filter: { sourceId }, columns, format: 'csv', full: true });
  const { fileId } = (await boss().jobEnd(jobId)).result as { fileId: string };
  const [file] = await rows<{ hash: string }>('select hash from file where id = $1', [fileId]);
  const table: string[][] = [];
  const pieces: Buffer[] = [];
  for await (const piece of await house.product.services.files.open(file!.hash)) pieces.push(Buffer.from(piece));
  for await (const { cells } of readCsv(Buffer.concat(pieces))) table.push(cells);
  return table;
}
const idOf = async (at: number): Promise<string> =>
  (await rows<{ id: string }>('select id from employee where account = $1', [uidOf(at)]))[0]!.id;

test('A directory is tried, sampled, mapped by suggestion, planned and applied: counts are the directory’s; a second run changes nothing', async () => {
  const config = {
    servers: [{ host: '127.0.0.1', port: slapd.port }],
    security: 'plain',
    bindDn: searchDn,
    userBases: [peopleDn],
    departmentBases: [peopleDn],
  };
  const root = await house.department('目录');
  const draft = { kind: 'ldap' as const, name: '目录', code: 'dir', rootDepartmentId: root, config, secrets: { password: searchPassword } };
  sourceId = (await boss().call(source.sourceAdd, draft)).id;
  expect(await boss().call(tries.sourceTest, { id: sourceId })).toMatchObject({ ok: true });
  const sample = await boss().call(tries.sourceSample, { id: sourceId, n: 10 });
  expect(sample.records.filter(({ of }) => of === 'employee')).toHaveLength(10);
  expect(JSON.stringify(sample)).not.toContain('assword');
  const attributes = sample.attributes.map(({ of, name }) => ({ of, name }));
  const { rows: mapping } = await boss().call(tries.sourceMappingSuggest, { id: sourceId, attributes });
  await update({ mapping });
  const plan = await sync();
  expect(plan).toMatchObject({ state: 'planned', peopleRead: size, departmentsRead: units + 4, invalid: 0, brake: null });
  expect(plan.counts).toEqual({ add: size + units + 4 });
  expect((await boss().call(employeeList, { sourceId, pageSize: 20 })).total).toBe(0);
  expect(await apply(plan)).toMatchObject({ state: 'applied', outcome: { add: size + units + 4 } });
  expect((await boss().call(employeeList, { sourceId, pageSize: 20 })).total).toBe(size);
  expect(await boss().call(employeeGet, { id: await idOf(21) })).toMatchObject({ name: '员工 21', employeeNo: 'N21', title: 'Engineer' });
  expect(await sync()).toMatchObject({ state: 'applied', counts: { unchanged: size + units + 4 }, outcome: {} });
});

test('A base that holds nobody stops everything: nobody is changed, who is to be told gets mail, the schedule stands still until somebody decides', async () => {
  const { version } = await get();
  const people = [{ employeeId: builtinAdminUid }, { address: 'hr@example.test' }];
  await boss().call(source.sourceAlarmSave, { id: sourceId, version, people: people.map((one) => ({ ...one, on: ['held' as const] })) });
  await rows(`update employee set email = 'admin@example.test', email_key = 'admin@example.test' where id = $1`, [builtinAdminUid]);
  await boss().call(source.sourceEnable, { ids: [sourceId] });
  const { config } = await get();
  const before = await exported();
  await update({
    config: { ...config, userBases: [`ou=nobody,${peopleDn.split(',').slice(1).join(',')}`] },
    secrets: { password: searchPassword },
  });
  const held = await sync();
  expect(held).toMatchObject({ state: 'held', brake: { rule: 'nobody' } });
  expect(await exported()).toEqual(before);
  const told = () => rows<{ address: string }>(`select address from mail_outbox where template = 'source.alarm' order by address`);
  await expect.poll(told).toEqual([{ address: 'admin@example.test' }, { address: 'hr@example.test' }]);
  await update({ schedule: { kind: 'every', everyMinutes: 5 } });
  const nextTurn = async (): Promise<void> => {
    await rows('update source_standing set next_at = 1 where source_id = $1', [sourceId]);
    await expect.poll(async () => (await get()).nextAt ?? 0).toBeGreaterThan(Date.now());
  };
  const scheduled = () => rows(`select from source_run where source_id = $1 and trigger = 'schedule'`, [sourceId]);
  await nextTurn();
  expect(await scheduled()).toHaveLength(0);
  await boss().call(run.sourceRunReject, { runId: held.id, reason: 'The base was wrong' });
  await update({ config, secrets: { password: searchPassword } });
  await nextTurn();
  expect(await scheduled()).toHaveLength(1);
  await expect.poll(async () => (await get()).state).toBe('idle');
  await update({ schedule: { kind: 'off' } });
});

test('Beyond the brake people are kept in until their number is confirmed by password; made anew in the directory, all of them are back as they were', async () => {
  const [uid, somebody] = [await idOf(3), await idOf(5)];
  const client = await house.signIn(uid);
  const before = await exported();
  await change(async (directory) => {
    for (let at = 0; at < many; at += 1) await directory.del(dnOf(at));
  });
  const held = await sync();
  expect(held).toMatchObject({
    state: 'held',
    loseSignIn: many,
    brake: { rule: 'lose', number: many, limit: size * 0.05 },
  });
  const wish = { runId: held.id, expected: expectedOf(held), reason: 'They left' };
  expect(await codeOf(boss(), run.sourceRunRelease, { ...wish, expected: { ...wish.expected, loseSignIn: many - 1 } })).toBe(12112);
  await house.ageConfirmations();
  expect(await codeOf(boss(), run.sourceRunRelease, wish)).toBe(10428);
  await house.confirm(boss());
  await boss().jobEnd((await boss().call(run.sourceRunRelease, wish)).jobId);
  expect((await boss().call(employeeList, { status: ['quarantined'], pageSize: 20 })).total).toBe(many);
  expect((await client.ask(getUser, {})).code).toBe(65003);
  await expect(house.signIn(uid)).rejects.toThrow(/\d{5}/);

  // Whoever is made again has another id in the directory: the same person all the same.
  await change(async (directory) => {
    for (let at = 0; at < many; at += 1) await directory.add(dnOf(at), entryOf(at));
  });
  const back = await sync();
  expect(back).toMatchObject({ state: 'planned', counts: { restore: many } });
  await apply(back);
  expect(await exported()).toEqual(before);
  expect(await idOf(5)).toBe(somebody);
  expect(await codeOf(await house.signIn(uid), getUser, {})).toBe(0);
  expect(await rows('select from source_link where source_id = $1 and object_id = $2', [sourceId, somebody])).toHaveLength(1);
  expect(await sync()).toMatchObject({ state: 'applied', outcome: {} });

  // Also where both happened between two readings: nobody is gone, and nobody is kept out in between.
  await change(async (directory) => {
    await directory.del(dnOf(5));
    await directory.add(dnOf(5), { ...entryOf(5), title: 'Chief' });
  });
  const again = await sync();
  expect(again.counts).toEqual({ unchanged: size + units + 3, update: 1 });
  await apply(again);
  expect(await boss().call(employeeGet, { id: somebody })).toMatchObject({ status: 'active', title: 'Chief' });
  expect(await sync()).toMatchObject({ state: 'applied', outcome: {} });
});

test('Half of the people are changed and taken back: every exported row is what it was, but the one that somebody edited meanwhile', async () => {
  const before = await exported();
  await change(async (directory) => {
    for (let at = 0; at < size / 2; at += 1) await retitle(directory, at, 'Captain');
  });
  const plan = await apply(await sync());
  expect(plan.outcome).toEqual({ update: size / 2 });
  await boss().call(source.sourceDisable, { ids: [sourceId] });
  const { version, id } = await boss().call(employeeGet, { id: await idOf(7) });
  await boss().call(employeeUpdate, { id, version, title: 'By hand' });
  const { jobId } = await boss().call(run.sourceRunUndo, { runId: plan.id, reason: 'Not these' });
  await boss().jobEnd(jobId);
  expect((await boss().call(getJob, { id: jobId })).result).toMatchObject({ undone: size / 2 - 1, kept: 1 });
  const { list } = await boss().call(run.sourceRunItems, { runId: plan.id, state: ['kept'], limit: 10 });
  expect(list.map(({ name }) => name)).toEqual(['员工 7']);
  const changedRows = (await exported()).filter((row) => !before.some((one) => one.join('|') === row.join('|')));
  expect(changedRows).toHaveLength(1);
  expect(changedRows[0]).toContain('By hand');
});

test('Pictures come with the people, are the source’s, and go when the run is taken back', async () => {
  await apply(await sync());
  const { mapping } = await get();
  const avatar = { target: 'avatar' as const, from: { kind: 'attribute' as const, name: 'jpegPhoto' } };
  await update({ mapping: [...mapping, avatar] });
  const put = (at: number, value: Buffer) => (directory: Client) =>
    directory.modify(dnOf(at), new Change({ operation: 'replace', modification: new Attribute({ type: 'jpegPhoto', values: [value] }) }));
  await change(put(9, photo));
  await change(put(10, Buffer.from('no picture at all')));
  const plan = await sync();
  // Another mapping has everybody compared again: also the one whose value was left alone when the run was taken back.
  const { list } = await boss().call(run.sourceRunItems, { runId: plan.id, limit: 10 });
  expect(list.map(({ name, fields }) => [name, fields.map(({ field }) => field)])).toEqual([
    ['员工 7', ['title']],
    ['员工 9', ['avatar']],
  ]);
  await apply(plan);
  const id = await idOf(9);
  await boss().call(source.sourceEnable, { ids: [sourceId] });
  const { avatar: shown, owners, version } = await boss().call(employeeGet, { id });
  expect(shown).toMatch(/^data:image\/jpeg;base64,/);
  expect(owners).toMatchObject({ avatar: { attribute: 'jpegPhoto' } });
  expect(await codeOf(boss(), employeeUpdate, { id, version, avatarFileId: null })).toBe(12020);
  expect((await boss().call(employeeGet, { id: await idOf(10) })).avatar).toBeNull();
  expect(await sync()).toMatchObject({ state: 'applied', outcome: {} });
  const { jobId } = await boss().call(run.sourceRunUndo, { runId: plan.id, reason: 'Without pictures' });
  await boss().jobEnd(jobId);
  expect((await boss().call(employeeGet, { id })).avatar).toBeNull();
});

test('Who comes new gets a one-time password by mail where the source says so; what a directory checks is not set here, and no address hears an old secret', async () => {
  await update({ initialPassword: 'oneTime' });
  await change((directory) => directory.add(`uid=newest,${unitDn(2)}`, { ...entryOf(size), uid: 'newest', mail: 'newest@example.test' }));
  await apply(await sync());
  const mailed = () => rows<{ address: string }>(`select address from mail_outbox where template = 'employee.password'`);
  await expect.poll(mailed).toEqual([{ address: 'newest@example.test' }]);
  const [newest] = await rows<{ id: string }>(`select id from employee where account = 'newest'`);
  const { id } = newest!;
  expect(await boss().call(employeeSignIn, { id })).toMatchObject({ password: 'oneTime' });
  await house.confirm(boss());
  expect(await boss().call(employeePassword, { id, mode: 'oneTime', mail: true })).toEqual({ password: null });
  expect(await mailed()).toHaveLength(2);
  // The link signs in, once: then a password of one's own is due.
  expect(await boss().call(employeePassword, { id, mode: 'link' })).toEqual({ password: null });
  const [letter] = await rows<{ id: string; content: string }>(
    `select id, content from mail_outbox where template = 'employee.passwordLink'`,
  );
  const { link } = await house.product.services.mails.valuesOf(house.product.database.db, letter!);
  const behind = new URLSearchParams(String(link).split('#')[1]);
  const session = new ConsoleClient(house.product.app, await signIn(house.product.app, behind.get('account')!, behind.get('once')!));
  expect(await session.call(getUser, {})).toMatchObject({ mustChangePassword: true });
  await session.call(passwordUpdate, { oldPassword: behind.get('once')!, newPassword: testPassword });
  await expect(signIn(house.product.app, 'newest', behind.get('once')!)).rejects.toThrow(/\d{5}/);
  const nobody = await house.person();
  expect(await codeOf(boss(), employeePassword, { id: nobody, mode: 'oneTime', mail: true })).toBe(10400);
  expect(await boss().call(employeeSignIn, { id: nobody })).toMatchObject({ password: 'none' });

  await update({ initialPassword: 'bind' });
  for (const wish of [{ mode: 'oneTime' as const }, { mode: 'set' as const, password: 'another-password-9' }])
    expect(await boss().ask(employeePassword, { id, ...wish })).toMatchObject({
      code: 12021,
      msg: expect.stringContaining('目录') as string,
    });

  // Somebody listens where the address points to now: the test ends before anything is sent.
  const { port } = listener.address() as AddressInfo;
  const { config } = await get();
  const elsewhere = { ...config, servers: [{ host: '127.0.0.1', port }] };
  expect(await codeOf(boss(), tries.sourceTest, { id: sourceId, config: elsewhere })).toBe(12105);
  expect(heard).toEqual([]);
});

test('A unit that is moved and renamed stays the same department with the same people, and nobody leaves', async () => {
  await apply(await sync());
  const person = await idOf(8);
  const before = await boss().call(employeeGet, { id: person });
  await change((directory) => directory.modifyDN(unitDn(8), `ou=renamed,ou=area 1,${peopleDn}`));
  const plan = await sync();
  expect(plan.counts).toEqual({ unchanged: size + units + 4, move: 1 });
  await apply(plan);
  const after = await boss().call(employeeGet, { id: person });
  expect(after.departments[0]).toMatchObject({ departmentId: before.departments[0]!.departmentId, name: 'renamed' });
  expect(await rows(`select from employment_event where kind = 'leave'`)).toHaveLength(0);
  const [path] = await rows<{ above: string }>(
    `select a.name ->> 'zh_CN' as above from department d join department a on a.id = d.parent_id where d.id = $1`,
    [after.departments[0]!.departmentId],
  );
  expect(path).toEqual({ above: 'area 1' });

  // A unit that was deleted and made again with its people is the same one, too, although nothing of it has its old id there.
  const inside = Array.from({ length: size }, (_none, at) => at).filter((at) => at % units === 12);
  const [known, unit] = [await exported(), (await boss().call(employeeGet, { id: await idOf(12) })).departments[0]!.departmentId];
  await change(async (directory) => {
    for (const at of inside) await directory.del(dnOf(at));
    await directory.del(unitDn(12));
    await directory.add(unitDn(12), { objectClass: ['organizationalUnit'], ou: 'unit 12' });
    // The first half was retitled before.
    for (const at of inside) await directory.add(dnOf(at), { ...entryOf(at), ...(at < size / 2 && { title: 'Captain' }) });
  });
  const anew = await sync();
  expect(anew).toMatchObject({ brake: null, counts: { link: inside.length + 1 } });
  expect(anew.counts).not.toHaveProperty('conflict');
  await apply(anew);
  expect(await exported()).toEqual(known);
  expect((await boss().call(employeeGet, { id: await idOf(12) })).departments[0]!.departmentId).toBe(unit);
  expect(await rows('select from source_link where object_id = $1', [unit])).toHaveLength(1);
  expect(await sync()).toMatchObject({ state: 'applied', outcome: {} });
});

test.skipIf(noMaria !== undefined)(
  `Tables of MariaDB${noMaria ? ` (not run: ${noMaria})` : ''} become people; afterwards only rows past the mark are read`,
  async () => {
    const { port, name, user, password, ca } = maria!;
    const config = {
      database: 'mysql',
      host: 'localhost',
      port,
      name,
      user,
      ca,
      peopleQuery: 'select * from person',
      markColumn: 'changed',
    };
    const attribute = (target: string, from: string) => ({ target: target as 'account', from: { kind: 'attribute' as const, name: from } });
    const mapping = [
      attribute('externalId', 'id'),
      attribute('account', 'account'),
      attribute('name', 'name'),
      attribute('departmentPath', 'team'),
    ];
    const draft = {
      kind: 'sql' as const,
      name: '人事库',
      code: 'hr-db',
      rootDepartmentId: await house.department('人事库'),
      config,
      secrets: { password },
      mapping,
    };
    sourceId = (await boss().call(source.sourceAdd, draft)).id;
    expect(
      await boss().ask(tries.sourceTest, {
        kind: 'sql',
        config: { ...config, peopleQuery: 'select 1; drop table person' },
        secrets: { password },
      }),
    ).toMatchObject({ code: 12106 });
    expect(await boss().call(tries.sourceTest, { id: sourceId })).toMatchObject({ ok: true });
    await apply(await sync());
    expect((await boss().call(employeeList, { sourceId, pageSize: 20 })).total).toBe(300);
    maria!.run(
      `update hr.person set name = 'Renamed', changed = '2026-02-01' where id = 7; insert into hr.person values (301, 'sql301', 'New', 'Data', '2026-02-02');`,
    );
    const { runId, jobId } = await boss().call(run.sourceSync, { id: sourceId, mode: 'incremental' });
    await boss().jobEnd(jobId);
    const changes = await boss().call(run.sourceRunGet, { runId });
    expect(changes).toMatchObject({ kind: 'incremental', state: 'planned', counts: { update: 1, add: 1 } });
    expect(changes.peopleRead).toBeLessThanOrEqual(3);
    await apply(changes);
    expect((await boss().call(employeeList, { sourceId, text: 'Renamed', pageSize: 20 })).list.map(({ account }) => account)).toEqual([
      'sql7',
    ]);
  },
);
