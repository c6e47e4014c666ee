import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bareServices, grantsOf, type BareServices, type TestPerson } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { callerOf, type Caller } from '../caller.ts';
import { createHttpServer } from '../http-server.ts';
import { newId } from '../ids.ts';
import type { JobKind } from '../services.ts';
import { claimJob, freeJobs, isHopeless, writeProgress } from './job-store.ts';
import { countingKind } from './fixtures/counting-kind.ts';
import { jobRoutes } from './job.routes.ts';

let database: Database;
let bare: BareServices;
const ann: TestPerson = { uid: newId(), name: 'Ann', grants: grantsOf({ count_page: 'all' }) };
const ben: TestPerson = { uid: newId(), name: 'Ben', grants: grantsOf({ count_page: 'all' }) };

beforeAll(async () => {
  database = await testDatabase();
  for (const table of ['counted', 'killed', 'revoked', 'cancelled']) {
    await sql`create table ${sql.table(table)} (n int primary key, uid text, process int)`.execute(database.db);
  }
});
afterAll(() => database.close());
afterEach(() => bare.close());

async function open(kinds: readonly JobKind<never, unknown>[] = []): Promise<void> {
  bare = await bareServices(database, { people: [ann, ben] });
  bare.jobs.register(countingKind);
  for (const kind of kinds) bare.jobs.register(kind);
}

const callerFor = (person: TestPerson): Caller =>
  callerOf({
    uid: person.uid,
    account: person.name,
    name: person.name,
    language: 'en_US',
    sessionId: null,
    address: '10.0.0.1',
    userAgent: '',
    requestId: 'r',
    operation: 'count.run',
    grants: person.grants,
    confirmedAt: 0,
    mustChangePassword: false,
    codes: ['count_page'],
  });

