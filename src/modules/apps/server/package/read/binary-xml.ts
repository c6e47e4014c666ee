import { notOne } from './source.ts';

/** A value of an attribute: a text, a number or truth, or the number of a resource. */
export type AttributeValue = string | number | boolean | { readonly resource: number };

/** An element of a binary Android XML; its attributes by the number of their resource, else by their name. */
export interface XmlElement {
  readonly name: string;
  readonly depth: number;
  readonly attributes: ReadonlyMap<string | number, AttributeValue>;
}

const chunk = { strings: 0x0001, map: 0x0180, start: 0x0102, end: 0x0103, xml: 0x0003 } as const;
const most = { elements: 100_000, depth: 200, strings: 500_000 };

/** Texts of a string pool, each read when it is asked for: a pool that lies about its size costs nothing. */
export function stringPool(bytes: Buffer, at: number): { readonly size: number; text(index: number): string | undefined } {
  const count = bytes.readUInt32LE(at + 8);
  const utf8 = (bytes.readUInt32LE(at + 16) & 0x100) !== 0;
  const from = at + bytes.readUInt32LE(at + 20);
  const size = bytes.readUInt32LE(at + 4);
  if (count > most.strings || at + size > bytes.length || count * 4 > size) throw notOne('strings');
  const text = (index: number): string | undefined => {
    if (index < 0 || index >= count) return undefined;
    let place = from + bytes.readUInt32LE(at + 28 + index * 4);
    if (!utf8) {
      let length = bytes.readUInt16LE(place);
      place += 2;
      if (length & 0x8000) {
        length = ((length & 0x7fff) << 16) | bytes.readUInt16LE(place);
        place += 2;
      }
      if (length > 1_000_000) throw notOne('strings');
      return bytes.toString('utf16le', place, place + length * 2);
    }
    place += bytes[place]! & 0x80 ? 2 : 1;
    let length = bytes.readUInt8(place);
    place += 1;
    if (length & 0x80) {
      length = ((length & 0x7f) << 8) | bytes.readUInt8(place);
      place += 1;
    }
    return bytes.toString('utf8', place, place + length);
  };
  return { size, text };
}

/** The elements of a binary Android XML in their order. */
export function readBinaryXml(bytes: Buffer): XmlElement[] {
  if (bytes.length < 8 || bytes.readUInt16LE(0) !== chunk.xml) throw notOne('manifest');
  const elements: XmlElement[] = [];
  let strings: ReturnType<typeof stringPool> | undefined;
  let resources: number[] = [];
  let depth = 0;
  for (let at = 8; at + 8 <= bytes.length;) {
    const [type, size] = [bytes.readUInt16LE(at), bytes.readUInt32LE(at + 4)];
    if (size < 8 || at + size > bytes.length) throw notOne('manifest');
    if (type === chunk.strings) strings = stringPool(bytes, at);
    if (type === chunk.map) resources = Array.from({ length: (size - 8) / 4 }, (_, index) => bytes.readUInt32LE(at + 8 + index * 4));
    if (type === chunk.start) {
      if (!strings || elements.length >= most.elements || depth > most.depth) throw notOne('manifest');
      elements.push(elementAt(bytes, at, { strings, resources, depth }));
      depth += 1;
    }
    if (type === chunk.end) depth -= 1;
    at += size;
  }
  return elements;
}

interface Reading {
  readonly strings: ReturnType<typeof stringPool>;
  readonly resources: readonly number[];
  readonly depth: number;
}

function elementAt(bytes: Buffer, at: number, { strings, resources, depth }: Reading): XmlElement {
  const body = at + bytes.readUInt16LE(at + 2);
  const start = body + bytes.readUInt16LE(body + 8);
  const step = bytes.readUInt16LE(body + 10);
  const count = bytes.readUInt16LE(body + 12);
  const attributes = new Map<string | number, AttributeValue>();
  for (let index = 0; index < count; index += 1) {
    const place = start + index * step;
    const nameAt = bytes.readUInt32LE(place + 4);
    const raw = bytes.readInt32LE(place + 8);
    const value = valueOf(bytes, place + 12, raw >= 0 ? strings.text(raw) : undefined, strings);
    const key = resources[nameAt] ?? strings.text(nameAt) ?? '';
    if (value !== undefined && !attributes.has(key)) attributes.set(key, value);
  }
  return { name: strings.text(bytes.readUInt32LE(body + 4)) ?? '', depth, attributes };
}

function valueOf(bytes: Buffer, at: number, raw: string | undefined, strings: Reading['strings']): AttributeValue | undefined {
  const type = bytes.readUInt8(at + 3);
  const data = bytes.readUInt32LE(at + 4);
  if (type === 0x03) return raw ?? strings.text(data);
  if (type === 0x01) return { resource: data };
  if (type === 0x12) return data !== 0;
  return type === 0x10 || type === 0x11 ? data : raw;
}
