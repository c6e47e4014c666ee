import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareServices, grantsOf, superPerson, type BareServices, type TestPerson } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { callerOf, type Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { createHttpServer } from '../http-server.ts';
import { newId } from '../ids.ts';
import { changeObjects, createObjects, removeObjects } from './change-objects.ts';
import { departmentA, departmentB, hanging, lampKind, makeLamps } from './fixtures/lamps.ts';
import { journalRoutes } from './journal.routes.ts';
import { revertJob } from './revert.job.ts';

let database: Database;
let bare: BareServices;
let app: FastifyInstance;
const root = superPerson('Root');
const narrow: TestPerson = { uid: newId(), name: 'Narrow', grants: grantsOf({ lamp_page: ['root.a'], 'lamp_page:revert': ['root.a'] }) };
const reader: TestPerson = { uid: newId(), name: 'Reader', grants: grantsOf({ lamp_page: 'all' }) };
const nobody: TestPerson = { uid: newId(), name: 'Nobody', grants: grantsOf({}) };

beforeAll(async () => {
  database = await testDatabase();
  await makeLamps(database);
  bare = await bareServices(database, { people: [root, narrow, reader, nobody], kinds: [lampKind] });
  bare.jobs.register(revertJob);
  bare.jobs.work(bare.services);
  app = await createHttpServer(bare.services, [{ name: 'kit', routes: journalRoutes }]);
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await database.close();
});

interface Line {
  id: string;
  objectId: string;
  objectName: string;
  action: string;
  fields: { field: string; before: unknown; after: unknown }[];
  revertedBy: string | null;
  mayRevert: boolean;
  batchId: string;
  operationId: string;
}
interface Answer {
  code: number;
  data: {
    list: Line[];
    next: string | null;
    batchId: string;
    jobId: string | null;
    reverted: number;
    conflicts: { objectId: string; conflict: { reason: string; fields: string[] } }[];
    objects: number;
    count: number;
  };
}
const headers = (person: TestPerson) => ({ accesstoken: `token-${person.uid}`, 'accept-language': 'en' });
const get = async (person: TestPerson, url: string) => (await app.inject({ url: `/api/${url}`, headers: headers(person) })).json<Answer>();
const post = async (person: TestPerson, url: string, payload: object) =>
  (await app.inject({ method: 'POST', url: `/api/${url}`, headers: headers(person), payload })).json<Answer>();

function callerFor(person: TestPerson): Caller {
  return callerOf({
    uid: person.uid,
    account: person.name,
    name: person.name,
    language: 'en_US',
    sessionId: null,
    address: '10.1.1.1',
    userAgent: '',
    requestId: 'r',
    operation: 'lamp.edit',
    grants: person.grants,
    confirmedAt: 0,
    mustChangePassword: false,
    codes: [],
  });
}

/** One write as a batch of its own; answers the batch. */
async function batch<T>(work: (tx: Tx, caller: Caller) => Promise<T>): Promise<{ batchId: string; value: T }> {
  const caller = callerFor(root);
  const value = await database.db.transaction().execute((tx) => work(tx, caller));
  return { batchId: caller.batch()!, value };
}
const add = (count: number, department = departmentA, watts = 1) =>
  batch((tx, caller) =>
    createObjects(
      tx,
      caller,
      lampKind,
      Array.from({ length: count }, () => ({
        name: `lamp ${newId()}`,
        path: department === departmentA ? 'root.a' : 'root.b',
        fields: { name: `lamp ${newId()}`, watts, phone: '13800138000', key: 'k', department },
      })),
    ),
  );
const edit = (ids: readonly string[], fields: Record<string, string | number>) =>
  batch((tx, caller) =>
    changeObjects(
      tx,
      caller,
      lampKind,
      ids.map((id) => ({ id, version: null, fields })),
    ),
  );
const lampOf = async (id: string) =>
  (
    await sql<{
      watts: number;
      version: number;
      phone: string;
      lamp_key: string | null;
      department_id: string;
    }>`select * from lamp where id = ${id}`.execute(database.db)
  ).rows[0];

test('The journal shows what the caller may read: kinds granted, departments in range, sensitive values masked', async () => {
  const inA = await add(1);
  const inB = await add(1, departmentB);
  const names = async (person: TestPerson) =>
    new Set((await get(person, 'journal/list?pageSize=500')).data.list.map((line) => line.objectId));
  expect([...(await names(root))]).toEqual(expect.arrayContaining([inA.value[0], inB.value[0]]));
  expect((await names(narrow)).has(inA.value[0]!)).toBe(true);
  expect((await names(narrow)).has(inB.value[0]!)).toBe(false);
  expect((await names(nobody)).size).toBe(0);
  const lineFor = async (person: TestPerson) => (await get(person, `journal/list?objectId=${inA.value[0]}`)).data.list[0];
  expect(await lineFor(reader)).toMatchObject({ action: 'create', mayRevert: false });
  // Also for who may unmask: a value is shown when it is asked for.
  for (const person of [reader, root])
    expect((await lineFor(person))?.fields).toEqual(
      expect.arrayContaining([
        { field: 'phone', before: null, after: '138****8000' },
        { field: 'key', before: null, after: '••••' },
      ]),
    );
  expect((await get(narrow, `journal/batch/get?id=${inB.batchId}`)).code).toBe(10404);
  const page = await get(root, 'journal/list?pageSize=1');
  const next = await get(root, `journal/list?pageSize=1&after=${page.data.next}`);
  expect(Number(next.data.list[0]?.id.localeCompare(page.data.list[0]?.id ?? ''))).toBeLessThan(0);
});

test('A reverted batch gives the old values back as a batch of its own; later edits of the same fields are listed, not overwritten', async () => {
  const { value: ids } = await add(3);
  const edited = await edit(ids, { watts: 50 });
  await edit([ids[1]!], { watts: 60 });
  await edit([ids[2]!], { phone: '13900139000' });
  const preview = await post(root, 'journal/revert/preview', { batchId: edited.batchId });
  expect(preview.data).toMatchObject({ objects: 3, conflicts: 1 });
  const undone = await post(root, 'journal/revert', { batchId: edited.batchId, reason: 'a mistake' });
  expect(undone).toMatchObject({
    code: 0,
    data: { reverted: 2, conflicts: [{ objectId: ids[1], conflict: { reason: 'edited', fields: ['watts'] } }] },
  });
  expect(await Promise.all(ids.map(lampOf))).toMatchObject([{ watts: 1, version: 3 }, { watts: 60 }, { watts: 1, phone: '13900139000' }]);
  const lines = (await get(root, `journal/list?batchId=${edited.batchId}`)).data.list;
  expect(lines.filter((line) => line.revertedBy === undone.data.batchId)).toHaveLength(2);
  const again = await post(root, 'journal/revert', { batchId: undone.data.batchId });
  expect(again.data.reverted).toBe(2);
  expect(await lampOf(ids[0]!)).toMatchObject({ watts: 50 });
});

test('Several lines of one object are undone as one, and single lines only with the right and in range', async () => {
  const {
    value: [id],
  } = await add(1);
  const [first, second] = [await edit([id!], { watts: 2 }), await edit([id!], { watts: 3, phone: '1' })];
  const lines = (await get(root, `journal/list?objectId=${id}&action=change`)).data.list.map((line) => line.id);
  expect(lines).toHaveLength(2);
  expect((await post(reader, 'journal/revert', { operationIds: lines })).code).toBe(65002);
  expect((await post(nobody, 'journal/revert', { operationIds: lines })).code).toBe(10404);
  expect((await post(root, 'journal/revert', { operationIds: [newId()] })).code).toBe(10404);
  expect((await post(root, 'journal/revert', { batchId: first.batchId, operationIds: lines })).code).toBe(10400);
  expect(await post(narrow, 'journal/revert', { operationIds: lines })).toMatchObject({ data: { reverted: 1 } });
  expect(await lampOf(id!)).toMatchObject({ watts: 1, phone: '13800138000' });
  expect((await post(root, 'journal/revert', { batchId: second.batchId })).data).toMatchObject({
    reverted: 0,
    conflicts: [{ conflict: { reason: 'reverted' } }],
  });
});

test('A created object is removed when it stayed as it was and nothing hangs on it', async () => {
  const { batchId, value: ids } = await add(3);
  hanging.add(ids[1]!);
  await edit([ids[2]!], { watts: 7 });
  const undone = await post(root, 'journal/revert', { batchId });
  expect(undone.data).toMatchObject({ reverted: 1 });
  expect(new Set(undone.data.conflicts.map((one) => [one.objectId, one.conflict.reason].join()))).toEqual(
    new Set([`${ids[1]},inUse`, `${ids[2]},edited`]),
  );
  expect(await lampOf(ids[0]!)).toBeUndefined();
  expect(await lampOf(ids[2]!)).toMatchObject({ watts: 7 });
});

test('The preview asks the rules that the undoing asks, and leaves nothing behind', async () => {
  const { value: ids } = await add(2);
  // Written past the rules, as of a time when they were others.
  await sql`update lamp set watts = -1 where id = ${ids[0]!}`.execute(database.db);
  const edited = await edit(ids, { watts: 9 });
  const before = await Promise.all(ids.map(lampOf));
  const preview = await post(root, 'journal/revert/preview', { batchId: edited.batchId });
  expect(preview.data).toMatchObject({ objects: 2, conflicts: 1, operations: 2 });
  expect(preview.data.list[0]).toMatchObject({ objectId: ids[0], conflict: { reason: 'refused', fields: ['watts'] } });
  expect(preview.data.list[1]).toMatchObject({ objectId: ids[1], action: 'change', conflict: null });
  expect(await Promise.all(ids.map(lampOf))).toEqual(before);
  const undone = (await post(root, 'journal/revert', { batchId: edited.batchId })).data;
  expect(undone).toMatchObject({ reverted: 1, conflicts: [preview.data.list[0]] });
});

test('The preview of what a job would undo asks the rules too', async () => {
  const { value: ids } = await add(501);
  await sql`update lamp set watts = -1 where id = ${ids[0]!}`.execute(database.db);
  const edited = await edit(ids, { watts: 9 });
  const preview = await post(root, 'journal/revert/preview', { batchId: edited.batchId });
  expect(preview.data).toMatchObject({ objects: 501, conflicts: 1 });
  expect(preview.data.list[0]).toMatchObject({ objectId: ids[0], conflict: { reason: 'refused' } });
});

test('The recycle bin gives deleted objects back with their secret, once, and not after they were purged', async () => {
  const { value: ids } = await add(3);
  await batch((tx, caller) => removeObjects(tx, caller, lampKind, ids));
  const bin = async (person: TestPerson) =>
    (await get(person, 'sys/recycleBin/list?pageSize=500')).data.list.filter((line) => ids.includes(line.objectId));
  expect(await bin(nobody)).toEqual([]);
  const rows = await bin(narrow);
  const of = (id: string) => rows.find((line) => line.objectId === id)!.operationId;
  expect(await post(narrow, 'sys/recycleBin/restore', { operationIds: [of(ids[0]!)] })).toMatchObject({ data: { reverted: 1 } });
  expect(await lampOf(ids[0]!)).toMatchObject({ watts: 1, version: 2, phone: '13800138000', lamp_key: 'k', department_id: departmentA });
  expect((await post(narrow, 'sys/recycleBin/restore', { operationIds: [of(ids[0]!)] })).code).toBe(10404);
  expect(await post(root, 'sys/recycleBin/purge', { operationIds: [of(ids[1]!)] })).toMatchObject({ data: { count: 1 } });
  expect((await post(root, 'sys/recycleBin/restore', { operationIds: [of(ids[1]!)] })).code).toBe(10404);
  expect((await bin(root)).map((line) => line.objectId)).toEqual([ids[2]]);
  const name = (await database.db.selectFrom('change_operation').select('before').where('id', '=', of(ids[2]!)).executeTakeFirstOrThrow())
    .before?.['name'];
  await batch((tx, caller) =>
    createObjects(tx, caller, lampKind, [{ name: String(name), path: 'root.a', fields: { name: name!, department: departmentA } }]),
  );
  expect((await post(root, 'sys/recycleBin/restore', { operationIds: [of(ids[2]!)] })).data).toMatchObject({
    reverted: 0,
    conflicts: [{ conflict: { reason: 'refused' } }],
  });
});

test('A large batch is undone by a job', async () => {
  const { value: ids } = await add(1200);
  const edited = await edit(ids, { watts: 5 });
  const started = await post(root, 'journal/revert', { batchId: edited.batchId });
  expect(started.data).toMatchObject({ batchId: null, jobId: expect.any(String) });
  const job = () =>
    database.db.selectFrom('job').select(['state', 'result']).where('id', '=', started.data.jobId!).executeTakeFirstOrThrow();
  await expect.poll(job).toEqual({ state: 'done', result: { batchId: started.data.jobId, reverted: 1200, conflicts: 0 } });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from lamp where id = any(${ids}::uuid[]) and watts = 1`.execute(
    database.db,
  );
  expect(rows[0]?.n).toBe(1200);
});
