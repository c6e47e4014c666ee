import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { bareServices, superPerson, type BareServices } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { handle } from '../handle.ts';
import { createHttpServer } from '../http-server.ts';

let database: Database;
let bare: BareServices;
let app: FastifyInstance;
const root = superPerson();
let go: () => void = () => undefined;
const held = new Promise<void>((resolve) => (go = resolve));
let inside = 0;

const slow = endpoint({
  method: 'GET',
  path: 'lamp/slow',
  summary: 'Slow',
  access: { signedIn: true },
  input: z.object({}),
  reply: z.null(),
});
const before = endpoint({ ...slow, path: 'lamp/open', access: { open: true, because: 'A call before the sign-in' } });
const leaving = endpoint({
  method: 'POST',
  path: 'lamp/leave',
  summary: 'As signing out',
  access: { signedIn: true },
  audit: 'lamp.leave',
  reserved: true,
  input: z.strictObject({}),
  reply: z.null(),
});

beforeAll(async () => {
  database = await testDatabase();
  bare = await bareServices(database, { people: [root] });
  const routes = [
    handle(slow, async () => {
      inside += 1;
      await held;
      return null;
    }),
    handle(before, async () => null),
    handle(leaving, async () => null),
  ];
  app = await createHttpServer(bare.services, [{ name: 'kit', routes }], { calls: { workers: 2, queue: 3 } });
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await database.close();
});

const headers = { accesstoken: `token-${root.uid}`, 'accept-language': 'en' };
const ask = (path: string) => app.inject({ url: `/api/lamp/${path}`, headers });

test('More than can wait are refused at once with 429 and Retry-After; signing in and out is let in; those before them are answered', async () => {
  const first = [1, 2, 3, 4, 5].map(() => ask('slow'));
  await expect.poll(() => inside).toBe(2);
  const late = await ask('slow');
  expect([late.statusCode, late.headers['retry-after'], late.json<{ code: number }>().code]).toEqual([429, '1', 10429]);
  expect(late.json<{ msg: string }>().msg).toBe('The server is busy and did nothing; try again in 1 second');
  expect((await ask('open')).json<{ code: number }>().code).toBe(0);
  const out = await app.inject({ method: 'POST', url: '/api/lamp/leave', headers, payload: {} });
  expect(out.json<{ code: number }>().code).toBe(0);
  expect(inside).toBe(2);
  go();
  expect((await Promise.all(first)).map((one) => one.json<{ code: number }>().code)).toEqual([0, 0, 0, 0, 0]);
  expect((await ask('slow')).statusCode).toBe(200);
});
