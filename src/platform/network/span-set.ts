import type { Span } from './network.ts';

/** Spans of one family in order, none touching the next: the places of their first and last addresses. */
interface Family {
  readonly first: readonly (number | bigint)[];
  readonly last: readonly (number | bigint)[];
}

/** A set of addresses that is asked often: found by halving, so that 500 segments cost nine comparisons. */
export interface SpanSet {
  readonly 4: Family;
  readonly 6: Family;
}

/** Puts spans in order and joins those that share addresses. */
export function spanSet(spans: readonly Span[]): SpanSet {
  return { 4: familyOf(spans.filter(({ family }) => family === 4)), 6: familyOf(spans.filter(({ family }) => family === 6)) };
}

function familyOf(spans: readonly Span[]): Family {
  const first: (number | bigint)[] = [];
  const last: (number | bigint)[] = [];
  for (const { from, to } of spans.toSorted((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)))) {
    const end = last.at(-1);
    if (end === undefined || from > end) {
      first.push(from);
      last.push(to);
    } else if (to > end) last[last.length - 1] = to;
  }
  return { first, last };
}

/** Whether an address is in the set; an unknown one is outside of every set. */
export function holds(set: SpanSet, address: Span | undefined): boolean {
  if (!address) return false;
  const { first, last } = set[address.family];
  let [low, high] = [0, first.length];
  // The last span that begins at the address or before it.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (first[middle]! <= address.from) low = middle + 1;
    else high = middle;
  }
  return low > 0 && address.from <= last[low - 1]!;
}

/** Whether two sets share an address. */
export function meet(one: SpanSet, other: SpanSet): boolean {
  return ([4, 6] as const).some((family) => familiesMeet(one[family], other[family]));
}

function familiesMeet(one: Family, other: Family): boolean {
  let [here, there] = [0, 0];
  while (here < one.first.length && there < other.first.length) {
    if (one.last[here]! < other.first[there]!) here += 1;
    else if (other.last[there]! < one.first[here]!) there += 1;
    else return true;
  }
  return false;
}
