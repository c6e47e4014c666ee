import { once } from 'node:events';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemCaller } from '#kit/server/caller.ts';
import type { Services } from '#kit/server/services.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { makeCertificates, makeEnded, type Certificates } from '../../../../../tests/peers/certificates.ts';
import { freePort } from '../../../../../tests/peers/free-port.ts';
import { makeRsyslog, type ReadMessage, type Rsyslog } from '../../../../../tests/peers/rsyslog.ts';
import * as contract from '../../common/stream.contract.ts';
import { logsModule } from '../module.ts';
import { streamTimes } from './stream-sender.ts';
import { testStream } from './stream-test.ts';
import { workStreams } from './stream-work.ts';

let served: TestModules;
let services: Services;
const closers: (() => unknown)[] = [];

/** Quick times: nobody waits in a test. */
const times = {
  ...streamTimes,
  restMillis: 30,
  againMillis: 30,
  longestMillis: 300,
  noteMillis: 50,
  overlapMillis: 300,
  stuckMillis: 1_000,
};

beforeEach(async () => {
  served = await serveModules(...peopleModules, logsModule);
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await served.close();
});

/** Services that may reach these ports of loopback. */
function reach(...ports: number[]): void {
  const outbound = createOutbound({ allowedNetworks: ports.map((port) => `127.0.0.1:${port}`), ownListeners: () => [] });
  services = { ...served.services, outbound };
  closers.push(() => outbound.close());
}
function work(more: Partial<typeof times> = {}): { stop(): Promise<void> } {
  const working = workStreams(services, { ...times, ...more }, 50);
  closers.push(() => working.stop());
  return working;
}
async function rsyslog(certificateFor?: string): Promise<Rsyslog> {
  const peer = makeRsyslog(await freePort(), certificateFor);
  closers.push(() => peer.remove());
  reach(peer.port);
  return peer;
}
const draft = (port: number, ca: string, more: object = {}) => ({ name: 'SIEM', host: '127.0.0.1', port, ca, ...more });

async function stream(port: number, ca: string, more: object = {}): Promise<string> {
  const { id } = await served.boss.call(contract.streamAdd, draft(port, ca, more));
  await served.boss.call(contract.streamEnable, { ids: [id] });
  return id;
}
const look = (id: string) => served.boss.call(contract.streamGet, { id });
const live = (id: string) => expect.poll(async () => (await look(id)).state).toBe('live');

async function write(...names: string[]): Promise<void> {
  for (const name of names) await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } });
  await expect.poll(async () => (await served.seal(), (await unsealed()) === 0)).toBe(true);
}
async function unsealed(): Promise<number> {
  const { rows } = await served.database.pool.query<{ n: number }>(
    `select (select count(*) from audit_log)::int - (select count(*) from audit_seal where stream = 'audit_log')::int as n`,
  );
  return rows[0]!.n;
}
const added = (messages: readonly ReadMessage[]) =>
  messages.filter(({ msgid }) => msgid === 'department.add').map(({ sd }) => sd['audit@32473']!);
const seqs = (messages: readonly ReadMessage[]) => [...new Set(added(messages).map(({ seq }) => Number(seq)))];

