/** Too much work is waiting; retryAfter in seconds. */
export class BusyError extends Error {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too many are waiting');
    this.name = 'BusyError';
    this.retryAfter = retryAfter;
  }
}

/** Runs at most `workers` at a time and keeps at most `queue` waiting, first come first served; more are refused at once with BusyError. */
export function createWorkQueue(limits: { workers: number; queue: number }): {
  run<T>(work: () => Promise<T>): Promise<T>;
  waiting(): number;
} {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    waiting: () => waiting.length,
    async run(work) {
      if (running < limits.workers) running += 1;
      else if (waiting.length >= limits.queue) throw new BusyError(1);
      // The one that ends hands its place over, so that nobody who comes later slips in between.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
