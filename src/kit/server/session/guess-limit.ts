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

/** How guesses are limited. */
export interface GuessLimit {
  /** Guesses before a lock. */
  most: number;
  /** Guesses within this are counted together, and a first lock lasts as long. */
  windowMillis: number;
  /** Each further lock lasts twice as long. */
  grow: boolean;
}

const dayMillis = 86_400_000;

/** A key that nobody has guessed for. */
export const noGuesses = (now: number): Guesses => ({ failures: 0, sinceAt: now, lockedUntil: 0, locks: 0 });

/**
 * Takes one guess of a key: the state after it, and whether it is refused. The guess after `most` failures within the window locks the key
 * for as long; after a lock there are as many guesses again, and each further lock may last twice as long, up to a day.
 */
export function takeGuess(before: Guesses, limit: GuessLimit, now: number): { after: Guesses; refused: boolean } {
  if (before.lockedUntil > now) return { after: before, refused: true };
  const quietSince = Math.max(before.sinceAt, before.lockedUntil);
  const locks = now - quietSince > dayMillis ? 0 : before.locks;
  const isNewWindow = before.lockedUntil > before.sinceAt || now - before.sinceAt > limit.windowMillis;
  const current = isNewWindow ? { ...noGuesses(now), locks } : { ...before, locks };
  if (current.failures < limit.most) return { after: { ...current, failures: current.failures + 1 }, refused: false };
  const lockedUntil = now + Math.min(dayMillis, limit.windowMillis * 2 ** (limit.grow ? Math.min(locks, 10) : 0));
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
