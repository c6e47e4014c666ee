import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadFile } from '../src/kit/common/files/file.contract.ts';
import { addressOf } from '../src/kit/common/contract.ts';
import { newId } from '../src/kit/server/ids.ts';
import { foldWarnings } from '../src/kit/server/warning/fold-warnings.ts';
import { supportBundle, serverNodes, serverOverview } from '../src/modules/servers/common/overview.contract.ts';
import { serversPage } from '../src/modules/servers/common/permissions.ts';
import { platformList, platformPublish, platformRollback, platformSave } from '../src/modules/servers/common/platform.contract.ts';
import * as server from '../src/modules/servers/common/server.contract.ts';
import { makeCertificates, makeEnded } from './peers/certificates.ts';
import { freePort } from './peers/free-port.ts';
import { House } from './access/house.ts';
import { ConsoleClient } from './journeys/console-client.ts';
import { signIn, testPassword } from './product.ts';

let house: House;
let folder: string;
const peers: Server[] = [];
const ports: Record<'good' | 'other' | 'ended' | 'mute' | 'closed', number> = { good: 0, other: 0, ended: 0, mute: 0, closed: 0 };
let ca = '';
let ended = '';

async function listen(peer: Server): Promise<number> {
  peers.push(peer.listen(0, '127.0.0.1'));
  await once(peer, 'listening');
  return (peer.address() as AddressInfo).port;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-servers-'));
  const good = makeCertificates(folder, { for: 'IP:127.0.0.1', days: 29 });
  ca = good.ca;
  const pems = (files: { certFile: string; keyFile: string }) => ({ cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) });
  ports.good = await listen(createTlsServer(pems(good), (_request, response) => response.end('ok')));
  const other = makeCertificates(folder, { for: 'DNS:elsewhere.example', days: 29 });
  ports.other = await listen(createTlsServer(pems(other), (_request, response) => response.end('ok')));
  const over = makeEnded(folder);
  ended = over.ca;
  ports.ended = await listen(createTlsServer(pems(over), (_request, response) => response.end('ok')));
  ports.mute = await listen(createTcpServer(() => undefined));
  ports.closed = await freePort();
  house = await House.open({
    ALLOWED_NETWORKS: Object.values(ports)
      .map((port) => `127.0.0.1:${port}`)
      .join(','),
  });
}, 90_000);
afterAll(async () => {
  await house?.stop();
  for (const peer of peers) peer.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const address = (port: number, scheme: 'https' | 'http' | 'tcp' = 'https', host = '127.0.0.1') => ({ scheme, host, port });
async function added(more: object = {}): Promise<{ id: string; code: string }> {
  const code = `srv-${(made += 1)}`;
  const { id } = await house.boss.call(server.serverAdd, { name: code, code, kind: 'file', addresses: [address(ports.good)], ca, ...more });
  return { id, code };
}
const look = async (addresses: ReturnType<typeof address>[], more: object = {}) =>
  (await house.boss.call(server.serverTest, { addresses, ca, ...more })).addresses[0]!;

test('a check goes from the name to the answer and shows the certificates', async () => {
  const found = await look([address(ports.good)]);
  expect(found).toMatchObject({ ok: true, failure: null, address: `https://127.0.0.1:${ports.good}` });
  expect(found.steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['dns', true],
    ['tcp', true],
    ['tls', true],
    ['answer', true],
  ]);
  expect(found.chain[0]).toMatchObject({ subject: 'peer', issuer: 'Test authority', names: ['IP Address:127.0.0.1'] });
  expect([28, 29]).toContain(found.daysLeft);
});

test('authorities come from an uploaded file, too, and from none that holds none', async () => {
  const caFileId = await house.boss.upload('authority.pem', Buffer.from(ca));
  const { id } = await added({ ca: null, caFileId });
  expect((await house.boss.call(server.serverGet, { id })).ca).toBe(ca);
  expect(await look([address(ports.good)], { ca: null, caFileId })).toMatchObject({ ok: true });
  const wrong = await house.boss.upload('authority.crt', Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'));
  const wish = { name: 'Wrong', code: 'wrong', kind: 'file' as const, addresses: [address(ports.good)], caFileId: wrong };
  expect(await house.boss.ask(server.serverAdd, wish)).toMatchObject({ code: 10400, data: { issues: [{ path: 'caFileId' }] } });
  expect(await house.boss.ask(server.serverAdd, { ...wish, caFileId: newId() })).toMatchObject({ code: 10404 });
});

test('every failure has its kind', async () => {
  const failure = async (...given: Parameters<typeof look>): Promise<string | null> => (await look(...given)).failure;
  expect(await failure([address(ports.closed)])).toBe('refused');
  expect(await failure([address(9, 'http')])).toBe('denied');
  expect(await failure([address(443, 'https', 'no-such-host.invalid')])).toBe('dns');
  const other = readFileSync(path.join(folder, 'ca.crt'), 'utf8');
  expect(await failure([address(ports.other)], { ca: other })).toBe('host');
  expect(await failure([address(ports.good)], { ca: null })).toBe('untrusted');
  expect(await failure([address(ports.ended)], { ca: ended })).toBe('expired');
  const pin = (await look([address(ports.good)])).chain[0]!.spki;
  expect(await failure([address(ports.good)], { pinnedKeys: [pin, 'A'.repeat(43) + '='] })).toBeNull();
  expect(await failure([address(ports.good)], { pinnedKeys: ['B'.repeat(43) + '=', 'A'.repeat(43) + '='] })).toBe('pin');
  const ends = await look([address(ports.ended)], { ca: ended });
  expect(ends.daysLeft).toBeLessThan(-1000);
  // Who takes the connection and says nothing is given up on within ten seconds.
  expect(await failure([address(ports.mute)])).toBe('timeout');
});

test('a certificate with 29 days left is warned of once, however often it is checked', async () => {
  const { id, code } = await added();
  for (let times = 0; times < 3; times += 1) await house.boss.call(server.serverTest, { id });
  const of = async () => {
    await foldWarnings(house.product.database.db, 0);
    const { rows } = await house.product.database.pool.query(
      'select severity, object_name, facts from warning where kind = $1 and object_id = $2',
      ['certificate.ending', id],
    );
    return rows;
  };
  await expect.poll(of).toMatchObject([{ severity: 'warning', object_name: code, facts: { days: expect.any(Number) } }]);
  const row = (await house.boss.call(server.serverList, { text: code })).list[0]!;
  expect(row).toMatchObject({ state: 'ok', platforms: [] });
  expect(row.latencyP95).toBeGreaterThanOrEqual(0);
  expect((await house.boss.call(server.serverGet, { id })).latency.length).toBe(1);
});

test('the product checks by itself, and says which server does not answer', async () => {
  const { id } = await added({ addresses: [address(ports.closed)] });
  await expect.poll(async () => (await house.boss.call(server.serverGet, { id })).state).toBe('failing');
});

test('a secret is sealed and asked for again with another address', async () => {
  const { id } = await added({ secret: 'shared-secret-9' });
  const row = await house.boss.call(server.serverGet, { id });
  expect(row.hasSecret).toBe(true);
  expect(JSON.stringify(row)).not.toContain('shared-secret-9');
  expect(await house.boss.ask(server.serverUpdate, { id, version: 1, addresses: [address(ports.other)] })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'secret' }] },
  });
  expect(await house.boss.ask(server.serverUpdate, { id, version: 1, addresses: [address(ports.other)], secret: 'other' })).toMatchObject({
    code: 0,
  });
  expect(await house.boss.ask(server.serverUpdate, { id, version: 1, name: 'late' })).toMatchObject({ code: 10409 });
});

