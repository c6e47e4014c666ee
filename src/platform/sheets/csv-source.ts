import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { encodingOfMark, legacyEncoding, wideEncoding } from './detect-encoding.ts';
import { measured } from './line-gauge.ts';
import type { TextEncoding } from './detect-encoding.ts';

const chunkBytes = 256 * 1024;
const sampleBytes = 512 * 1024;

/** The bytes of a file or of memory in pieces. */
export async function* piecesOf(source: string | Buffer): AsyncGenerator<Buffer> {
  if (typeof source === 'string') {
    for await (const piece of createReadStream(source, { highWaterMark: chunkBytes })) if (Buffer.isBuffer(piece)) yield piece;
  } else {
    for (let at = 0; at < source.length; at += chunkBytes) yield source.subarray(at, at + chunkBytes);
  }
}

/** The last bytes that may be an unfinished UTF-8 character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back;
  }
  return 0;
}

/**
 * The encoding of a text: by its mark, by its zero bytes, else UTF-8 when all of it is valid (a first pass over the whole file, because the
 * first name that is not ASCII may come late), else by the pieces around what is not ASCII. SheetError line where a line is too long.
 */
export async function detectEncoding(source: string | Buffer): Promise<TextEncoding> {
  const sample: Buffer[] = [];
  let sampled = 0;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  let isUnicode = true;
  for await (const piece of measured(piecesOf(source))) {
    if (isFirst) {
      const marked = encodingOfMark(piece) ?? wideEncoding(piece.subarray(0, 4096));
      if (marked !== undefined) return marked;
      isFirst = false;
    }
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const cut = unfinished(bytes);
    rest = bytes.subarray(bytes.length - cut);
    const whole = bytes.subarray(0, bytes.length - cut);
    if (isUnicode && !isUtf8(whole)) isUnicode = false;
    if (sampled < sampleBytes && piece.some((byte) => byte >= 0x80)) {
      sample.push(piece);
      sampled += piece.length;
    }
    if (!isUnicode && sampled >= sampleBytes) break;
  }
  return isUnicode && rest.length === 0 ? 'utf-8' : legacyEncoding(Buffer.concat(sample));
}
