import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import * as contract from '../../common/source-run.contract.ts';
import { sourceDelete, sourceList } from '../../common/source.contract.ts';
import { peopleModules } from '../testing/people-modules.ts';
import { addGeneratedSource, GeneratedDirectory } from '../testing/generated-directory.ts';
import { openSourcesWith } from './open-source.ts';

let served: TestModules;
let directory: GeneratedDirectory;
let sourceId = '';
let asked = 0;

beforeAll(async () => {
  served = await serveModules(...peopleModules);
  served.work();
  openSourcesWith(async () => {
    asked += 1;
    return { connector: directory.connector(), source: { code: 'test', config: {}, secrets: {} } };
  });
});
afterAll(() => served.close());

beforeEach(async () => {
  await query(`truncate source cascade`);
  await query(`delete from employee_department`);
  await query(`delete from employee`);
  await query(`delete from department where parent_id is not null`);
  directory = GeneratedDirectory.of({ departments: 4, people: 60 });
  sourceId = await addGeneratedSource(served.database.db);
  await apply(await ended(await served.boss.call(contract.sourceSync, { id: sourceId })));
  await query(`update source set enabled = false`);
});

const query = async <Row extends object>(text: string): Promise<Row[]> => (await served.database.pool.query<Row>(text)).rows;
const statuses = () => query(`select status, count(*)::int as n from employee group by status order by status`);
const ties = () => query(`select object_kind as kind, state, count(*)::int as n from source_link group by 1, 2 order by 1, 2`);

/** The run once its job is over. */
async function ended({ runId, jobId }: { runId: string | null; jobId: string | null }): Promise<contract.RunDetail> {
  const state = async () => (await served.boss.call(getJob, { id: jobId! })).state;
  await expect.poll(state, { interval: 20, timeout: 60_000 }).not.toMatch(/queued|running/);
  expect(await state()).toBe('done');
  return served.boss.call(contract.sourceRunGet, { runId: runId! });
}

async function apply(run: contract.RunDetail): Promise<contract.RunDetail> {
  const total = Object.entries(run.counts).reduce((sum, [action, n]) => (action === 'unchanged' ? sum : sum + n), 0);
  const expected = { loseSignIn: run.loseSignIn, total };
  const request = { runId: run.id, expected, reason: 'The company was sold' };
  const { jobId } = await served.boss.call(run.state === 'held' ? contract.sourceRunRelease : contract.sourceRunApply, request);
  return ended({ runId: run.id, jobId });
}

const remove = (keepPeople: boolean) => served.boss.call(sourceDelete, { ids: [sourceId], keepPeople });

test('A source whose people go with it: a plan of everybody, nobody asked and nothing applied by itself; then it is deleted', async () => {
  await query(`update source set apply_mode = 'auto', leaver_policy = '{"do":"leave","days":7}'`);
  asked = 0;
  const begun = await remove(false);
  expect(begun).toMatchObject({ count: 0, runId: expect.any(String) });
  const plan = await ended(begun);
  expect(plan).toMatchObject({ kind: 'deprovision', state: 'held', counts: { leave: 60, disable: 4 }, loseSignIn: 60, peopleRead: 0 });
  expect(plan.brake).toMatchObject({ rule: 'lose', number: 60 });
  expect(asked).toBe(0);
  expect(await statuses()).toEqual([{ status: 'active', n: 60 }]);
  expect(await apply(plan)).toMatchObject({ state: 'applied', outcome: { leave: 60, disable: 4 } });
  expect(await query(`select from department where parent_id is not null and enabled`)).toEqual([]);
  expect(await ties()).toMatchObject([
    { kind: 'department', state: expect.stringMatching(/linked|missing/), n: 4 },
    { kind: 'employee', state: 'missing', n: 60 },
  ]);
  expect(await remove(false)).toEqual({ count: 1, runId: null, jobId: null });
  expect((await served.boss.call(sourceList, {})).list).toEqual([]);
  // Leaving takes steps of its own for each, whether the source is there or not.
  await expect.poll(statuses, { timeout: 60_000 }).toEqual([{ status: 'left', n: 60 }]);
});

test('What went is undone while the source is there, and a later reading finds everybody again', async () => {
  await query(`update source set leaver_policy = '{"do":"quarantine","days":7}'`);
  const applied = await apply(await ended(await remove(false)));
  expect(await statuses()).toEqual([{ status: 'quarantined', n: 60 }]);
  const { jobId } = await served.boss.call(contract.sourceRunUndo, { runId: applied.id, reason: 'Not sold after all' });
  expect(await ended({ runId: applied.id, jobId })).toMatchObject({ state: 'undone' });
  expect(await statuses()).toEqual([{ status: 'active', n: 60 }]);
  await apply(await ended(await remove(false)));
  const back = await ended(await served.boss.call(contract.sourceSync, { id: sourceId }));
  expect(back.same).toBe(false);
  expect(back.counts['restore'] ?? back.counts['enable']).toBe(60);
  await apply(back);
  expect(await statuses()).toEqual([{ status: 'active', n: 60 }]);
});

test('People stay unless it is said; an enabled source is left alone, and only one lets its people go at a time', async () => {
  await query(`update source set enabled = true`);
  expect(await served.boss.ask(sourceDelete, { ids: [sourceId], keepPeople: false })).toMatchObject({ code: 10412 });
  await query(`update source set enabled = false`);
  const two = [sourceId, await addGeneratedSource(served.database.db)];
  expect(await served.boss.ask(sourceDelete, { ids: two, keepPeople: false })).toMatchObject({ code: 10400 });
  expect(await remove(true)).toEqual({ count: 1, runId: null, jobId: null });
  expect(await statuses()).toEqual([{ status: 'active', n: 60 }]);
  expect(await ties()).toEqual([]);
});