test('rsyslog gets each row as one message, parsed into fields, with awkward names intact; what was missed meanwhile comes afterwards', async () => {
  const peer = await rsyslog();
  await peer.start();
  const id = await stream(peer.port, peer.ca);
  work();
  await live(id);
  const awkward = 'a]"\\b {"x":1}';
  await write('Plain', awkward);
  await expect.poll(() => added(peer.messages()).length).toBe(2);
  const [first, second] = peer.messages().filter(({ msgid }) => msgid === 'department.add');
  expect(first).toMatchObject({ pri: String(13 * 8 + 6), app: 'wheelhouse' });
  expect(first?.sd['audit@32473']).toMatchObject({
    log: 'operation',
    object: 'Plain',
    code: '0',
    rowhash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(second?.sd['audit@32473']?.['object']).toBe(awkward);
  const body = JSON.parse(second!.msg) as { object: string; word: string; changes: { fields: { field: string }[] }[] };
  expect(body).toMatchObject({ object: awkward, word: 'department.add' });
  expect(body.changes[0]?.fields.map(({ field }) => field)).toContain('name');
  // No call takes such a name; a row that holds it all the same is one message, and its value is whole.
  const lines = 'one\ntwo\r\n<14>1 forged]"\\';
  await served.database.pool.query(
    `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_name, object_count, code, duration_ms, form, actor_paths, dangerous)
      values (gen_random_uuid(), $1, '', 'lines', '', '', '', '', 'line.breaks', '', 'logs', $2, 1, 0, 0, 2, '{root}', false)`,
    [Date.now(), lines],
  );
  await write();
  const broken = () => peer.messages().filter(({ msgid, msg }) => msgid === 'line.breaks' || msg.includes('forged'));
  await expect.poll(() => broken().length).toBe(1);
  expect((JSON.parse(broken()[0]!.msg) as { object: string }).object).toBe(lines);

  await peer.stop();
  await write(...Array.from({ length: 25 }, (_, at) => `Missed ${at}`));
  await expect.poll(async () => (await look(id)).lastError).not.toBeNull();
  await peer.start();
  await expect.poll(() => seqs(peer.messages()).length).toBe(27);
  const places = seqs(peer.messages());
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await expect.poll(async () => (await look(id)).lagRows).toBe(0);
  expect((await look(id)).sent).toBeGreaterThanOrEqual(27);
});

test.skipIf(!process.env['NIGHTLY'])(
  'A hundred thousand events arrive, each once or with the same place, over a receiver that goes and comes (asked for with NIGHTLY=1)',
  { timeout: 600_000 },
  async () => {
    const peer = await rsyslog();
    await peer.start();
    const id = await stream(peer.port, peer.ca);
    work();
    await live(id);
    const arrived = () =>
      peer
        .messages()
        .filter(({ msgid }) => msgid === 'many.rows')
        .map(({ sd }) => sd['audit@32473']!);
    const many = async (): Promise<void> => {
      await served.database.pool
        .query(`insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_name, object_count, code, duration_ms, form, actor_paths, dangerous)
        select gen_random_uuid(), ${Date.now()}::bigint, '', 'many', '', '', '', '', 'many.rows', '', 'logs', 'Row ' || n, 1, 0, 0, 2, '{root}', false from generate_series(1, 50000) as n`);
      await expect.poll(async () => (await served.seal(), await unsealed()), { timeout: 200_000, interval: 20 }).toBe(0);
    };
    await many();
    await expect.poll(() => arrived().length, { timeout: 200_000, interval: 1_000 }).toBeGreaterThan(10_000);
    await peer.stop();
    await many();
    await peer.start();
    const all = 100_000;
    await expect.poll(async () => (await look(id)).lagRows, { timeout: 200_000, interval: 1_000 }).toBe(0);
    await expect.poll(() => new Set(arrived().map(({ seq }) => seq)).size, { timeout: 60_000, interval: 2_000 }).toBe(all);
    // What came twice is the same row at the same place.
    const found = arrived();
    expect(new Set(found.map(({ seq, rowhash, object }) => `${seq} ${rowhash} ${object}`)).size).toBe(all);
  },
);

test('Messages that are too long lose their changes first, and stay one message', async () => {
  const peer = await rsyslog();
  await peer.start();
  const id = await stream(peer.port, peer.ca, { maxBytes: 2_048, minSeverity: 6 });
  work();
  await live(id);
  await served.boss.call(departmentAdd, {
    parentId: rootDepartmentId,
    name: { zh_CN: '长'.repeat(60), en_US: 'x'.repeat(60) },
    address: '\u{1f600}'.repeat(100),
  });
  await write('After');
  await expect.poll(() => added(peer.messages()).length).toBe(2);
  const [long, short] = added(peer.messages());
  expect(short?.['truncated']).toBeUndefined();
  expect(long).toMatchObject({ truncated: '1', object: '长'.repeat(60) });
});

test('A certificate for another name is refused with 19041, no receiver with 19040; the stream says so and does not storm', async () => {
  const peer = await rsyslog('DNS:elsewhere.example');
  await peer.start();
  const id = await stream(peer.port, peer.ca);
  const call = { services, caller: systemCaller('stream.test') };
  await expect(testStream(call, { id })).rejects.toMatchObject({ answer: 19041, params: { host: '127.0.0.1' } });
  work();
  await expect.poll(async () => (await look(id)).state).toBe('failed');
  expect((await look(id)).lastError).toBe('name');
  await peer.stop();
  await expect(testStream(call, { id })).rejects.toMatchObject({ answer: 19040 });
});

test('A certificate that is over its time is refused, and nothing is sent', async () => {
  const got: Buffer[] = [];
  const over = await receiver((socket) => void socket.on('data', (part: Buffer) => got.push(part)), makeEnded);
  const id = await stream(over.port, over.ca);
  await expect(testStream({ services, caller: systemCaller('stream.test') }, { id })).rejects.toMatchObject({ answer: 19040 });
  work();
  await expect.poll(async () => (await look(id)).state).toBe('failed');
  expect([(await look(id)).lastError, got]).toEqual(['tls', []]);
});

test('A stream takes operations of one kind of object, of those who acted in one way, and from one network alone', async () => {
  const peer = await rsyslog();
  await peer.start();
  const only = { objectKind: ['department'], actorKind: ['administrator' as const], address: '10.8.0.0/16' };
  const id = await stream(peer.port, peer.ca, { kinds: ['operation'], filter: only });
  work();
  await live(id);
  const put = (name: string, kind: string, actor: string, address: string) =>
    served.database.pool.query(
      `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_kind, object_name, object_count, code, duration_ms, form, actor_paths, actor_kind, dangerous)
       values (gen_random_uuid(), $1, '', 'a', '', $4, '', '', 'some.thing', '', 'logs', $2, $5, 1, 0, 0, 2, '{root}', $3, false)`,
      [Date.now(), kind, actor, address, name],
    );
  await put('Role', 'role', 'administrator', '10.8.1.1');
  await put('Job', 'department', 'job', '10.8.1.1');
  await put('Elsewhere', 'department', 'administrator', '10.9.1.1');
  await put('Old form', 'department', 'administrator', 'unknown');
  await put('Wanted', 'department', 'administrator', '10.8.1.1');
  const got = () => peer.messages().filter(({ msgid }) => msgid === 'some.thing');
  await expect.poll(async () => (await served.seal(), got().length)).toBe(1);
  expect(got()[0]?.sd['audit@32473']).toMatchObject({ object: 'Wanted' });
  const wrong = { name: 'Wrong', host: '127.0.0.1', filter: { address: '10.8.0.0/33' } };
  expect((await served.boss.ask(contract.streamAdd, wrong)).code).toBe(10400);
});

test('Sign-ins of terminals and what becomes of warnings go out as they were done; a slower transaction is not passed over', async () => {
  const peer = await rsyslog();
  await peer.start();
  const id = await stream(peer.port, peer.ca, { kinds: ['clientLogin', 'warnings'] });
  work();
  await live(id);
  const entry = { kind: 'local', account: 'mei', address: '10.1.1.7', userAgent: 'Client/1', sessionId: 'session-of-a-phone' };
  await served.services.signInLog.write(served.database.db, { ...entry, side: 'console', event: 'signIn' });
  const device = { platform: 2, deviceId: 'phone-7', deviceModel: 'P50', osVersion: '14' };
  await served.services.signInLog.write(served.database.db, { ...entry, side: 'client', event: 'signIn', device });
  await expect.poll(async () => (await served.seal(), peer.messages().length)).toBe(1);
  const [signIn] = peer.messages();
  expect(signIn).toMatchObject({ msgid: 'login.signIn', sd: { 'audit@32473': { log: 'clientLogin', actor: 'mei' } } });
  expect(JSON.parse(signIn!.msg)).toMatchObject({ deviceId: 'phone-7', deviceModel: 'P50', platform: 2, sessionId: 'session-of-a-phone' });

  const opened = `with made as (insert into warning (id, kind, module, object_kind, object_id, object_name, severity, raised_severity, facts, state, holds, moment, count, first_at, last_at)
      values (gen_random_uuid(), $1, 'logs', 'log', $2, $2, 'critical', 'critical', '{"place": 7}', 'open', true, false, 1, 1, 1) returning id)
    insert into warning_change (id, warning_id, at, what) select gen_random_uuid(), id, $3, 'opened' from made`;
  const slow = await served.database.pool.connect();
  await slow.query('begin');
  await slow.query(opened, ['audit.seal', 'Slow', Date.now()]);
  await served.database.pool.query(opened, ['disk.low', 'Quick', Date.now()]);
  await slow.query('commit');
  slow.release();
  await served.database.pool.query(opened, ['disk.low', 'After', Date.now()]);
  const told = () => peer.messages().filter(({ msgid }) => msgid === 'warning.opened');
  await expect.poll(() => told().length).toBe(3);
  expect(told().map(({ sd, pri }) => [sd['audit@32473']?.['object'], Number(pri) % 8])).toEqual([
    ['Slow', 1],
    ['Quick', 2],
    ['After', 2],
  ]);
  expect(JSON.parse(told()[0]!.msg)).toMatchObject({ kind: 'audit.seal', level: 'critical', facts: { place: 7 }, state: 'open' });
  await expect.poll(async () => (await look(id)).lagRows).toBe(0);
});

test('A test shakes hands, shows the chain and sends one message; a span is sent once more by a job', async () => {
  const peer = await rsyslog();
  await peer.start();
  const id = await stream(peer.port, peer.ca);
  const call = { services, caller: systemCaller('stream.test') };
  const report = await testStream(call, { id });
  expect(report).toMatchObject({
    protocol: expect.stringMatching(/^TLSv1\.[23]$/),
    chain: [{ subject: 'CN=peer', issuer: 'CN=Test authority' }, {}],
  });
  await expect.poll(() => peer.messages().map(({ msgid }) => msgid)).toEqual(['stream.test']);
  await write('Again 1', 'Again 2');
  await served.boss.call(contract.streamDisable, { ids: [id] });
  Object.assign(served.services, { outbound: services.outbound });
  served.work();
  const { jobId } = await served.boss.call(contract.streamResend, { id, from: 0, to: Date.now() });
  await expect.poll(async () => (await served.boss.call(getJob, { id: jobId })).endedAt).not.toBeNull();
  expect(await served.boss.call(getJob, { id: jobId })).toMatchObject({ state: 'done', error: null });
  await expect.poll(() => added(peer.messages()).length).toBe(2);
});

/** A receiver made of node:tls: what a test wants of it. */
async function receiver(
  take: (socket: Socket) => void,
  make: (folder: string) => Pick<Certificates, 'ca' | 'certFile' | 'keyFile'> = (folder) =>
    makeCertificates(folder, { for: 'IP:127.0.0.1' }),
): Promise<{ port: number; ca: string; server: Server }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-siem-'));
  const made = make(folder);
  const sockets = new Set<Socket>();
  const server = createServer({ cert: readFileSync(made.certFile), key: readFileSync(made.keyFile) }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    take(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  reach(port);
  return { port, ca: made.ca, server };
}
/** Places of the department rows in what arrived, by octet counting. */
function placesIn(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.subarray(at, space).toString());
    if (space < 0 || space + 1 + length > bytes.length) break;
    const message = bytes.subarray(space + 1, space + 1 + length).toString();
    const place = / department\.add \[audit@32473 seq="(\d+)"/.exec(message)?.[1];
    if (place !== undefined) places.push(Number(place));
    at = space + 1 + length;
  }
  return places;
}

test('A receiver that hangs up in the middle again and again misses nothing', async () => {
  const got: Buffer[] = [];
  const peer = await receiver((socket) => {
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      // Reads some and resets the connection: the rest is lost on the way.
      if (got.length < 3) setTimeout(() => socket.destroy(), 20);
    });
    socket.on('close', () => got.push(Buffer.concat(parts)));
    closers.push(() => void got.push(Buffer.concat(parts)));
  });
  const id = await stream(peer.port, peer.ca);
  // What went out long enough ago counts as arrived: longer than a busy machine takes to hang up.
  const working = work({ overlapMillis: 10_000 });
  await live(id);
  await write(...Array.from({ length: 60 }, (_, at) => `Cut ${at}`));
  await expect.poll(() => got.length).toBeGreaterThanOrEqual(3);
  await expect.poll(async () => (await look(id)).lagRows).toBe(0);
  await working.stop();
  await expect.poll(() => new Set(got.flatMap(placesIn)).size).toBe(60);
});

