import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import type { Input } from '#kit/common/contract.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { employeeGet, employeeList, employeeUpdate } from '#modules/people/common/employee.contract.ts';
import { extraAdd, extraRemove } from '#modules/people/common/extra/extra.contract.ts';
import type { MappingRow } from '../../common/source-parts.ts';
import { employeeSources } from '../../common/source-ties.contract.ts';
import { sourceMappingTry } from '../../common/source-try.contract.ts';
import * as contract from '../../common/source-run.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
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
  // Each test has a company of its own.
  await served.database.pool.query(`truncate source cascade`);
  await served.database.pool.query(
    `delete from employee_department; delete from employee; delete from department where parent_id is not null`,
  );
  directory = GeneratedDirectory.of({ departments: 12, people: 700 });
  sourceId = await addGeneratedSource(served.database.db);
});

async function jobEnd(jobId: string): Promise<{ state: string; error: unknown }> {
  let job = await served.boss.call(getJob, { id: jobId });
  await expect
    .poll(async () => (job = await served.boss.call(getJob, { id: jobId })).state, { interval: 20, timeout: 60_000 })
    .not.toMatch(/queued|running/);
  return job;
}

async function sync(mode: 'full' | 'incremental' = 'full'): Promise<contract.RunDetail> {
  const { runId, jobId } = await served.boss.call(contract.sourceSync, { id: sourceId, mode });
  await jobEnd(jobId);
  return served.boss.call(contract.sourceRunGet, { runId });
}

async function apply(run: contract.RunDetail, word: 'apply' | 'release' = 'apply'): Promise<contract.RunDetail> {
  const total = Object.entries(run.counts).reduce(
    (sum, [action, n]) => (/conflict|invalid|skipped|unchanged/.test(action) ? sum : sum + n),
    0,
  );
  const expected = { loseSignIn: run.loseSignIn, total };
  const { jobId } =
    word === 'apply'
      ? await served.boss.call(contract.sourceRunApply, { runId: run.id, expected })
      : await served.boss.call(contract.sourceRunRelease, { runId: run.id, expected, reason: 'Looked at' });
  expect(await jobEnd(jobId)).toMatchObject({ state: 'done' });
  return served.boss.call(contract.sourceRunGet, { runId: run.id });
}

const itemsOf = async (runId: string, more: object = {}): Promise<contract.RunItem[]> =>
  (await served.boss.call(contract.sourceRunItems, { runId, limit: 200, ...more })).list;
const query = async <Row extends object>(text: string): Promise<Row[]> => (await served.database.pool.query<Row>(text)).rows;
/** People and departments with everything but what counts changes. */
const company = (): Promise<object[]> =>
  query(`select to_jsonb(e) - 'version' - 'updated_at' - 'updated_by' as row, (select jsonb_agg(to_jsonb(ed) - 'from_at' order by ed.department_id) from employee_department ed where ed.employee_id = e.id) as places
    from employee e where status <> 'deleted' union all select to_jsonb(d) - 'version' - 'updated_at' - 'updated_by', null from department d order by 1`);

