import { parseBuffer } from 'bplist-parser';
import { notOne } from './source.ts';

/** A value of a property list. */
export type Plist = string | number | boolean | Date | Buffer | readonly Plist[] | { readonly [key: string]: Plist };

const most = { bytes: 4 * 1024 * 1024, depth: 60, values: 200_000 };
const tokens = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<(\/?)([A-Za-z]+)(?:\s[^<>]*?)?(\/?)>|([^<]+)/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a property list in XML or in its binary form. Definitions of entities, depth and number of values are limited. */
export function readPlist(bytes: Buffer): Plist {
  if (bytes.length > most.bytes) throw notOne('plist');
  try {
    if (bytes.subarray(0, 8).toString('latin1') === 'bplist00') return tidy(parseBuffer(bytes)[0] as unknown, 0);
    return readXml(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof Error && error.name === 'PackageFault') throw error;
    throw notOne('plist');
  }
}

/** Values of the binary form as those of the text; numbers that are too large are texts. */
function tidy(value: unknown, depth: number): Plist {
  if (depth > most.depth) throw notOne('plist');
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map((one) => tidy(one, depth + 1));
  if (value instanceof Date || Buffer.isBuffer(value)) return value;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, tidy(one, depth + 1)]));
  return value as Plist;
}

interface Open {
  readonly tag: string;
  readonly values: Plist[];
  readonly keys: string[];
  text: string;
}

function readXml(text: string): Plist {
  if (/<!ENTITY/i.test(text)) throw notOne('entities');
  const stack: Open[] = [{ tag: '', values: [], keys: [], text: '' }];
  let count = 0;
  let end = 0;
  for (const match of text.replace(/^\uFEFF/, '').matchAll(tokens)) {
    if (match.index !== end) throw notOne('plist');
    end = match.index + match[0].length;
    const [, closing, tag, empty, words] = match;
    const top = stack.at(-1)!;
    if (words !== undefined) top.text += words;
    if (tag === undefined) continue;
    if (closing === '') {
      count += 1;
      if (stack.length > most.depth || count > most.values) throw notOne('plist');
      stack.push({ tag, values: [], keys: [], text: '' });
    } else if (top.tag !== tag) throw notOne('plist');
    if (closing === '/' || empty === '/') close(stack);
  }
  const [root] = stack;
  if (stack.length !== 1 || root!.values.length !== 1) throw notOne('plist');
  return root!.values[0]!;
}

/** Ends the innermost element: what it means goes to the one around it. */
function close(stack: Open[]): void {
  const { tag, values, keys, text } = stack.pop()!;
  const around = stack.at(-1)!;
  if (tag === 'key') return void around.keys.push(decoded(text));
  around.values.push(valueOf({ tag, values, keys, text }));
}

function valueOf({ tag, values, keys, text }: Open): Plist {
  if (tag === 'plist') return values[0] ?? '';
  if (tag === 'array') return values;
  if (tag === 'dict') {
    if (keys.length !== values.length) throw notOne('plist');
    return Object.fromEntries(keys.map((key, index) => [key, values[index]!]));
  }
  if (tag === 'true' || tag === 'false') return tag === 'true';
  if (tag === 'integer' || tag === 'real') return Number(text.trim());
  if (tag === 'date') return new Date(text.trim());
  if (tag === 'data') return Buffer.from(text, 'base64');
  if (tag === 'string') return decoded(text);
  throw notOne('plist');
}

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const point = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** A text in a property list; undefined where there is none. */
export function textIn(value: Plist | undefined, key: string): string | undefined {
  const found = partIn(value, key);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** A part of a property list by its key. */
export const partIn = (value: Plist | undefined, key: string): Plist | undefined =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) && !Buffer.isBuffer(value) && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, Plist>>)[key]
    : undefined;

/** A list in a property list; empty where there is none. */
export const listIn = (value: Plist | undefined, key: string): readonly Plist[] => {
  const found = partIn(value, key);
  return Array.isArray(found) ? (found as readonly Plist[]) : [];
};
