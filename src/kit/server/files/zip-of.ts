import { crc32 } from 'node:zlib';

/** A file that goes into an archive. */
export interface ZippedFile {
  readonly name: string;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  size: number;
}

const local = 0x04034b50;
const descriptor = 0x08074b50;
const central = 0x02014b50;
const end = 0x06054b50;
/** Sizes follow the content, and names are UTF-8. */
const flags = 0x0808;

const words = (signature: number, ...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(4 + values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = buffer.writeUInt32LE(signature);
  for (const [bytes, value] of values) at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at);
  return buffer;
};

/** A zip archive of files as they are (stored, not compressed), piece by piece, so that none lies in memory; for archives of less than 4 GiB. */
export async function* zipOf(files: readonly ZippedFile[]): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let at = 0;
  const passed = (piece: Buffer): Buffer => {
    at += piece.length;
    return piece;
  };
  for (const [index, { name, open }] of files.entries()) {
    // Two files may have one name.
    const unique = files.findIndex((one) => one.name === name) === index ? name : `${index + 1}-${name}`;
    const entry: Entry = { name: Buffer.from(unique), offset: at, crc: 0, size: 0 };
    entries.push(entry);
    yield passed(words(local, [2, 20], [2, flags], [2, 0], [2, 0], [2, 33], [4, 0], [4, 0], [4, 0], [2, entry.name.length], [2, 0]));
    yield passed(entry.name);
    for await (const piece of await open()) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      yield passed(Buffer.from(piece));
    }
    yield passed(words(descriptor, [4, entry.crc], [4, entry.size], [4, entry.size]));
  }
  const begin = at;
  for (const { name, offset, crc, size } of entries) {
    const sizes = [
      [4, crc],
      [4, size],
      [4, size],
    ] as const;
    const none = [
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
    ] as const;
    yield passed(words(central, [2, 20], [2, 20], [2, flags], [2, 0], [2, 0], [2, 33], ...sizes, [2, name.length], ...none, [4, offset]));
    yield passed(name);
  }
  yield words(end, [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, at - begin], [4, begin], [2, 0]);
}