interface Bootstrap {
  document: string;
  signature: string;
  publicKey: string;
}
const fetchBootstrap = (etag?: string) =>
  house.product.app.inject({ url: '/client/bootstrap/get?platform=1', headers: etag === undefined ? {} : { 'if-none-match': etag } });
const told = async (): Promise<{ version: number; servers: { code: string }[] }> =>
  JSON.parse((await fetchBootstrap()).json<{ data: Bootstrap }>().data.document);
const draft = async () => (await house.boss.call(platformList, {})).list.find(({ platform }) => platform === 1)!;
async function save(...ids: string[]): Promise<number> {
  const rows = [{ kind: 'api' as const, serverConfigIds: ids }];
  return (await house.boss.call(platformSave, { platform: 1, version: (await draft()).version, rows, minVersion: '1.2.0' })).version;
}
/** Confirms from a session that began after the change. */
async function confirm(): Promise<void> {
  const { guard } = await house.boss.call(platformList, {});
  const later = new ConsoleClient(house.product.app, await signIn(house.product.app, 'admin', testPassword));
  await later.call(server.serverConfirm, { guardId: guard!.guardId });
}

test('a platform is published as a signed document, which a terminal can prove, and put back', async () => {
  expect((await fetchBootstrap()).json()).toMatchObject({ code: 10404 });
  const [one, two] = [await added({ kind: 'api' }), await added({ kind: 'api' })];
  const version = await save(one.id, two.id);
  const named = (await house.boss.call(server.serverList, { platform: 1, pageSize: 1000 })).list.map(({ id }) => id);
  expect(named.toSorted()).toEqual([one.id, two.id].toSorted());
  expect((await house.boss.call(server.serverList, { platform: 8 })).total).toBe(0);
  expect(await house.boss.ask(platformPublish, { platform: 1, version: 1 })).toMatchObject({ code: 10409 });
  expect(await house.boss.call(platformPublish, { platform: 1, version })).toMatchObject({ docVersion: 1, guard: { confirmable: false } });
  await confirm();
  // That there was nothing is remembered for a moment.
  await expect.poll(async () => (await fetchBootstrap()).json<{ code: number }>().code).toBe(0);
  const answer = await fetchBootstrap();
  const { data } = answer.json<{ data: Bootstrap }>();
  const key = createPublicKey({ key: Buffer.from(data.publicKey, 'base64'), format: 'der', type: 'spki' });
  const proves = (text: string): boolean => verify(null, Buffer.from(text), key, Buffer.from(data.signature, 'base64'));
  expect(proves(data.document)).toBe(true);
  expect(proves(data.document.replace('1.2.0', '9.2.0'))).toBe(false);
  expect(JSON.parse(data.document)).toMatchObject({
    v: 1,
    platform: 1,
    version: 1,
    minVersion: '1.2.0',
    servers: [{ code: one.code }, { code: two.code }],
  });
  const etag = String(answer.headers['etag']);
  expect((await fetchBootstrap(etag)).statusCode).toBe(304);
  const stored = await house.product.database.pool.query('select private_key from installation_key');
  expect(stored.rows[0].private_key).toMatch(/^s1\./);
  // A second document, and back to the first: with a version of its own.
  await house.boss.call(platformPublish, { platform: 1, version: await save(two.id) });
  await confirm();
  await expect.poll(async () => (await told()).servers.map(({ code }) => code)).toEqual([two.code]);
  const { former, version: now } = await draft();
  expect(former.map(({ docVersion }) => docVersion)).toEqual([1]);
  await house.boss.call(platformRollback, { platform: 1, version: now, docVersion: 1 });
  await confirm();
  await expect.poll(told).toMatchObject({ version: 3, servers: [{ code: one.code }, { code: two.code }] });
  expect((await fetchBootstrap(etag)).statusCode).toBe(200);
});

