import { stringPool } from './binary-xml.ts';
import { notOne } from './source.ts';

/** A value of a resource under one configuration. */
interface Found {
  readonly language: string;
  readonly density: number;
  readonly value: string | { readonly resource: number };
}

/** The resources of an Android package, looked up by number. */
export interface ResourceTable {
  /** Texts by language; '' for the usual one. References are followed, but not for ever. */
  texts(resource: number): ReadonlyMap<string, string>;
  /** Files, the one for the finest screen first. */
  files(resource: number): readonly string[];
}

const chunk = { table: 0x0002, strings: 0x0001, package: 0x0200, type: 0x0201 } as const;
const followed = 8;
const most = { packages: 50, chunks: 50_000, hits: 5_000, resources: 200 };

/** Opens the table of resources; each look-up walks over its chunks, so that nothing is built of what is not asked for. */
export function readResources(bytes: Buffer): ResourceTable {
  if (bytes.length < 12 || bytes.readUInt16LE(0) !== chunk.table) throw notOne('resources');
  const strings = stringPool(bytes, 12);
  const packages = packagesOf(bytes, 12 + strings.size);
  const direct = (resource: number): Found[] => {
    const from = packages.find(({ id }) => id === resource >>> 24);
    return from
      ? typesOf(bytes, from, (resource >>> 16) & 0xff).flatMap((at) => valueAt(bytes, at, { entry: resource & 0xffff, strings }) ?? [])
      : [];
  };
  /** What a resource comes to. Each is looked up once, and one that leads to itself comes to nothing more: a hostile table ends soon. */
  const all = (resource: number, depth = 0, known = new Map<number, Found[]>()): readonly Found[] => {
    const before = known.get(resource);
    if (before || depth > followed || known.size >= most.resources) return before ?? [];
    const found: Found[] = [];
    known.set(resource, found);
    for (const one of direct(resource)) {
      const values = typeof one.value === 'string' ? [one] : all(one.value.resource, depth + 1, known);
      for (const { value } of values.slice(0, most.hits - found.length)) found.push({ ...one, value });
    }
    return found;
  };
  return {
    texts: (resource) => {
      const texts = new Map<string, string>();
      for (const { language, value } of all(resource)) if (typeof value === 'string' && !texts.has(language)) texts.set(language, value);
      return texts;
    },
    files: (resource) =>
      all(resource)
        .toSorted((one, other) => other.density - one.density)
        .flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  };
}

interface Package {
  readonly id: number;
  readonly at: number;
  readonly end: number;
}

function packagesOf(bytes: Buffer, from: number): Package[] {
  const packages: Package[] = [];
  for (let at = from; at + 12 <= bytes.length && packages.length < most.packages;) {
    const size = bytes.readUInt32LE(at + 4);
    if (size < 12 || at + size > bytes.length) throw notOne('resources');
    if (bytes.readUInt16LE(at) === chunk.package)
      packages.push({ id: bytes.readUInt32LE(at + 8), at: at + bytes.readUInt16LE(at + 2), end: at + size });
    at += size;
  }
  return packages;
}

/** Where the chunks of a type begin, one for each configuration. */
function typesOf(bytes: Buffer, { at: from, end }: Package, type: number): number[] {
  const found: number[] = [];
  let seen = 0;
  for (let at = from; at + 8 <= end && seen < most.chunks; seen += 1) {
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8 || at + size > end) throw notOne('resources');
    if (bytes.readUInt16LE(at) === chunk.type && bytes.readUInt8(at + 8) === type) found.push(at);
    at += size;
  }
  return found;
}

function valueAt(
  bytes: Buffer,
  at: number,
  { entry, strings }: { entry: number; strings: ReturnType<typeof stringPool> },
): Found | undefined {
  const place = entryAt(bytes, at, entry);
  if (place === undefined || (bytes.readUInt16LE(place + 2) & 1) !== 0) return undefined;
  const valuePlace = place + bytes.readUInt16LE(place);
  const type = bytes.readUInt8(valuePlace + 3);
  const data = bytes.readUInt32LE(valuePlace + 4);
  const config = at + 20;
  const letters = bytes.subarray(config + 8, config + 10);
  const language = letters[0] === 0 || (letters[0]! & 0x80) !== 0 ? '' : letters.toString('latin1');
  const density = bytes.readUInt16LE(config + 14);
  if (type === 0x03) return { language, density: density > 1000 ? 0 : density, value: strings.text(data) ?? '' };
  return type === 0x01 ? { language, density, value: { resource: data } } : undefined;
}

/** Where an entry of a type chunk begins: by its place, or among those that a sparse chunk lists. */
function entryAt(bytes: Buffer, at: number, entry: number): number | undefined {
  const flags = bytes.readUInt8(at + 9);
  const count = bytes.readUInt32LE(at + 12);
  const start = at + bytes.readUInt32LE(at + 16);
  const offsets = at + bytes.readUInt16LE(at + 2);
  if ((flags & 1) !== 0) {
    for (let index = 0; index < count; index += 1)
      if (bytes.readUInt16LE(offsets + index * 4) === entry) return start + bytes.readUInt16LE(offsets + index * 4 + 2) * 4;
    return undefined;
  }
  if (entry >= count) return undefined;
  if ((flags & 2) !== 0) {
    const short = bytes.readUInt16LE(offsets + entry * 2);
    return short === 0xffff ? undefined : start + short * 4;
  }
  const offset = bytes.readUInt32LE(offsets + entry * 4);
  return offset === 0xffffffff ? undefined : start + offset;
}
