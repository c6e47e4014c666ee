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
 * Measures two ways in turns, so that whatever else the machine does meets both: each round does both a few times (the first of them
 * changes from round to round) and gives one ratio of its medians.
 */
export async function inTurns(
  rounds: { rounds: number; repeats: number },
  ours: (at: number) => Promise<unknown>,
  peer: (at: number) => Promise<unknown>,
): Promise<Pair> {
  const all: Pair[] = [];
  let at = 0;
  for (let round = -1; round < rounds.rounds; round++) {
    const times = { ours: [] as number[], peer: [] as number[] };
    for (let repeat = 0; repeat < rounds.repeats; repeat++, at++) {
      const now = at;
      const ways = [async () => times.ours.push(await timed(() => ours(now))), async () => times.peer.push(await timed(() => peer(now)))];
      for (const way of at % 2 === 0 ? ways : ways.toReversed()) await way();
    }
    // The first round warms both up.
    if (round >= 0) all.push({ ours: median(times.ours), peer: median(times.peer), ratio: median(times.ours) / median(times.peer) });
  }
  return {
    ours: median(all.map((one) => one.ours)),
    peer: median(all.map((one) => one.peer)),
    ratio: median(all.map((one) => one.ratio)),
  };
}
