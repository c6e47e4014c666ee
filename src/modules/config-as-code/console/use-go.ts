import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Goes to a tab of the page, with what it shows there; everything is in the address, so that it can be linked to. */
export function useGo(): { at: URLSearchParams; go: (to: Readonly<Record<string, string>>) => void } {
  const [at, set] = useSearchParams();
  const go = useCallback((to: Readonly<Record<string, string>>) => set(new URLSearchParams(to), { preventScrollReset: true }), [set]);
  return { at, go };
}
