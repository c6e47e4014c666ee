import { useSyncExternalStore } from 'react';

let from: string | undefined;
const listeners = new Set<() => void>();

/** Remembers the address that somebody was led away from, for the page they arrive at; nothing once they are where they wanted to be. */
export function turnAway(address: string | undefined): void {
  if (from === address) return;
  from = address;
  for (const listener of listeners) listener();
}

/** The address that could not be opened; undefined where one is on purpose. */
export function useTurnedAway(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => from,
  );
}
