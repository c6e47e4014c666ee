import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Json } from '#kit/server/change/kind.ts';
import { FileError } from '#platform/files/file-error.ts';
import { inspectZip } from '#platform/files/inspect-zip.ts';
import { filesInZip } from '#platform/files/zip-read.ts';
import { bundleLimits, type BundleFile } from '../common/config-facts.ts';
import { manifestName, type Manifest } from './bundle-write.ts';
import { readYaml, Unreadable } from './yaml-text.ts';

/** A bundle that was read. */
export interface ReadBundle {
  manifest: Manifest;
  /** Documents by path, without the manifest. */
  documents: Map<string, Json>;
  files: BundleFile[];
}

/** Reads a bundle kept as a local file. Whatever leads outside, swells, or is no plain YAML is refused with file and line. */
export async function readBundle(source: string, name: string): Promise<ReadBundle> {
  await inspectZip(source, { maxEntries: bundleLimits.files + 1, maxUnpacked: bundleLimits.unpacked }).catch((error: unknown) => {
    throw error instanceof FileError ? new Unreadable(name, 1, 'zip', error.message) : error;
  });
  const texts = await unpack(source);
  const head = texts.get(manifestName);
  if (!head) throw new Unreadable(manifestName, 1, 'manifest');
  const manifest = manifestOf(await readYaml(manifestName, head.toString('utf8')));
  texts.delete(manifestName);
  const documents = new Map<string, Json>();
  const files: BundleFile[] = [];
  for (const [path, bytes] of [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // Not compared with the manifest: to be edited is what the files are for.
    files.push({ path, size: bytes.length, sha256 });
    documents.set(path, await readYaml(path, bytes.toString('utf8')));
    // Others are answered in between.
    if (files.length % 100 === 0) await breathe();
  }
  return { manifest, documents, files };
}

async function unpack(source: string): Promise<Map<string, Buffer>> {
  const texts = new Map<string, Buffer>();
  for await (const file of filesInZip(source)) {
    // The manifest names every file.
    const most = file.path === manifestName ? bundleLimits.manifest : bundleLimits.oneFile;
    if (file.size > most) throw new Unreadable(file.path, 1, 'large');
    texts.set(file.path, await file.bytes());
  }
  return texts;
}

function manifestOf(found: Json): Manifest {
  const { format, version, areas, counts } = found as Record<string, unknown>;
  const isList = Array.isArray(areas) && areas.length > 0 && areas.every((area) => typeof area === 'string');
  if (format !== 1 || typeof version !== 'string' || !isList) throw new Unreadable(manifestName, 1, 'manifest');
  const numbers = Object.entries(typeof counts === 'object' && counts ? counts : {}).filter(([, count]) => typeof count === 'number');
  return { format, version, areas: areas as string[], counts: Object.fromEntries(numbers) as Record<string, number> };
}
