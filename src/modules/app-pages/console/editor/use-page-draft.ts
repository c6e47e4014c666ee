import { useCallback, useState } from 'react';
import type { Card, Tag } from '../../common/tag.ts';

/** What is edited of a page. */
export interface PageDraft {
  readonly tags: readonly Tag[];
  readonly edit: 0 | 1;
}
/** What is chosen: a tag, perhaps a card of it. */
export interface Chosen {
  readonly tag: number;
  readonly card?: number;
}

/** Steps that can be undone. */
const mostSteps = 100;

interface Steps {
  past: readonly PageDraft[];
  now: PageDraft;
  future: readonly PageDraft[];
}

/** A draft with undo and redo, kept in the browser until it is saved. */
export interface Editing {
  readonly draft: PageDraft;
  readonly dirty: boolean;
  readonly restored: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  change(next: PageDraft): void;
  undo(): void;
  redo(): void;
  /** Begins with what is stored. */
  reset(stored: PageDraft): void;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function keptAt(key: string): PageDraft | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as PageDraft);
  } catch {
    return undefined;
  }
}

function keep(key: string, draft: PageDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // A browser without room keeps nothing: the draft stays on screen.
  }
}

/** Edits a page; `key` names it and its version, so that unsaved work is found again after a reload. */
export function usePageDraft(key: string, stored: PageDraft): Editing {
  const [base, setBase] = useState(stored);
  const [restored] = useState(() => keptAt(key));
  const [steps, setSteps] = useState<Steps>(() => ({ past: [], now: restored ?? stored, future: [] }));
  const go = useCallback(
    (next: (steps: Steps) => Steps) =>
      setSteps((before) => {
        const after = next(before);
        keep(key, same(after.now, base) ? undefined : after.now);
        return after;
      }),
    [key, base],
  );
  return {
    draft: steps.now,
    dirty: !same(steps.now, base),
    restored: restored !== undefined,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    change: (next) =>
      go((before) => (same(before.now, next) ? before : { past: [...before.past, before.now].slice(-mostSteps), now: next, future: [] })),
    undo: () =>
      go((before) => {
        const last = before.past.at(-1);
        return last ? { past: before.past.slice(0, -1), now: last, future: [before.now, ...before.future] } : before;
      }),
    redo: () =>
      go((before) => {
        const [next, ...future] = before.future;
        return next ? { past: [...before.past, before.now], now: next, future } : before;
      }),
    reset: (next) => {
      keep(key, undefined);
      setBase(next);
      setSteps({ past: [], now: next, future: [] });
    },
  };
}

/** A list with one of it at another place. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.filter((_, at) => at !== from);
  const one = all[from];
  if (one === undefined) return [...all];
  const place = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, place), one, ...rest.slice(place)];
}

const numbered = (tags: readonly Tag[]): Tag[] =>
  tags.map((tag, tagIndex) => ({ ...tag, tagIndex, cardArray: tag.cardArray.map((card, cardIndex) => ({ ...card, cardIndex })) }));

/** Changes of a draft by what is done on screen. */
export const actions = {
  moveTag: ({ tags, edit }: PageDraft, from: number, to: number): PageDraft => ({ edit, tags: numbered(moved(tags, from, to)) }),
  addTag: ({ tags, edit }: PageDraft, tag: Tag): PageDraft => ({ edit, tags: numbered([...tags, tag]) }),
  removeTag: ({ tags, edit }: PageDraft, at: number): PageDraft => ({ edit, tags: numbered(tags.filter((_, index) => index !== at)) }),
  setTag: ({ tags, edit }: PageDraft, at: number, change: Partial<Tag>): PageDraft => ({
    edit,
    tags: numbered(tags.map((tag, index) => (index === at ? { ...tag, ...change } : tag))),
  }),
  cards: (draft: PageDraft, at: number, change: (cards: readonly Card[]) => Card[]): PageDraft =>
    actions.setTag(draft, at, { cardArray: change(draft.tags[at]?.cardArray ?? []) }),
};
