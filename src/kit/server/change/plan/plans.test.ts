import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareServices, grantsOf, superPerson, type BareServices, type TestPerson } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { callerOf, systemCaller, type Caller } from '../../caller.ts';
import { createHttpServer } from '../../http-server.ts';
import { newId } from '../../ids.ts';
import { planApplyJob } from './apply-plan.ts';
import { brakeOf } from './brake.ts';
import { changeObjects, createObjects } from '../change-objects.ts';
import { departmentA, departmentB, lampKind, makeLamps } from '../fixtures/lamps.ts';
import { makePlan, type PlannedOperation } from './make-plan.ts';
import { planRoutes } from './plan.routes.ts';

let database: Database;
let bare: BareServices;
let app: FastifyInstance;
const codes = { lamp_page: 'all', 'lamp_page:import': 'all', 'lamp_page:approve': 'all' } as const;
const ann: TestPerson = { uid: newId(), name: 'Ann', grants: grantsOf(codes) };
const ben: TestPerson = { uid: newId(), name: 'Ben', grants: grantsOf(codes) };
const narrow: TestPerson = {
  uid: newId(),
  name: 'Narrow',
  grants: grantsOf({ lamp_page: ['root.a'], 'lamp_page:import': ['root.a'], 'lamp_page:approve': ['root.a'] }),
};
const root = superPerson();

beforeAll(async () => {
  database = await testDatabase();
  await makeLamps(database);
  bare = await bareServices(database, { people: [ann, ben, narrow, root], kinds: [lampKind] });
  bare.jobs.register(planApplyJob);
  bare.jobs.work(bare.services);
  app = await createHttpServer(bare.services, [{ name: 'kit', routes: planRoutes }]);
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await database.close();
});

interface Answer {
  code: number;
  data: Record<string, never> & {
    id: string;
    jobId: string;
    requestId: string;
    state: string;
    total: number;
    list: { name: string; action: string; state: string; issues: { message: string }[] }[];
    issues: { path: string }[];
    version: number;
  };
}
const post = async (person: TestPerson, url: string, payload: object) =>
  (
    await app.inject({
      method: 'POST',
      url: `/api/${url}`,
      headers: { accesstoken: `token-${person.uid}`, 'accept-language': 'en' },
      payload,
    })
  ).json<Answer>();
const get = async (person: TestPerson, url: string) =>
  (await app.inject({ url: `/api/${url}`, headers: { accesstoken: `token-${person.uid}`, 'accept-language': 'en' } })).json<Answer>();

const callerFor = (person: TestPerson, code = 'lamp_page:import'): Caller =>
  callerOf({
    uid: person.uid,
    account: person.name,
    name: person.name,
    language: 'en_US',
    sessionId: null,
    address: '',
    userAgent: '',
    requestId: 'r',
    operation: 'lamp.import',
    grants: person.grants,
    confirmedAt: 0,
    mustChangePassword: false,
    codes: [code],
  });

const creation = (name: string, watts = 5, department = departmentA): PlannedOperation => ({
  action: 'create',
  name,
  path: department === departmentA ? 'root.a' : 'root.b',
  before: null,
  after: { name, watts, department },
  version: null,
});
const plan = (person: TestPerson, operations: Iterable<PlannedOperation>, more: object = {}) =>
  makePlan(database.db, callerFor(person), {
    kind: lampKind,
    title: { namespace: 'kit', key: 'action.create', params: {} },
    operations,
    source: 'import',
    operation: 'lamp.import',
    code: 'lamp_page:import',
    ...more,
  });

