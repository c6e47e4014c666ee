/** An open page along the top. */
export interface Tab {
  /** Name of its route. */
  name: string;
  /** Where it stands: path with query. */
  address: string;
  pinned: boolean;
}

/** The open pages in their order, and which of them are kept alive, the latest last. */
export interface Tabs {
  tabs: readonly Tab[];
  alive: readonly string[];
  /** How often each was refreshed: a new number builds the page again. */
  turns: Readonly<Record<string, number>>;
}

/** At most this many pages stay alive; of the others only the address is kept. */
export const mostAlive = 8;
export const noTabs: Tabs = { tabs: [], alive: [], turns: {} };

/** At most this many stand along the top; the others are in a list behind a button. */
const mostInView = 8;

/** Which open pages stand along the top: the first ones, and always the one on screen. */
export function inView(tabs: readonly Tab[], current: string): { shown: readonly Tab[]; others: readonly Tab[] } {
  const first = tabs.slice(0, mostInView);
  const away = tabs.slice(mostInView);
  const here = away.find(({ name }) => name === current);
  if (!here) return { shown: first, others: away };
  const pushed = first.at(-1)!;
  return { shown: [...first.slice(0, -1), here], others: [pushed, ...away.filter((tab) => tab !== here)] };
}

/** Opens a page or brings it up to date; pages that are not kept get a tab but are not kept alive. */
export function openTab(state: Tabs, name: string, address: string, keepAlive: boolean): Tabs {
  const known = state.tabs.find((tab) => tab.name === name);
  const tabs = known
    ? known.address === address
      ? state.tabs
      : state.tabs.map((tab) => (tab === known ? { ...tab, address } : tab))
    : [...state.tabs, { name, address, pinned: false }];
  const last = state.alive.at(-1) === name;
  const alive = !keepAlive || last ? state.alive : [...state.alive.filter((one) => one !== name), name].slice(-mostAlive);
  return tabs === state.tabs && alive === state.alive ? state : { ...state, tabs, alive };
}

/** Closes a page and forgets what it held. */
export function closeTab(state: Tabs, name: string): Tabs {
  return { ...state, tabs: state.tabs.filter((tab) => tab.name !== name), alive: state.alive.filter((one) => one !== name) };
}

/** Closes every other page but the pinned ones. */
export function closeOthers(state: Tabs, name: string): Tabs {
  const tabs = state.tabs.filter((tab) => tab.name === name || tab.pinned);
  return { ...state, tabs, alive: state.alive.filter((one) => tabs.some((tab) => tab.name === one)) };
}

/** Brings the tabs in line with the pinned pages: each has its tab, and they stand first. */
export function followPins(state: Tabs, pages: readonly Pick<Tab, 'name' | 'address'>[]): Tabs {
  const isPinned = (name: string): boolean => pages.some((page) => page.name === name);
  const missing = pages.filter(({ name }) => !state.tabs.some((tab) => tab.name === name)).map((page) => ({ ...page, pinned: true }));
  if (missing.length === 0 && state.tabs.every((tab) => tab.pinned === isPinned(tab.name))) return state;
  const tabs = [...state.tabs, ...missing].map((tab) => (tab.pinned === isPinned(tab.name) ? tab : { ...tab, pinned: !tab.pinned }));
  return { ...state, tabs: [...tabs.filter((tab) => tab.pinned), ...tabs.filter((tab) => !tab.pinned)] };
}

/** Moves a page to a place; pinned and other pages stay on their side. */
export function moveTab(state: Tabs, name: string, place: number): Tabs {
  const moving = state.tabs.find((tab) => tab.name === name);
  if (!moving) return state;
  const rest = state.tabs.filter((tab) => tab !== moving);
  const pins = rest.filter((tab) => tab.pinned).length;
  const at = moving.pinned ? Math.min(Math.max(place, 0), pins) : Math.min(Math.max(place, pins), rest.length);
  return { ...state, tabs: [...rest.slice(0, at), moving, ...rest.slice(at)] };
}

/** Builds a page again. */
export function refreshTab(state: Tabs, name: string): Tabs {
  return { ...state, turns: { ...state.turns, [name]: (state.turns[name] ?? 0) + 1 } };
}

/** Where to go when a page is closed: its neighbour on the left, then on the right, then home. */
export function afterClosing(state: Tabs, name: string): string {
  const at = state.tabs.findIndex((tab) => tab.name === name);
  return (state.tabs[at - 1] ?? state.tabs[at + 1])?.address ?? '/home';
}
