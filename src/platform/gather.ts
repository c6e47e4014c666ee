import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<I, O> {
  readonly item: I;
  resolve(answer: O): void;
  reject(error: unknown): void;
}

/**
 * Batches what many ask for at the same time into few statements: what comes while one batch is under way goes together with the next.
 * `work` answers in the order of its batch; where it fails, all of the batch do. `atOnce`: batches that may be under way together.
 * `apartMillis`: so long after the beginning of one the next begins at the earliest; what is asked for alone waits for nothing, and of what comes
 * in quick succession more goes together.
 */
export function gatherer<I, O>(
  most: number,
  work: (batch: readonly I[]) => Promise<readonly O[]>,
  { atOnce = 1, apartMillis = 0 }: { atOnce?: number; apartMillis?: number } = {},
): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let running = 0;
  let begun = -Infinity;
  const run = async (): Promise<void> => {
    running += 1;
    // Calls of the same turn go together.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const early = begun + apartMillis - performance.now();
      if (early > 0) await sleep(early);
      begun = performance.now();
      const batch = waiting.splice(0, most);
      try {
        const answers = await work(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < atOnce) void run();
    });
}

/** Rows in the order in which they were asked for: `n` is the place of each (`with ordinality`, from 1); undefined where there is none. */
export function placed<R extends { readonly n: number }>(count: number, rows: readonly R[]): (R | undefined)[] {
  const all = Array.from<R | undefined>({ length: count });
  for (const row of rows) all[row.n - 1] = row;
  return all;
}