async function ended(jobId: string): Promise<string> {
  for (;;) {
    const row = await database.db.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow();
    if (row.ended_at !== null) return row.state;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

test('A plan refuses bad lines with their reason, applies the rest and records who did it', async () => {
  const taken = `taken ${newId()}`;
  const lines = [
    { ...creation(taken), line: 2 },
    { ...creation(taken), line: 3 },
    creation('dark', -1),
    {
      action: 'refused' as const,
      name: 'row 4',
      path: null,
      before: null,
      after: null,
      version: null,
      line: 4,
      issues: [{ path: 'name', namespace: 'kit', key: 'issue.missing' }],
    },
    { ...creation(`bright ${newId()}`, 500), line: 6 },
  ];
  const made = await plan(ann, lines);
  expect(made).toMatchObject({ state: 'planned', counts: { create: 3, refused: 2 }, impact: { bright: 1 }, brake: null });
  expect(await post(ann, 'plan/apply', { id: made.id, expected: { create: 5 } })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'expected.create' }] },
  });
  const started = await post(ann, 'plan/apply', { id: made.id, expected: { create: 3 } });
  expect(await ended(started.data.jobId)).toBe('done');
  expect(await get(ann, `plan/get?id=${made.id}`)).toMatchObject({ data: { state: 'applied', outcome: { create: 2, refused: 1 } } });
  const refused = await get(ann, `plan/items?planId=${made.id}&state=refused`);
  expect(refused.data.list.map(({ name, issues }) => [name, issues[0]?.message])).toEqual([
    [taken, 'Already taken; choose another'],
    ['dark', 'At least 0'],
    ['row 4', 'Required'],
  ]);
  const { batchId } = (await get(ann, `plan/get?id=${made.id}`)).data as unknown as { batchId: string };
  expect(await database.db.selectFrom('change_batch').selectAll().where('id', '=', batchId).executeTakeFirst()).toMatchObject({
    uid: ann.uid,
    operation: 'lamp.import',
    source: 'import',
    counts: { create: 2 },
  });
  const journal = await database.db
    .selectFrom('change_operation')
    .select(['object_name', 'after'])
    .where('batch_id', '=', batchId)
    .execute();
  expect(journal).toEqual([lines[0]!, lines[4]!].map(({ name, after }) => ({ object_name: name, after })));
  expect(await database.db.selectFrom('audit_log').selectAll().where('batch_id', '=', batchId).execute()).toMatchObject([
    { operation: 'lamp.import', object_count: 2, uid: ann.uid },
  ]);
  // The audit names the plan as people read it, not by the code of what it does.
  const begun = await database.db
    .selectFrom('audit_log')
    .select('object_name')
    .where('object_kind', '=', 'plan')
    .where('object_id', '=', made.id)
    .executeTakeFirst();
  expect(begun).toEqual({ object_name: bare.services.texts.text('en_US', 'kit', 'action.create') });
  expect(await post(ann, 'plan/apply', { id: made.id, expected: { create: 3 } })).toMatchObject({ code: 10412 });
});

test('A line whose object was changed meanwhile is stale where it touches the same field, and applied where it does not', async () => {
  const names = [`a ${newId()}`, `b ${newId()}`];
  const ids = await database.db.transaction().execute((tx) =>
    createObjects(
      tx,
      systemCaller('x'),
      lampKind,
      names.map((name) => ({ name, path: 'root.a', fields: { name, watts: 1, phone: '1', department: departmentA } })),
    ),
  );
  const made = await plan(
    ann,
    ids.map((id, index): PlannedOperation => ({
      action: 'change',
      id,
      name: names[index]!,
      path: 'root.a',
      before: { watts: 1 },
      after: { watts: 2 },
      version: 1,
    })),
  );
  await database.db.transaction().execute((tx) =>
    changeObjects(tx, systemCaller('x'), lampKind, [
      { id: ids[0]!, version: 1, fields: { watts: 9 } },
      { id: ids[1]!, version: 1, fields: { phone: '2' } },
    ]),
  );
  const started = await post(ann, 'plan/apply', { id: made.id, expected: { change: 2 } });
  await ended(started.data.jobId);
  expect((await get(ann, `plan/items?planId=${made.id}`)).data.list.map(({ state }) => state)).toEqual(['stale', 'applied']);
  const { rows } = await sql<{ watts: number }>`select watts from lamp where id = any(${ids}::uuid[]) order by name`.execute(database.db);
  expect(rows.map((row) => row.watts)).toEqual([9, 2]);
});

