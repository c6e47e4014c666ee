const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A key that sorts (by code point) after `before` and before `after`; null is the open end. Grows only as far as it must. */
export function rankBetween(before: string | null, after: string | null): string {
  if (after === null && before !== null && before < 'zzzzz') return next(before);
  const low = before ?? '';
  let rank = '';
  for (let at = 0; ; at += 1) {
    const from = at < low.length ? digits.indexOf(low[at]!) : 0;
    // Once the rank lies below `after`, the rest is free.
    const to = after !== null && after.startsWith(rank) && at < after.length ? digits.indexOf(after[at]!) : digits.length;
    if (to - from > 1) return rank + digits[Math.floor((from + to) / 2)];
    rank += digits[from];
  }
}

/** Appending is the common case: counts up five digits, so that thousands of appends stay five long. Never ends in 0: nothing would fit below it. */
function next(rank: string): string {
  const value = Number.parseInt(rank.slice(0, 5).padEnd(5, '0'), 36) + 1;
  return (value % 36 === 0 ? value + 1 : value).toString(36).padStart(5, '0');
}

/** Keys for n neighbours in a row after `before` and before `after`, evenly apart so that they stay short. */
export function ranksBetween(before: string | null, after: string | null, n: number): string[] {
  if (n === 0) return [];
  const middle = Math.floor(n / 2);
  const own = rankBetween(before, after);
  return [...ranksBetween(before, own, middle), own, ...ranksBetween(own, after, n - middle - 1)];
}

/** Which of these positions (in their new order) can stay: the longest run of ascending ranks; the others get new ones. */
export function newRanks(ordered: readonly { id: string; rank: string }[]): Map<string, string> {
  const kept = longestAscending(ordered.map((item) => item.rank));
  const moved = new Map<string, string>();
  let from = 0;
  for (const stop of [...kept, ordered.length]) {
    const before = from > 0 ? ordered[from - 1]!.rank : null;
    const after = stop < ordered.length ? ordered[stop]!.rank : null;
    const ranks = ranksBetween(before, after, stop - from);
    ranks.forEach((rank, at) => moved.set(ordered[from + at]!.id, rank));
    from = stop + 1;
  }
  return moved;
}

/** Indexes of a longest strictly ascending subsequence (patience sorting, n log n). */
function longestAscending(values: readonly string[]): number[] {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = at;
  });
  const run: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(at);
  return run.reverse();
}
