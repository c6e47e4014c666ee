import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareServices, superPerson, type BareServices, type TestPerson } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { createHttpServer } from '../http-server.ts';
import { newId } from '../ids.ts';
import { fileRoutes } from './file.routes.ts';
import { sweepFiles, takeFile } from './files.ts';

let database: Database;
let bare: BareServices;
let app: FastifyInstance;
let now = Date.now();
const [ann, ben] = [superPerson('Ann'), superPerson('Ben')];

beforeAll(async () => {
  database = await testDatabase();
  bare = await bareServices(database, { people: [ann, ben] });
  app = await createHttpServer({ ...bare.services, now: () => now }, [{ name: 'kit', routes: fileRoutes }]);
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await database.close();
});

interface Answer {
  code: number;
  data: { fileId: string; name: string; type: string; size: number; issues: { path: string; message: string }[] };
}

async function upload(person: TestPerson, name: string, content: Buffer, type = 'application/octet-stream') {
  const body = Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const response = await app.inject({
    method: 'POST',
    url: '/api/file/upload?purpose=import',
    headers: { accesstoken: `token-${person.uid}`, 'content-type': 'multipart/form-data; boundary=x', 'accept-language': 'en' },
    payload: body,
  });
  return { status: response.statusCode, ...response.json<Answer>() };
}
const download = (person: TestPerson, fileId: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/file/download?fileId=${fileId}`, headers: { accesstoken: `token-${person.uid}`, ...headers } });

test('A file goes up and comes back whole or in ranges, as an attachment, to its owner alone', async () => {
  const content = Buffer.from(`name,number\r\n${'田中,1\r\n'.repeat(20_000)}`);
  const { code, data } = await upload(ann, '名簿 2026.csv', content, 'text/csv');
  expect({ code, data }).toMatchObject({ code: 0, data: { name: '名簿 2026.csv', type: 'text/csv', size: content.length } });
  const whole = await download(ann, data.fileId);
  expect(whole.rawPayload.equals(content)).toBe(true);
  expect(whole.headers).toMatchObject({ 'content-type': 'text/csv', 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' });
  expect(whole.headers['content-disposition']).toBe(
    `attachment; filename="__ 2026.csv"; filename*=UTF-8''${encodeURIComponent('名簿 2026.csv')}`,
  );
  const part = await download(ann, data.fileId, { range: 'bytes=5-10' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 5-10/${content.length}`);
  expect(part.rawPayload.equals(content.subarray(5, 11))).toBe(true);
  const tail = await download(ann, data.fileId, { range: 'bytes=-4' });
  expect(tail.rawPayload.equals(content.subarray(-4))).toBe(true);
  expect((await download(ann, data.fileId, { range: `bytes=${content.length}-` })).statusCode).toBe(416);
  expect((await download(ben, data.fileId)).json()).toMatchObject({ code: 10404 });
  expect((await download(ann, newId())).json()).toMatchObject({ code: 10404 });
});