test('a directory becomes a plan and the company; a second run changes nothing and says so; secrets and pictures are not kept', async () => {
  const plan = await sync();
  expect(plan).toMatchObject({
    state: 'planned',
    counts: { add: 712 },
    peopleRead: 700,
    departmentsRead: 12,
    valid: 712,
    invalid: 0,
    brake: null,
  });
  expect(await query('select 1 from employee')).toHaveLength(0);
  // What the run itself will make is named where other lines refer to it. (The house of this test has a directory that knows nobody.)
  const planned = (await itemsOf(plan.id)).flatMap(({ name, fields }) => fields.map(({ field, after }) => `${name} ${field}: ${after}`));
  expect(planned.filter((text) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(text) && !text.includes(rootDepartmentId))).toEqual([]);
  expect(await apply(plan)).toMatchObject({ state: 'applied', outcome: { add: 712 } });
  const [led] = await query<{
    manager: string;
    department: string;
    kept: Record<string, unknown>;
  }>(`select m.account as manager, d.name ->> 'zh_CN' as department, l.last_received as kept
    from employee e join employee m on m.id = e.manager_id join department d on d.id = e.primary_department_id join source_link l on l.object_id = e.id where e.account = 'user37'`);
  expect(led).toMatchObject({ manager: 'user7', department: 'Unit 1', kept: { uid: 'user37', photo: expect.stringMatching(/^sha256:/) } });
  expect(led?.kept).not.toHaveProperty('userPassword');
  const [person] = await query<{ id: string }>(`select id from employee where account = 'user37'`);
  const ofSource = await served.boss.call(employeeList, { sourceId, text: 'user37', pageSize: 20 });
  expect(ofSource.list.find(({ account }) => account === 'user37')?.sources).toMatchObject([{ id: sourceId }]);
  const [tie, ...others] = (await served.boss.call(employeeSources, { id: person!.id })).ties;
  expect(others).toEqual([]);
  expect(tie).toMatchObject({ externalId: 'p37', state: 'linked', reachable: true, lastRun: { id: plan.id, state: 'applied' } });
  expect(tie?.received).toContainEqual({ name: 'uid', values: ['user37'], masked: false });
  expect(tie?.received).toContainEqual({ name: 'phone', values: ['131****0037'], masked: true });
  expect(tie?.received.map(({ name }) => name)).not.toContain('userPassword');
  expect(tie?.fields).toContainEqual({ field: 'account', label: expect.any(String), attribute: 'uid', own: 'always' });
  const before = await company();
  expect(await sync()).toMatchObject({ state: 'applied', counts: { unchanged: 712 }, outcome: {} });
  expect(await company()).toEqual(before);
});

test('who did not change is not staged: who is gone, came twice or is rehearsed is known all the same; filters leave people out', async () => {
  await apply(await sync());
  directory.people.delete('p5');
  directory.people.get('p6')!['title'] = 'Chief';
  directory.people.set('again', { ...directory.people.get('p7')!, title: 'Somebody else' });
  const plan = await sync();
  expect(plan).toMatchObject({ peopleRead: 700, counts: { unchanged: 710, update: 1, quarantine: 1, invalid: 1 } });
  expect(
    await query(`select external_id as id, gone from source_staged where run_id = '${plan.id}' and object_kind = 'employee' order by seq`),
  ).toEqual([
    { id: 'p6', gone: false },
    { id: 'p7', gone: false },
    { id: 'p5', gone: true },
  ]);
  expect(await itemsOf(plan.id, { action: ['invalid'] })).toMatchObject([{ externalId: 'p7', reasonCode: 'repeatedId' }]);
  expect(await itemsOf(plan.id, { reasonCode: 'repeatedId' })).toMatchObject([{ externalId: 'p7' }]);
  const { mapping } = (await query<{ mapping: MappingRow[] }>('select mapping from source'))[0]!;
  // 12 departments and 2 people were staged; of the others stands what was received.
  expect(await served.boss.call(sourceMappingTry, { sourceId, mapping, n: 5 })).toMatchObject({ valid: 711, invalid: 0 });
  expect(await apply(plan)).toMatchObject({ outcome: { update: 1, quarantine: 1 } });
  expect(await query(`select external_id as id from source_link where state = 'missing'`)).toEqual([{ id: 'p5' }]);
  const filter = [{ attribute: 'TITLE', op: 'is', values: ['clerk', 'Chief'] }];
  await served.database.pool.query(`update source set scope = $1`, [JSON.stringify({ include: [], exclude: [], filter })]);
  expect((await sync()).peopleRead).toBe(
    [...directory.people.values()].filter(({ title }) => title === 'Clerk' || title === 'Chief').length,
  );
});

