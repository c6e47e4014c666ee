import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeScratch, removeScratch } from '#platform/files/scratch.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { FileConfig } from '../../../../common/source/config/file.ts';
import { SourceFailure, type ConnectorHouse, type FailureCategory, type FileMeans, type OpenSource } from '../connector.ts';
import { newestIn } from './folder-file.ts';

const mebibyte = 1024 * 1024;
const mostBytes = 512 * mebibyte;
const fetchMillis = 600_000;

/** A copy of the file that nobody else writes to. */
export interface LocalCopy {
  readonly path: string;
  readonly name: string;
  /** Differs from that of another state of the file. */
  readonly mark: string;
}

/** What copying a file takes. */
export interface Wanted {
  readonly house: ConnectorHouse;
  readonly source: OpenSource<FileConfig>;
  readonly signal: AbortSignal;
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
  await write(await file.open(), target, signal);
  return { path: target, name: file.name, mark: `file ${fileId}` };
}

/** Who is still writing the file would have half of it read: it must be the same before and after. */
async function fromFolder(target: string, wanted: Wanted): Promise<LocalCopy> {
  const { source, signal } = wanted;
  const file = await newestIn(meansOf(wanted).folders, source.config.folder, source.config.pattern);
  if (file.size > mostBytes) throw new SourceFailure('limit', file.name);
  await write(createReadStream(file.path), target, signal);
  const after = await stat(file.path).catch(() => undefined);
  if (after?.size !== file.size || after.mtimeMs !== file.modified) throw new SourceFailure('unavailable', file.name);
  return { path: target, name: file.name, mark: `${file.name} ${file.size} ${file.modified}` };
}

async function fromAddress(target: string, { house, source: { config, secrets }, signal }: Wanted): Promise<LocalCopy> {
  if (config.address === '') throw new SourceFailure('empty');
  const token = secrets['token'];
  try {
    const reply = await house.outbound.fetch(config.address, {
      headers: { accept: '*/*', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      timeoutMs: fetchMillis,
      maxBytes: mostBytes,
      signal,
    });
    if (!reply.ok) {
      await reply.discard();
      throw new SourceFailure(categoryOf(reply.status), String(reply.status));
    }
    await write(reply.stream(), target, signal);
    const mark = reply.headers['etag'] ?? reply.headers['last-modified'] ?? '';
    return { path: target, name: new URL(config.address).pathname.split('/').at(-1) ?? '', mark };
  } catch (error) {
    throw error instanceof OutboundError ? outboundFailure(error) : error;
  }
}

const write = (stream: Readable, target: string, signal: AbortSignal): Promise<void> =>
  pipeline(stream, createWriteStream(target), { signal });

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
