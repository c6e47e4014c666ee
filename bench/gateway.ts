import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { confirm } from '#kit/common/session/session.contract.ts';
import { database } from '#modules/access/common/connection.contract.ts';
import { definitions } from '#modules/access/common/definition.ts';
import { interfaceAdd, interfaceLog, interfacePublish } from '#modules/access/common/interface.contract.ts';
import { interfacePrefix } from '#modules/access/common/prefix.contract.ts';
import { accessKeyAdd, accessSystem, grantSave } from '#modules/access/common/system.contract.ts';
import { signedText } from '#modules/gateway/server/caller/system-caller.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { startMariaDb, whyNoMariaDb } from '../tests/peers/mariadb.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword, startHouse } from './lib/house.ts';
import { median } from './lib/measure.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const connections = 64;

interface Peer {
  readonly url: string;
  stop(): void;
}

/** A process that answers what a gateway is measured against. */
export async function startPeer(kind: string, place = ''): Promise<Peer> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'lib/gateway-peer.ts'), [kind, place]);
  const [said] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${said.port}`, stop: () => child.disconnect() };
}

interface Asked {
  readonly path: string;
  headers(): Record<string, string>;
}

/** Calls a second of an address under so many connections; every answer must be a success. */
async function pace(origin: string, { path: where, headers }: Asked): Promise<number> {
  const pool = new Pool(origin, { connections });
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  let calls = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      const reply = await pool.request({ path: where, method: 'GET', headers: headers() });
      const text = await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`${where}: ${reply.statusCode} ${text.slice(0, 200)}`);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const taken = (performance.now() - began) / 1000;
  await pool.close();
  return calls / taken;
}

/** Both in turns: the share of the peer's calls a second that ours reach, the median of the rounds. */
async function compared(
  ours: { origin: string } & Asked,
  peer: { origin: string } & Asked,
): Promise<{ share: number; ours: number; peer: number }> {
  const all: { ours: number; peer: number }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const pair = { ours: 0, peer: 0 };
    for (const side of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)) {
      const asked = side === 'ours' ? ours : peer;
      pair[side] = await pace(asked.origin, asked);
    }
    // The first round warms both up.
    if (round >= 0) all.push(pair);
  }
  const middle = (of: (pair: { ours: number; peer: number }) => number): number => median(all.map(of));
  return { share: middle((pair) => pair.ours / pair.peer), ours: middle((pair) => pair.ours), peer: middle((pair) => pair.peer) };
}

/** Headers of a system that signs each call; what they cost is paid on both sides. */
export const signer = (keyId: string, secret: string, where: string) => (): Record<string, string> => {
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const text = signedText({ method: 'GET', url: where, body: Buffer.alloc(0), timestamp, nonce });
  const signature = createHmac('sha256', secret).update(text).digest('base64');
  return { 'x-key-id': keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
};

const figure = (name: string, least: number, found: { share: number; ours: number; peer: number }): Figure => ({
  name,
  limit: `at least ${least} of the peer's calls/s`,
  measured: `${found.share.toFixed(2)} (${found.ours.toFixed(0)} calls/s, peer ${found.peer.toFixed(0)} calls/s)`,
  holds: found.share >= least,
});

/** What the gateway costs: an interface over HTTP beside a reverse proxy, a kept answer beside a server of the same bytes, a database beside its bare driver. */
export async function gateway(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-gateway-'));
  const target = await startPeer('target');
  const maria =
    whyNoMariaDb() === undefined
      ? await startMariaDb(
          "create table bench_people (id int primary key, name varchar(50), pay decimal(10, 2)); insert into bench_people select seq, concat('P', seq), seq from seq_1_to_1000;",
        )
      : undefined;
  const ports = [new URL(target.url).port, ...(maria ? [String(maria.port)] : [])];
  const house = await startHouse(path.join(folder, 'data'), { ALLOWED_NETWORKS: ports.map((port) => `127.0.0.1:${port}`).join(',') });
  const [proxy, same] = [await startPeer('proxy', target.url), await startPeer('same')];
  try {
    const admin = await Client.signIn(house.address, 'admin');
    admin.token = (await admin.call(confirm, { password: benchPassword })).accessToken;
    const fast = { rate: 100_000, burst: 200_000, concurrency: 1000 };
    const draft = { name: 'Bench', code: 'bench', ownerDeptId: rootDepartmentId, calls: true, ...fast };
    const system = await admin.call(accessSystem.add, draft);
    const key = await admin.call(accessKeyAdd, { systemId: system.id, name: 'Bench' });
    const addresses = [{ url: target.url }];
    const prefix = await admin.call(interfacePrefix.add, { name: 'Bench', systemId: system.id, code: 'bench', addresses });
    const published = async (id: string): Promise<void> => {
      await admin.call(interfacePublish, { id, version: 1, note: 'Bench' });
      await admin.call(interfaceLog, { ids: [id], on: 1, level: 'meta' });
      await admin.call(grantSave, { granteeId: system.id, targetIds: [id] });
    };
    const http = async (code: string, more: object): Promise<void> => {
      const definition = definitions.http.parse({ target: { kind: 'http', path: '/orders' }, behaviour: { concurrency: 500 }, ...more });
      const { id } = await admin.call(interfaceAdd.http, { prefixId: prefix.id, code, name: code, callers: ['systems'], definition });
      await published(id);
    };
    await http('plain', {});
    await http('kept', { cache: { on: true, ttlSeconds: 3600 } });
    const signed = (where: string): Asked => ({ path: where, headers: signer(key.keyId, key.secret, where) });
    const own = (code: string, query = '') => ({ origin: house.address, ...signed(`/gateway/bench/bench/${code}${query}`) });
    const figures = [
      figure(
        'gateway: HTTP interface, hmac, rate, counters and log',
        0.65,
        await compared(own('plain'), { ...own('plain'), origin: proxy.url }),
      ),
      figure('gateway: kept answer', 0.6, await compared(own('kept'), { ...own('kept'), origin: same.url })),
    ];
    if (!maria) return figures;
    const bare = await startPeer(
      'database',
      JSON.stringify({ port: maria.port, user: maria.user, password: maria.password, name: maria.name }),
    );
    const { id: databaseId } = await admin.call(database.add, {
      name: 'Bench',
      kind: 'mariadb',
      host: '127.0.0.1',
      port: maria.port,
      database: maria.name,
      account: maria.user,
      secret: maria.password,
      tls: 'require',
      ownerDeptId: rootDepartmentId,
    });
    const definition = definitions.database.parse({
      params: [{ name: 'id', type: 'integer', required: true }],
      target: { kind: 'database', databaseId, sql: 'select id, name, pay from bench_people where id = :id' },
      behaviour: { concurrency: 500 },
    });
    const { id } = await admin.call(interfaceAdd.database, {
      prefixId: prefix.id,
      code: 'person',
      name: 'person',
      callers: ['systems'],
      definition,
    });
    await published(id);
    const rows = await compared(own('person', '?id=7'), { ...own('person', '?id=7'), origin: bare.url });
    bare.stop();
    return [...figures, figure('gateway: database interface, one indexed row', 0.75, rows)];
  } finally {
    for (const peer of [proxy, same, target]) peer.stop();
    await house.stop();
    await maria?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
