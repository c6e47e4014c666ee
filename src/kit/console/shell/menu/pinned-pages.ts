import { useEffect } from 'react';
import { preferenceNow, savePreference, usePreference } from '../../page/preference.ts';
import { opens } from '../../routes/page-route.ts';
import { pageNamed, pageTable } from '../../routes/page-table.ts';
import { useStored } from '../../store/store.ts';
import { followPins } from '../tabs/tabs.ts';
import { changeTabs } from '../tabs/tabs-store.ts';

const preference = 'shell.pinned';
const none: readonly string[] = [];
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((name) => typeof name === 'string');

/** Names of the routes that the administrator pinned: the same in every browser. */
export const usePinnedPages = (): readonly string[] => usePreference(preference, none, isNames)[0];

/** Pins a page or unpins it: a pinned one stands first along the top and on the home page, also after the next sign-in. */
export function pinPage(name: string, pinned: boolean): void {
  const others = preferenceNow(preference, none, isNames).filter((one) => one !== name);
  savePreference(preference, pinned ? [...others, name] : others);
}

/** Keeps the tabs in line with the pinned pages, as far as they are granted. */
export function useFollowPins(): void {
  const pinned = usePinnedPages();
  const codes = useStored('menuCode');
  useEffect(() => {
    const pages = pinned.flatMap((name) => {
      const page = pageNamed(name);
      return page && opens(page, pageTable(), codes) ? [{ name, address: page.path }] : [];
    });
    changeTabs((state) => followPins(state, pages));
  }, [pinned, codes]);
}
