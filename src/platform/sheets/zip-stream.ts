import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import type { DeflateRaw } from 'node:zlib';
import { SheetError } from './sheet-error.ts';

/** What a zip without the extension for large files can say of one. */
const mostBytes = 0xffff_ffff;
/** Level 3 is twice as fast as the default for a file 10 % larger. */
const level = 3;
/** Sizes follow the content; names are UTF-8. */
const flags = { known: 0x0800, streamed: 0x0808 };
/** 1 January 1980: files of the same content are the same. */
const firstDay = 0x21;

interface Entry {
  name: string;
  flags: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** The streamed last part: its pieces may lie in one buffer that is filled again and again, as each is packed before the next is asked for. */
interface LastPart {
  readonly name: string;
  readonly pieces: AsyncIterable<Buffer>;
}

/**
 * A zip of some small parts and a large one behind them. Of the large one nothing is kept but what one piece takes: what passes through
 * several streams lives so long that it becomes old in the heap, and is collected late.
 */
export async function* zipOf(parts: Readonly<Record<string, string>>, last: LastPart): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const entry = { name, flags: flags.known, crc: crc32(content), packed: packed.length, size: content.length, offset };
    const head = localHead(entry);
    entries.push(entry);
    offset += head.length + packed.length;
    yield Buffer.concat([head, packed]);
  }
  const entry = { name: last.name, flags: flags.streamed, crc: 0, packed: 0, size: 0, offset };
  const head = localHead(entry);
  yield head;
  for await (const chunk of packing(last.pieces, entry)) yield chunk;
  entries.push(entry);
  offset += head.length + entry.packed + descriptorBytes;
  if (offset > mostBytes) throw new SheetError('unpacked');
  yield descriptor(entry);
  const directory = Buffer.concat(entries.map(centralHead));
  yield Buffer.concat([directory, endOf(entries.length, directory.length, offset)]);
}

/** Packs pieces one after the other, counting into the entry. */
async function* packing(pieces: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level });
  const out: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => {
    entry.packed += chunk.length;
    out.push(chunk);
  });
  // Whoever waits for a piece is told.
  deflate.on('error', () => undefined);
  try {
    for await (const piece of pieces) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      if (entry.size > mostBytes) throw new SheetError('unpacked');
      await written(deflate, piece);
      yield* out.splice(0);
    }
    await ended(deflate);
    yield* out.splice(0);
  } finally {
    deflate.destroy();
  }
}

const written = (deflate: DeflateRaw, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    deflate.write(piece, (error) => (error ? reject(error) : resolve()));
  });

const ended = (deflate: DeflateRaw): Promise<void> =>
  new Promise((resolve, reject) => {
    deflate.once('end', resolve).once('error', reject).end();
  });

/** Bytes from values and how many each takes, the lowest first. */
function bytesOf(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

const version = 20;
const deflated = 8;

function localHead(entry: Entry): Buffer {
  const name = Buffer.from(entry.name);
  const head = bytesOf([[4, 0x04034b50], [2, version], ...factsOf(entry), [2, name.length], [2, 0]]);
  return Buffer.concat([head, name]);
}

const factsOf = ({ flags: flag, crc, packed, size }: Entry) =>
  [
    [2, flag],
    [2, deflated],
    [2, 0],
    [2, firstDay],
    [4, crc],
    [4, packed],
    [4, size],
  ] as const;

const descriptorBytes = 16;
const descriptor = ({ crc, packed, size }: Entry): Buffer =>
  bytesOf([
    [4, 0x08074b50],
    [4, crc],
    [4, packed],
    [4, size],
  ]);

function centralHead(entry: Entry): Buffer {
  const name = Buffer.from(entry.name);
  const head = bytesOf([
    [4, 0x02014b50],
    [2, version],
    [2, version],
    ...factsOf(entry),
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, entry.offset],
  ]);
  return Buffer.concat([head, name]);
}

const endOf = (count: number, bytes: number, offset: number): Buffer =>
  bytesOf([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, bytes],
    [4, offset],
    [2, 0],
  ]);