test('Who reads nothing holds up neither other streams nor writers, and ends within moments', async () => {
  const slow = await receiver((socket) => void socket.pause());
  const peer = await rsyslog();
  reach(slow.port, peer.port);
  await peer.start();
  await stream(slow.port, slow.ca, { name: 'Slow', maxBytes: 65_536 });
  await stream(peer.port, peer.ca);
  const working = work();
  await write('One', 'Two', 'Three');
  await expect.poll(() => added(peer.messages()).length).toBeGreaterThanOrEqual(3);
  await working.stop();
});

test('A delay of more than ten minutes is told of', async () => {
  reach(9);
  await stream(9, 'x');
  await write('Old');
  services = { ...services, now: () => Date.now() + 11 * 60_000 };
  work();
  const warned = async () =>
    (await served.database.pool.query(`select kind, object_name, facts from warning_event where holds`)).rows as object[];
  await expect.poll(warned).toMatchObject([{ kind: 'siem.lag', object_name: 'SIEM', facts: { delay: 11, reason: 'refused' } }]);
});

test('Of two nodes one sends; when it stops the other goes on', async () => {
  const peer = await rsyslog();
  await peer.start();
  const id = await stream(peer.port, peer.ca);
  const [first] = [work(), work()];
  await live(id);
  await write('Once');
  await expect.poll(() => added(peer.messages()).length).toBe(1);
  await first.stop();
  await write('Twice');
  await expect.poll(() => seqs(peer.messages()).length).toBe(2);
});

