import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFileStore } from './file-store.ts';
import type { FileStore } from './file-store.ts';
import { parseS3Place } from './s3-place.ts';

const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const limits = { maxBytes: 100_000_000 };
const files = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).map((one) => one.name);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wh-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Opened {
  store: FileStore;
  /** Names of everything that an unfinished upload could leave behind. */
  leftovers: () => Promise<string[]>;
}

const backends: [string, () => Promise<Opened>][] = [
  [
    'folder',
    async () => {
      const place = join(folder, 'local');
      return { store: await openFileStore(place), leftovers: () => files(join(place, 'uploads')) };
    },
  ],
  [
    's3',
    async () => {
      const server = new S3rver({
        port: 0,
        address: '127.0.0.1',
        silent: true,
        directory: join(folder, 's3'),
        configureBuckets: [{ name: 'kept' }],
      });
      const { port } = await server.run();
      afterAll(() => server.close());
      const spool = join(folder, 'spool');
      return {
        store: await openFileStore(`s3://S3RVER:S3RVER@127.0.0.1:${port}/kept/files?region=us-east-1&tls=0`, { spool }),
        leftovers: () => files(spool),
      };
    },
  ],
];

describe.each(backends)('a store in a %s', (_name, start) => {
  let store: FileStore;
  let leftovers: () => Promise<string[]>;
  beforeAll(async () => ({ store, leftovers } = await start()));
  afterAll(() => store.close());

  test('keeps content under its hash, once, whole and in ranges', async () => {
    const data = randomBytes(200_000);
    const kept = await store.put(Readable.from([data.subarray(0, 7), data.subarray(7)]), limits);
    expect(kept).toEqual({ hash: sha(data), size: data.length });
    expect(await store.put(Readable.from([data]), limits)).toEqual(kept);
    expect(await buffer(await store.open(kept.hash))).toEqual(data);
    expect(await buffer(await store.open(kept.hash, { start: 10, end: 19 }))).toEqual(data.subarray(10, 20));
    expect(await buffer(await store.open(kept.hash, { start: 199_990 }))).toEqual(data.subarray(199_990));
    expect(await store.size(kept.hash)).toBe(data.length);
    await store.remove(kept.hash);
    await store.remove(kept.hash);
    expect(await store.size(kept.hash)).toBeUndefined();
    await expect(store.open(kept.hash)).rejects.toMatchObject({ reason: 'missing' });
    expect(await leftovers()).toEqual([]);
  });

  test('keeps an empty file and one of many parts', async () => {
    const empty = await store.put(Readable.from([]), limits);
    expect([empty.size, await store.size(empty.hash)]).toEqual([0, 0]);
    const block = randomBytes(1_000_000);
    const large = await store.put(
      Readable.from(
        (function* () {
          for (let turn = 0; turn < 35; turn += 1) yield block;
        })(),
      ),
      limits,
    );
    const back = await buffer(await store.open(large.hash));
    expect([large.size, back.length, sha(back)]).toEqual([35_000_000, 35_000_000, large.hash]);
  });

  test('leaves nothing behind when an upload is too large, breaks off or is cancelled', async () => {
    await expect(store.put(Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })).rejects.toMatchObject({ reason: 'tooLarge' });
    const gone = new Readable({ read: () => undefined });
    gone.destroy(new Error('gone at once'));
    await expect(store.put(gone, limits)).rejects.toThrow('gone at once');
    const broken = new Readable({ read: () => undefined });
    broken.push('half');
    setTimeout(() => broken.destroy(new Error('client went away')), 30);
    await expect(store.put(broken, limits)).rejects.toThrow('client went away');
    const stop = new AbortController();
    const endless = new Readable({ read: () => undefined });
    setTimeout(() => stop.abort(), 30);
    await expect(store.put(endless, { ...limits, signal: stop.signal })).rejects.toThrow('cancelled');
    expect(await leftovers()).toEqual([]);
  });

  test('no name but a hash is ever asked for', async () => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(63)}/`, 'a'.repeat(65)]) {
      await expect(store.open(name)).rejects.toMatchObject({ reason: 'hash' });
      await expect(store.size(name)).rejects.toMatchObject({ reason: 'hash' });
      await expect(store.remove(name)).rejects.toMatchObject({ reason: 'hash' });
    }
  });
});

test('the address of an S3 store is read whole, or refused', () => {
  expect(parseS3Place('s3://k%2Fey:se%3Acret@minio.example:9000/bucket/a/b?region=eu-1')).toEqual({
    endpoint: 'https://minio.example:9000',
    bucket: 'bucket',
    prefix: 'a/b/',
    region: 'eu-1',
    key: 'k/ey',
    secret: 'se:cret',
  });
  expect(parseS3Place('s3://k:s@h:443/b?tls=0').endpoint).toBe('http://h:443');
  for (const bad of ['s3://host/bucket', 's3://k:s@host', 's3://', 's3://k@host/b']) expect(() => parseS3Place(bad)).toThrow(/file store/);
});
