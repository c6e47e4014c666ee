import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bareServices, superPerson } from '../../src/kit/testing/bare-services.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { sourceRunApply, sourceRunGet, type RunDetail } from '../../src/modules/people-sources/common/source-run.contract.ts';
import { peopleModules } from '../../src/modules/people-sources/server/testing/people-modules.ts';
import { openSourcesWith } from '../../src/modules/people-sources/server/run/open-source.ts';
import { startRun } from '../../src/modules/people-sources/server/run/start-run.ts';
import { addGeneratedSource, GeneratedDirectory } from '../../src/modules/people-sources/server/testing/generated-directory.ts';
import { readHolder } from '../../src/platform/database/embedded/folder-lock.ts';
import { connectDatabase } from '../../src/platform/database/open-database.ts';
import { columnTypes } from '../../src/platform/database/types.ts';
import { endAll, queryDatabase, startProcess, testFolder, verifyAudit, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end in each test, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

// New people are applied two thousand at a time: there must be pieces enough to be killed in.
const rounds = process.env['NIGHTLY'] ? 20 : 3;
const size = { people: rounds * 4_000, departments: 60 };
let dataDir = '';
let product: ProductProcess;
let admin: WireClient;

beforeAll(async () => {
  dataDir = testFolder();
  product = await startProcess(dataDir);
  admin = await new WireClient(product).signIn();
});
afterAll(() => endAll());

/** Reads a directory into a plan, beside the product on its database: the product itself has no such directory to ask. */
async function plan(): Promise<string> {
  const server = readHolder(dataDir)?.server;
  if (!server) throw new Error('Nobody serves the folder');
  const database = connectDatabase({ ...server, types: columnTypes });
  const bare = await bareServices(database, {
    people: [superPerson()],
    kinds: peopleModules.flatMap(({ kinds = [] }) => kinds),
    modules: peopleModules,
  });
  try {
    for (const job of peopleModules.flatMap(({ jobs = [] }) => jobs)) bare.jobs.register(job);
    const directory = GeneratedDirectory.of(size);
    openSourcesWith(async () => ({ connector: directory.connector(), source: { code: 'test', config: {}, secrets: {} } }));
    const sourceId = await addGeneratedSource(database.db);
    bare.jobs.work(bare.services);
    const { runId } = await database.db
      .transaction()
      .execute((tx) => startRun(tx, bare.services, { sourceId, mode: 'full', trigger: 'manual' }));
    await expect
      .poll(async () => (await database.db.selectFrom('source_run').select('state').where('id', '=', runId).executeTakeFirst())?.state, {
        timeout: 120_000,
      })
      .toBe('planned');
    return runId;
  } finally {
    await bare.close();
    await database.close();
  }
}

const runOf = (runId: string): Promise<RunDetail> => admin.call(sourceRunGet, { runId });

test('killed again and again while a plan is applied: it goes on where it stood, everybody is there once, audit and journal are whole', async () => {
  const runId = await plan();
  const total = size.people + size.departments;
  const { jobId } = await admin.call(sourceRunApply, { runId, expected: { loseSignIn: 0, total } });
  const doneOf = async (): Promise<number> => Object.values((await runOf(runId)).outcome).reduce((sum, count) => sum + count, 0);
  for (let seen = 0, round = 0; round < rounds; round += 1) {
    await expect.poll(doneOf, { interval: 5, timeout: 60_000 }).toBeGreaterThan(seen);
    seen = await doneOf();
    expect(seen).toBeLessThan(total);
    await product.end('SIGKILL');
    product = await startProcess(dataDir);
    admin = admin.at(product);
  }
  await expect.poll(async () => (await admin.call(getJob, { id: jobId })).state, { timeout: 120_000 }).toBe('done');
  expect(await runOf(runId)).toMatchObject({ state: 'applied', outcome: { add: total } });
  const [row] = await queryDatabase<{ people: number; journaled: number; audited: number; ties: number }>(
    dataDir,
    `select (select count(*)::int from employee where account like 'user%') as people,
      (select count(*)::int from change_operation o join source_run r on r.batch_id = o.batch_id) as journaled,
      (select sum(object_count)::int from audit_log where operation = 'source.apply' and batch_id is not null) as audited,
      (select count(*)::int from source_link) as ties`,
  );
  expect(row).toMatchObject({ people: size.people, journaled: total, audited: total, ties: total });
  const verified = await verifyAudit(dataDir);
  expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/change_operation: \d+ rows verified/) });
});