test('Unencrypted to another machine only on purpose; another host needs the key again; a ninth is refused; the key never leaves', async () => {
  const codeOf = async (input: object): Promise<{ code: number; data: unknown }> =>
    served.boss.ask(contract.streamAdd, { name: 'x', host: 'siem.example', ...input });
  expect(await codeOf({ transport: 'tcp' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'transport' }] } });
  expect(await codeOf({ transport: 'tcp', allowPlain: true })).toMatchObject({ code: 0 });
  expect(await codeOf({ name: 'y', clientCert: 'PEM' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'clientKey' }] } });
  const { id } = await served.boss.call(contract.streamAdd, {
    name: 'z',
    host: 'siem.example',
    clientCert: 'PEM',
    clientKey: 'canary-key',
  });
  const moved = { id, version: 1, host: 'other.example' };
  expect(await served.boss.ask(contract.streamUpdate, moved)).toMatchObject({ code: 10400, data: { issues: [{ path: 'clientKey' }] } });
  const row = await served.boss.call(contract.streamUpdate, { ...moved, clientKey: 'canary-key' });
  expect(row).toMatchObject({ host: 'other.example', hasKey: true, version: 2, state: 'disabled' });
  const { rows } = await served.database.pool.query<{ all: string }>(
    `select (select string_agg(to_jsonb(o)::text, '') from change_operation o) || (select string_agg(to_jsonb(s)::text, '') from siem_stream s) as all`,
  );
  expect(rows[0]?.all).not.toContain('canary-key');
  for (let at = 2; at < 8; at += 1) await served.boss.call(contract.streamAdd, { name: `n${at}`, host: 'h' });
  expect(await codeOf({ name: 'ninth' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'name' }] } });
});
