/** A stream of values from 0 up to 1. */
export type Random = () => number;

/** Mulberry32: a small generator whose stream depends on the seed alone. For samples, never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list that is not empty; small values choose its beginning. */
export const pick = <T>(list: readonly T[], value: number): T => list[Math.min(list.length - 1, Math.floor(value * list.length))]!;
