import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { employeeAdd, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import {
  endAll,
  postmasterOf,
  queryDatabase,
  startProcess,
  statusOf,
  testFolder,
  verifyAudit,
  type ProductProcess,
} from './process-product.ts';
import { WireClient, type Answer } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

let dataDir = '';
let product: ProductProcess;
let admin: WireClient;
const acknowledged = new Set<string>();

beforeAll(async () => {
  dataDir = testFolder();
  product = await startProcess(dataDir);
  admin = await new WireClient(product).signIn();
});
afterAll(() => endAll());

/** Eight administrators who add people until told to stop; every answer that is no success is kept. */
function addWhile(prefix: string): { refusals: Answer[]; stop(): Promise<void> } {
  const refusals: Answer[] = [];
  let going = true;
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    for (let at = 0; going; at += 1) {
      const account = `${prefix}-${worker}-${at}`;
      const assignments = [{ departmentId: rootDepartmentId, primary: true }];
      const answer = await admin.ask(employeeAdd, { account, name: account, assignments });
      if (answer.code === 0) acknowledged.add(account);
      else {
        refusals.push(answer);
        await sleep(50);
      }
    }
  });
  return { refusals, stop: async () => ((going = false), void (await Promise.all(workers))) };
}

/** What a call may answer while the database is away: never a hang, a stack or a statement. */
function assertClear(refusals: readonly Answer[]): void {
  expect(refusals.length).toBeGreaterThan(0);
  for (const answer of refusals) {
    expect(answer).toMatchObject({ status: 503, code: 10503 });
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    expect(answer.msg).not.toMatch(/[{}]|select |insert |\bat .*\.ts|postgres|socket/i);
  }
}

async function assertAcknowledged(): Promise<void> {
  const rows = await queryDatabase<{ account: string }>(dataDir, 'select account from employee');
  const there = new Set(rows.map(({ account }) => account));
  expect([...acknowledged].filter((account) => !there.has(account))).toEqual([]);
}

const ready = (): Promise<number> => statusOf(`${product.origin}/readyz`);

test('kill -9 of the PostgreSQL server while people are added: 503 with Retry-After, then it goes on by itself', async () => {
  const adding = addWhile('server');
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(20);
  const killed = postmasterOf(dataDir);
  process.kill(killed, 'SIGKILL');
  const seen = new Set<number>();
  await expect
    .poll(
      async () => (seen.add(await ready()), adding.refusals.length > 0 && postmasterOf(dataDir) !== killed && (await ready()) === 200),
      {
        timeout: 60_000,
        interval: 10,
      },
    )
    .toBe(true);
  // Up all the time as a process, ready only with its database.
  expect(await statusOf(`${product.origin}/healthz`)).toBe(200);
  for (const status of seen) expect([200, 503]).toContain(status);
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before);
  await adding.stop();
  assertClear(adding.refusals);
  await assertAcknowledged();
  expect(product.output()).toContain('The embedded PostgreSQL has ended by itself and is started again');
  expect(product.output()).toContain('The embedded PostgreSQL runs again.');
});

test('kill -9 of a single backend in the middle of a write: the server recovers, nothing answered is lost', async () => {
  const adding = addWhile('backend');
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 20);
  const [backend] = await queryDatabase<{ pid: number }>(
    dataDir,
    `select pid from pg_stat_activity where application_name = 'wheelhouse' and backend_type = 'client backend' order by query_start desc limit 1`,
  );
  process.kill(backend?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => adding.refusals.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  const after = acknowledged.size;
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(after);
  await adding.stop();
  assertClear(adding.refusals);
  await assertAcknowledged();
});

test('While the database stands still /readyz says so and calls are refused; SIGTERM still ends the process in order', async () => {
  // Stopped rather than killed: nothing answers, and nothing says that nothing will.
  const postmaster = postmasterOf(dataDir);
  const backends = await queryDatabase<{ pid: number }>(dataDir, `select pid from pg_stat_activity where application_name = 'wheelhouse'`);
  for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
  process.kill(postmaster, 'SIGSTOP');
  try {
    expect(await ready()).toBe(503);
    expect(await statusOf(`${product.origin}/healthz`)).toBe(200);
  } finally {
    for (const { pid } of backends) process.kill(pid, 'SIGCONT');
    process.kill(postmaster, 'SIGCONT');
  }
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  expect((await admin.call(employeeList, { pageSize: 20 })).total).toBeGreaterThanOrEqual(acknowledged.size);
  expect(await product.end('SIGTERM')).toBe(0);
  product = await startProcess(dataDir);
  await assertAcknowledged();
  expect(await verifyAudit(dataDir)).toMatchObject({ code: 0 });
});
