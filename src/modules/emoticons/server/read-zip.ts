import path from 'node:path';
import { inspectZip } from '#platform/files/inspect-zip.ts';
import { filesInZip } from '#platform/files/zip-read.ts';

/** A picture of a zip. */
export interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const mostFile = 3 * 1024 * 1024;

/** The files of a zip that was looked through first (`inspectZip`: names, links, ratio, numbers); folders and hidden files are left out. */
export async function filesOfZip(archive: Buffer, maxEntries: number): Promise<ZippedFile[]> {
  await inspectZip(archive, { maxEntries, maxUnpacked: maxEntries * mostFile });
  const files: ZippedFile[] = [];
  for await (const file of filesInZip(archive)) {
    const name = path.posix.basename(file.path);
    if (!name.startsWith('.') && !file.path.startsWith('__MACOSX/')) files.push({ name, bytes: await file.bytes() });
  }
  return files;
}
