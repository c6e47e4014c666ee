import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { FileError } from '#platform/files/file-error.ts';
import { inspectZip } from '#platform/files/inspect-zip.ts';
import { filesInZip } from '#platform/files/zip-read.ts';
import { makeScratch, removeScratch } from '#platform/files/scratch.ts';
import { bridgeCalls } from '../common/widget-words.ts';
import type { PackedFile } from './widgets.table.ts';

const mebibyte = 1024 * 1024;
/** Bytes that a package may have. */
const mostPackage = 200 * mebibyte;
const limits = { maxEntries: 5_000, maxUnpacked: 600 * mebibyte };
const mostManifest = 64 * 1024;

/** What widget.json of a package says. */
const manifest = z.object({
  identifier: z.string().min(1).max(64),
  version: z.string().trim().min(1).max(64),
  build: z.int().min(1).max(2_147_483_647),
  entry: z.string().min(1).max(300).default('index.html'),
  bridge: z.array(z.enum(bridgeCalls)).max(50).default([]),
  hosts: z
    .array(z.string().regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/))
    .max(50)
    .default([]),
  functions: z
    .array(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/))
    .max(100)
    .default([]),
});

/** What a package holds. */
export interface WidgetPackage extends z.output<typeof manifest> {
  readonly files: PackedFile[];
  readonly sha256: string;
}

const invalid = (at: string, reason: string): Refusal => new Refusal(13060, { path: at, reason }, { path: at, reason });

/** Reads a package without unpacking it to disk; refuses with 13060 and what is wrong where. */
export async function readPackage(
  services: Pick<Services, 'files' | 'settings'>,
  file: { hash: string; size: number },
): Promise<WidgetPackage> {
  if (file.size > mostPackage) throw invalid('', `> ${mostPackage / mebibyte} MiB`);
  const folder = await makeScratch(path.join(services.settings.dataDir, 'tmp'));
  try {
    const at = path.join(folder, 'package.zip');
    const digest = createHash('sha256');
    const stream = await services.files.open(file.hash);
    stream.on('data', (piece: Buffer) => void digest.update(piece));
    await pipeline(stream, createWriteStream(at, { mode: 0o600 }));
    await inspectZip(at, limits);
    const { files, text } = await filesIn(at);
    return { ...manifestOf(text, files), files, sha256: digest.digest('hex') };
  } catch (error) {
    throw error instanceof FileError ? invalid('', error.message) : error;
  } finally {
    await removeScratch(folder);
  }
}

/** Every file with its digest, and the text of widget.json. The archive has been looked at before: names lead nowhere, sizes are bounded. */
async function filesIn(at: string): Promise<{ files: PackedFile[]; text: string | undefined }> {
  const files: PackedFile[] = [];
  let text: string | undefined;
  for await (const file of filesInZip(at)) {
    const digest = createHash('sha256');
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const bytes of file.pieces()) {
      digest.update(bytes);
      size += bytes.length;
      if (file.path === 'widget.json' && size <= mostManifest) pieces.push(bytes);
    }
    if (file.path === 'widget.json') {
      if (size > mostManifest) throw invalid('widget.json', `> ${mostManifest} B`);
      text = Buffer.concat(pieces).toString('utf8');
    }
    files.push({ path: file.path, size, sha256: digest.digest('hex') });
  }
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), text };
}

function manifestOf(text: string | undefined, files: readonly PackedFile[]): z.output<typeof manifest> {
  if (text === undefined) throw invalid('widget.json', 'missing');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalid('widget.json', 'not JSON');
  }
  const read = manifest.safeParse(json);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw invalid(`widget.json/${issue?.path.join('.') ?? ''}`, issue?.code ?? 'invalid');
  }
  if (!files.some((file) => file.path === read.data.entry)) throw invalid(read.data.entry, 'missing');
  return read.data;
}
