import ipaddr from 'ipaddr.js';
import { clock } from '#platform/clock.ts';

/** Refusals of a minute that are written one by one: of an address, of its network, and of all the world. */
const singlyWritten = { address: 100, network: 1_000, world: 5_000 } as const;
type Level = keyof typeof singlyWritten;
const levels = ['address', 'network', 'world'] as const;

const minuteMillis = 60_000;
const mostCounters = 20_000;

interface Counted<Entry> {
  minute: number;
  /** Whose refusals these are, as it stands in the line: an address, or a network. */
  from: string;
  refusals: number;
  /** Refusals that are not written yet, of the kind of the last one. */
  waiting: number;
  last: Entry;
}

/** Tells refusals that are written one by one from those that are only counted, however many addresses they come from. */
export interface Flood<Entry> {
  /** Whether this refusal is one of too many, and only counted. */
  isTooMany(entry: Entry): Promise<boolean>;
  /** Writes what was counted in minutes that are over, or all of it. */
  flush(all?: boolean): Promise<void>;
}

/** Counts refusals; `write` is given what was only counted: the last one, from where they all came, and how many there were. */
export function openFlood<Entry extends { readonly address: string }>(
  write: (last: Entry, counted: { from: string; count: number }) => Promise<void>,
): Flood<Entry> {
  const counters = new Map<string, Counted<Entry>>();
  const settle = async (counted: Counted<Entry>): Promise<void> => {
    const { waiting: count, from, last } = counted;
    if (count === 0) return;
    counted.waiting = 0;
    await write(last, { from, count });
  };
  const flush: Flood<Entry>['flush'] = async (all = false) => {
    const now = minuteNow();
    const over = [...counters].filter(([, { minute }]) => all || minute < now);
    for (const [key] of over) counters.delete(key);
    for (const [, counted] of over) await settle(counted);
  };
  const counterOf = async (level: Level, entry: Entry): Promise<Counted<Entry>> => {
    const from = placeOf(level, entry.address);
    const key = `${level} ${from}`;
    const known = counters.get(key);
    const minute = minuteNow();
    if (known?.minute === minute) return known;
    const counted: Counted<Entry> = { minute, from, refusals: 0, waiting: 0, last: entry };
    counters.set(key, counted);
    if (known) await settle(known);
    return counted;
  };
  return {
    flush,
    isTooMany: async (entry) => {
      if (counters.size > mostCounters) await forgetAddresses(counters, settle);
      for (const level of levels) {
        const counted = await counterOf(level, entry);
        counted.refusals += 1;
        if (counted.refusals <= singlyWritten[level]) continue;
        counted.waiting += 1;
        counted.last = entry;
        return true;
      }
      return false;
    },
  };
}

const minuteNow = (): number => Math.floor(clock.now() / minuteMillis);

/** Single addresses give way where there are too many: their networks and the world are counted on. */
async function forgetAddresses<Entry>(
  counters: Map<string, Counted<Entry>>,
  settle: (counted: Counted<Entry>) => Promise<void>,
): Promise<void> {
  const addresses = [...counters].filter(([key]) => key.startsWith('address '));
  // With as many networks as that the world was over its measure long ago.
  const going = addresses.length > 0 ? addresses : [...counters].filter(([key]) => key.startsWith('network '));
  for (const [key] of going) counters.delete(key);
  for (const [, counted] of going) await settle(counted);
}

/** An address, its network (IPv4 by 16 bits, IPv6 by the 48 that one site is given), or all. */
function placeOf(level: Level, address: string): string {
  if (level === 'world') return '0.0.0.0/0';
  if (level === 'address' || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 2).join('.')}.0.0/16`;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`;
}
