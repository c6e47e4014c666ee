import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareServices } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { callerOf, systemCaller, type Caller, type Range } from '../caller.ts';
import { newId } from '../ids.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import { changeObjects, createObjects, removeObjects } from './change-objects.ts';
import { dryRun } from './dry-run.ts';
import type { Kind } from './kind.ts';
import { tableKind } from './table-kind.ts';

let database: Database;
const departmentPaths = new Map([
  ['11111111-1111-4111-8111-111111111111', 'root.a'],
  ['22222222-2222-4222-8222-222222222222', 'root.b'],
]);
const [departmentA, departmentB] = [...departmentPaths.keys()] as [string, string];

const base = {
  kind: 'lamp',
  module: 'kit',
  codes: { read: 'lamp_page', revert: 'lamp_page:revert' },
  table: 'lamp',
  name: 'name',
  fields: {
    name: { column: 'name' },
    watts: { column: 'watts' },
    key: { column: 'lamp_key', secret: true },
    department: { column: 'department_id' },
    tags: { column: 'tags' },
  },
  unique: { lamp_name: 'name' },
} as const;
const lamp: Kind = tableKind(base);
const rangedLamp: Kind = tableKind({ ...base, department: { field: 'department', paths: async () => departmentPaths } });

beforeAll(async () => {
  database = await testDatabase();
  await sql`create table lamp (id uuid primary key, version int not null, created_at bigint not null, created_by text, updated_at bigint not null, updated_by text,
    name text not null constraint lamp_name unique, watts int, lamp_key text, department_id uuid, tags text[])`.execute(database.db);
});
afterAll(() => database.close());

const inTransaction = <T>(work: (tx: Parameters<Parameters<ReturnType<Database['db']['transaction']>['execute']>[0]>[0]) => Promise<T>) =>
  database.db.transaction().execute(work);

function callerWith(range: Range): Caller {
  const all: Range = { all: true };
  return callerOf({
    uid: 'u1',
    account: 'ann',
    name: 'Ann',
    language: 'en_US',
    sessionId: null,
    address: '10.0.0.1',
    userAgent: '',
    requestId: 'r',
    operation: 'lamp.test',
    confirmedAt: 0,
    mustChangePassword: false,
    codes: ['lamp_page'],
    grants: { superAdmin: false, codes: new Map([['lamp_page', range]]), roles: [], widest: all },
  });
}

async function addLamp(fields: Record<string, string | number | string[]> = {}): Promise<string> {
  const name = `lamp ${newId()}`;
  const [id] = await inTransaction((tx) =>
    createObjects(tx, systemCaller('lamp.add'), lamp, [
      { name, path: null, fields: { name, watts: 5, key: 'hidden', department: departmentA, tags: ['a'], ...fields } },
    ]),
  );
  return id!;
}

test('A change writes its fields, counts the version up and is in the journal with before and after of what changed', async () => {
  const id = await addLamp();
  const caller = systemCaller('lamp.update');
  const [state] = await inTransaction((tx) =>
    changeObjects(tx, caller, lamp, [{ id, version: 1, fields: { watts: 7, tags: ['a'], key: 'other' } }], { reason: 'brighter' }),
  );
  expect(state).toMatchObject({ version: 2, fields: { watts: 7, tags: ['a'], key: 'other' } });
  const rows = await database.db.selectFrom('change_operation').selectAll().where('object_id', '=', id).orderBy('id').execute();
  expect(
    rows.map(({ action, before, after, version_before, version_after }) => ({ action, before, after, version_before, version_after })),
  ).toEqual([
    { action: 'create', before: null, after: expect.objectContaining({ watts: 5, key: '••••' }), version_before: null, version_after: 1 },
    { action: 'change', before: { watts: 5, key: '••••' }, after: { watts: 7, key: '••••' }, version_before: 1, version_after: 2 },
  ]);
  const batch = await database.db.selectFrom('change_batch').selectAll().where('id', '=', caller.batch()!).executeTakeFirstOrThrow();
  expect(batch).toMatchObject({ reason: 'brighter', operation: 'lamp.update', counts: { change: 1 }, source: 'form' });
});

test('Of two edits of the same version one wins and the other gets 10409 with the present object', async () => {
  const id = await addLamp();
  const edit = (watts: number) =>
    inTransaction((tx) => changeObjects(tx, systemCaller('lamp.update'), lamp, [{ id, version: 1, fields: { watts } }]));
  const ends = await Promise.allSettled([edit(10), edit(20)]);
  const [lost] = ends.filter((end) => end.status === 'rejected');
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
  expect(lost?.reason).toBeInstanceOf(Refusal);
  expect(lost?.reason).toMatchObject({ answer: 10409, data: { current: { id, version: 2, key: '••••' } } });
});

test('Nothing is written when nothing changes', async () => {
  const id = await addLamp();
  const [state] = await inTransaction((tx) =>
    changeObjects(tx, systemCaller('lamp.update'), lamp, [{ id, version: 1, fields: { watts: 5 } }]),
  );
  expect(state?.version).toBe(1);
});

test('Rows that change different fields in one call each keep the others', async () => {
  const [one, two] = [await addLamp({ watts: 1 }), await addLamp({ watts: 2 })];
  const name = `renamed ${one}`;
  const states = await inTransaction((tx) =>
    changeObjects(tx, systemCaller('lamp.bulk'), lamp, [
      { id: one, version: null, fields: { name } },
      { id: two, version: null, fields: { watts: null } },
    ]),
  );
  expect(states.map((state) => state.fields)).toMatchObject([
    { name, watts: 1 },
    { watts: null, tags: ['a'] },
  ]);
});