test('extra fields come by the mapping, in the form of their type; what does not fit makes the row invalid', async () => {
  const name = { zh_CN: '职级', en_US: 'Level', ja_JP: '等級' };
  const options = [{ value: 'senior', label: { zh_CN: '高级', en_US: 'Senior', ja_JP: '上級' } }];
  const field = (code: string, more: Partial<Input<typeof extraAdd>>) =>
    served.boss.call(extraAdd, { target: 'employee', code, name, ...more });
  await field('level', { type: 'select', options });
  await field('mentor', { type: 'employee' });
  await field('desks', { type: 'integer' });
  const rows = ['level', 'mentor', 'desks'].map((code) => ({
    of: 'employee',
    target: `extra.${code}`,
    from: { kind: 'attribute', name: code },
    transforms: [],
    whenMissing: 'keep',
    own: 'always',
  }));
  await served.database.pool.query(`update source set mapping = mapping || $1::jsonb`, [JSON.stringify(rows)]);
  Object.assign(directory.people.get('p1')!, { level: 'Senior', desks: '2', mentor: 'user600' });
  Object.assign(directory.people.get('p2')!, { level: 'Genius' });
  const plan = await sync();
  expect(plan.counts).toEqual({ add: 711, invalid: 1 });
  const [bad] = await itemsOf(plan.id, { action: ['invalid'] });
  expect(bad).toMatchObject({ externalId: 'p2', reasonCode: 'extra.option' });
  expect(bad!.reason).toContain('Genius');
  await apply(plan);
  const extra = async () => (await query<{ extra: object; id: string }>(`select extra, id from employee where account = 'user1'`))[0]!;
  expect((await extra()).extra).toEqual({ level: 'senior', desks: 2 });
  expect(
    await query(`select o.after -> 'extra.level' as level, o.after -> 'extra.desks' as desks from change_operation o
      join employee e on e.id::text = o.object_id where e.account = 'user1' and o.action = 'create'`),
  ).toEqual([{ level: 'senior', desks: 2 }]);
  // The mentor was nobody when p1 was planned: now he is found, and nobody else is looked at.
  directory.people.delete('p2');
  const next = await sync();
  expect(next.counts).toEqual({ unchanged: 710, update: 1 });
  await apply(next);
  const { extra: filled, id } = await extra();
  const [mentor] = await query<{ id: string }>(`select id from employee where account = 'user600'`);
  expect(filled).toEqual({ level: 'senior', desks: 2, mentor: mentor!.id });
  const { version } = await served.boss.call(employeeGet, { id });
  await served.database.pool.query('update source set enabled = true');
  expect(await served.boss.ask(employeeUpdate, { id, version, extra: { desks: 3 } })).toMatchObject({ code: 12020 });
  const fields = await query<{ id: string }>(`select id from extra_field where code = 'level'`);
  expect(await served.boss.ask(extraRemove, { ids: [fields[0]!.id] })).toMatchObject({ code: 10410 });
});

