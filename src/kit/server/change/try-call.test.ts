import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { openApiOf } from '#kit/server/openapi/openapi.ts';
import { bareServices, grantsOf, superPerson, type BareServices, type TestPerson } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import { writtenOut } from '#kit/testing/written-out.ts';
import type { Database } from '#platform/database/open-database.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { createHttpServer } from '../http-server.ts';
import { newId } from '../ids.ts';
import { changeObjects, createObjects } from './change-objects.ts';
import { departmentA, departmentB, lampKind, makeLamps } from './fixtures/lamps.ts';

let database: Database;
let bare: BareServices;
let app: FastifyInstance;
const root = superPerson();
const holds = { 'lamp_page:add': ['root.a'] };
const narrow: TestPerson = { uid: newId(), name: 'Narrow', grants: grantsOf({ ...holds, lamp_page: ['root.a'] }) };
/** May add, and read no history. */
const blind: TestPerson = { uid: newId(), name: 'Blind', grants: grantsOf(holds) };

/** What was done beside the transactions. */
const effects: string[] = [];

const writeAt = (path: string) =>
  endpoint({
    method: 'POST',
    path: `lamp/${path}`,
    summary: 'A write that can be tried',
    access: { code: 'lamp_page:add' },
    scope: 'department',
    audit: `lamp.${path}`,
    dryRun: true,
    input: z.strictObject({ name: z.string(), department: z.string().default(departmentA), watts: z.int().default(40) }),
    reply: z.object({ name: z.string() }),
  });
type Requested = z.output<ReturnType<typeof writeAt>['input']>;

const paths: Readonly<Record<string, string>> = { [departmentA]: 'root.a', [departmentB]: 'root.b' };
const add = (call: Call, request: Requested): Promise<string[]> =>
  call.write((tx) =>
    createObjects(tx, call.caller, lampKind, [{ name: request.name, path: paths[request.department] ?? null, fields: { ...request } }]),
  );

const routes: readonly BoundRoute[] = [
  handle(writeAt('add'), async (call, request) => {
    await add(call, request);
    effects.push(`added ${request.name}`);
    return { name: request.name };
  }),
  // A handler that forgets the data range.
  handle(writeAt('unranged'), (call, { name }) =>
    call.write(async (tx) => {
      await sql`insert into lamp (id, version, created_at, updated_at, name) values (${newId()}, 1, 0, 0, ${name})`.execute(tx);
      return { name };
    }),
  ),
  // One that does not write where it must.
  handle(writeAt('beside'), async (call, { name }) => {
    call.caller.scope();
    return { name };
  }),
  handle(writeAt('brighten'), (call, { name, watts }) =>
    call.write(async (tx) => {
      const row = await sql<{ id: string }>`select id from lamp where name = ${name}`.execute(tx);
      await changeObjects(tx, call.caller, lampKind, [{ id: row.rows[0]!.id, version: null, fields: { watts } }]);
      return { name };
    }),
  ),
];

beforeAll(async () => {
  database = await testDatabase();
  await makeLamps(database);
  bare = await bareServices(database, { people: [root, narrow, blind], kinds: [lampKind] });
  app = await createHttpServer(bare.services, [{ name: 'kit', routes }]);
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await database.close();
});

const ask = async (person: TestPerson, path: string, payload: object) => {
  const headers = { accesstoken: `token-${person.uid}`, 'accept-language': 'en' };
  const answer = await app.inject({ method: 'POST', url: `/api/lamp/${path}`, headers, payload });
  return answer.json<{ code: number; data: { counts?: object; impact?: object; operations?: { fields: unknown[] }[]; name?: string } }>();
};
const lamps = async (): Promise<number> => (await sql`select from lamp`.execute(database.db)).rows.length;
const audited = async (): Promise<number> => (await sql`select from audit_log`.execute(database.db)).rows.length;

test('A try answers what would be done, and goes no further than the write', async () => {
  const before = [await lamps(), await audited()];
  const tried = await ask(root, 'add', { name: 'Foreseen', watts: 200, dryRun: true });
  expect(tried).toMatchObject({ code: 0, data: { counts: { create: 1 }, impact: { bright: 1 }, operations: [{ name: 'Foreseen' }] } });
  expect([await lamps(), await audited()]).toEqual(before);
  expect(effects).toEqual([]);
  expect(await ask(root, 'add', { name: 'Foreseen', watts: 200, dryRun: false })).toMatchObject({ code: 0, data: { name: 'Foreseen' } });
  expect([await lamps(), await audited()]).toEqual(before.map((number) => number + 1));
  expect(effects).toEqual(['added Foreseen']);
});

test('A try is refused as the write is, and the refusal is not written down', async () => {
  await ask(root, 'add', { name: 'Taken' });
  const before = await audited();
  expect((await ask(narrow, 'add', { name: 'Taken', dryRun: true })).code).toBe(10411);
  expect((await ask(narrow, 'add', { name: 'South', department: departmentB, dryRun: true })).code).toBe(10910);
  expect((await ask(narrow, 'add', { name: 'Dark', watts: -1, dryRun: true })).code).toBe(10400);
  expect((await ask(narrow, 'add', { name: 7, dryRun: true })).code).toBe(10400);
  expect((await ask(narrow, 'add', { name: 'Odd', dryRun: 'perhaps' })).code).toBe(10400);
  expect(await audited()).toBe(before);
  expect((await ask(narrow, 'add', { name: 'Taken' })).code).toBe(10411);
  expect(await audited()).toBe(before + 1);
});

test('The fields of what would be written are shown to those who may read its history', async () => {
  const [seen, hidden] = [
    await ask(narrow, 'add', { name: 'Seen', dryRun: true }),
    await ask(blind, 'add', { name: 'Seen', dryRun: true }),
  ];
  expect(seen.data.operations?.[0]?.fields).toContainEqual({ field: 'name', before: null, after: 'Seen' });
  expect(hidden.data).toMatchObject({ counts: { create: 1 }, operations: [{ name: 'Seen', fields: [] }] });
});

test('A handler that forgets the range, or writes beside its transaction, is no better when it is tried', async () => {
  for (const path of ['unranged', 'beside']) expect((await ask(root, path, { name: path, dryRun: true })).code).toBe(10500);
  expect(await lamps()).toBe((await sql`select from lamp where name not in ('unranged', 'beside')`.execute(database.db)).rows.length);
});

test('A try gives way to who holds what it needs', async () => {
  await ask(root, 'add', { name: 'Held' });
  await database.db.transaction().execute(async (tx) => {
    await sql`select from lamp where name = 'Held' for update`.execute(tx);
    expect((await ask(root, 'brighten', { name: 'Held', watts: 60, dryRun: true })).code).toBe(10503);
  });
  expect(await ask(root, 'brighten', { name: 'Held', watts: 60, dryRun: true })).toMatchObject({ data: { counts: { change: 1 } } });
});

test('The document of the calls says which can be tried', () => {
  const document = openApiOf([{ name: 'kit', operations: routes.map(({ operation }) => operation) }], '1');
  expect(JSON.stringify(writtenOut(document.paths['/api/lamp/add'], document))).toMatch(
    /"x-dry-run":true.*"dryRun":\{"type":"boolean"\}.*"impact"/,
  );
});
