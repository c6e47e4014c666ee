import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import type { DeflateRaw } from 'node:zlib';

/** What a zip without the extension for large files can say of one. */
const mostBytes = 0xffff_ffff;
/** Level 3 is twice as fast as the default for a file 10 % larger. */
const level = 3;
/** Sizes follow the content; names are UTF-8. */
const flags = { known: 0x0800, streamed: 0x0808 };
/** 1 January 1980: files of the same content are the same. */
const firstDay = 0x21;
const methods = { stored: 0, deflated: 8 };

/** A file of an archive: its bytes, or how its pieces are opened once it is its turn. */
export interface ZipPart {
  readonly name: string;
  /** Pieces may lie in one buffer that is filled again and again: each is packed before the next is asked for. */
  readonly content: Buffer | (() => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>);
  /** What is packed already (pictures, films) goes in as it is. */
  readonly stored?: boolean;
}

/** A file or an archive reached 4 GiB. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

interface Entry {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly offset: number;
  crc: number;
  packed: number;
  size: number;
}

/**
 * A zip archive, piece by piece; the same parts are the same bytes, and of two with one name the later one gets its number before it. Of what
 * is streamed nothing is kept but what one piece takes: what passes through several streams lives so long that it becomes old in the heap,
 * and is collected late. Throws ZipTooLarge from 4 GiB on.
 */
export async function* zipOf(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  let offset = 0;
  for (const part of parts) {
    const name = names.has(part.name) ? `${entries.length + 1}-${part.name}` : part.name;
    names.add(name);
    const isKnown = Buffer.isBuffer(part.content);
    const method = part.stored ? methods.stored : methods.deflated;
    const entry: Entry = {
      name: Buffer.from(name),
      flags: isKnown ? flags.known : flags.streamed,
      method,
      offset,
      crc: 0,
      packed: 0,
      size: 0,
    };
    entries.push(entry);
    for await (const piece of Buffer.isBuffer(part.content) ? known(part.content, entry) : streamed(part.content, entry)) {
      offset += piece.length;
      yield piece;
    }
    if (offset > mostBytes) throw new ZipTooLarge();
  }
  const directory = Buffer.concat(entries.map(centralHead));
  yield Buffer.concat([directory, endOf(entries.length, directory.length, offset)]);
}

function* known(content: Buffer, entry: Entry): Generator<Buffer> {
  const packed = entry.method === methods.stored ? content : deflateRawSync(content);
  Object.assign(entry, { crc: crc32(content), packed: packed.length, size: content.length });
  yield Buffer.concat([localHead(entry), packed]);
}

async function* streamed(open: Exclude<ZipPart['content'], Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  yield localHead(entry);
  yield* entry.method === methods.stored ? asTheyAre(await open(), entry) : packing(await open(), entry);
  yield descriptor(entry);
}

/** Counts a piece into the entry. */
function count(entry: Entry, piece: Uint8Array): void {
  entry.crc = crc32(piece, entry.crc);
  entry.size += piece.length;
  if (entry.size > mostBytes) throw new ZipTooLarge();
}

async function* asTheyAre(pieces: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    count(entry, piece);
    entry.packed = entry.size;
    yield Buffer.from(piece);
  }
}

/** Packs pieces one after the other, counting into the entry. */
async function* packing(pieces: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Buffer> {
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
      count(entry, piece);
      await written(deflate, piece);
      yield* out.splice(0);
    }
    await ended(deflate);
    yield* out.splice(0);
  } finally {
    deflate.destroy();
  }
}

const written = (deflate: DeflateRaw, piece: Uint8Array): Promise<void> =>
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

function localHead(entry: Entry): Buffer {
  const head = bytesOf([[4, 0x04034b50], [2, version], ...factsOf(entry), [2, entry.name.length], [2, 0]]);
  return Buffer.concat([head, entry.name]);
}

const factsOf = ({ flags: flag, method, crc, packed, size }: Entry) =>
  [
    [2, flag],
    [2, method],
    [2, 0],
    [2, firstDay],
    [4, crc],
    [4, packed],
    [4, size],
  ] as const;

const descriptor = ({ crc, packed, size }: Entry): Buffer =>
  bytesOf([
    [4, 0x08074b50],
    [4, crc],
    [4, packed],
    [4, size],
  ]);

function centralHead(entry: Entry): Buffer {
  const head = bytesOf([
    [4, 0x02014b50],
    [2, version],
    [2, version],
    ...factsOf(entry),
    [2, entry.name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, entry.offset],
  ]);
  return Buffer.concat([head, entry.name]);
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
