import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileError } from './file-error.ts';
import type { PutLimits } from './file-store-types.ts';

/** A content hash as it names files; FileError hash otherwise, so that no other text ever becomes part of a path. */
function checkHash(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new FileError('hash', 'this is no content hash');
  return hash;
}

/** `ab/cd/<hash>`: no folder holds more than a few thousand names. */
export function fanOut(hash: string): string {
  return `${checkHash(hash).slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
}

/** A stream may break off before anybody reads it: without a listener that would end the process. Whoever reads is told the error all the same. */
export const expectErrors = (stream: Readable): void => void stream.on('error', () => undefined);

/** Writes the stream to a fresh name in the folder, hashing and counting, and syncs it; the file is gone again after a failure. */
export async function spool(stream: Readable, folder: string, limits: PutLimits): Promise<{ path: string; hash: string; size: number }> {
  expectErrors(stream);
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  const stop = (): void => void stream.destroy(new FileError('store', 'cancelled'));
  limits.signal?.addEventListener('abort', stop, { once: true });
  try {
    if (limits.signal?.aborted === true) stop();
    for await (const part of stream) {
      const chunk =
        typeof part === 'string'
          ? Buffer.from(part)
          : part instanceof Uint8Array
            ? Buffer.from(part.buffer, part.byteOffset, part.byteLength)
            : undefined;
      if (chunk === undefined) throw new FileError('store', 'the stream gives no bytes');
      size += chunk.length;
      if (size > limits.maxBytes) throw new FileError('tooLarge', `more than ${limits.maxBytes} bytes`);
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  } finally {
    limits.signal?.removeEventListener('abort', stop);
  }
  await file.close();
  return { path, hash: hash.digest('hex'), size };
}
