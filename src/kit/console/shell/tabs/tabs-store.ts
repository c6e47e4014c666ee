import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { pageNamed } from '../../routes/page-table.ts';
import { store } from '../../store/store.ts';
import { noTabs, type Tabs } from './tabs.ts';

const tabs = createStore<Tabs>(() => noTabs);

/** The open pages, for components. */
export const useTabs = (): Tabs => useStore(tabs);
/** The open pages outside components. */
export const currentTabs = (): Tabs => tabs.getState();

/** Changes the open pages; their list survives a reload of this browser tab. */
export function changeTabs(change: (state: Tabs) => Tabs): void {
  const before = tabs.getState();
  const next = change(before);
  if (next === before) return;
  tabs.setState(next, true);
  if (next.tabs !== before.tabs) store.set('openTabs', [...next.tabs]);
}

/** Takes up the pages that were open in this browser tab; those that no longer exist are left out. */
export function restoreTabs(): void {
  tabs.setState({ ...noTabs, tabs: store.get('openTabs').filter((tab) => pageNamed(tab.name) !== undefined) }, true);
}
