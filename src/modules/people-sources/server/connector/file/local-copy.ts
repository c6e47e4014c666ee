import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeScratch, removeScratch } from '#platform/files/scratch.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { FileConfig } from '../../../common/config/file.ts';
import { SourceFailure, type ConnectorHouse, type FailureCategory, type FileMeans, type OpenSource } from '../connector.ts';
import { newestIn } from './folder-file.ts';

const mebibyte = 1024 * 1024;
const mostBytes = 512 * mebibyte;
const fetchMillis = 600_000;

/** A copy of the file that nobody else writes to. */
export interface LocalCopy {
  readonly path: string;
  readonly name: string;
  /** Differs from that of another state of the file; '' where nothing is known of it. */
  readonly mark: string;
  /** Digest of what it holds. */
  readonly digest: string;
}

/** Thrown where the other side says that the file is the one that is known: there is nothing to copy. */
export class SameFile extends Error {}

/** What copying a file takes. */
export interface Wanted {
  readonly house: ConnectorHouse;
  readonly source: OpenSource<FileConfig>;
  readonly signal: AbortSignal;
  /** The mark of a copy that is known: a file that still has it is not copied again (`SameFile`). */
  readonly known?: string | undefined;
}

/** Copies the file of a source and works with the copy; nothing of it stays. */
export async function* withCopy<T>(wanted: Wanted, work: (copy: LocalCopy) => AsyncGenerator<T>): AsyncGenerator<T> {
  const folder = await makeScratch(meansOf(wanted).scratch);
  try {
    yield* work(await copyTo(path.join(folder, 'file'), wanted));
  } finally {
    await removeScratch(folder);
  }
}

function meansOf({ house }: Wanted): FileMeans {
  if (!house.means) throw new Error('Files are read only where the house gives the means');
  return house.means;
}

async function copyTo(target: string, wanted: Wanted): Promise<LocalCopy> {
  const { config } = wanted.source;
  if (config.from === 'upload') return fromUpload(target, wanted);
  return config.from === 'folder' ? fromFolder(target, wanted) : fromAddress(target, wanted);
}

async function fromUpload(target: string, wanted: Wanted): Promise<LocalCopy> {
  const { source, signal } = wanted;
  const { fileId } = source.config;
  const file = fileId === null ? undefined : await meansOf(wanted).uploaded(fileId);
  if (!file) throw new SourceFailure('empty');
  const mark = `file ${fileId}`;
  if (mark === wanted.known) throw new SameFile();
  return { path: target, name: file.name, mark, digest: await write(await file.open(), target, signal) };
}

/** Who is still writing the file would have half of it read: it must be the same before and after. */
async function fromFolder(target: string, wanted: Wanted): Promise<LocalCopy> {
  const { source, signal } = wanted;
  const file = await newestIn(meansOf(wanted).folders, source.config.folder, source.config.pattern);
  if (file.size > mostBytes) throw new SourceFailure('limit', file.name);
  const mark = `${file.name} ${file.size} ${file.modified}`;
  if (mark === wanted.known) throw new SameFile();
  const digest = await write(createReadStream(file.path), target, signal);
  const after = await stat(file.path).catch(() => undefined);
  if (after?.size !== file.size || after.mtimeMs !== file.modified) throw new SourceFailure('unavailable', file.name);
  return { path: target, name: file.name, mark, digest };
}

async function fromAddress(target: string, { house, source: { config, secrets }, signal, known }: Wanted): Promise<LocalCopy> {
  if (config.address === '') throw new SourceFailure('empty');
  const token = secrets['token'];
  try {
    const reply = await house.outbound.fetch(config.address, {
      headers: { accept: '*/*', ...askingFor(known), ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      timeoutMs: fetchMillis,
      maxBytes: mostBytes,
      signal,
    });
    if (reply.status === 304 && known !== undefined) {
      await reply.discard();
      throw new SameFile();
    }
    if (!reply.ok) {
      await reply.discard();
      throw new SourceFailure(categoryOf(reply.status), String(reply.status));
    }
    const digest = await write(reply.stream(), target, signal);
    const mark = reply.headers['etag'] ?? reply.headers['last-modified'] ?? '';
    return { path: target, name: new URL(config.address).pathname.split('/').at(-1) ?? '', mark, digest };
  } catch (error) {
    throw error instanceof OutboundError ? outboundFailure(error) : error;
  }
}

/** Only if it is another one than the one that is known: by its ETag, else by its date (RFC 9110, 13.1). */
const askingFor = (known: string | undefined): Record<string, string> =>
  known === undefined ? {} : /^(W\/)?"/.test(known) ? { 'if-none-match': known } : { 'if-modified-since': known };

/** Writes a copy and answers its digest. */
async function write(stream: Readable, target: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  const through = new Transform({
    transform: (piece: Buffer, _encoding, next) => {
      digest.update(piece);
      next(null, piece);
    },
  });
  await pipeline(stream, through, createWriteStream(target), { signal });
  return digest.digest('hex');
}

function categoryOf(status: number): FailureCategory {
  if (status === 401) return 'auth';
  if (status === 403) return 'permission';
  return status === 404 || status === 410 ? 'empty' : 'unavailable';
}

const outboundCategories: Partial<Record<OutboundError['category'], FailureCategory>> = {
  denied: 'denied',
  dns: 'dns',
  refused: 'refused',
  timeout: 'timeout',
  tls: 'tls',
  protocol: 'protocol',
  tooLarge: 'limit',
};

const outboundFailure = (error: OutboundError): Error =>
  error.category === 'cancelled' ? error : new SourceFailure(outboundCategories[error.category] ?? 'unavailable', '', error);
