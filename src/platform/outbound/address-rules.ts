import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What an address is to the guard; only `public` is free, `private` and `loopback` need an entry in ALLOWED_NETWORKS. */
export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

// Metadata services outside the link-local range: Alibaba, Azure, Oracle, AWS and Google over IPv6.
const metadata = new Set(
  ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'].map((text) =>
    ipaddr.parse(text).toNormalizedString(),
  ),
);
const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const benchmark = ipaddr.IPv4.parseCIDR('198.18.0.0/15');

function kindOfV4(address: ipaddr.IPv4): AddressKind {
  const range = address.range();
  if (range === 'unicast' || range === 'as112' || range === 'amt') return 'public';
  if (range === 'private' || range === 'carrierGradeNat' || address.match(benchmark)) return 'private';
  return range === 'loopback' ? 'loopback' : 'never';
}

function kindOfV6(address: ipaddr.IPv6): AddressKind {
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range === 'uniqueLocal') return 'private';
  // Outside 2000::/3 nothing is routed worldwide; ISATAP hides an IPv4 address in the second half.
  const isatap = address.parts[5] === 0x5efe && ((address.parts[4] ?? 0) & 0xfdff) === 0;
  return range === 'unicast' && address.match(globalV6) && !isatap ? 'public' : 'never';
}

/** Kind of an address; IPv4 inside IPv6 (mapped, translated, 6to4, Teredo, compatible), zones and metadata services are `never`. */
export function kindOf(text: string): AddressKind {
  if (text.includes('%') || !ipaddr.isValid(text)) return 'never';
  const address = ipaddr.parse(text);
  if (metadata.has(address.toNormalizedString())) return 'never';
  return address instanceof ipaddr.IPv4 ? kindOfV4(address) : kindOfV6(address);
}

const same = (a: Address, b: Address): boolean => a.toNormalizedString() === b.toNormalizedString();

interface AllowedEntry {
  readonly network: [Address, number];
  readonly port?: number;
}

function parseEntry(text: string): AllowedEntry {
  const entry = text.trim();
  const withPort = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+)):(\d{1,5})$/i.exec(entry);
  const host = withPort?.[1] ?? withPort?.[2];
  if (host !== undefined && ipaddr.isValid(host)) {
    const port = Number(withPort?.[3]);
    if (port < 1 || port > 65_535) throw new Error(`ALLOWED_NETWORKS: ${entry} has no valid port`);
    const address = ipaddr.parse(host);
    return { network: [address, address.kind() === 'ipv4' ? 32 : 128], port };
  }
  const network: [Address, number] | undefined = ipaddr.isValidCIDR(entry)
    ? ipaddr.parseCIDR(entry)
    : ipaddr.isValid(entry)
      ? [ipaddr.parse(entry), ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128]
      : undefined;
  if (network === undefined) throw new Error(`ALLOWED_NETWORKS: ${entry} is neither a network (10.0.0.0/8) nor an address:port`);
  if (network[0].range() === 'loopback') throw new Error(`ALLOWED_NETWORKS: ${entry}: loopback only as address:port`);
  return { network };
}

/** Whether ALLOWED_NETWORKS names the address: networks for private addresses, the very address:port for loopback. Throws on a bad entry. */
export function parseAllowed(entries: readonly string[]): (address: string, port: number, kind: AddressKind) => boolean {
  const allowed = entries.filter((entry) => entry.trim() !== '').map(parseEntry);
  return (text, port, kind) => {
    const address = ipaddr.parse(text);
    return allowed.some((entry) => {
      if (entry.port !== undefined && entry.port !== port) return false;
      if (kind === 'loopback' && (entry.port === undefined || !same(entry.network[0], address))) return false;
      return entry.network[0].kind() === address.kind() && address.match(entry.network);
    });
  };
}

/** Whether address:port is one of our own listeners; a listener on all addresses is every address of this machine. */
export function isOwnListener(text: string, port: number, listeners: readonly { host: string; port: number }[]): boolean {
  const onPort = listeners.filter((listener) => listener.port === port);
  if (onPort.length === 0) return false;
  const address = ipaddr.parse(text);
  const isLoopback = address.range() === 'loopback';
  const isLocal =
    isLoopback ||
    Object.values(networkInterfaces()).some((cards) => cards?.some((card) => same(ipaddr.parse(card.address.replace(/%.*/, '')), address)));
  return onPort.some(({ host }) => {
    if (!ipaddr.isValid(host)) return isLoopback && host === 'localhost';
    const own = ipaddr.parse(host);
    return same(own, address) || (own.range() === 'unspecified' && isLocal);
  });
}