test('changes, moves, conflicts and invalid rows stand in the plan, each with its reason; the rest is applied', async () => {
  await apply(await sync());
  directory.people.get('p1')!['title'] = 'Chief';
  delete directory.people.get('p2')!['title'];
  directory.people.get('p3')!['dept'] = ['d11'];
  directory.people.get('p4')!['mail'] = 'no address';
  directory.people.get('p5')!['off'] = 'true';
  directory.person(900, 12)['uid'] = 'user6';
  directory.person(901, 12)['uid'] = 'same';
  directory.person(902, 12)['uid'] = 'SAME';
  directory.departments.set('d11', { id: 'd11', parent: 'd2', name: 'Unit eleven' });
  directory.departments.set('x', { id: 'x', parent: 'y', name: 'X' });
  directory.departments.set('y', { id: 'y', parent: 'x', name: 'Y' });
  directory.departments.set('z', { id: 'z', parent: 'nowhere', name: 'Z' });
  const plan = await sync();
  expect(plan.counts).toMatchObject({ update: 2, move: 2, disable: 1, invalid: 4, conflict: 3 });
  const reasons = (await itemsOf(plan.id, { action: ['invalid', 'conflict'] })).map(({ name, reasonCode, reason }) => [
    name,
    reasonCode,
    reason,
  ]);
  expect(reasons).toEqual(
    expect.arrayContaining([
      ['X', 'cycle', expect.any(String)],
      ['Y', 'cycle', expect.any(String)],
      ['Z', 'orphan', expect.stringContaining('nowhere')],
      ['Person 4', 'email', expect.stringContaining('no address')],
      ['Person 900', 'linkedElsewhere', expect.stringContaining('Person 6')],
      ['Person 901', 'repeated', expect.stringContaining('Person 902')],
      ['Person 902', 'repeated', expect.stringContaining('Person 901')],
    ]),
  );
  const [chief] = await itemsOf(plan.id, { text: 'Person 1', objectKind: 'employee', field: 'title' });
  expect(await itemsOf(plan.id, { text: 'Person 1', objectKind: 'department', field: 'title' })).toEqual([]);
  expect(chief?.fields).toEqual([{ field: 'title', label: 'Title', before: 'Clerk', after: 'Chief', owner: 'title' }]);
  expect((await apply(plan)).outcome).toEqual({ update: 2, move: 2, disable: 1 });
  expect(await query(`select account, title, status from employee where account in ('user1', 'user2', 'user5') order by 1`)).toEqual([
    { account: 'user1', title: 'Chief', status: 'active' },
    { account: 'user2', title: null, status: 'active' },
    { account: 'user5', title: 'Clerk', status: 'disabled' },
  ]);
  // The department kept its people and its id: no new one was made.
  expect(
    await query(
      `select path ~ (select path::text || '.*' from department where name ->> 'zh_CN' = 'Unit 2')::lquery as under from department where name ->> 'zh_CN' = 'Unit eleven'`,
    ),
  ).toEqual([{ under: true }]);
});

test('too many who are gone stop the run with the numbers; released, all are kept out; seen again, all are back', async () => {
  await apply(await sync());
  const taken = [...directory.people].slice(100, 200);
  for (const [id] of taken) directory.people.delete(id);
  const held = await sync();
  expect(held).toMatchObject({
    state: 'held',
    loseSignIn: 100,
    brake: { rule: 'lose', number: 100, limit: 35, text: '100 people would lose sign-in, of at most 35' },
  });
  expect((await served.boss.ask(contract.sourceRunApply, { runId: held.id, expected: { loseSignIn: 100, total: 100 } })).code).toBe(12110);
  expect(
    (await served.boss.ask(contract.sourceRunRelease, { runId: held.id, expected: { loseSignIn: 99, total: 100 }, reason: 'x' })).code,
  ).toBe(12112);
  expect(await apply(held, 'release')).toMatchObject({ state: 'applied' });
  expect(await query(`select status, count(*)::int as n, min(quarantine_ends_at) > 0 as ends from employee group by 1 order by 1`)).toEqual(
    [
      { status: 'active', n: 600, ends: null },
      { status: 'quarantined', n: 100, ends: true },
    ],
  );
  // Who is kept out is found under the source they are gone from.
  const kept = await served.boss.call(employeeList, { sourceId, status: ['quarantined'], pageSize: 20 });
  expect(kept).toMatchObject({
    total: 100,
    list: expect.arrayContaining([expect.objectContaining({ sources: [expect.objectContaining({ id: sourceId })] })]),
  });
  expect((await served.boss.call(employeeList, { sourceId, pageSize: 1 })).total).toBe(700);
  for (const [id, values] of taken) directory.people.set(id, values);
  const back = await sync();
  expect(back.counts).toMatchObject({ restore: 100 });
  await apply(back);
  expect(await query(`select 1 from employee where status = 'active'`)).toHaveLength(700);
  directory.people.clear();
  expect(await sync()).toMatchObject({ state: 'held', brake: { rule: 'nobody' } });
  expect(await query(`select 1 from employee where status = 'active'`)).toHaveLength(700);
});

