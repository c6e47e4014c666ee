import { createContext, useContext, useState, useSyncExternalStore, type Key } from 'react';

/** The line of a tree at which the arrows stand. */
export interface ActiveLine {
  get(): Key | undefined;
  set(key: Key | null): void;
  subscribe(told: () => void): () => void;
}

/** The line that is active in a tree; for `onActiveChange` of antd's Tree. Lines that ask `useTabStop` are drawn again alone, not the tree. */
export function useActiveLine(): ActiveLine {
  return useState(newActiveLine)[0];
}

function newActiveLine(): ActiveLine {
  const listeners = new Set<() => void>();
  let active: Key | undefined;
  return {
    get: () => active,
    // Leaving the tree keeps the line: Tab leads from it to its button.
    set: (key) => {
      if (key === null || key === active) return;
      active = key;
      for (const told of listeners) told();
    },
    subscribe: (told) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}

/** The line that is active in the tree around; without it every line is. */
export const ActiveLineContext = createContext<ActiveLine | undefined>(undefined);

const nobody = (): (() => void) => () => undefined;

/** `tabIndex` of the buttons in a line: Tab stops at those of the active line alone, else leaving a long tree would take a Tab for each. */
export function useTabStop(key: Key): 0 | -1 {
  const line = useContext(ActiveLineContext);
  return useSyncExternalStore(line?.subscribe ?? nobody, () => line === undefined || line.get() === key) ? 0 : -1;
}