test('Content that is not what the name or the type says is refused, and too much of it too', async () => {
  // A name that is turned around or cut by what nobody sees is kept, and judged, without that.
  const plain = Buffer.from('just words');
  expect((await upload(ann, 'plan\u202etxt.csv', plain, 'text/csv')).data.name).toBe('plantxt.csv');
  expect((await upload(ann, 'plan.p\u200bdf', plain)).code).toBe(10400);
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  expect(await upload(ann, 'photo.png', page)).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'file', message: 'The content does not fit the name of the file (it is text/html)' }] },
  });
  expect(await upload(ann, 'list.csv', Buffer.from('a,b'), 'image/png')).toMatchObject({ code: 10400 });
  expect(await upload(ann, 'tool.bat', Buffer.from('dir'))).toMatchObject({ code: 10400 });
  expect(await upload(ann, 'big.txt', Buffer.alloc(20 * 1024 * 1024 + 10, 97))).toMatchObject({ code: 10413 });
  const none = await app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: { accesstoken: `token-${ann.uid}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--\r\n',
  });
  expect(none.json()).toMatchObject({ code: 10400 });
});

test("A large upload goes on where it was cut off, is its owner's alone and becomes a file when it is whole", async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const content = Buffer.from(`number,name\n${'1,Ann\n'.repeat(500_000)}`);
  const call = (person: TestPerson, url: string, method: string, [headers, body]: [Record<string, string>, Buffer?] = [{}]) =>
    fetch(`${address}${url}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', accessToken: `token-${person.uid}`, ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
  const finish = async (person: TestPerson, uploadId: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/file/finish',
        headers: { accesstoken: `token-${person.uid}` },
        payload: { uploadId, name: 'people.csv' },
      })
    ).json<Answer>();
  const created = await call(ann, '/api/file/tus', 'POST', [{ 'upload-length': String(content.length) }]);
  expect(created.status).toBe(201);
  const place = created.headers.get('location')!;
  const uploadId = place.split('/').at(-1)!;
  const half = Math.floor(content.length / 2);
  const chunk = { 'content-type': 'application/offset+octet-stream' };
  // Twice the connection breaks in the middle of a part; what arrived is kept, and the rest goes on from there.
  for (const wanted of [half / 4, half / 2]) {
    const from = Number((await call(ann, place, 'HEAD')).headers.get('upload-offset'));
    await breakOff({ url: `${address}${place}`, from, until: Math.floor(wanted), content });
  }
  // The last bytes of a broken part may still be on their way to the disk.
  const goesOn = async (): Promise<number> => {
    const kept = Number((await call(ann, place, 'HEAD')).headers.get('upload-offset'));
    expect(kept).toBeGreaterThan(0);
    return (await call(ann, place, 'PATCH', [{ ...chunk, 'upload-offset': String(kept) }, content.subarray(kept, half)])).status;
  };
  await expect.poll(goesOn).toBe(204);
  expect((await finish(ann, uploadId)).code).toBe(10412);
  // Parts lie on the disk as nobody can read them.
  expect(readFileSync(path.join(bare.services.settings.dataDir, 'arriving', uploadId)).includes(content.subarray(0, 24))).toBe(false);
  expect((await call(ben, place, 'HEAD')).status).toBe(404);
  expect((await call(ben, place, 'PATCH', [{ ...chunk, 'upload-offset': String(half) }, content.subarray(half)])).status).toBe(404);
  expect((await call(ann, place, 'HEAD')).headers.get('upload-offset')).toBe(String(half));
  expect((await call(ann, place, 'PATCH', [{ ...chunk, 'upload-offset': String(half) }, content.subarray(half)])).status).toBe(204);
  expect((await finish(ben, uploadId)).code).toBe(10404);
  const done = await finish(ann, uploadId);
  expect(done).toMatchObject({ code: 0, data: { size: content.length, type: 'text/csv' } });
  expect((await download(ann, done.data.fileId)).rawPayload.equals(content)).toBe(true);
  expect((await finish(ann, uploadId)).code).toBe(10404);
  expect(
    (await fetch(`${address}/api/file/tus`, { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' } })).status,
  ).toBe(403);
  expect((await call(ann, '/api/file/tus', 'POST', [{ 'upload-length': String(5 * 1024 ** 3) }])).status).toBe(413);
});

/** Sends a part from here, and breaks the connection off before all of it has gone. */
async function breakOff({ url, from, until, content }: { url: string; from: number; until: number; content: Buffer }): Promise<void> {
  const sent = request(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      accesstoken: `token-${ann.uid}`,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(from),
      'content-length': String(content.length - from),
    },
  });
  sent.on('error', () => undefined);
  await new Promise<void>((done) => void sent.write(content.subarray(from, until), () => done()));
  await expect.poll(async () => stored(url)).toBeGreaterThan(from);
  sent.destroy();
}

const stored = async (url: string): Promise<number> =>
  (await stat(path.join(bare.services.settings.dataDir, 'arriving', url.split('/').at(-1)!))).size;

test('Temporary files vanish after a day, the same content taken by another stays', async () => {
  const content = Buffer.from(`unique ${newId()}`);
  const [one, two] = [(await upload(ann, 'a.txt', content)).data, (await upload(ben, 'b.txt', content)).data];
  await takeFile(database.db, two.fileId);
  now += 25 * 3_600_000;
  expect((await download(ann, one.fileId)).json()).toMatchObject({ code: 10404 });
  expect(await sweepFiles({ ...bare.services, now: () => now })).toBeGreaterThan(0);
  expect((await download(ben, two.fileId)).rawPayload.equals(content)).toBe(true);
});
