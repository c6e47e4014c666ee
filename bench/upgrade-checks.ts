import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { app } from '#modules/apps/common/app.contract.ts';
import { clientUpgradeCheck } from '#modules/apps/common/client.contract.ts';
import { appVersion, versionOnline } from '#modules/apps/common/version.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { clientAddress } from '#kit/common/client/client-endpoint.ts';
import { TestTerminal } from '../tests/terminal/test-terminal.ts';
import { ratesInTurns, startBare } from './lib/bare.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';

const limit = 0.6;
const callers = 20;
const terminals = Number(process.env['BENCH_TERMINALS'] ?? 400);
const each = 5;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const dispatcher = new Agent({ connections: callers, keepAliveTimeout: 60_000 });
const checkPath = clientAddress(clientUpgradeCheck);
const said = { appkey: 'bench', buildno: '100' };

/** Upgrade checks a second, each with the proof of its terminal's key, against Fastify and pg alone that answer the same row, in turns on one database. */
export async function upgradeChecks(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-upgrade-'));
  const house = await startHouse(folder);
  const bare = await startBare('plain-upgrades.ts', house.database);
  try {
    await prepare(house.address);
    const all = Array.from({ length: terminals }, () => new TestTerminal(house.address));
    // Signing is the terminals' work: it is done before the clock runs.
    const asks = (headersOf: (one: TestTerminal) => Headers): Headers[] =>
      all.flatMap((one) => Array.from({ length: each }, () => ({ ...one.facts(), ...said, ...headersOf(one) })));
    const signed = (one: TestTerminal): Headers => ({ dpop: proofOf(one, house.address) });
    const { ours, peer, ratio } = await ratesInTurns(
      rounds,
      () => rate(asks(signed), (headers) => ({ url: house.address + checkPath, headers })),
      () =>
        rate(
          asks(() => ({})),
          (headers) => ({
            url: `${bare.address}/check?appKey=bench&platform=2&buildNo=100&deviceId=${headers['installid']}`,
            headers: {},
          }),
        ),
    );
    return [
      {
        name: `upgrade checks of ${terminals} terminals`,
        limit: `at least ${limit} of bare Fastify + pg`,
        measured: `${ratio.toFixed(2)} (${Math.round(ours)} checks/s, bare ${Math.round(peer)}/s)`,
        holds: ratio >= limit,
      },
    ];
  } finally {
    await bare.stop();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const proofOf = (terminal: TestTerminal, origin: string): string =>
  terminal.proof({ jti: randomUUID(), htm: 'GET', htu: origin + checkPath, iat: Math.floor(Date.now() / 1000) });

/** An app with a version that every terminal is offered. */
async function prepare(address: string): Promise<void> {
  const admin = await Client.signIn(address, 'admin');
  const { id: appId } = await admin.call(app.add, { name: { zh_CN: 'Bench' }, appKey: 'bench', ownerDeptId: rootDepartmentId });
  const { version } = await admin.call(app.get, { id: appId });
  await admin.call(app.update, { id: appId, version, platforms: [{ platform: 2 }] });
  const { id } = await admin.call(appVersion.add, {
    appId,
    source: 'store',
    platform: 2,
    versionName: '2.0',
    buildNo: '200',
    storeUrl: 'https://store.example/bench',
    notes: { zh_CN: 'Bench', en_US: 'Bench' },
  });
  await admin.call(versionOnline, { ids: [id] });
}

type Headers = Record<string, string>;

/** Checks a second. */
async function rate(asks: readonly Headers[], wish: (headers: Headers) => { url: string; headers: Headers }): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let at = caller; at < asks.length; at += callers) {
        const { url, headers } = wish(asks[at]!);
        const answer = await request(url, { headers, dispatcher });
        const { code, data } = (await answer.body.json()) as { code: number; data: { action: string } | null };
        if (code !== 0 || data?.action !== 'prompt') throw new Error(`A check answered ${code} ${data?.action ?? ''}`);
      }
    }),
  );
  return (asks.length / (performance.now() - started)) * 1000;
}
