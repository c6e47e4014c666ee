import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { employeeAdd, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import {
  endAll,
  openClient,
  postmasterOf,
  queryDatabase,
  serversOf,
  startCutOff,
  startProcess,
  startRefused,
  statusOf,
  testFolder,
  verifyAudit,
} from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

afterAll(() => endAll());

const wrong: Readonly<Record<string, string>> = {
  PORT: '88000',
  HOST: 'no host',
  DATABASE_URL: 'mysql://u:hunter2@h/d',
  REDIS_URL: 'http://h',
  FILE_STORE: 'ftp://h/x',
  ADMIN_PASSWORD: 'short',
  MASTER_KEY: 'hunter2',
  LOG_LEVEL: 'loud',
  LICENSE_PUBLIC_KEY: '/nowhere/licence.pem',
  LICENSE_REQUIRED: 'maybe',
  PUBLIC_URL: 'console',
  TRUST_PROXY: 'sometimes',
  ALLOWED_NETWORKS: 'everything',
  SESSION_IDLE_MINUTES: '0',
  SESSION_WHOLE_HOURS: '1000',
};

test('Every wrong setting is named in a sentence, at once, and the process ends with a code before it touches anything', async () => {
  const dataDir = path.join(testFolder(), 'data');
  const { code, output } = await startRefused({ DATA_DIR: dataDir, ...wrong });
  expect(code).toBe(1);
  const lines = output.trim().split('\n');
  expect(lines.map((line) => /^The setting (\w+) must .*\.$/.exec(line)?.[1] ?? line).toSorted()).toEqual(Object.keys(wrong).toSorted());
  expect(output).not.toContain('hunter2');
  expect(existsSync(dataDir)).toBe(false);
});

test('What only shows when it is used is a sentence too: a data folder that is none, a database, a Redis and a port that are not there', async () => {
  const folder = testFolder();
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(await startRefused({ DATA_DIR: file })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The data folder .*can't be used.*DATA_DIR.*\.\n$/),
  });
  const away = await startRefused({ DATA_DIR: path.join(folder, 'a'), DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' });
  expect(away).toEqual({ code: 1, output: expect.stringMatching(/^The PostgreSQL at DATABASE_URL can't be reached: .*\.\n$/) });
  const data = path.join(folder, 'data');
  const redis = await startRefused({ DATA_DIR: data, REDIS_URL: 'redis://127.0.0.1:1' });
  expect(redis.code).toBe(1);
  expect(redis.output).toContain("The Redis at REDIS_URL can't be reached");
  expect(redis.output).not.toContain('    at ');
  const noFolder = await startRefused({ DATA_DIR: path.join(folder, 'c'), FILE_STORE: file });
  expect(noFolder).toEqual({ code: 1, output: expect.stringMatching(/^The file store can't be used: .*FILE_STORE.*\.\n$/) });
  const product = await startProcess(data);
  const other = await startRefused({ DATA_DIR: path.join(folder, 'b'), PORT: new URL(product.origin).port, ADMIN_PASSWORD: '' });
  // It was the first start there: the next one has no password to tell.
  expect(other.output).toMatch(/^First sign-in: account admin, one-time password \S+$/m);
  expect(other).toEqual({ code: 1, output: expect.stringMatching(/^The address 127\.0\.0\.1:\d+ is in use.*PORT.*\.$/m) });
  expect(other.output).not.toContain('    at ');
  expect(serversOf(path.join(folder, 'b'))).toEqual([]);

  const second = await startRefused({ DATA_DIR: data });
  expect(second).toEqual({
    code: 1,
    output: expect.stringMatching(/^The data folder .* is already in use by process \d+: stop it first, .*\.\n$/),
  });
  expect(second.output).toContain(String(product.pid));
  expect(await statusOf(`${product.origin}/readyz`)).toBe(200);
});

test('SIGTERM: what runs is answered, nothing new is taken, the process ends with 0 and leaves none of its own', async () => {
  const dataDir = path.join(testFolder(), 'data');
  const product = await startProcess(dataDir);
  const admin = await new WireClient(product).signIn();
  // A lock of ours holds the call in its transaction until the drain has begun.
  const holder = await openClient(dataDir);
  await holder.query('begin; lock table employee in access exclusive mode');
  const running = admin.ask(employeeAdd, {
    account: 'last',
    name: 'Last',
    assignments: [{ departmentId: rootDepartmentId, primary: true }],
  });
  const waiting = async (): Promise<number> =>
    (await holder.query<{ n: number }>(`select count(*) as n from pg_locks where not granted`)).rows[0]?.n ?? 0;
  await expect.poll(waiting).toBeGreaterThan(0);
  const ended = product.end('SIGTERM');
  await expect.poll(() => statusOf(`${product.origin}/healthz`), { interval: 20, timeout: 60_000 }).not.toBe(200);
  await holder.query('commit');
  expect(await running).toMatchObject({ status: 200, code: 0 });
  expect(await ended).toBe(0);
  expect(postmasterOf(dataDir)).toBe(0);
  expect(serversOf(dataDir)).toEqual([]);
  const again = await startProcess(dataDir);
  expect((await admin.at(again).call(employeeList, { text: 'last', pageSize: 20 })).total).toBe(1);
});

test('A first start killed at any moment: the next one is clean', async () => {
  const dataDir = path.join(testFolder(), 'data');
  const exists = (name: string) => () => existsSync(path.join(dataDir, name));
  const drafting = (): boolean => existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'));
  const migrated = (least: number) => async (): Promise<boolean> => {
    // Nobody answers before the database is there.
    const rows = await queryDatabase<{ n: number }>(dataDir, 'select count(*) as n from schema_migration').catch(() => []);
    return (rows[0]?.n ?? 0) >= least;
  };
  const moments = [exists('lock.json'), drafting, exists('postgres'), exists('postgres/postmaster.pid'), migrated(1), migrated(6)];
  const reached: boolean[] = [];
  for (const moment of moments) reached.push(await startCutOff(dataDir, moment));
  // The last ones may be over in a blink.
  expect(reached.slice(0, 4)).toEqual([true, true, true, true]);
  const product = await startProcess(dataDir);
  const admin = await new WireClient(product).signIn();
  expect(await admin.ask(employeeList, { pageSize: 20 })).toMatchObject({ code: 0 });
  expect(serversOf(dataDir)).toContain(postmasterOf(dataDir));
  expect(drafting()).toBe(false);
  const [row] = await queryDatabase<{ twice: number }>(
    dataDir,
    'select count(*) - count(distinct (module, name)) as twice from schema_migration',
  );
  expect(row?.twice).toBe(0);
  expect(await product.end('SIGTERM')).toBe(0);
  // And one on data that is there.
  await startCutOff(dataDir, () => postmasterOf(dataDir) > 0);
  const again = await startProcess(dataDir);
  expect(await admin.at(again).ask(employeeList, { pageSize: 20 })).toMatchObject({ code: 0 });
  expect(await verifyAudit(dataDir)).toMatchObject({ code: 0 });
});
