import { createHash, type Hash } from 'node:crypto';
import { FileError } from '#platform/files/file-error.ts';
import type { ContentKey } from '../keyed-column.ts';

/** Bytes of content that are sealed together: what a range reads at least. */
const chunkBytes = 64 * 1024;

const magic = 'WHSEAL1\n';
const idBytes = 16;
/** What a sealed file begins with: what it is, and which row holds its key. */
const headBytes = magic.length + idBytes;

/** Where in a content a chunk belongs: the last one says so, so that nothing is cut off unseen. */
const boundTo = (id: string, at: number, last: boolean): string => JSON.stringify([id, at, last]);

const headOf = (id: string): Buffer => Buffer.concat([Buffer.from(magic), Buffer.from(id.replaceAll('-', ''), 'hex')]);

/** What sealing a stream learns of it. */
export interface Seen {
  readonly hash: Hash;
  size: number;
}

/** Nothing was read yet. */
export const nothingSeen = (): Seen => ({ hash: createHash('sha256'), size: 0 });

/** Seals a content chunk by chunk, and notes its hash and size. FileError tooLarge above the limit. */
export async function* sealChunks(
  source: AsyncIterable<unknown>,
  { id, key }: { id: string; key: ContentKey },
  seen: Seen,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  yield headOf(id);
  let waiting: Buffer[] = [];
  let bytes = 0;
  let at = 0;
  for await (const part of source) {
    const chunk = bytesOf(part);
    seen.size += chunk.length;
    if (seen.size > maxBytes) throw new FileError('tooLarge', `more than ${maxBytes} bytes`);
    seen.hash.update(chunk);
    waiting.push(chunk);
    bytes += chunk.length;
    // A full chunk waits for the next byte: only then it is known not to be the last.
    if (bytes <= chunkBytes) continue;
    let whole = Buffer.concat(waiting);
    for (; whole.length > chunkBytes; whole = whole.subarray(chunkBytes))
      yield key.seal(whole.subarray(0, chunkBytes), boundTo(id, at++, false));
    waiting = [whole];
    bytes = whole.length;
  }
  yield key.seal(Buffer.concat(waiting), boundTo(id, at, true));
}

function bytesOf(part: unknown): Buffer {
  if (typeof part === 'string') return Buffer.from(part);
  if (part instanceof Uint8Array) return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  throw new FileError('store', 'the stream gives no bytes');
}

/** A sealed content, and the part of it that is asked for: first and last byte. */
export interface SealedPart {
  readonly id: string;
  readonly key: ContentKey;
  readonly size: number;
  readonly start: number;
  readonly end: number;
}

/** Which bytes of the sealed file hold a part of its content. */
export function placeOf({ key, size, start, end }: SealedPart): { start: number; end: number } {
  const sealed = chunkBytes + key.overhead;
  const [first, last] = [chunkAt(start), chunkAt(end)];
  const length = last === lastChunk(size) ? size - last * chunkBytes + key.overhead : sealed;
  return { start: headBytes + first * sealed, end: headBytes + last * sealed + length - 1 };
}

const chunkAt = (byte: number): number => Math.floor(Math.max(0, byte) / chunkBytes);
/** An empty content is one chunk too. */
const lastChunk = (size: number): number => chunkAt(size - 1);

/** Opens the chunks that `placeOf` named; nothing leaves that was not proved to be what was sealed. */
export async function* openChunks(source: AsyncIterable<unknown>, part: SealedPart): AsyncGenerator<Buffer> {
  const { id, key, size, start, end } = part;
  const sealed = chunkBytes + key.overhead;
  const last = chunkAt(end);
  let at = chunkAt(start);
  const open = (chunk: Buffer): Buffer => {
    const from = at * chunkBytes;
    const plain = unsealed(key, chunk, boundTo(id, at, at === lastChunk(size)));
    at += 1;
    return plain.subarray(Math.max(0, start - from), Math.min(plain.length, end - from + 1));
  };
  let waiting: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytesOf(bytes)]);
    for (; waiting.length >= sealed && at <= last; waiting = waiting.subarray(sealed)) yield open(waiting.subarray(0, sealed));
  }
  const rest = at <= last && waiting.length > 0 ? open(waiting) : undefined;
  if (rest && rest.length > 0) yield rest;
  if (at <= last) throw new FileError('broken', 'the stored file ends too early');
}

function unsealed(key: ContentKey, chunk: Buffer, bound: string): Buffer {
  try {
    return key.open(chunk, bound);
  } catch (error) {
    throw new FileError('broken', 'the stored file was changed', { cause: error });
  }
}
