/** For so long after a change everybody in this process looks for themselves: until it is certainly committed, or the usual look finds it. */
const recentMillis = 2_000;

/** Whether this process changed something a moment ago. The answer to a change may come before its news: the very next call must know of it. */
export interface RecentChange {
  /** A change is on its way, before its commit. */
  happens(): void;
  isRecent(): boolean;
}

/** Makes one; nothing was changed yet. */
export function createRecentChange(): RecentChange {
  let until = Number.NEGATIVE_INFINITY;
  return {
    happens: () => void (until = performance.now() + recentMillis),
    isRecent: () => performance.now() < until,
  };
}

/** Returns a reader whose answer is kept for `trustMillis`, and read again at once after a change of this process; a failed reading is not kept. */
export function rememberedUntilChange<T>(
  read: () => Promise<T>,
  changes: Pick<RecentChange, 'isRecent'>,
  trustMillis: number,
): () => Promise<T> {
  let known: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const at = performance.now();
    if (known && !changes.isRecent() && at - readAt <= trustMillis) return known;
    readAt = at;
    const reading = read();
    known = reading;
    reading.catch(() => known === reading && (known = undefined));
    return reading;
  };
}
