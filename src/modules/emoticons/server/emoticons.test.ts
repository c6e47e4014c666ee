import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { keepMade } from '#kit/server/files/files.ts';
import { Readable } from 'node:stream';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { emoticon, emoticonExport, emoticonImport, emoticonPackage, emoticonUpload } from '../common/emoticon.contract.ts';
import { emoticonsModule } from './module.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(...peopleModules, emoticonsModule);
  served.work();
});
afterAll(() => served.close());

const png = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#f60' } })
    .png()
    .toBuffer();

/** A file as the caller would have uploaded it. */
async function uploaded(name: string, bytes: Buffer, type: string): Promise<string> {
  const draft = { name, type, purpose: 'emoticon', owner: served.boss.uid, keepMillis: null };
  return (await keepMade(served.services, Readable.from([bytes]), draft)).id;
}

async function zipOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces);
}

let made = 0;
const newPackage = async (): Promise<string> =>
  (await served.boss.call(emoticonPackage.add, { name: { zh_CN: '猫' }, code: `cats-${(made += 1)}` })).id;

test('A picture is made anew as WebP and shown with its emoticon; what is no picture is refused', async () => {
  const { boss } = served;
  const packageId = await newPackage();
  const { picture, still, animated } = await boss.call(emoticonUpload, { fileId: await uploaded('a.png', await png(300), 'image/png') });
  expect([still.slice(0, 23), animated]).toEqual(['data:image/webp;base64,', false]);
  await boss.call(emoticon.add, { packageId, name: { zh_CN: '笑' }, code: 'smile', picture });
  const [row] = (await boss.call(emoticon.list, { packageId })).list;
  expect(row).toMatchObject({ code: 'smile', still });
  expect((await boss.call(emoticonPackage.list, {})).list.find(({ id }) => id === packageId)).toMatchObject({ emoticons: 1, cover: still });
  expect(await boss.ask(emoticonUpload, { fileId: await uploaded('b.png', Buffer.from('<svg/>'), 'image/png') })).toMatchObject({
    code: 16051,
  });
  expect(await boss.ask(emoticonUpload, { fileId: await uploaded('c.png', await png(900), 'image/png') })).toMatchObject({ code: 16051 });
  expect(await boss.ask(emoticon.add, { packageId, name: { zh_CN: '笑' }, code: 'SMILE', picture })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'code' }] },
  });
  expect(await boss.ask(emoticonPackage.delete, { ids: [packageId] })).toMatchObject({ code: 10410 });
});

test('Of a zip the good pictures come in, each other one is told with its reason', async () => {
  const { boss } = served;
  const packageId = await newPackage();
  const good = await png(64);
  const zip = await zipOf({
    'one.png': good,
    'folder/two.png': good,
    'three.png': Buffer.from('no picture'),
    '表情.png': good,
    '.hidden': good,
  });
  const result = await boss.call(emoticonImport, { packageId, fileId: await uploaded('cats.zip', zip, 'application/zip') });
  expect(result.added).toBe(2);
  expect(result.refused.map(({ file }) => file).toSorted()).toEqual(['three.png', '表情.png']);
  const { list } = await boss.call(emoticon.list, { packageId, sort: 'order' });
  expect(list.map(({ code }) => code)).toEqual(['one', 'two']);
  // What goes out by a zip comes in elsewhere with its names and keywords.
  await boss.call(emoticon.update, { id: list[0]!.id, version: 1, name: { zh_CN: '一', en_US: 'One' }, keywords: ['first'] });
  const { jobId } = await boss.call(emoticonExport, { packageId });
  const exported = async () => (await boss.call(getJob, { id: jobId })).result as { fileId: string } | null;
  await expect.poll(exported).toMatchObject({ fileId: expect.any(String) });
  const other = await newPackage();
  const again = await boss.call(emoticonImport, { packageId: other, fileId: (await exported())!.fileId });
  expect(again).toEqual({ added: 2, refused: [] });
  expect((await boss.call(emoticon.list, { packageId: other, sort: 'order' })).list).toMatchObject([
    { code: 'one', name: { zh_CN: '一', en_US: 'One' }, keywords: ['first'] },
    { code: 'two', keywords: [] },
  ]);
  const spoilt = await zipOf({ 'manifest.json': Buffer.from('{"emoticons": 7}'), 'four.png': good });
  expect(await boss.call(emoticonImport, { packageId: other, fileId: await uploaded('s.zip', spoilt, 'application/zip') })).toMatchObject({
    added: 1,
    refused: [{ file: 'manifest.json' }],
  });
  const broken = await uploaded('x.zip', Buffer.from('PK no zip'), 'application/zip');
  expect(await boss.ask(emoticonImport, { packageId, fileId: broken })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'fileId' }] },
  });
});

test('23: of fifty pictures of which three are bad, forty-seven come in and three are told with their reasons', async () => {
  const { boss } = served;
  const packageId = await newPackage();
  const good = await png(32);
  const bad = { 'p03.png': Buffer.from('no picture'), 'p20.png': Buffer.from('<svg onload="x"/>'), 'p41.png': await png(900) };
  const names = Array.from({ length: 50 }, (_, at) => `p${String(at).padStart(2, '0')}.png`);
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, (bad as Record<string, Buffer>)[name] ?? good])));
  const { added, refused } = await boss.call(emoticonImport, { packageId, fileId: await uploaded('fifty.zip', zip, 'application/zip') });
  expect([added, refused.map(({ file }) => file)]).toEqual([47, Object.keys(bad)]);
  expect(refused.every(({ reason }) => reason !== '')).toBe(true);
});