test('a scope leaves departments out with everybody who is in no other', async () => {
  // Unit 1 stands above 9, 10 and 11; a tree by eights.
  await query(`update source set scope = '{"include":[],"exclude":["d1"],"filter":[]}'`);
  directory.people.get('p9')!['dept'] = ['d9', 'd2'];
  const plan = await sync();
  const outside = [...directory.people.values()].filter(({ dept }) =>
    ['d1', 'd9', 'd10', 'd11'].includes(String((dept as string[]).at(-1))),
  );
  expect(plan).toMatchObject({ peopleRead: 700 - outside.length, departmentsRead: 8, counts: { add: 700 - outside.length + 8 } });
  await apply(plan);
  expect(
    await query(`select count(*)::int as n from employee_department where employee_id = (select id from employee where account = 'user9')`),
  ).toEqual([{ n: 1 }]);
  await query(`update source set scope = '{"include":["Unit 0/Unit 2"],"exclude":[],"filter":[]}'`);
  expect((await sync()).brake).toMatchObject({ rule: 'shrink' });
});

test('who is gone leaves where the policy says so, and is the same person when taken back', async () => {
  await apply(await sync());
  await query(`update source set leaver_policy = '{"do":"leave","days":7}'`);
  const values = directory.people.get('p42')!;
  directory.people.delete('p42');
  const run = await apply(await sync());
  expect(run.outcome).toEqual({ leave: 1 });
  const statusOf = (): Promise<object[]> => query(`select status, id from employee where account = 'user42'`);
  await expect.poll(statusOf).toEqual([{ status: 'left', id: expect.any(String) }]);
  const before = await statusOf();
  directory.people.set('p42', values);
  const back = await sync();
  expect(back.counts).toMatchObject({ restore: 1 });
  await apply(back);
  expect(await statusOf()).toEqual(before.map((row) => ({ ...row, status: 'active' })));
});

test('a reading of changes acts on nobody but those who are named as gone; its mark moves with the last piece of an apply', async () => {
  const first = await sync();
  const markOf = async (): Promise<unknown> => (await query<{ cursor: unknown }>('select cursor from source_standing'))[0]?.cursor;
  expect(await markOf()).toBeNull();
  await apply(first);
  expect(await markOf()).toBe('700');
  directory.gone = [{ of: 'employee', id: 'p5' }];
  const changes = await sync('incremental');
  expect(changes).toMatchObject({ kind: 'incremental', state: 'planned', counts: { quarantine: 1 } });
  expect(await markOf()).toBe('700');
  await apply(changes);
  expect([await markOf(), await query(`select account from employee where status = 'quarantined'`)]).toEqual([
    'later',
    [{ account: 'user5' }],
  ]);
});

test('a reading that breaks off fails, and nobody counts as gone', async () => {
  await apply(await sync());
  directory.cutAfter = 300;
  const { runId, jobId } = await served.boss.call(contract.sourceSync, { id: sourceId });
  expect(await jobEnd(jobId)).toMatchObject({ state: 'failed', error: { code: 12115 } });
  const run = await served.boss.call(contract.sourceRunGet, { runId });
  expect(run).toMatchObject({ state: 'failed', failure: 'The reading was not complete; nobody was treated as gone' });
  expect(await query(`select 1 from source_item where run_id = '${run.id}'`)).toHaveLength(0);
});

