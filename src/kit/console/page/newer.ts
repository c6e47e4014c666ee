/** How many rows are newer than the first one on screen; `open` when there are at least that many. */
export interface Newer {
  readonly count: number;
  readonly open: boolean;
}

/** Compares the newest rows of a look with those on screen, both newest first. A look that is older than the screen finds nothing. */
export function newerOf(newest: readonly string[], shown: readonly string[]): Newer {
  const [latest] = newest;
  const [first] = shown;
  if (latest === undefined || first === undefined || shown.includes(latest)) return { count: 0, open: false };
  const at = newest.indexOf(first);
  return at < 0 ? { count: newest.length, open: true } : { count: at, open: false };
}
