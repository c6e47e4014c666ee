import { rateClasses, type RateClass } from '#kit/common/client/client-facts.ts';
import { Overload } from '#kit/server/refusal.ts';
import { countedAddress } from '#kit/server/session/guess-limit.ts';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';

/** Terminals that nobody has proven yet have this many shares of one device, by address. */
const sharesOfAddress = 100;
const keys = 200_000;
/** How long a proof speaks for a terminal at its address. */
const provenMillis = 600_000;

/** How often terminals call, on this node. */
export interface Rates {
  /** Counts a call of a terminal; refuses with 10429 and HTTP 429. */
  count(rate: RateClass, from: { address: string; installId: string }, now: number): void;
  /** The terminal at this address has proven its key and its session: others behind the address don't slow it. */
  proven(from: { address: string; installId: string }, now: number): void;
}

/** Opens the counting. A terminal is counted with its address, so that nobody elsewhere uses its calls up by its name. */
export function openRates(): Rates {
  const byDevice = limits(1);
  const byAddress = limits(sharesOfAddress);
  const known = new Map<string, number>();
  return {
    count: (rate, { address, installId }, now) => {
      const counted = countedAddress(address);
      const device = `${counted}|${installId}`;
      const isProven = (known.get(device) ?? 0) > now - provenMillis;
      const seconds = Math.max(isProven ? 0 : byAddress[rate](counted, now), byDevice[rate](device, now));
      if (seconds > 0) throw new Overload(seconds);
    },
    proven: ({ address, installId }, now) => {
      const device = `${countedAddress(address)}|${installId}`;
      known.delete(device);
      known.set(device, now);
      if (known.size > keys) for (const oldest of known.keys()) if (known.delete(oldest) && known.size <= keys) break;
    },
  };
}

type Limit = ReturnType<typeof createRateLimit>;

function limits(shares: number): Record<RateClass, Limit> {
  const of = ({ burst, perMinute }: { burst: number; perMinute: number }): Limit =>
    createRateLimit({ burst: burst * shares, perSecond: (perMinute * shares) / 60, keys });
  const { signIn, read, sync, write, bulk, file } = rateClasses;
  return { signIn: of(signIn), read: of(read), sync: of(sync), write: of(write), bulk: of(bulk), file: of(file) };
}
