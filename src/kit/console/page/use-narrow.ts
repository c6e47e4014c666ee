import { useSyncExternalStore } from 'react';

const queries = new Map<number, MediaQueryList>();

/** One query a width: a new one makes the browser work out its styles at once. */
function queryOf(width: number): MediaQueryList {
  const known = queries.get(width) ?? window.matchMedia(`(max-width: ${width}px)`);
  queries.set(width, known);
  return known;
}

/** Whether the window is at most this wide (pixels). */
export function useNarrow(width = 640): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = queryOf(width);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => queryOf(width).matches,
    () => false,
  );
}