test('what nobody confirms goes back by itself, as a new document', async () => {
  const before = await told();
  const lone = await added({ kind: 'api' });
  await house.boss.call(platformPublish, { platform: 1, version: await save(lone.id) });
  await expect.poll(async () => (await told()).servers.map(({ code }) => code)).toEqual([lone.code]);
  await house.product.database.db.updateTable('sign_in_guard').set({ confirm_before: 1 }).where('ended_at', 'is', null).execute();
  await expect.poll(told).toMatchObject({ version: before.version + 2, servers: before.servers });
});

test('of each kind that a platform uses one server stays; changed addresses of what everybody comes in by are guarded', async () => {
  const [first, second] = [await added({ kind: 'api' }), await added({ kind: 'api' })];
  await save(first.id, second.id);
  expect(await house.boss.ask(server.serverDisable, { ids: [first.id, second.id] })).toMatchObject({ code: 11030 });
  expect(await house.boss.ask(server.serverDrain, { ids: [first.id, second.id] })).toMatchObject({ code: 11030 });
  expect(await house.boss.call(server.serverDisable, { ids: [first.id] })).toEqual({ count: 1 });
  expect(await house.boss.ask(server.serverRemove, { ids: [second.id] })).toMatchObject({ code: 11030 });
  expect(await house.boss.ask(server.serverRemove, { ids: [first.id] })).toMatchObject({ code: 10410 });
  expect((await house.boss.call(server.serverUsedBy, { id: second.id })).list).toMatchObject([{ platform: 1, draft: true, last: true }]);
  const { version } = await house.boss.call(server.serverGet, { id: second.id });
  await house.boss.call(server.serverUpdate, { id: second.id, version, addresses: [address(ports.closed)] });
  const { guard } = await house.boss.call(server.serverList, {});
  expect(guard).toMatchObject({ subject: 'serverConfig', confirmable: false });
  await house.boss.call(server.serverConfirm, { guardId: guard!.guardId, undo: true });
  expect((await house.boss.call(server.serverGet, { id: second.id })).addresses).toMatchObject([{ port: ports.good }]);
});

