import path from 'node:path';
import yauzl from 'yauzl';
import { inspectZip } from '#platform/files/inspect-zip.ts';

/** A picture of a zip. */
export interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const mostFile = 3 * 1024 * 1024;

/** The files of a zip that was looked through first (`inspectZip`: names, links, ratio, numbers); folders and hidden files are left out. */
export async function filesOfZip(archive: Buffer, maxEntries: number): Promise<ZippedFile[]> {
  await inspectZip(archive, { maxEntries, maxUnpacked: maxEntries * mostFile });
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true });
  const files: ZippedFile[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = path.posix.basename(entry.fileName);
    if (entry.fileName.endsWith('/') || name.startsWith('.') || entry.fileName.startsWith('__MACOSX/')) continue;
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(Buffer.from(piece as Buffer));
    files.push({ name, bytes: Buffer.concat(pieces) });
  }
  return files;
}
