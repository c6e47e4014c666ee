import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { endpoint } from '#kit/common/contract.ts';
import { openApiOf } from '#kit/server/openapi/openapi.ts';
import { bareServices, grantsOf, superPerson, type BareServices, type TestPerson } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { createObjects } from './change/change-objects.ts';
import { departmentA, lampKind, makeLamps } from './change/fixtures/lamps.ts';
import { sweepFirstAnswers } from './first-answer.ts';
import { handle, type BoundRoute } from './handle.ts';
import { createHttpServer } from './http-server.ts';
import { newId } from './ids.ts';
import { Refusal } from './refusal.ts';

const day = 24 * 3_600_000;
let database: Database;
let bare: BareServices;
let app: FastifyInstance;
const root = superPerson();
const other: TestPerson = { uid: newId(), name: 'Other', grants: grantsOf({ 'lamp_page:add': 'all' }) };
/** What handlers wait for, and what they throw after their write. */
let hold: Promise<void> | undefined;
let breaks = false;
let passed = 0;

const write = endpoint({
  method: 'POST',
  path: 'lamp/add',
  summary: 'A write',
  access: { code: 'lamp_page:add' },
  scope: 'department',
  audit: 'lamp.add',
  dryRun: true,
  input: z.strictObject({ name: z.string(), password: z.string().optional() }),
  reply: z.object({ id: z.string() }),
});
const asked = endpoint({ ...write, path: 'lamp/ask', dryRun: undefined, audit: 'lamp.ask' });

const routes: readonly BoundRoute[] = [
  handle(write, async (call, { name }) => {
    passed += 1;
    call.caller.scope();
    await hold;
    const answer = await call.write(async (tx) => {
      const [id = ''] = await createObjects(tx, call.caller, lampKind, [
        { name, path: 'root.a', fields: { name, department: departmentA } },
      ]);
      return { id };
    });
    if (breaks) throw new Error('The process dies before it answers');
    return answer;
  }),
  // As a change that others must agree to: the request itself is kept.
  handle(asked, (call, { name }) => {
    passed += 1;
    call.caller.scope();
    throw new Refusal(code.approval, {}, name === 'why' ? { reason: { field: 'approvalReason' }, needed: 1 } : { requestId: newId() });
  }),
];

beforeAll(async () => {
  database = await testDatabase();
  await makeLamps(database);
  bare = await bareServices(database, { people: [root, other], kinds: [lampKind] });
  app = await createHttpServer(bare.services, [{ name: 'kit', routes }]);
});
beforeEach(() => {
  passed = 0;
  breaks = false;
  hold = undefined;
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await database.close();
});

interface Got {
  status: number;
  code: number;
  data: { id?: string; requestId?: string; issues?: { path: string; message: string }[] };
  replayed: unknown;
}

async function send(key: string | undefined, payload: object, { as = root, path = 'add' } = {}): Promise<Got> {
  const headers = { accesstoken: `token-${as.uid}`, 'accept-language': 'en', ...(key !== undefined && { 'idempotency-key': key }) };
  const answer = await app.inject({ method: 'POST', url: `/api/lamp/${path}`, headers, payload });
  const { code: said, data } = answer.json<Pick<Got, 'code' | 'data'>>();
  return { status: answer.statusCode, code: said, data, replayed: answer.headers['idempotency-replayed'] };
}
const lampsNamed = async (name: string): Promise<number> =>
  (await sql`select from lamp where name = ${name}`.execute(database.db)).rows.length;
const audited = async (): Promise<number> => (await sql`select from audit_log`.execute(database.db)).rows.length;
const older = (key: string, millis: number) =>
  sql`update first_answer set began_at = began_at - ${millis} where key = ${key}`.execute(database.db);

test('The same key gets the first answer again: one object, one row of the audit', async () => {
  const before = await audited();
  const first = await send('order-1', { name: 'Once' });
  const second = await send('order-1', { name: 'Once' });
  expect(first).toMatchObject({ code: 0, replayed: undefined });
  expect(second).toMatchObject({ code: 0, data: first.data, replayed: 'true' });
  expect([passed, await lampsNamed('Once'), (await audited()) - before]).toEqual([1, 1, 1]);
  // Without a key each call is its own.
  expect((await send(undefined, { name: 'Once' })).code).toBe(10411);
});

