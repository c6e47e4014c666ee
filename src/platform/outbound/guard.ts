import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isOwnListener, kindOf, parseAllowed, type AddressKind } from './address-rules.ts';
import { outboundError } from './outbound-error.ts';

/** A checked address: connect to exactly this, never to the name. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
  /** Reached through ALLOWED_NETWORKS (a private or loopback address); only there may TLS go unverified. */
  readonly isInside: boolean;
}

/** Every address of a name. */
export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** What the guard knows: the allowed networks and, asked at each call, our own listeners and stores. */
export interface GuardOptions {
  readonly allowedNetworks: readonly string[];
  /** Whether an address is allowed beside those networks: what an administrator entered. */
  readonly isAllowedToo?: (address: string, port: number, kind: AddressKind) => boolean;
  readonly ownListeners: () => readonly { host: string; port: number }[];
  readonly lookup?: Lookup;
}

const lookupMs = 5_000;
const resolveSystem: Lookup = (host) => systemLookup(host, { all: true, order: 'verbatim' });

/** The host of a connection in ASCII, without brackets and the final dot; undefined when it is none. */
function plainHost(host: string): string | undefined {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIP(bare) !== 0) return bare.includes('%') ? undefined : bare;
  const ascii = domainToASCII(bare).replace(/\.$/, '');
  return ascii.length > 0 && ascii.length <= 253 && /^[a-z0-9_.-]+$/i.test(ascii) ? ascii : undefined;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(outboundError('dns')), lookupMs);
    });
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The address check of every outgoing connection: resolves once, refuses when any address of the name is one that may not be reached. */
export function createGuard(options: GuardOptions): (host: string, port: number) => Promise<CheckedAddress> {
  const isAllowed = parseAllowed(options.allowedNetworks);
  const lookup = options.lookup ?? resolveSystem;

  const check = (address: string, port: number): CheckedAddress => {
    const kind = kindOf(address);
    if (kind === 'never' || isOwnListener(address, port, options.ownListeners())) throw outboundError('denied');
    if (kind !== 'public' && !isAllowed(address, port, kind) && options.isAllowedToo?.(address, port, kind) !== true)
      throw outboundError('denied');
    return { address, family: isIP(address) === 6 ? 6 : 4, isInside: kind !== 'public' };
  };

  return async (host, port) => {
    const name = plainHost(host);
    if (name === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) throw outboundError('denied');
    if (isIP(name) !== 0) return check(name, port);
    let found;
    try {
      found = await inTime(lookup(name));
    } catch (error) {
      throw outboundError('dns', error);
    }
    // All of them, not only the one taken: a name with one inside address is not to be trusted with the others.
    const checked = found.map(({ address }) => check(address, port));
    const first = checked[0];
    if (first === undefined) throw outboundError('dns');
    return first;
  };
}
