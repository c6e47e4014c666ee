import { clock } from '#platform/clock.ts';

/** A clock that jumps from action to action and runs at its usual speed between them; never back. */
export interface DemoClock {
  now(): number;
  /** Goes to a moment, unless it has passed already. */
  goTo(moment: number): void;
  /** Lets the product have the machine's clock again. */
  end(): void;
}

/** Puts the product's clock to a moment of the past. */
export function startDemoClock(beginning: number): DemoClock {
  let base = beginning;
  let since = performance.now();
  const now = (): number => Math.floor(base + performance.now() - since);
  const end = clock.follow(now);
  return {
    now,
    goTo: (moment) => {
      base = Math.max(moment, now());
      since = performance.now();
    },
    end,
  };
}
