import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Json } from '#kit/server/change/kind.ts';
import { zipOf } from '#platform/files/zip-write.ts';
import type { BundleFile } from '../common/config-facts.ts';
import { writeYaml } from './yaml-text.ts';

/** What stands in the manifest: nothing that differs between two exports of the same state. */
export interface Manifest {
  format: 1;
  version: string;
  areas: string[];
  counts: Record<string, number>;
}

/** Name of the file that says what a bundle holds. */
export const manifestName = 'manifest.yaml';

/** Packs documents by path; the same documents are the same bytes. */
export async function packBundle(
  manifest: Manifest,
  documents: ReadonlyMap<string, Json>,
): Promise<{ stream: Readable; files: BundleFile[] }> {
  const files: BundleFile[] = [];
  const texts: [string, Buffer][] = [];
  for (const path of [...documents.keys()].toSorted()) {
    const bytes = Buffer.from(await writeYaml(documents.get(path)!));
    texts.push([path, bytes]);
    // Others are answered in between.
    if (texts.length % 100 === 0) await breathe();
    files.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  // As sha256sum writes them: fifty thousand keys of a map would be compared with one another when it is read.
  const sums = files.map(({ path, sha256 }) => `${sha256}  ${path}`);
  const head = await writeYaml({ ...manifest, files: sums });
  const parts = [[manifestName, Buffer.from(head)] as const, ...texts].map(([name, content]) => ({ name, content }));
  return { stream: Readable.from(zipOf(parts)), files };
}

/** A code as the name of a file: letters, digits, `.`, `_`, `-` stand for themselves; never a path of its own. */
export const fileNameOf = (code: string): string =>
  [...Buffer.from(code)]
    .map((byte, at) => {
      const sign = String.fromCharCode(byte);
      return /[A-Za-z0-9_-]/.test(sign) || (sign === '.' && at > 0) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** The code that a file name stands for; undefined where it stands for none. */
export function codeOfFile(name: string): string | undefined {
  try {
    const code = decodeURIComponent(name);
    return fileNameOf(code) === name ? code : undefined;
  } catch {
    return undefined;
  }
}
