import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, constants } from 'node:zlib';

/** Codings that calls offer to take. */
export const codings = 'gzip, deflate, br';

/** More than one coding over the other is no honest answer. */
const mostCodings = 2;
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

async function* inflated(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]();
  const first = await parts.next();
  if (first.done === true) return;
  // Some servers send the bare stream (RFC 1951) under this name.
  const decoder = ((first.value[0] ?? 0) & 0x0f) === 0x08 ? createInflate(lenient) : createInflateRaw(lenient);
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value;
  };
  const { pipeline } = await import('node:stream');
  pipeline(rest, decoder, () => undefined);
  yield* decoder as AsyncIterable<Buffer>;
}

/** A body without the codings under which it travelled (RFC 9110, 8.4); one that nobody knows stays as it is. */
export async function decoded(body: Readable, coding: string): Promise<AsyncIterable<Buffer>> {
  const names = coding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .toReversed();
  if (names.length === 0 || names.length > mostCodings) return body;
  const { pipeline } = await import('node:stream');
  let current: AsyncIterable<Buffer> = body;
  for (const name of names) {
    if (name === 'deflate') {
      current = inflated(current);
      continue;
    }
    const decoder = name === 'gzip' || name === 'x-gzip' ? createGunzip(lenient) : name === 'br' ? createBrotliDecompress() : undefined;
    if (!decoder) return body;
    pipeline(current, decoder, () => undefined);
    current = decoder;
  }
  return current;
}
