/** How many rows are newer than the first one on screen; `open` when there are at least that many. */
export interface Newer {
  readonly count: number;
  readonly open: boolean;
}

/** Compares the newest rows of now with the first one on screen. */
export function newerOf(newest: readonly string[], first: string | undefined): Newer {
  const at = first === undefined ? -1 : newest.indexOf(first);
  return at < 0 ? { count: newest.length, open: first !== undefined && newest.length > 0 } : { count: at, open: false };
}
