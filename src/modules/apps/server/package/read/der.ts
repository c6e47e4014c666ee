import { notOne } from './source.ts';

/** A value of ASN.1 with its tag, its content, its children where it is constructed, and all of its bytes. */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
  readonly children: readonly Der[];
}

const deepest = 40;

/** Reads one value of DER, or of BER with lengths left open, as programs write it that stream. */
export function readDer(bytes: Buffer, start = 0, depth = 0): { value: Der; end: number } {
  if (depth > deepest) throw notOne('asn1');
  const tag = bytes.readUInt8(start);
  if ((tag & 0x1f) === 0x1f) throw notOne('asn1');
  let at = start + 1;
  const first = bytes.readUInt8(at);
  at += 1;
  const constructed = (tag & 0x20) !== 0;
  if (first === 0x80) return openValue(bytes, { tag, start, at, depth });
  let length = first;
  if (first & 0x80) {
    const count = first & 0x7f;
    if (count > 4) throw notOne('asn1');
    length = bytes.readUIntBE(at, count);
    at += count;
  }
  const end = at + length;
  if (end > bytes.length) throw notOne('asn1');
  const children: Der[] = [];
  for (let place = at; constructed && place < end;) {
    const { value, end: next } = readDer(bytes.subarray(0, end), place, depth + 1);
    children.push(value);
    place = next;
  }
  return { value: { tag, content: bytes.subarray(at, end), bytes: bytes.subarray(start, end), children }, end };
}

/** A value whose end is marked by two zeros. */
function openValue(
  bytes: Buffer,
  { tag, start, at, depth }: { tag: number; start: number; at: number; depth: number },
): { value: Der; end: number } {
  const children: Der[] = [];
  let place = at;
  while (bytes.readUInt16BE(place) !== 0) {
    const { value, end } = readDer(bytes, place, depth + 1);
    children.push(value);
    place = end;
  }
  return { value: { tag, content: bytes.subarray(at, place), bytes: bytes.subarray(start, place + 2), children }, end: place + 2 };
}

/** The bytes of an octet string, also of one that is written in parts. */
export const octetsOf = (value: Der): Buffer => (value.children.length > 0 ? Buffer.concat(value.children.map(octetsOf)) : value.content);

/** An object identifier in dotted form. */
export function oidOf({ content }: Der): string {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) !== 0) continue;
    numbers.push(value);
    value = 0;
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}
