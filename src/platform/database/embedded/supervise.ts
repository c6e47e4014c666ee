import { setTimeout as sleep } from 'node:timers/promises';

/** One run of the server's process. */
export interface ServerRun {
  /** Settles when the process has ended, wanted or not. */
  exited: Promise<void>;
  /** Ends it and waits for its end; harmless when it has ended. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 5_000;
/** A run of this length was a good one: the next end is not the same trouble. */
const GOOD_MS = 30_000;

/**
 * Keeps a server running: one that ends by itself is started again, at once and then after growing pauses for as long as it takes (a
 * disk may be full). `begin` must clear what the last run left. The first start's failure is the caller's.
 */
export async function supervise(
  begin: () => Promise<ServerRun>,
  onFailure: (sentence: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let run = await begin();
  const watching = (async () => {
    for (let pause = 0; ;) {
      const started = performance.now();
      await run.exited;
      if (signal.aborted) return;
      onFailure('The embedded PostgreSQL has ended by itself and is started again; see postgres.log in the data folder.');
      if (performance.now() - started > GOOD_MS) pause = 0;
      let told = '';
      for (let next: ServerRun | undefined; !next;) {
        await sleep(pause, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        pause = Math.min(Math.max(pause * 2, 100), LONGEST_PAUSE_MS);
        next = await begin().catch((error: unknown) => {
          const sentence = error instanceof Error ? error.message : String(error);
          if (sentence !== told) onFailure(sentence);
          told = sentence;
          return undefined;
        });
        if (next) run = next;
      }
      if (signal.aborted) return run.stop();
      onFailure('The embedded PostgreSQL runs again.');
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await run.stop();
      await watching;
    },
  };
}
