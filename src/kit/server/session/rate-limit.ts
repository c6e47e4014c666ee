/** Rate of one key: `burst` at once, then `perSecond`. At most `keys` are remembered; the longest unseen are forgotten. */
export interface RateLimits {
  burst: number;
  perSecond: number;
  keys: number;
}

/** Token buckets of one process, bounded in memory; answers 0 when the key may go on, else the seconds to wait. */
export function createRateLimit({ burst, perSecond, keys }: RateLimits): (key: string, now: number) => number {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key, now) => {
    const known = buckets.get(key);
    const earned = known ? (Math.max(0, now - known.at) / 1000) * perSecond : 0;
    const tokens = Math.min(burst, (known?.tokens ?? burst) + earned);
    // Taken out and put in again: the first of the map is always the longest unseen.
    buckets.delete(key);
    buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    if (buckets.size > keys) for (const oldest of buckets.keys()) if (buckets.delete(oldest) && buckets.size <= keys) break;
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
  };
}