test('an undone run leaves every row as it was; what somebody changed since is listed and left alone', async () => {
  await apply(await sync());
  const before = await company();
  for (const at of [20, 21, 22, 23]) directory.people.get(`p${at}`)!['title'] = 'Chief';
  directory.people.get('p24')!['dept'] = ['d3'];
  directory.departments.set('new', { id: 'new', parent: 'd1', name: 'Newest' });
  directory.person(800, 12)['dept'] = ['new'];
  const run = await apply(await sync());
  expect(run.outcome).toEqual({ add: 2, update: 4, move: 1 });
  await query(`update source set enabled = false`);
  const [person] = await query<{ id: string; version: number }>(`select id, version from employee where account = 'user23'`);
  await served.boss.call(employeeUpdate, { ...person!, title: 'By hand' });
  const { jobId } = await served.boss.call(contract.sourceRunUndo, { runId: run.id, reason: 'Wrong file' });
  expect(await jobEnd(jobId)).toMatchObject({ state: 'done', result: { undone: 6, kept: 1 } });
  expect((await served.boss.ask(contract.sourceRunUndo, { runId: run.id, reason: 'x' })).code).toBe(12113);
  expect((await itemsOf(run.id, { state: ['kept'] })).map(({ name }) => name)).toEqual(['Person 23']);
  await query(`update employee set title = 'Clerk' where account = 'user23'`);
  expect(await company()).toEqual(before);
  expect(await query(`select 1 from employee where account = 'user800' and status = 'deleted'`)).toHaveLength(1);
});

test('whoever was changed between the plan and its applying is left alone, by name; the next run compares them again', async () => {
  await apply(await sync());
  for (const at of [12, 13]) directory.people.get(`p${at}`)!['title'] = 'Chief';
  const plan = await sync();
  await query(`update source set enabled = false`);
  const [person] = await query<{ id: string; version: number }>(`select id, version from employee where account = 'user12'`);
  await served.boss.call(employeeUpdate, { ...person!, title: 'By hand' });
  expect((await apply(plan)).outcome).toEqual({ update: 1, stale: 1 });
  expect(await itemsOf(plan.id, { state: ['stale'] })).toMatchObject([{ name: 'Person 12', reasonCode: 'changedSince' }]);
  const titles = () => query(`select account, title from employee where account in ('user12', 'user13') order by 1`);
  expect(await titles()).toEqual([
    { account: 'user12', title: 'By hand' },
    { account: 'user13', title: 'Chief' },
  ]);
  const next = await sync();
  expect(next.counts).toEqual({ unchanged: 711, update: 1 });
  await apply(next);
  expect((await titles())[0]).toEqual({ account: 'user12', title: 'Chief' });
});

test('what a source owns is not changed by hand, and says whose it is; what it only filled is kept', async () => {
  await apply(await sync());
  const [person] = await query<{ id: string; version: number }>(`select id, version from employee where account = 'user50'`);
  const refused = await served.boss.ask(employeeUpdate, { ...person!, title: 'By hand' });
  expect(refused).toMatchObject({ code: 12020, msg: expect.stringContaining('Directory') });
  const { owners } = await served.boss.call(employeeGet, { id: person!.id });
  expect(owners).toMatchObject({ title: { attribute: 'title' }, assignments: { attribute: 'dept' } });
  expect(owners).not.toHaveProperty('mobile');
  await served.boss.call(employeeUpdate, { ...person!, mobile: '+8613900000000' });
  directory.people.get('p50')!['phone'] = '+8613900000001';
  expect(await sync()).toMatchObject({ counts: { unchanged: 712 } });
});

