let source: () => number = Date.now;

/**
 * The clock of what is written down: when something was made, changed, audited. Leases, timeouts and news between processes go by the
 * machine's own clock, because they concern this moment and nothing else.
 */
export const clock = {
  /** Epoch milliseconds. */
  now: (): number => source(),
  /** Follows another clock until the answer is called: a sample company is given its history so. */
  follow(other: () => number): () => void {
    source = other;
    return () => {
      source = Date.now;
    };
  },
};