async function until(id: string, state: string): Promise<Awaited<ReturnType<typeof jobRow>>> {
  for (;;) {
    const row = await jobRow(id);
    if (row.state === state) return row;
    if (row.ended_at !== null) throw new Error(`The job ended ${row.state}: ${JSON.stringify(row.error)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const jobRow = (id: string) => database.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const startCounting = (table: string, total: number, pause: number) =>
  bare.jobs.start(database.db, callerFor(ann), countingKind, { table, total, pause });

test('A job begins only when its transaction commits, runs for its person and ends with a result that travels live', async () => {
  await open();
  bare.jobs.work(bare.services);
  const news: unknown[] = [];
  bare.services.live.listen(ann.uid, { news: (topic, data) => news.push({ topic, data }), ended: () => {} });
  await expect(
    database.db.transaction().execute(async (tx) => {
      await bare.jobs.start(tx, callerFor(ann), countingKind, { table: 'counted', total: 1, pause: 0 });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  const id = await startCounting('counted', 30, 20);
  const row = await until(id, 'done');
  expect(row).toMatchObject({ done: 30, total: 30, result: { inserted: 30 }, attempts: 1 });
  await expect.poll(() => news.at(-1)).toMatchObject({ topic: 'job', data: { id, state: 'done', done: 30 } });
  expect(await database.db.selectFrom('job').select('id').execute()).toHaveLength(1);
});

test('After kill -9 of the process another one takes the job up where it stopped', async () => {
  await open();
  const child = spawnWorker();
  const id = await startCounting('killed', 60, 25);
  await until(id, 'running');
  await expect
    .poll(async () => Number((await sql<{ n: number }>`select count(*)::int as n from killed`.execute(database.db)).rows[0]?.n))
    .toBeGreaterThan(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
  bare.jobs.work(bare.services);
  const row = await until(id, 'done');
  // What gets further than ever before is not what took the process down: its attempts are counted again.
  expect(row.attempts).toBe(1);
  const { rows } = await sql<{ n: number; process: number }>`select n, process from killed order by n`.execute(database.db);
  expect(rows.map((one) => one.n)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(new Set(rows.map((one) => one.process))).toEqual(new Set([child.pid, process.pid]));
});

test('Killed again and again a job goes on as long as it gets further each time; one that begins from nothing is given up', async () => {
  await open();
  const end = async (reached: (round: number) => number): Promise<number> => {
    const id = await startCounting('killed', 60, 25);
    for (let round = 1; round <= 20; round += 1) {
      const owner = newId();
      const row = await claimJob(database.db, owner, [countingKind.kind]);
      if (!row || isHopeless(row)) return round;
      await writeProgress(database.db, { id, owner }, { done: reached(round), total: 60, failed: 0 });
      await freeJobs(database.db);
    }
    await database.db.deleteFrom('job').where('id', '=', id).execute();
    return 0;
  };
  expect(await end((round) => round)).toBe(0);
  // The first progress of all is one; what it got to after that is never passed.
  expect(await end(() => 30)).toBe(6);
  await database.db.deleteFrom('job').execute();
});

test('Cancelling stops a running job between two steps, and a waiting one at once; nobody else may', async () => {
  await open();
  const app = await createHttpServer(bare.services, [{ name: 'kit', routes: jobRoutes }]);
  const cancel = async (id: string, person: TestPerson) =>
    (await app.inject({ method: 'POST', url: '/api/job/cancel', headers: { accesstoken: `token-${person.uid}` }, payload: { id } })).json<{
      code: number;
      data: { state: string };
    }>();
  const waiting = await startCounting('cancelled', 5, 0);
  expect(await cancel(waiting, ann)).toMatchObject({ code: 0, data: { state: 'cancelled' } });
  bare.jobs.work(bare.services);
  const id = await startCounting('cancelled', 10_000, 5);
  await until(id, 'running');
  expect(await cancel(id, ben)).toMatchObject({ code: 10404 });
  expect(await cancel(id, ann)).toMatchObject({ code: 0 });
  await until(id, 'cancelled');
  expect(await cancel(id, ann)).toMatchObject({ code: 10412, data: { state: 'cancelled' } });
  const list = await app.inject({ url: '/api/job/list?pageSize=5', headers: { accesstoken: `token-${ann.uid}` } });
  expect(list.json<{ data: { list: { id: string }[] } }>().data.list[0]).toMatchObject({
    id,
    kind: 'test.count',
    state: 'cancelled',
    error: null,
  });
  await app.close();
});

test('A right lost while it runs stops the job', async () => {
  const cleo: TestPerson = { uid: newId(), name: 'Cleo', grants: grantsOf({ count_page: 'all' }) };
  await open();
  bare.people.push(cleo);
  bare.jobs.work(bare.services);
  const id = await bare.jobs.start(database.db, callerFor(cleo), countingKind, { table: 'revoked', total: 10_000, pause: 5 });
  await until(id, 'running');
  cleo.grants = grantsOf({});
  expect((await until(id, 'failed')).error).toEqual({ code: 65002, params: { code: 'count_page' } });
});

test('A drain hands a running job back, and jobs of one exclusive key never run together', async () => {
  let most = 0;
  let now = 0;
  const alone: JobKind<{ millis: number }, null> = {
    kind: 'test.alone',
    title: { namespace: 'kit', key: 'job.unknown' },
    code: null,
    exclusive: () => 'one',
    run: async ({ signal }, { millis }) => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, millis);
        signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('stopped'))), { once: true });
      }).finally(() => now--);
      return null;
    },
  };
  await open([alone]);
  const [first, second] = [
    await bare.jobs.start(database.db, callerFor(ann), alone, { millis: 60_000 }),
    await bare.jobs.start(database.db, callerFor(ann), alone, { millis: 30 }),
  ];
  bare.jobs.work(bare.services);
  await until(first, 'running');
  await bare.jobs.stop();
  expect((await jobRow(first)).state).toBe('queued');
  await database.db.updateTable('job').set({ payload: '{"millis":30}' }).where('id', '=', first).execute();
  await bare.close();
  await open([alone]);
  bare.jobs.work(bare.services);
  await until(first, 'done');
  await until(second, 'done');
  expect(most).toBe(1);
});

test('A full disk pauses a job without wearing it out; one that is given up or cancelled while it waits tells its kind', async () => {
  const told: [number, string][] = [];
  let full = 0;
  const fussy: JobKind<{ n: number }, null> = {
    kind: 'test.fussy',
    title: { namespace: 'kit', key: 'job.unknown' },
    code: null,
    run: async () => {
      if ((full += 1) === 1) throw Object.assign(new Error('could not extend file'), { code: '53100' });
      return null;
    },
    over: async (_db, { n }, state) => void told.push([n, state]),
  };
  await open([fussy]);
  const app = await createHttpServer(bare.services, [{ name: 'kit', routes: jobRoutes }]);
  const [waits, hopeless, cancelled] = [
    await bare.jobs.start(database.db, callerFor(ann), fussy, { n: 1 }),
    await bare.jobs.start(database.db, callerFor(ann), fussy, { n: 2 }),
    await bare.jobs.start(database.db, callerFor(ann), fussy, { n: 3 }),
  ];
  await database.db.updateTable('job').set({ attempts: 5 }).where('id', '=', hopeless).execute();
  await app.inject({ method: 'POST', url: '/api/job/cancel', headers: { accesstoken: `token-${ann.uid}` }, payload: { id: cancelled } });
  expect(told).toEqual([[3, 'cancelled']]);
  bare.jobs.work(bare.services);
  expect((await until(hopeless, 'failed')).error).toMatchObject({ code: 10500 });
  expect(told).toEqual([
    [3, 'cancelled'],
    [2, 'failed'],
  ]);
  expect(await until(waits, 'done')).toMatchObject({ attempts: 1 });
  expect(full).toBe(2);
  await app.close();
});

function spawnWorker(): ChildProcess {
  const { types: _types, ...config } = database.config;
  const given = JSON.stringify({ config, people: [ann] }, (_key, value: unknown) => (value instanceof Map ? ['Map', [...value]] : value));
  return spawn(process.execPath, [path.join(import.meta.dirname, 'fixtures/worker.ts'), given], { stdio: ['ignore', 'ignore', 'inherit'] });
}
