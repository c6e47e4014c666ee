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
