import { useSyncExternalStore } from 'react';

/** Whether the window is at most this wide (pixels). */
export function useNarrow(width = 640): boolean {
  const query = `(max-width: ${width}px)`;
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
