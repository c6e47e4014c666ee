import ipaddr from 'ipaddr.js';

/** Addresses of one family from one to another, both included: IPv4 as numbers, IPv6 as big integers. */
export type Span =
  | { readonly family: 4; readonly from: number; readonly to: number }
  | { readonly family: 6; readonly from: bigint; readonly to: bigint };

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** One address; undefined for anything else. IPv4 in IPv6 (`::ffff:10.0.0.1`) is read as IPv4; zones and short forms of IPv4 are none. */
function addressOf(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes('%') || !text.includes(':') || !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

const numberOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const bigOf = (address: ipaddr.IPv6): bigint => address.parts.reduce((sum, part) => (sum << 16n) | BigInt(part), 0n);

function between(one: Address, other: Address): Span | undefined {
  if (one instanceof ipaddr.IPv4 && other instanceof ipaddr.IPv4) {
    const [from, to] = [numberOf(one.octets), numberOf(other.octets)];
    return from <= to ? { family: 4, from, to } : undefined;
  }
  if (!(one instanceof ipaddr.IPv6 && other instanceof ipaddr.IPv6)) return undefined;
  const [from, to] = [bigOf(one), bigOf(other)];
  return from <= to ? { family: 6, from, to } : undefined;
}

function network(address: Address, bits: number): Span | undefined {
  if (address instanceof ipaddr.IPv4) {
    if (bits > 32) return undefined;
    const size = 2 ** (32 - bits);
    const from = Math.floor(numberOf(address.octets) / size) * size;
    return { family: 4, from, to: from + size - 1 };
  }
  if (bits > 128) return undefined;
  const size = 1n << BigInt(128 - bits);
  const from = (bigOf(address) / size) * size;
  return { family: 6, from, to: from + size - 1n };
}

/** A network (`10.0.0.0/8`), addresses from one to another (`10.0.0.1-10.0.0.9`) or one address; undefined for anything else. */
export function parseSegment(text: string): Span | undefined {
  const [first = '', last, ...more] = text.split(/\s*[-–—~]\s*/);
  if (more.length > 0) return undefined;
  if (last !== undefined) {
    const [from, to] = [addressOf(first.trim()), addressOf(last.trim())];
    return from && to && between(from, to);
  }
  const [host = '', bits, ...rest] = first.trim().split('/');
  const address = addressOf(host);
  if (!address || rest.length > 0) return undefined;
  if (bits === undefined) return between(address, address);
  if (!/^\d{1,3}$/.test(bits)) return undefined;
  // The bits of an IPv4 network that is written as IPv6 count from the 96 in front of it.
  const mapped = address instanceof ipaddr.IPv4 && host.includes(':');
  if (mapped && Number(bits) < 96) return undefined;
  return network(address, Number(bits) - (mapped ? 96 : 0));
}

/** The address of a caller as a span of one; undefined where it is not known or none. */
export function parseAddress(text: string | null | undefined): Span | undefined {
  const address = text ? addressOf(text.trim()) : undefined;
  return address && between(address, address);
}

const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

function coloned(value: bigint): string {
  const bytes = Array.from({ length: 16 }, (_, at) => Number((value >> BigInt(8 * (15 - at))) & 255n));
  return new ipaddr.IPv6(bytes).toRFC5952String();
}

/** A span as people write it: as a network where it is one, an address alone without bits. */
export function segmentText({ family, from, to }: Span): string {
  const [size, most] = family === 4 ? [BigInt(to) - BigInt(from) + 1n, 32] : [to - from + 1n, 128];
  const text = (value: number | bigint): string => (typeof value === 'number' ? dotted(value) : coloned(value));
  if (size === 1n) return text(from);
  const bits = size.toString(2).length - 1;
  const isNetwork = size === 1n << BigInt(bits) && BigInt(from) % size === 0n;
  return isNetwork ? `${text(from)}/${most - bits}` : `${text(from)}-${text(to)}`;
}

/** Whether two spans share an address. */
export function overlaps(one: Span, other: Span): boolean {
  return one.family === other.family && one.from <= other.to && other.from <= one.to;
}
