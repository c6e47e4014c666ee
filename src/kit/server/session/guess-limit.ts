import ipaddr from 'ipaddr.js';

/** Guesses of one key (an account or an address); times in epoch milliseconds. */
export interface Guesses {
  /** Counted since `sinceAt`. */
  failures: number;
  sinceAt: number;
  lockedUntil: number;
  /** How many locks there were without a quiet day between. */
  locks: number;
}

/** Guesses that are counted together. */
export const guessWindowMillis = 15 * 60_000;
const dayMillis = 86_400_000;

/** A key that nobody has guessed for. */
export const noGuesses = (now: number): Guesses => ({ failures: 0, sinceAt: now, lockedUntil: 0, locks: 0 });

/**
 * Takes one guess of a key: the state after it, and whether it is refused. The guess after `limit` failures within 15 minutes locks the key
 * for 15 minutes; after a lock there are `limit` guesses again, and each further lock lasts twice as long, up to a day.
 */
export function takeGuess(before: Guesses, limit: number, now: number): { after: Guesses; refused: boolean } {
  if (before.lockedUntil > now) return { after: before, refused: true };
  const quietSince = Math.max(before.sinceAt, before.lockedUntil);
  const locks = now - quietSince > dayMillis ? 0 : before.locks;
  const isNewWindow = before.lockedUntil > before.sinceAt || now - before.sinceAt > guessWindowMillis;
  const current = isNewWindow ? { ...noGuesses(now), locks } : { ...before, locks };
  if (current.failures < limit) return { after: { ...current, failures: current.failures + 1 }, refused: false };
  const lockedUntil = now + Math.min(dayMillis, guessWindowMillis * 2 ** Math.min(locks, 10));
  return { after: { ...current, lockedUntil, locks: locks + 1 }, refused: true };
}

/** An address as it is counted: IPv4 whole (also inside IPv6), IPv6 by its network of 64 bits, which one subscriber can fill. */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
