import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FileError } from './file-error.ts';
import type { FileStore } from './file-store-types.ts';
import { clearScratch, makeScratch, removeScratch } from './scratch.ts';
import { expectErrors, fanOut, spool } from './spool.ts';

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function openStream(path: string, start: number, end: number | undefined): Promise<Readable> {
  return new Promise((done, reject) => {
    const stream = createReadStream(path, { start, ...(end === undefined ? {} : { end }) });
    // Only an opened file is an answer: a missing one must not become an empty download.
    stream.once('open', () => done(stream));
    stream.once('error', (error) => reject(codeOf(error) === 'ENOENT' ? new FileError('missing', 'the file is not kept') : error));
  });
}

/** A store in a folder: written under a temporary name, synced, then renamed to its hash. Several processes may share the folder. */
export async function openLocalStore(place: string): Promise<FileStore> {
  const root = resolve(place);
  const uploads = join(root, 'uploads');
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  await clearScratch(uploads);
  const pathOf = (hash: string): string => join(root, fanOut(hash));

  const keep = async (from: string, to: string): Promise<void> => {
    const folder = dirname(to);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The same content already there is simply replaced by itself.
    await rename(from, to);
    for (const changed of [folder, dirname(folder), root]) await syncFolder(changed);
  };

  return {
    async put(stream, limits) {
      expectErrors(stream);
      // A folder that says whose it is: what a process leaves that is killed is known as left.
      const folder = await makeScratch(uploads);
      try {
        const { path, hash, size } = await spool(stream, folder, limits);
        await limits.naming?.(hash);
        await keep(path, pathOf(hash));
        return { hash, size };
      } finally {
        await removeScratch(folder);
      }
    },
    async open(hash, range) {
      const path = pathOf(hash);
      if (range !== undefined && (range.start < 0 || (range.end ?? range.start) < range.start)) throw new RangeError('the range is empty');
      return openStream(path, range?.start ?? 0, range?.end);
    },
    size: async (hash) => sizeOf(pathOf(hash)),
    remove: async (hash) => rm(pathOf(hash), { force: true }),
    sweep: async () => clearScratch(uploads),
    close: () => Promise.resolve(),
  };
}
