import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import * as contract from '../../common/source-run.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '../testing/people-modules.ts';
import { addGeneratedSource, GeneratedDirectory } from '../testing/generated-directory.ts';
import { openSourcesWith } from './open-source.ts';

/** Four pieces: one alone, two that are begun while others are written, and a small last one. */
const company = { departments: 12, people: 12_400 };
/** In the third piece; leads nobody. */
const taken = 9_009;

let served: TestModules;

beforeAll(async () => {
  served = await serveModules(...peopleModules);
  served.work();
});
afterAll(() => served.close());

const query = async <Row extends object>(text: string): Promise<Row[]> => (await served.database.pool.query<Row>(text)).rows;

async function ended(jobId: string): Promise<void> {
  await expect
    .poll(async () => (await served.boss.call(getJob, { id: jobId })).state, { interval: 50, timeout: 120_000 })
    .not.toMatch(/queued|running/);
}

test('pieces that are begun ahead are written once each, also where one of them turns out otherwise than was planned', async () => {
  const directory = GeneratedDirectory.of(company);
  // Led by the one before them: at the beginning of a piece by somebody of the piece before.
  for (let at = 0; at < company.people; at += 1) directory.people.get(`p${at}`)!['boss'] = at % 10 === 0 ? null : `p${at - 1}`;
  openSourcesWith(async () => ({ connector: directory.connector(), source: { code: 'test', config: {}, secrets: {} } }));
  const sourceId = await addGeneratedSource(served.database.db);
  const { runId, jobId } = await served.boss.call(contract.sourceSync, { id: sourceId, mode: 'full' });
  await ended(jobId);
  const all = company.people + company.departments;
  expect((await served.boss.call(contract.sourceRunGet, { runId })).counts).toEqual({ add: all });
  // Somebody takes the account after the plan was made.
  await query(`insert into employee (id, account, account_key, name, primary_department_id, name_fold, pinyin, initials, sort_key, grams, created_at, updated_at)
    select gen_random_uuid(), 'user${taken}', 'user${taken}', 'Taken', '${rootDepartmentId}', 'taken', 'taken', 't', 'taken', '{t}', 0, 0`);
  const applied = await served.boss.call(contract.sourceRunApply, { runId, expected: { loseSignIn: 0, total: all } });
  await ended(applied.jobId);
  expect(await served.boss.call(contract.sourceRunGet, { runId })).toMatchObject({
    state: 'applied',
    outcome: { add: all - 1, failed: 1 },
  });
  const [{ batch }] = (await query<{ batch: string }>(`select batch_id as batch from source_run where id = '${runId}'`)) as [
    { batch: string },
  ];
  const made = all - 1;
  expect(
    await query(`select count(*)::int as lines, count(distinct seq)::int as numbers, min(seq) as first, max(seq) as last, count(distinct object_id)::int as objects
      from change_operation where batch_id = '${batch}'`),
  ).toEqual([{ lines: made, numbers: made, first: 0, last: made - 1, objects: made }]);
  expect(
    await query(
      `select count(*)::int as told, count(distinct object_id)::int as objects from directory_change where op = 'create' and object_id in (select object_id from source_link)`,
    ),
  ).toEqual([{ told: made, objects: made }]);
  expect(
    await query(
      `select count(*)::int as ties, count(distinct object_id)::int as objects, count(hash)::int as known from source_link where state = 'linked'`,
    ),
  ).toEqual([{ ties: made, objects: made, known: made }]);
  expect(await query(`select count(*)::int as rows, sum(object_count)::int as objects from audit_log where batch_id = '${batch}'`)).toEqual(
    [{ rows: 4, objects: made }],
  );
  expect(await query(`select counts from change_batch where id = '${batch}'`)).toEqual([{ counts: { create: made } }]);
  const [led] = await query<{ n: number }>(`select count(*)::int as n from employee where manager_id is not null`);
  expect(led).toEqual({ n: company.people - company.people / 10 - 1 });
  expect(await query(`select m.account from employee e join employee m on m.id = e.manager_id where e.account = 'user8501'`)).toEqual([
    { account: 'user8500' },
  ]);
});
