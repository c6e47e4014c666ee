import { Tabs } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import './page.css';

/** A tab: its part of the address, its name, and what it shows. */
export interface DetailTab {
  key: string;
  label: ReactNode;
  children: ReactNode;
}

interface DetailTabsProps {
  tabs: readonly DetailTab[];
  /** Name in the address; `tab` unless a page has several. */
  name?: string;
}

/** Tabs whose choice stands in the address, so that each can be linked to; only the one on screen is built. */
export function DetailTabs({ tabs, name = 'tab' }: DetailTabsProps): ReactElement {
  const [search, setSearch] = useSearchParams();
  const wished = search.get(name);
  const chosen = tabs.find(({ key }) => key === wished) ?? tabs[0];
  const choose = (key: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (key === tabs[0]?.key) next.delete(name);
        else next.set(name, key);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Tabs
      className="whk-tabs"
      destroyOnHidden
      items={tabs.map((tab) => ({ ...tab }))}
      {...(chosen && { activeKey: chosen.key })}
      onChange={choose}
    />
  );
}
