import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { type Bus, type JsonValue, openBus } from './bus.ts';

const sources = [{ module: 'platform', folder: path.join(import.meta.dirname, '../migrations') }];
const redisProgram = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);
if (!redisProgram) {
  if (process.env.CI) throw new Error('The tests of the bus over Redis need redis-server or valkey-server.');
  process.stderr.write('\nNOT TESTED: the bus over Redis, because neither redis-server nor valkey-server is installed.\n\n');
}

let database: Database;
let other: Database;
let folder = '';
beforeAll(async () => {
  database = await testDatabase(sources);
  other = await testDatabase(sources);
  folder = mkdtempSync(path.join(tmpdir(), 'bus-'));
});
afterAll(async () => {
  await database.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

function collect(bus: Bus, channel: string): JsonValue[] {
  const got: JsonValue[] = [];
  bus.subscribe(channel, (message) => got.push(message));
  return got;
}

async function startRedis(port: number): Promise<{ stop(): Promise<void> }> {
  const child = spawn(redisProgram ?? '', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('eady to accept connections')) break;
  const ended = once(child, 'exit');
  return {
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** What any kind of bus must do. */
function common(open: (database: Database) => Promise<Bus>) {
  test('every node gets the messages of its channels in order, the sender too; large ones as well', async () => {
    const [one, two] = [await open(database), await open(database)];
    const [first, second, third] = [collect(one, 'a'), collect(two, 'a'), collect(two, 'b')];
    const large = '漢'.repeat(20_000);
    await one.publish('a', { n: 1 });
    await one.publish('a', large);
    await one.publish('a', [null, true, 'x']);
    await one.publish('b', 3);
    await vi.waitFor(() => expect(third).toEqual([3]));
    expect(second).toEqual([{ n: 1 }, large, [null, true, 'x']]);
    await vi.waitFor(() => expect(first).toEqual(second));
    await Promise.all([one.close(), two.close()]);
  });

  test('an ended subscription gets nothing, a failing listener stops no other', async () => {
    const bus = await open(database);
    const got: JsonValue[] = [];
    const end = bus.subscribe('a', () => got.push('ended'));
    bus.subscribe('a', () => {
      throw new Error('listener');
    });
    bus.subscribe('a', (message) => got.push(message));
    end();
    await bus.publish('a', 1);
    await vi.waitFor(() => expect(got).toEqual([1]));
    await bus.close();
  });

  test('another installation hears nothing', async () => {
    const [mine, theirs] = [await open(database), await open(other)];
    const [here, there] = [collect(mine, 'a'), collect(theirs, 'a')];
    await mine.publish('a', 'mine');
    await theirs.publish('a', 'theirs');
    await vi.waitFor(() => expect([here, there]).toEqual([['mine'], ['theirs']]));
    await Promise.all([mine.close(), theirs.close()]);
  });
}

describe('over the database', () => {
  common(async (on) => openBus({ database: on }));

  test('after a lost connection it listens again and tells the gap', async () => {
    const told: string[] = [];
    const bus = await openBus({ database, onFailure: (sentence) => told.push(sentence) });
    const got = collect(bus, 'a');
    let gaps = 0;
    bus.onGap(() => gaps++);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );
    await vi.waitFor(() => expect(gaps).toBe(1), 5_000);
    await bus.publish('a', 'after');
    await vi.waitFor(() => expect(got).toEqual(['after']));
    expect(told).toEqual(['The bus has lost its connection to the database and tries again.']);
    await bus.close();
  });

  test('closing while it looks for the database ends', async () => {
    const own = await testDatabase(sources);
    const bus = await openBus({ database: own });
    await own.close();
    await bus.close();
    expect(own.pool.ended).toBe(true);
  });

  test('a spilled message that is gone is a gap', async () => {
    const bus = await openBus({ database });
    let gaps = 0;
    bus.onGap(() => gaps++);
    await database.pool.query("select pg_notify('wheelhouse_bus', $1)", [JSON.stringify({ kind: 'spilled', id: 0 })]);
    await vi.waitFor(() => expect(gaps).toBe(1));
    await bus.close();
  });
});

describe.skipIf(!redisProgram)('over Redis', () => {
  let port = 0;
  let redis: { stop(): Promise<void> };
  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis(port);
  });
  afterAll(async () => redis.stop());

  common(async (on) => openBus({ database: on, redisUrl: `redis://127.0.0.1:${port}` }));

  test('without the server publishing fails at once; when it is back, everybody hears a gap and messages flow', async () => {
    const redisUrl = `redis://127.0.0.1:${port}`;
    const [one, two] = [await openBus({ database, redisUrl }), await openBus({ database, redisUrl })];
    const got = collect(two, 'a');
    let gaps = 0;
    two.onGap(() => gaps++);
    await redis.stop();
    await expect(one.publish('a', 'lost')).rejects.toThrow(/writ|closed|refused/i);
    redis = await startRedis(port);
    await vi.waitFor(() => expect(gaps).toBeGreaterThan(0), 10_000);
    await vi.waitFor(async () => one.publish('a', 'after'), 10_000);
    await vi.waitFor(() => expect(got).toEqual(['after']));
    await Promise.all([one.close(), two.close()]);
  });

  test('a server that is not there stops the start', async () => {
    const nobody = await freePort();
    await expect(openBus({ database, redisUrl: `redis://127.0.0.1:${nobody}` })).rejects.toThrow("The Redis at REDIS_URL can't be reached");
  });
});
