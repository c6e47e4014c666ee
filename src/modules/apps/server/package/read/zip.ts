import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { damaged, notOne, type Source } from './source.ts';

/** An entry of the central directory. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/** A zip as its central directory tells. */
export interface Zip {
  readonly source: Source;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly directoryAt: number;
  readonly directorySize: number;
  readonly endAt: number;
}

const most = { entries: 100_000, directory: 32 * 1024 * 1024, whole: 16 * 1024 ** 3, ratio: 200 };
const tailBytes = 66_000;
const endSign = 0x06054b50;

/** Reads the central directory of a zip; refuses what a package never has: names that lead elsewhere, twice the same, sizes that can't be true. */
export async function openZip(source: Source): Promise<Zip> {
  if (source.size < 22) throw notOne('zip');
  const tailAt = Math.max(0, source.size - tailBytes);
  const tail = await source.read(tailAt, source.size - tailAt);
  const end = endOf(tail);
  if (end === undefined) throw notOne('zip');
  const count = tail.readUInt16LE(end + 10);
  const directorySize = tail.readUInt32LE(end + 12);
  const directoryAt = tail.readUInt32LE(end + 16);
  const endAt = tailAt + end;
  if (count === 0xffff || directorySize === 0xffffffff || directoryAt === 0xffffffff) throw notOne('zip64');
  if (count > most.entries || directorySize > most.directory) throw notOne('entries');
  // Between the directory and the end there is nothing: a second directory would be read by others.
  if (directoryAt + directorySize !== endAt) throw notOne('directories');
  const entries = entriesOf(await source.read(directoryAt, directorySize), { count, directoryAt });
  assertSizes(entries, source.size);
  return { source, entries, directoryAt, directorySize, endAt };
}

/** The end record stands last: its comment reaches the end of the file. */
function endOf(tail: Buffer): number | undefined {
  for (let at = tail.length - 22; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === endSign && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return at;
  return undefined;
}

function entriesOf(directory: Buffer, { count, directoryAt }: { count: number; directoryAt: number }): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw notOne('directories');
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place));
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength!);
    const entry: ZipEntry = {
      name,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    assertName(name, directory.readUInt32LE(at + 38));
    if (entries.has(name)) throw notOne('twice', name);
    if ([entry.packed, entry.size, entry.offset].includes(0xffffffff)) throw notOne('zip64');
    if (entry.offset + 30 + entry.packed > directoryAt) throw notOne('sizes', name);
    entries.set(name, entry);
    at += 46 + nameLength! + extra! + comment!;
  }
  if (at !== directory.length) throw notOne('directories');
  return entries;
}

/** Names stay inside; what says that it is a link is none of a package. */
function assertName(name: string, attributes: number): void {
  const parts = name.split('/');
  if (name === '' || name.startsWith('/') || name.includes('\\') || name.includes('\0') || /^[a-z]:/i.test(name) || parts.includes('..'))
    throw notOne('names', name.slice(0, 100));
  if (((attributes >>> 16) & 0xf000) === 0xa000) throw notOne('links', name.slice(0, 100));
}

function assertSizes(entries: ReadonlyMap<string, ZipEntry>, size: number): void {
  let whole = 0;
  for (const entry of entries.values()) {
    whole += entry.size;
    if (entry.size > 1024 * 1024 && entry.size > entry.packed * 1100) throw notOne('bomb', entry.name);
  }
  if (whole > most.whole || whole > size * most.ratio + 1024 * 1024) throw notOne('bomb');
}

/** Where the bytes of an entry begin; its local header must name it alike. */
async function dataAt({ source, directoryAt }: Zip, entry: ZipEntry): Promise<number> {
  const head = await source.read(entry.offset, 30);
  if (head.readUInt32LE(0) !== 0x04034b50) throw damaged(entry.name);
  const nameLength = head.readUInt16LE(26);
  const name = await source.read(entry.offset + 30, nameLength);
  if (name.toString('utf8') !== entry.name || head.readUInt16LE(8) !== entry.method) throw damaged(entry.name);
  const at = entry.offset + 30 + nameLength + head.readUInt16LE(28);
  if (at + entry.packed > directoryAt) throw damaged(entry.name);
  return at;
}

/** The content of a small entry; undefined where there is none of this name. */
export async function entryOf(zip: Zip, name: string, limit: number): Promise<Buffer | undefined> {
  const entry = zip.entries.get(name);
  if (!entry) return undefined;
  if (entry.size > limit) throw notOne('large', name);
  const at = await dataAt(zip, entry);
  const packed = await zip.source.read(at, entry.packed);
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw notOne('method', name);
  try {
    const content = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
    if (content.length !== entry.size) throw damaged(name);
    return content;
  } catch {
    throw damaged(name);
  }
}

/** The first bytes of an entry. */
export async function headOf(zip: Zip, name: string, bytes: number): Promise<Buffer | undefined> {
  const entry = zip.entries.get(name);
  if (!entry) return undefined;
  const at = await dataAt(zip, entry);
  const packed = await zip.source.read(at, Math.min(entry.packed, bytes * 2 + 4096));
  if (entry.method === 0) return packed.subarray(0, bytes);
  return new Promise((done) => {
    const parts: Buffer[] = [];
    const inflate = createInflateRaw({ maxOutputLength: 64 * 1024 * 1024 });
    const finish = (): void => done(Buffer.concat(parts).subarray(0, bytes));
    inflate.on('data', (part: Buffer) => {
      parts.push(part);
    });
    inflate.on('end', finish).on('error', finish);
    inflate.end(packed);
  });
}

/** The content of an entry piece by piece, whatever its size; ends with 13002 where it is not as long as it says. */
export async function* contentOf(zip: Zip, entry: ZipEntry): AsyncGenerator<Buffer> {
  const start = await dataAt(zip, entry);
  let size = 0;
  for await (const part of unpacked(zip, entry, start)) {
    size += part.length;
    if (size > entry.size) throw damaged(entry.name);
    yield part;
  }
  if (size !== entry.size) throw damaged(entry.name);
}

const stepBytes = 1024 * 1024;

async function* unpacked(zip: Zip, entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
  const packed = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < entry.packed; at += stepBytes) yield await zip.source.read(start + at, Math.min(stepBytes, entry.packed - at));
  };
  if (entry.method === 0) return yield* packed();
  if (entry.method !== 8) throw notOne('method', entry.name);
  const inflate = createInflateRaw();
  const feed = (async () => {
    for await (const part of packed()) if (!inflate.write(part)) await new Promise((drained) => void inflate.once('drain', drained));
    inflate.end();
  })().catch((error: unknown) => inflate.destroy(error as Error));
  try {
    for await (const part of inflate) yield part as Buffer;
  } catch {
    throw damaged(entry.name);
  } finally {
    inflate.destroy();
    void feed;
  }
}