test('this process is heard, and one that is no longer heard is told of', async () => {
  await expect.poll(async () => (await house.boss.call(serverNodes, {})).nodes.filter(({ gone }) => !gone).length).toBe(1);
  const ground = await house.boss.call(serverNodes, {});
  expect(ground).toMatchObject({
    database: { embedded: false },
    cache: { kind: 'database', ok: true },
    files: { kind: 'folder', ok: true },
    migrations: { applied: expect.any(Number) },
  });
  expect(ground.nodes[0]).toMatchObject({ pid: process.pid, gone: false });
  const id = newId();
  await house.product.database.pool.query(
    `insert into node (id, host, pid, version, started_at, seen_at, roles, load, loop_p99, memory, connections, skew)
     values ($1, 'lost', 7, '0', 0, $2, '[]', 0, 0, 0, 0, 0)`,
    [id, Date.now() - 25_000],
  );
  const open = async () => {
    await foldWarnings(house.product.database.db, 0);
    return (await house.product.database.pool.query(`select object_name from warning where kind = 'node.gone' and object_id = $1`, [id]))
      .rows;
  };
  await expect.poll(open).toEqual([{ object_name: 'lost (7)' }]);
  // Another version, on a machine whose clock is off.
  await house.product.database.pool.query(`update node set host = 'late', skew = 5000, seen_at = $2, version = 'other' where id = $1`, [
    id,
    Date.now() + 30_000,
  ]);
  const kinds = async () => {
    await foldWarnings(house.product.database.db, 0);
    const { rows } = await house.product.database.pool.query<{ kind: string }>(
      `select kind from warning where holds and kind in ('clock.skew', 'version.mixed') order by kind`,
    );
    return rows.map(({ kind }) => kind);
  };
  await expect.poll(kinds).toEqual(['clock.skew', 'version.mixed']);
  await house.product.database.pool.query(`update node set seen_at = $2 where id = $1`, [id, Date.now() - 25_000]);
  const { nodes, servers } = await house.boss.call(serverOverview, {});
  expect(nodes.find((node) => node.id === id)?.gone).toBe(true);
  expect(servers.length).toBeGreaterThan(0);
});

test('a support bundle says first what leaves, and holds no secret', async () => {
  await added({ secret: 'shared-secret-10', name: 'With a secret' });
  const { files, jobId: none } = await house.boss.call(supportBundle, { list: true });
  expect(none).toBeNull();
  expect(files.map(({ part }) => part)).toEqual(['product', 'nodes', 'database', 'jobs', 'servers', 'platforms']);
  const { jobId } = await house.boss.call(supportBundle, {});
  const job = await house.boss.jobEnd(jobId!);
  const { fileId } = job.result as { fileId: string };
  const zip = await house.product.app.inject({
    url: `${addressOf(downloadFile)}?fileId=${fileId}`,
    headers: { accesstoken: house.boss.token },
  });
  expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK');
  const { bundleFiles } = await import('../src/modules/servers/server/bundle.ts');
  const text = (await bundleFiles(house.product.services, ['product', 'servers', 'jobs', 'platforms', 'nodes', 'database']))
    .map(({ content }) => content)
    .join('');
  for (const secret of ['shared-secret-10', testPassword, 'private_key', 'sealed', house.product.settings.dataDir])
    expect(text).not.toContain(secret);
});

test('who administers a part of the company neither sees nor changes servers', async () => {
  const place = await house.department('部分');
  const codes = [serversPage.code, serversPage.button.add, serversPage.button.publishPlatform];
  const { client } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [place] } });
  expect((await client.ask(server.serverList, {})).code).toBe(10910);
  expect((await client.ask(platformList, {})).code).toBe(10910);
  expect((await client.ask(serverNodes, {})).code).toBe(10910);
  expect((await client.ask(server.serverAdd, { name: 'x', code: 'x', kind: 'file', addresses: [address(1)] })).code).toBe(10910);
});
