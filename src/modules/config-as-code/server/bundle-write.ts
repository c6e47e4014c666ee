import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { PassThrough, type Readable } from 'node:stream';
import type { Json } from '#kit/server/change/kind.ts';
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

/** The same moment by the clock on the wall, wherever the server stands: times are no configuration. */
const moment = new Date(2020, 0, 1, 12);

/** Packs documents by path; the same documents are the same bytes. */
export async function packBundle(
  manifest: Manifest,
  documents: ReadonlyMap<string, Json>,
): Promise<{ stream: Readable; files: BundleFile[] }> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
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
  const options = { mtime: moment, mode: 0o100644, compress: true, forceDosTimestamp: true };
  zip.addBuffer(Buffer.from(head), manifestName, options);
  for (const [path, bytes] of texts) zip.addBuffer(bytes, path, options);
  zip.end();
  const stream = new PassThrough();
  zip.outputStream.pipe(stream);
  return { stream, files };
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
