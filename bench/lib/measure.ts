/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Two ways of doing the same, measured in turns: medians in milliseconds and the median of the ratios of the rounds. */
export interface Pair {
  ours: number;
  peer: number;
  ratio: number;
}

/**
 * Measures two ways in turns, so that whatever else the machine does meets both: each round does both a few times (which comes
 * first changes) and gives one ratio, the median of those of its pairs.
 */
export async function inTurns(rounds: { rounds: number; repeats: number }, ours: Way, peer: Way): Promise<Pair> {
  const all: Pair[] = [];
  let at = 0;
  for (let round = -1; round < rounds.rounds; round++) {
    const pairs: Pair[] = [];
    for (let repeat = 0; repeat < rounds.repeats; repeat++, at++) pairs.push(await pairOf(at, ours, peer));
    // The first round warms both up.
    if (round >= 0) all.push(middle(pairs));
  }
  return middle(all);
}

type Way = (at: number) => Promise<unknown>;

async function pairOf(at: number, ours: Way, peer: Way): Promise<Pair> {
  const times = { ours: 0, peer: 0 };
  for (const way of at % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const))
    times[way] = await timed(() => (way === 'ours' ? ours(at) : peer(at)));
  return { ...times, ratio: times.ours / times.peer };
}

const middle = (pairs: readonly Pair[]): Pair => ({
  ours: median(pairs.map((one) => one.ours)),
  peer: median(pairs.map((one) => one.peer)),
  ratio: median(pairs.map((one) => one.ratio)),
});
