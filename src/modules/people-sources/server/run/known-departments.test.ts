import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import type { MappingRow } from '../../common/source-parts.ts';
import { sourceMappingTry } from '../../common/source-try.contract.ts';
import * as contract from '../../common/source-run.contract.ts';
import { peopleModules } from '../testing/people-modules.ts';
import { addGeneratedSource, GeneratedDirectory } from '../testing/generated-directory.ts';
import { openSourcesWith } from './open-source.ts';

let served: TestModules;
let directory: GeneratedDirectory;
let sourceId = '';

beforeAll(async () => {
  served = await serveModules(...peopleModules);
  served.work();
  openSourcesWith(async () => ({ connector: directory.connector(), source: { code: 'test', config: {}, secrets: {} } }));
});
afterAll(() => served.close());

beforeEach(async () => {
  await query('truncate source cascade');
  await query('delete from employee_department; delete from employee; delete from department where parent_id is not null');
  directory = GeneratedDirectory.of({ departments: 12, people: 60 });
  sourceId = await addGeneratedSource(served.database.db);
  await apply(await sync());
});

const query = async <Row extends object>(text: string): Promise<Row[]> => (await served.database.pool.query<Row>(text)).rows;

async function ended(jobId: string): Promise<void> {
  await expect
    .poll(async () => (await served.boss.call(getJob, { id: jobId })).state, { interval: 20, timeout: 60_000 })
    .not.toMatch(/queued|running/);
}

async function sync(): Promise<contract.RunDetail> {
  const { runId, jobId } = await served.boss.call(contract.sourceSync, { id: sourceId, mode: 'full' });
  await ended(jobId);
  return served.boss.call(contract.sourceRunGet, { runId });
}

async function apply(run: contract.RunDetail): Promise<contract.RunDetail> {
  const total = Object.entries(run.counts).reduce((sum, [action, n]) => (action === 'unchanged' ? sum : sum + n), 0);
  const { jobId } = await served.boss.call(contract.sourceRunApply, { runId: run.id, expected: { loseSignIn: run.loseSignIn, total } });
  await ended(jobId);
  return served.boss.call(contract.sourceRunGet, { runId: run.id });
}

const stagedOf = async ({ id }: contract.RunDetail): Promise<string[]> =>
  (await query<{ id: string }>(`select external_id as id from source_staged where run_id = '${id}' order by seq`)).map((one) => one.id);
const departmentIdOf = async (externalId: string): Promise<string> =>
  (
    await query<{ id: string }>(
      `select object_id as id from source_link where object_kind = 'department' and external_id = '${externalId}'`,
    )
  )[0]!.id;
const linked = (): Promise<object[]> => query(`select external_id from source_link where object_kind = 'department' and state = 'linked'`);

test('departments that all came as they were are counted and not staged; people are put into them, and what was received is rehearsed', async () => {
  const same = await sync();
  expect(same).toMatchObject({ state: 'applied', peopleRead: 60, departmentsRead: 12, valid: 72, counts: { unchanged: 72 } });
  expect(await stagedOf(same)).toEqual([]);
  directory.people.get('p7')!['dept'] = ['d3'];
  directory.person(60, 12);
  const plan = await sync();
  expect(plan).toMatchObject({ departmentsRead: 12, valid: 73, counts: { unchanged: 71, move: 1, add: 1 } });
  expect(await stagedOf(plan)).toEqual(['p7', 'p60']);
  const { mapping } = (await query<{ mapping: MappingRow[] }>('select mapping from source'))[0]!;
  expect(await served.boss.call(sourceMappingTry, { sourceId, mapping, n: 5 })).toMatchObject({ valid: 73, invalid: 0 });
  expect(await apply(plan)).toMatchObject({ state: 'applied', outcome: { move: 1, add: 1 } });
  expect(
    await query(`select e.account, l.external_id as place from employee e join source_link l on l.object_id = e.primary_department_id
      where e.account in ('user7', 'user60') order by 1`),
  ).toEqual([
    { account: 'user60', place: 'd0' },
    { account: 'user7', place: 'd3' },
  ]);
  // None of them is taken for missing because it was not staged.
  expect(await linked()).toHaveLength(12);
  expect((await sync()).counts).toEqual({ unchanged: 73 });
});

test('where one is renamed, new, gone, double or without a place, all are planned', async () => {
  directory.departments.get('d5')!['name'] = 'Unit V';
  const renamed = await sync();
  expect(renamed.counts).toEqual({ unchanged: 71, update: 1 });
  expect(await stagedOf(renamed)).toHaveLength(12);
  await apply(renamed);
  directory.departments.set('d12', { id: 'd12', parent: 'd2', name: 'Unit 12' });
  const more = await sync();
  expect(more.counts).toEqual({ unchanged: 72, add: 1 });
  await apply(more);
  directory.departments.delete('d12');
  const gone = await sync();
  expect(gone.counts).toEqual({ unchanged: 72, disable: 1 });
  expect(await apply(gone)).toMatchObject({ outcome: { disable: 1 } });
  expect(await linked()).toHaveLength(12);
  expect((await sync()).counts).toEqual({ unchanged: 72 });
  directory.departments.set('twice', { ...directory.departments.get('d11')! });
  expect((await sync()).counts).toMatchObject({ invalid: 1 });
  directory.departments.delete('twice');
  directory.departments.get('d11')!['parent'] = 'nowhere';
  expect((await sync()).counts).toMatchObject({ invalid: 1 });
});

test('one that stands elsewhere here, or is gone here, is planned', async () => {
  const [id, first] = [await departmentIdOf('d11'), await departmentIdOf('d0')];
  await query(
    `update department set parent_id = '${first}', path = (select path from department where id = '${first}') || no::text where id = '${id}'`,
  );
  const moved = await sync();
  expect(moved.counts).toEqual({ unchanged: 71, move: 1 });
  await apply(moved);
  expect(await stagedOf(await sync())).toEqual([]);
  await query(`update source_link set hash = null where object_kind = 'department' and external_id = 'd9'`);
  const again = await sync();
  expect(again.counts).toEqual({ unchanged: 72 });
  expect(await stagedOf(again)).toHaveLength(12);
  // Compared once, it is known from then on.
  expect(await stagedOf(await sync())).toEqual([]);
});
