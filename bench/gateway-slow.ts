import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { confirm } from '#kit/common/session/session.contract.ts';
import { definitions } from '#modules/access/common/definition.ts';
import { interfaceAdd, interfacePublish } from '#modules/access/common/interface.contract.ts';
import { interfacePrefix } from '#modules/access/common/prefix.contract.ts';
import { accessKeyAdd, accessSystem, grantSave } from '#modules/access/common/system.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { signer, startPeer } from './gateway.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword, startHouse } from './lib/house.ts';
import { median } from './lib/measure.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
/** Interfaces in the table, each of which is called in its turn. */
const interfaces = 200;
const callsPerSecond = 150;
/** Calls that wait for the slow target at the same time, and how long it takes: it answers in the end, so that no breaker spares the gateway the waiting. */
const hanging = 60;
const slowMillis = 2000;

interface Stage {
  readonly pool: Pool;
  headers(where: string): Record<string, string>;
}

async function ask({ pool, headers }: Stage, where: string): Promise<number> {
  const reply = await pool.request({ path: where, method: 'GET', headers: headers(where) });
  await reply.body.dump();
  return reply.statusCode;
}

/** How long a call of the interfaces took in milliseconds, all but one of a hundred: at a fixed pace, each when it is due and not when another is over. */
async function slowestOf(stage: Stage): Promise<number> {
  const taken: number[] = [];
  const due: Promise<void>[] = [];
  const began = performance.now();
  for (let at = 0; at < callsPerSecond * seconds; at += 1) {
    const when = began + (at * 1000) / callsPerSecond;
    await sleep(Math.max(0, when - performance.now()));
    const asked = performance.now();
    const one = ask(stage, `/gateway/bench/quick/i${at % interfaces}`).then((status) => {
      if (status !== 200) throw new Error(`A call of an interface answered ${status}`);
      taken.push(performance.now() - asked);
    });
    due.push(one);
  }
  await Promise.all(due);
  return taken.toSorted((one, other) => one - other)[Math.ceil(taken.length * 0.99) - 1]!;
}

/** Keeps so many calls waiting for the slow target until it is told to stop; answers how many of them waited. */
function keepWaiting(stage: Stage): () => Promise<number> {
  let on = true;
  let late = 0;
  const one = async (first: number): Promise<void> => {
    await sleep(first);
    while (on) {
      const began = performance.now();
      await ask(stage, '/gateway/bench/slow/hangs');
      if (performance.now() - began >= slowMillis - 50) late += 1;
      else await sleep(100);
    }
  };
  // Not all at the same moment, and so not all over at the same moment.
  const all = Array.from({ length: hanging }, (_, at) => one((at * slowMillis) / hanging));
  return async () => {
    on = false;
    await Promise.all(all);
    return late;
  };
}

/** How long a call of a target that is known to be dead takes in milliseconds, all but one of a hundred: from the tenth call on the breaker is open. */
async function refusalOf(stage: Stage): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < 510; at += 1) {
    const asked = performance.now();
    await ask(stage, '/gateway/bench/dead/gone');
    if (at >= 10) taken.push(performance.now() - asked);
    await sleep(5);
  }
  return taken.toSorted((one, other) => one - other)[Math.ceil(taken.length * 0.99) - 1]!;
}

/** Makes the system, its key and interfaces; answers the headers of its calls. */
async function prepare(
  address: string,
  { quick, slow, dead }: { quick: string; slow: string; dead: string },
): Promise<(where: string) => Record<string, string>> {
  const admin = await Client.signIn(address, 'admin');
  admin.token = (await admin.call(confirm, { password: benchPassword })).accessToken;
  const draft = { name: 'Bench', code: 'bench', ownerDeptId: rootDepartmentId, calls: true, rate: 100_000, burst: 200_000 };
  const system = await admin.call(accessSystem.add, { ...draft, concurrency: 1000 });
  const key = await admin.call(accessKeyAdd, { systemId: system.id, name: 'Bench' });
  const make = async (code: string, url: string, codes: readonly string[], behaviour: object): Promise<void> => {
    const { id: prefixId } = await admin.call(interfacePrefix.add, { name: code, systemId: system.id, code, addresses: [{ url }] });
    const definition = definitions.http.parse({ target: { kind: 'http', path: '/orders' }, behaviour });
    const targetIds: string[] = [];
    for (const one of codes) {
      const { id } = await admin.call(interfaceAdd.http, { prefixId, code: one, name: one, callers: ['systems'], definition });
      await admin.call(interfacePublish, { id, version: 1, note: 'Bench' });
      targetIds.push(id);
    }
    await admin.call(grantSave, { granteeId: system.id, targetIds });
  };
  await make(
    'quick',
    quick,
    Array.from({ length: interfaces }, (_, at) => `i${at}`),
    {},
  );
  await make('slow', slow, ['hangs'], { retries: 0, concurrency: 500 });
  await make('dead', dead, ['gone'], { retries: 0 });
  return (where) => signer(key.keyId, key.secret, where)();
}

/** What a slow target does to others: the p99 of 200 interfaces at a fixed pace, alone and beside calls that wait for seconds. */
export async function gatewaySlow(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-gateway-slow-'));
  const [quick, slow, dead] = [await startPeer('target'), await startPeer('slow', String(slowMillis)), await startPeer('target')];
  // Nobody listens there any more.
  dead.stop();
  const allowed = [quick, slow, dead].map(({ url }) => `127.0.0.1:${new URL(url).port}`).join(',');
  const house = await startHouse(path.join(folder, 'data'), { ALLOWED_NETWORKS: allowed });
  const [pool, slowPool] = [new Pool(house.address, { connections: 64 }), new Pool(house.address, { connections: hanging })];
  try {
    const headers = await prepare(house.address, { quick: quick.url, slow: slow.url, dead: dead.url });
    const all: { alone: number; beside: number }[] = [];
    let late = 0;
    for (let round = -1; round < rounds; round += 1) {
      const pair = { alone: 0, beside: 0 };
      for (const side of round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)) {
        const stop = side === 'beside' ? keepWaiting({ pool: slowPool, headers }) : undefined;
        // All of them wait before it is measured.
        if (stop) await sleep(slowMillis);
        pair[side] = await slowestOf({ pool, headers });
        late += (await stop?.()) ?? 0;
      }
      // The first round warms both up.
      if (round >= 0) all.push(pair);
    }
    if (late < hanging * rounds) throw new Error(`Only ${late} calls waited for the slow target`);
    const refused = await refusalOf({ pool, headers });
    const middle = (of: (pair: { alone: number; beside: number }) => number): number => median(all.map(of));
    const ratio = middle(({ alone, beside }) => beside / alone);
    return [
      {
        name: 'gateway: p99 of 200 interfaces beside a slow target',
        limit: 'at most 1.2 x alone',
        measured: `${ratio.toFixed(2)} x (${middle(({ beside }) => beside).toFixed(1)} ms, alone ${middle(({ alone }) => alone).toFixed(1)} ms)`,
        holds: ratio <= 1.2,
      },
      {
        name: 'gateway: a call of a dead target, p99 of 500',
        limit: 'at most 5 ms',
        measured: `${refused.toFixed(1)} ms`,
        holds: refused <= 5,
      },
    ];
  } finally {
    await Promise.all([pool.destroy(), slowPool.destroy()]);
    for (const peer of [quick, slow]) peer.stop();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
