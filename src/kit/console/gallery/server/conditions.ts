import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** How reading calls end: as they should, late, with nothing in them, or not at all. */
export const readings = ['normal', 'slow', 'empty', 'lost', '10500', '10910', '65002'] as const;
/** How writing calls end; the codes are those of the error catalogue. */
export const savings = ['normal', 'slow', 'lost', '10400', '10409', '10410', '10412', '10428', '10429', '10500', '10910', '65002'] as const;

/** What the server of the gallery was told to do with calls. */
export interface Conditions {
  read: (typeof readings)[number];
  save: (typeof savings)[number];
}

const search = new URLSearchParams(window.location.search);
const state = createStore<Conditions>(() => ({
  read: readings.find((one) => one === search.get('read')) ?? 'normal',
  save: savings.find((one) => one === search.get('save')) ?? 'normal',
}));

/** The conditions outside components. */
export const conditions = (): Conditions => state.getState();

/** The conditions, for the toolbar. */
export const useConditions = (): Conditions => useStore(state);

/** Changes the conditions and writes them into the address, so that a state of a part can be linked to. */
export function setConditions(next: Partial<Conditions>): void {
  state.setState(next);
  const address = new URL(window.location.href);
  for (const [name, value] of Object.entries(state.getState())) {
    if (value === 'normal') address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  window.history.replaceState(window.history.state, '', address);
}
