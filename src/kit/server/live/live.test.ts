import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareServices, superPerson, type BareServices, type TestPerson } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { createHttpServer } from '../http-server.ts';
import { liveRoutes } from './live.routes.ts';

let database: Database;
let first: BareServices;
let second: BareServices;
let app: FastifyInstance;
let address: string;
const [ann, ben] = [superPerson('Ann'), superPerson('Ben')];

beforeAll(async () => {
  database = await testDatabase();
  [first, second] = [await bareServices(database, { people: [ann, ben] }), await bareServices(database, { people: [ann, ben] })];
  app = await createHttpServer(first.services, [{ name: 'kit', routes: liveRoutes }]);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await first.close();
  await second.close();
  await database.close();
});

/** Reads a stream of events as the console does. */
async function listen(person: TestPerson): Promise<{ events: string[]; ended: Promise<void>; response: Response }> {
  const response = await fetch(`${address}/api/live`, { headers: { accessToken: `token-${person.uid}` } });
  const events: string[] = [];
  const ended = (async () => {
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      events.push(...blocks);
    }
  })();
  await expect.poll(() => events.length).toBeGreaterThan(0);
  return { events, ended, response };
}

test('News reach the person they are for, from another node too, and everybody when meant for all', async () => {
  const [one, two] = [await listen(ann), await listen(ben)];
  expect(one.response.headers.get('content-type')).toContain('text/event-stream');
  expect(one.response.headers.get('permissions-policy')).toContain('camera=()');
  expect(one.events[0]).toMatch(/^event: ready/);
  await second.services.live.send({ uid: ann.uid }, 'job', { id: 'j1', text: 'a\nb' });
  await second.services.live.send('everybody', 'notice', { hello: true });
  await expect
    .poll(() => one.events.slice(1))
    .toEqual(['event: job\ndata: {"id":"j1","text":"a\\nb"}', 'event: notice\ndata: {"hello":true}']);
  await expect.poll(() => two.events.slice(1)).toEqual(['event: notice\ndata: {"hello":true}']);
});

test('Without a session there is no stream, and the end of the session ends it', async () => {
  expect(await (await fetch(`${address}/api/live`)).json()).toMatchObject({ code: 65001 });
  const stream = await listen(ann);
  await second.services.live.send({ uid: ann.uid }, 'session', { sessionIds: ['another session'] });
  await second.services.live.send({ uid: ann.uid }, 'session', { sessionIds: [`session-${ann.uid}`], code: 65003 });
  await stream.ended;
  expect(stream.events.at(-1)).toContain('65003');
  expect(stream.events.filter((event) => event.startsWith('event: session'))).toHaveLength(1);
});

test('Closing the server ends the streams instead of waiting for them', async () => {
  const stream = await listen(ben);
  await app.close();
  await expect(stream.ended).resolves.toBeUndefined();
});
