import { useId, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { TabCount } from './tab-count.tsx';
import { useTabInView } from './use-tab-in-view.ts';
import '../page/page.css';

/** A tab: its part of the address, its name, and what it shows. */
export interface DetailTab {
  key: string;
  label: ReactNode;
  /** How much stands on it, where that is known. */
  count?: number | undefined;
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
  return <TabStrip tabs={tabs} requested={search.get(name)} choose={choose} />;
}

/** The views of a page: tabs of which each has filters of its own, so that going to another one leaves nothing else in the address. */
export function ViewTabs({ tabs, name = 'tab' }: DetailTabsProps): ReactElement {
  const [search, setSearch] = useSearchParams();
  const choose = (key: string): void => setSearch(key === tabs[0]?.key ? {} : { [name]: key }, { preventScrollReset: true });
  return <TabStrip tabs={tabs} requested={search.get(name)} choose={choose} />;
}

interface TabStripProps {
  tabs: readonly DetailTab[];
  /** The key in the address; the first tab where it is none of them. */
  requested: string | null;
  choose: (key: string) => void;
}

function TabStrip({ tabs, requested, choose }: TabStripProps): ReactElement {
  const id = useId();
  const chosen = tabs.find(({ key }) => key === requested) ?? tabs[0];
  const strip = useTabInView<HTMLDivElement>(chosen?.key, '[aria-selected=true]');
  return (
    <div className="whk-tabs">
      <div ref={strip} role="tablist">
        {tabs.map(({ key, label, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            aria-selected={key === chosen?.key}
            aria-controls={`${id}panel`}
            // One stop of the Tab key for all of them; arrows go on from there (WAI-ARIA Authoring Practices, tabs).
            tabIndex={key === chosen?.key ? 0 : -1}
            onClick={() => choose(key)}
            onKeyDown={step}
          >
            {label}
            <TabCount count={count} />
          </button>
        ))}
      </div>
      {chosen && (
        <div key={chosen.key} role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen.key}`}>
          {chosen.children}
        </div>
      )}
    </div>
  );
}

/** Arrows, Home and End go to another tab, which opens at once. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const at = all.indexOf(event.currentTarget);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  const tab = to === undefined ? undefined : all.at(to % all.length);
  if (!tab) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}