test('people there are already are found by the keys; two of them, or one of another record, is a conflict that an administrator settles', async () => {
  const at = `(select id from department where parent_id is null)`;
  await query(`insert into employee (id, account, account_key, name, employee_no, primary_department_id, name_fold, pinyin, initials, sort_key, grams, created_at, updated_at)
    select gen_random_uuid(), a, a, 'Old ' || a, n, ${at}, '', '', '', '', '{}', 1, 1 from (values ('old', 'N30'), ('user31', null), ('user99', null)) v(a, n)`);
  await query(
    `insert into employee_department (employee_id, department_id, is_primary, from_at) select id, primary_department_id, true, 1 from employee`,
  );
  directory.people.get('p32')!['uid'] = 'user31';
  const plan = await sync();
  // Old stays one person and takes the source's account.
  expect(plan.counts).toMatchObject({ conflict: 1, move: 3, add: 708 });
  const [conflict] = await itemsOf(plan.id, { action: ['conflict'] });
  expect(conflict).toMatchObject({ name: 'Person 32', candidates: [expect.objectContaining({ account: 'user31' })] });
  const skipped = await served.boss.call(contract.sourceRunItems, { runId: plan.id, text: 'Person 99', limit: 1 });
  await served.boss.call(contract.sourceRunResolve, { runId: plan.id, seq: skipped.list[0]!.seq, choice: 'skip' });
  const run = await apply(await served.boss.call(contract.sourceRunGet, { runId: plan.id }));
  expect(run.outcome).toEqual({ move: 2, add: 708 });
  expect(await query(`select account, name from employee where employee_no = 'N30'`)).toEqual([{ account: 'user30', name: 'Person 30' }]);
});

test('a conflict alone waits for whoever read by hand: somebody who is chosen is tied, and is the same person from then on', async () => {
  await apply(await sync());
  await query(`update source set matching = '{mobile}'`);
  const at = `(select id from department where parent_id is null)`;
  await query(`insert into employee (id, account, account_key, name, mobile, mobile_shared, primary_department_id, name_fold, pinyin, initials, sort_key, grams, created_at, updated_at)
    select gen_random_uuid(), a, a, 'Shared ' || a, '+8613977770000', s, ${at}, '', '', '', '', '{}', 1, 1 from (values ('desk1', false), ('desk2', true)) v(a, s)`);
  await query(
    `insert into employee_department (employee_id, department_id, is_primary, from_at) select id, primary_department_id, true, 1 from employee where account like 'desk%'`,
  );
  Object.assign(directory.person(950, 12), { phone: '+8613977770000', number: null });
  const plan = await sync();
  expect(plan).toMatchObject({ state: 'planned', counts: { unchanged: 712, conflict: 1 } });
  const [conflict] = await itemsOf(plan.id, { action: ['conflict'] });
  expect(conflict).toMatchObject({ reasonCode: 'several' });
  const chosen = conflict!.candidates.find(({ account }) => account === 'desk2')!;
  expect(conflict!.candidates).toHaveLength(2);
  const settled = await served.boss.call(contract.sourceRunResolve, {
    runId: plan.id,
    seq: conflict!.seq,
    choice: 'link',
    objectId: chosen.id,
  });
  expect(settled).toMatchObject({ objectId: chosen.id, state: 'planned' });
  await apply(await served.boss.call(contract.sourceRunGet, { runId: plan.id }));
  expect(await query(`select object_id as id from source_link where external_id = 'p950'`)).toEqual([{ id: chosen.id }]);
  expect(await query(`select name from employee where id = '${chosen.id}'`)).toEqual([{ name: 'Person 950' }]);
  // Who leads them is seen by the next reading, which knows everybody.
  expect((await apply(await sync())).outcome).toEqual({ update: 1 });
  expect(await sync()).toMatchObject({ state: 'applied', counts: { unchanged: 713 } });
});

test('one run of a source at a time; a plan can be rejected, and does nothing after that', async () => {
  const first = await served.boss.call(contract.sourceSync, { id: sourceId });
  expect((await served.boss.ask(contract.sourceSync, { id: sourceId })).code).toBe(12101);
  await jobEnd(first.jobId);
  await served.boss.call(contract.sourceRunReject, { runId: first.runId, reason: 'Not now' });
  expect((await served.boss.ask(contract.sourceRunApply, { runId: first.runId, expected: { loseSignIn: 0, total: 712 } })).code).toBe(
    10412,
  );
  expect(await query('select 1 from employee')).toHaveLength(0);
  expect(rootDepartmentId).toBeTruthy();
});