test('Ranges are checked on the old and the new state, and an unknown id reads like one outside', async () => {
  const id = await addLamp({ department: departmentA });
  const inside = callerWith({ all: false, paths: ['root.a'], self: false, uid: 'u1' });
  const outside = callerWith({ all: false, paths: ['root.b'], self: false, uid: 'u1' });
  const change = (caller: Caller, target: string, fields: Record<string, string | number>) =>
    inTransaction((tx) => changeObjects(tx, caller, rangedLamp, [{ id: target, version: null, fields }]));
  await change(inside, id, { watts: 9 });
  await expect(change(inside, id, { department: departmentB })).rejects.toMatchObject({ answer: 10910 });
  await expect(change(outside, id, { department: departmentB })).rejects.toMatchObject({ answer: 10910 });
  await expect(change(outside, id, {})).rejects.toMatchObject({ answer: 10910 });
  await expect(change(outside, newId(), { watts: 1 })).rejects.toMatchObject({ answer: 10910 });
  await expect(change(systemCaller('x'), newId(), { watts: 1 })).rejects.toMatchObject({ answer: 10404 });
});

test('A department that does not exist is refused at its field, also for who sees everything', async () => {
  const id = await addLamp();
  const change = inTransaction((tx) =>
    changeObjects(tx, systemCaller('lamp.update'), rangedLamp, [{ id, version: null, fields: { department: newId() } }]),
  );
  await expect(change).rejects.toMatchObject({ issues: [{ path: 'department', key: 'issue.noDepartment' }] });
});

test('A taken name answers 10411 with its field, and the rules of the kind 10400 with theirs', async () => {
  const name = `twice ${newId()}`;
  const add = (kind: Kind) =>
    inTransaction((tx) => createObjects(tx, systemCaller('lamp.add'), kind, [{ name, path: null, fields: { name } }]));
  await add(lamp);
  await expect(add(lamp)).rejects.toMatchObject({ answer: 10411, data: { field: 'name' } });
  const strict: Kind = { ...lamp, check: async () => new Map([[0, [{ path: 'watts', namespace: 'kit', key: 'issue.missing' }]]]) };
  await expect(add(strict)).rejects.toBeInstanceOf(InvalidInput);
});

test('A deleted object is kept whole by the journal, secrets masked', async () => {
  const id = await addLamp();
  expect(await inTransaction((tx) => removeObjects(tx, systemCaller('lamp.delete'), lamp, [id]))).toBe(1);
  const row = await database.db
    .selectFrom('change_operation')
    .selectAll()
    .where('object_id', '=', id)
    .where('action', '=', 'delete')
    .executeTakeFirstOrThrow();
  expect(row.before).toMatchObject({ watts: 5, key: '••••', tags: ['a'], department: departmentA });
  expect(row.after).toBeNull();
});

test('Five hundred rows cost a handful of statements, and the journal refuses to be rewritten', async () => {
  let statements = 0;
  const counted = database.db.withPlugin({
    transformQuery: ({ node }) => (statements++, node),
    transformResult: async ({ result }) => result,
  });
  const drafts = Array.from({ length: 500 }, (_, index) => ({
    name: `bulk ${index}`,
    path: null,
    fields: { name: `bulk ${index} ${newId()}`, watts: index },
  }));
  const ids = await counted.transaction().execute((tx) => createObjects(tx, systemCaller('lamp.add'), lamp, drafts));
  const creating = statements;
  await counted.transaction().execute((tx) =>
    changeObjects(
      tx,
      systemCaller('lamp.bulk'),
      lamp,
      ids.map((id, index) => ({ id, version: 1, fields: { watts: -index - 1 } })),
    ),
  );
  expect(creating).toBeLessThanOrEqual(4);
  expect(statements - creating).toBeLessThanOrEqual(6);
  await expect(sql`update change_operation set object_name = 'x'`.execute(database.db)).rejects.toThrow(/append-only/);
  await expect(sql`truncate audit_log`.execute(database.db)).rejects.toThrow(/append-only/);
});

test('A dry run answers what a write would do and does nothing', async () => {
  const name = `dry ${newId()}`;
  const bare = await bareServices(database, {
    kinds: [{ ...lamp, impact: async (_tx, _caller, operations) => ({ people: operations.length }) }],
  });
  const caller = systemCaller('lamp.add');
  const answer = await dryRun(bare.services, caller, (tx, trying) =>
    createObjects(tx, trying, lamp, [{ name, path: null, fields: { name, key: 'secret' } }]),
  );
  expect(answer).toMatchObject({
    counts: { create: 1 },
    impact: { people: 1 },
    operations: [
      {
        name,
        action: 'create',
        fields: [
          { field: 'name', before: null, after: name },
          { field: 'key', after: '••••' },
        ],
      },
    ],
  });
  expect(caller.batch()).toBeNull();
  expect(caller.touched).toEqual([]);
  expect((await sql`select from lamp where name = ${name}`.execute(database.db)).rows).toEqual([]);
  await expect(dryRun(bare.services, caller, () => Promise.reject(new Refusal(10411)))).rejects.toMatchObject({ answer: 10411 });
  await bare.close();
});
