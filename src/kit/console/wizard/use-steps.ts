import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Where a wizard stands. */
export interface Steps {
  /** Place of the step on screen. */
  readonly at: number;
  /** The furthest step that may be opened. */
  readonly reached: number;
  /** Goes to a step that was reached. */
  go(to: number): void;
  /** The step on screen is right: opens the next one. */
  pass(): void;
}

/** Which step an address shows: none beyond the furthest that was reached, so that a link into the middle begins at the start. */
export function stepAt(keys: readonly string[], requested: string | null, reached: number): number {
  const at = requested === null ? 0 : keys.indexOf(requested);
  return Math.max(0, Math.min(at, reached));
}

/** The steps of a wizard, the one on screen in the address (`?step=`): back and forward of the browser move between those that were reached. */
export function useSteps(keys: readonly string[]): Steps {
  const [search, setSearch] = useSearchParams();
  const [reached, setReached] = useState(0);
  const at = stepAt(keys, search.get('step'), reached);
  const show = useCallback(
    (key: string | undefined) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (key === undefined) next.delete('step');
          else next.set('step', key);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  return {
    at,
    reached,
    go: (to) => show(keys[Math.min(to, reached)]),
    pass: () => {
      setReached(Math.max(reached, at + 1));
      show(keys[at + 1]);
    },
  };
}