test('Lines outside the range are refused, and plans of others are not seen without their code and range', async () => {
  const made = await plan(narrow, [creation(`in ${newId()}`), creation(`out ${newId()}`, 1, departmentB)]);
  expect(made.counts).toEqual({ create: 1, refused: 1 });
  const wide = await plan(ann, [creation(`b ${newId()}`, 1, departmentB)]);
  expect(await get(narrow, `plan/get?id=${wide.id}`)).toMatchObject({ code: 10404 });
  expect(await get(ben, `plan/get?id=${wide.id}`)).toMatchObject({ code: 0 });
  expect(await post(ann, 'plan/discard', { id: wide.id })).toMatchObject({ code: 0 });
  expect(await get(ann, `plan/get?id=${wide.id}`)).toMatchObject({ data: { state: 'discarded' } });
});

test('The brake holds a plan that would disable too many until it is released', async () => {
  expect(brakeOf({ disable: 10 }, 20)).toBeNull();
  expect(brakeOf({ disable: 6, delete: 5 }, 1000)).toBeNull();
  expect(brakeOf({ disable: 6, delete: 5 }, 100)).toEqual({ rule: 'share', action: 'loss', number: 11, limit: 5 });
  expect(brakeOf({ move: 501 }, 1_000_000)).toEqual({ rule: 'cap', action: 'move', number: 501, limit: 500 });
  const id = newId();
  const losses = Array.from({ length: 11 }, (): PlannedOperation => ({
    action: 'disable',
    id: newId(),
    name: 'x',
    path: 'root.a',
    before: { watts: 1 },
    after: { watts: 0 },
    version: 1,
  }));
  const made = await plan(ann, [...losses, { ...creation(`n ${id}`) }], { total: 100 });
  expect(made).toMatchObject({ state: 'held', brake: { rule: 'share' } });
  expect(await post(ann, 'plan/apply', { id: made.id, expected: { disable: 11, create: 1 } })).toMatchObject({
    code: 10412,
    data: { state: 'held' },
  });
  expect(await post(ann, 'plan/release', { id: made.id, reason: 'a real reorganisation' })).toMatchObject({
    code: 0,
    data: { state: 'planned' },
  });
});

test('After kill -9 in the middle a plan goes on from its last committed batch and applies no line twice', async () => {
  await bare.jobs.stop();
  const mark = newId();
  // Several transactions of lines: the process is killed between two of them.
  const lines = 9500;
  const made = await plan(
    ann,
    Array.from({ length: lines }, (_, index) => creation(`${mark} ${index}`)),
  );
  const { types: _types, ...config } = database.config;
  const given = JSON.stringify({ config, people: [ann] }, (_key, value: unknown) => (value instanceof Map ? ['Map', [...value]] : value));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../fixtures/plan-worker.ts'), given], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const started = await post(ann, 'plan/apply', { id: made.id, expected: { create: lines } });
  const count = async () =>
    Number((await sql<{ n: number }>`select count(*)::int as n from lamp where name like ${`${mark}%`}`.execute(database.db)).rows[0]?.n);
  await expect.poll(count).toBeGreaterThan(1500);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = await count();
  expect(before).toBeLessThan(lines);
  const second = await bareServices(database, { people: [ann], kinds: [lampKind] });
  second.jobs.register(planApplyJob);
  second.jobs.work(second.services);
  expect(await ended(started.data.jobId)).toBe('done');
  await second.close();
  expect(await count()).toBe(lines);
  const batch = await database.db
    .selectFrom('change_plan')
    .select(['batch_id', 'outcome'])
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  expect(batch.outcome).toEqual({ create: lines });
  const { rows } = await sql<{
    rows: number;
    objects: number;
    whole: number;
    seqs: number;
  }>`select count(*)::int as rows, count(distinct object_id)::int as objects, (count(*) filter (where after ->> 'name' = object_name))::int as whole, count(distinct seq)::int as seqs from change_operation where batch_id = ${batch.batch_id}`.execute(
    database.db,
  );
  expect(rows[0]).toEqual({ rows: lines, objects: lines, whole: lines, seqs: lines });
}, 90_000);
