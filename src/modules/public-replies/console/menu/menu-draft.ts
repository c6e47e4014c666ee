import type { MenuChild, MenuEntry, MenuTarget } from '../../common/menu/menu.contract.ts';
import type { MenuKind } from '../../common/menu/words.ts';

/** Where an entry stands: its number on top, and below it. */
export interface Spot {
  readonly top: number;
  readonly below?: number | undefined;
}

/** The entry at a place. */
export const entryAt = (draft: readonly MenuEntry[], { top, below }: Spot): MenuChild | undefined =>
  below === undefined ? draft[top] : draft[top]?.children[below];

/** The draft with another entry at a place. */
export const withEntry = (draft: readonly MenuEntry[], { top, below }: Spot, change: Partial<MenuChild>): MenuEntry[] =>
  draft.map((entry, at) => {
    if (at !== top) return entry;
    if (below === undefined) return { ...entry, ...change };
    return { ...entry, children: entry.children.map((child, n) => (n === below ? { ...child, ...change } : child)) };
  });

/** The draft without the entry at a place. */
export const withoutEntry = (draft: readonly MenuEntry[], { top, below }: Spot): MenuEntry[] =>
  below === undefined
    ? draft.filter((_, at) => at !== top)
    : draft.map((entry, at) => (at === top ? { ...entry, children: entry.children.filter((_, n) => n !== below) } : entry));

const swapped = <T>(list: readonly T[], one: number, other: number): T[] =>
  list.map((item, at) => (at === one ? list[other]! : at === other ? list[one]! : item));

/** The draft with an entry one place further. */
export const withMoved = (draft: readonly MenuEntry[], { top, below }: Spot, by: -1 | 1): MenuEntry[] =>
  below === undefined
    ? swapped(draft, top, top + by)
    : draft.map((entry, at) => (at === top ? { ...entry, children: swapped(entry.children, below, below + by) } : entry));

/** A new entry; its key names it for ever. */
export const newEntry = (name: string): MenuChild => ({
  key: `e-${crypto.randomUUID().slice(0, 13)}`,
  name: { zh_CN: name },
  target: null,
  members: [],
});

/** A target of a kind that names nothing yet; undefined where something has to be chosen first. */
export function plainTarget(kind: MenuKind): MenuTarget | undefined {
  return kind === 'articleList' || kind === 'messageBox' ? { kind } : undefined;
}
