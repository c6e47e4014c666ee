import { queryClient } from '../query-client.ts';
import { refreshTab } from './tabs.ts';
import { changeTabs } from './tabs-store.ts';

/** Builds a page again and reads its data again. */
export function refreshPage(name: string): void {
  changeTabs((state) => refreshTab(state, name));
  void queryClient.invalidateQueries({ refetchType: 'active' });
}