test('A key belongs to its person, its operation and its input, and is text of a length', async () => {
  await send('mine', { name: 'Mine' });
  expect(await send('mine', { name: 'Not mine' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'Idempotency-Key', message: 'This key was used for another request; take a new one' }] },
  });
  expect((await send('mine', { name: 'Mine' }, { path: 'ask' })).code).toBe(10400);
  expect((await send('mine', { name: 'Theirs' }, { as: other })).code).toBe(0);
  for (const key of ['', 'two words', 'ü', 'x'.repeat(201)]) expect((await send(key, { name: `Odd ${key}` })).code).toBe(10400);
});

test('What was refused gives its key back; what was only tried takes none', async () => {
  await send(undefined, { name: 'Taken' });
  expect((await send('again', { name: 'Taken' })).code).toBe(10411);
  await sql`delete from lamp where name = 'Taken'`.execute(database.db);
  expect((await send('again', { name: 'Taken' })).code).toBe(0);
  expect((await send('tried', { name: 'Tried', dryRun: true })).code).toBe(0);
  expect(await send('tried', { name: 'Tried' })).toMatchObject({ code: 0, replayed: undefined });
});

test('Of calls that come at once one works, and the others are told to ask again', async () => {
  let go: () => void = () => undefined;
  hold = new Promise((resolve) => (go = resolve));
  const first = send('at-once', { name: 'At once' });
  await expect.poll(() => passed).toBe(1);
  const rest = await Promise.all([1, 2, 3].map(() => send('at-once', { name: 'At once' })));
  expect(rest.map(({ status, code: said }) => [status, said])).toEqual([1, 2, 3].map(() => [429, 10429]));
  go();
  const done = await first;
  expect(await send('at-once', { name: 'At once' })).toMatchObject({ data: done.data, replayed: 'true' });
  expect(await lampsNamed('At once')).toBe(1);
});

test('Who dies between the write and the answer has done it; who dies before it has not, and is taken over', async () => {
  breaks = true;
  expect((await send('dies', { name: 'Dies' })).status).toBe(500);
  breaks = false;
  expect(await send('dies', { name: 'Dies' })).toMatchObject({ code: 0, replayed: 'true' });
  let go: () => void = () => undefined;
  hold = new Promise((resolve) => (go = resolve));
  const slow = send('slow', { name: 'Slow' });
  await expect.poll(() => passed).toBe(2);
  await older('slow', 11 * 60_000);
  hold = undefined;
  expect((await send('slow', { name: 'Slow' })).code).toBe(0);
  go();
  // The one that was taken for dead writes nothing any more.
  expect((await slow).code).not.toBe(0);
  expect(await lampsNamed('Slow')).toBe(1);
});

test('A change that waits for others is asked for once; the question for its reason takes no key', async () => {
  const first = await send('asked', { name: 'wait' }, { path: 'ask' });
  expect(await send('asked', { name: 'wait' }, { path: 'ask' })).toMatchObject({ code: 11070, data: first.data, replayed: 'true' });
  await send('why', { name: 'why' }, { path: 'ask' });
  await send('why', { name: 'why' }, { path: 'ask' });
  expect(passed).toBe(3);
});

test('After a day a key is new again, and nothing of it is left; until then neither input nor answer can be read', async () => {
  const { data } = await send('day', { name: 'Day', password: 'a secret of the input' });
  const { rows } = await sql<{ all: string }>`select first_answer::text as all from first_answer where key = 'day'`.execute(database.db);
  expect(rows[0]?.all).not.toMatch(new RegExp(`${String(data.id)}|secret`));
  await older('day', day + 1);
  expect((await send('day', { name: 'Day' })).code).toBe(10411);
  await send('gone', { name: 'Gone' });
  await older('gone', day + 1);
  await sweepFirstAnswers(database.db, bare.services.now());
  expect((await sql`select from first_answer where key = 'gone'`.execute(database.db)).rows).toEqual([]);
});

test('The description of the wire names the header where it is taken', () => {
  const read = endpoint({
    method: 'GET',
    path: 'lamp/list',
    summary: 'A read',
    access: { signedIn: true },
    input: z.object({}),
    reply: z.null(),
  });
  const { paths } = openApiOf([{ name: 'kit', operations: [write, read] }], '1');
  expect(paths['/api/lamp/add']).toMatchObject({ post: { parameters: [{ name: 'Idempotency-Key', in: 'header', required: false }] } });
  expect(paths['/api/lamp/list']).not.toHaveProperty('get.parameters');
});
