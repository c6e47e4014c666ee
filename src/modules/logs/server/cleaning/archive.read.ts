import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { unseal } from '#platform/backup/sealed-stream.ts';
import { FileError } from '#platform/files/file-error.ts';
import type { ArchiveFile } from './cleaning.table.ts';
import { targetRefused, type ArchiveStore } from './archive.store.ts';

interface Opened {
  readonly files: Readonly<Record<string, ArchiveFile>>;
  readonly key: string;
  readonly signal?: AbortSignal;
}

/** The lines of an archive, some at a time; 19009 where it is not complete or was changed. */
export async function* linesOf(store: ArchiveStore, { files, key, signal }: Opened): AsyncGenerator<string[]> {
  const file = files['rows'];
  if (!file) throw new Refusal(19009, { reason: 'manifest' });
  try {
    const unpacked = createGunzip();
    const opened = await store.open(file.hash).catch((error: unknown) => {
      // A store that can't be reached says nothing about the archive.
      throw error instanceof FileError && error.reason !== 'store' ? error : targetRefused(error);
    });
    const flow = pipeline(Readable.from(unseal(opened, key), { objectMode: false }), unpacked, { ...(signal && { signal }) });
    // Heard below, where the lines end.
    flow.catch(() => undefined);
    let rest = '';
    unpacked.setEncoding('utf8');
    for await (const chunk of unpacked as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) yield lines;
    }
    await flow;
    if (rest !== '') throw new Refusal(19009, { reason: 'end' });
  } catch (error) {
    signal?.throwIfAborted();
    throw brokenBy(error);
  }
}

function brokenBy(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof FileError) return new Refusal(19009, { reason: error.reason });
  return new Refusal(19009, { reason: error instanceof Error && 'code' in error ? String(error.code) : 'sealed' });
}

/** Reads an archive whole: how many rows, and the hash of its lines. */
export async function readAll(store: ArchiveStore, opened: Opened): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of linesOf(store, opened)) {
    rows += lines.length;
    hash.update(`${lines.join('\n')}\n`);
  }
  return { rows, sha256: hash.digest('hex') };
}

/** The key of an archive, unwrapped. */
export const keyOf = ({ secrets }: Pick<Services, 'secrets'>, { id, data_key }: { id: string; data_key: string }): string =>
  secrets.open(data_key, { table: 'log_archive', column: 'data_key', row: id });
