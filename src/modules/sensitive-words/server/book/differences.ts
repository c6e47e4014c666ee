import type { WordLevel } from '../../common/word-facts.ts';
import type { BookContent, BookWord } from '../words/word-book.ts';

/** A word that differs, as people read it. */
export type Edge = { word: string; level: WordLevel };

/** What differs between two lists. */
export interface Difference {
  readonly added: readonly Edge[];
  readonly removed: readonly Edge[];
  readonly changed: readonly Edge[];
  /** Exceptions and settings that differ. */
  readonly others: Counted;
}

/** How much differs. */
export interface Counted {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

const edge = ({ text, level }: BookWord): Edge => ({ word: text, level });

/** The list before the first publication. */
export const nothing: BookContent = {
  folding: { foldAccents: true, digitsAsLetters: false, foldTraditional: true },
  words: [],
  exceptions: [],
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What differs between two lists: words, exceptions, and how texts are compared. */
export function differences(from: BookContent, to: BookContent): Difference {
  const [before, after] = [from, to].map(({ words }) => new Map(words.map((word) => [word.id, word])));
  const [had, has] = [from, to].map(({ exceptions }) => new Map(exceptions.map(({ text, until }) => [text, until])));
  const settings =
    from === nothing || (same(from.folding, to.folding) && (from.blockText === undefined || same(from.blockText, to.blockText)));
  return {
    added: to.words.filter(({ id }) => !before!.has(id)).map(edge),
    removed: from.words.filter(({ id }) => !after!.has(id)).map(edge),
    changed: to.words.filter((word) => before!.has(word.id) && !same(before!.get(word.id), word)).map(edge),
    others: {
      added: [...has!.keys()].filter((text) => !had!.has(text)).length,
      removed: [...had!.keys()].filter((text) => !has!.has(text)).length,
      changed: [...has!].filter(([text, until]) => had!.has(text) && had!.get(text) !== until).length + (settings ? 0 : 1),
    },
  };
}

/** How much differs, words and all else. */
export const counted = ({ added, removed, changed, others }: Difference): Counted => ({
  added: added.length + others.added,
  removed: removed.length + others.removed,
  changed: changed.length + others.changed,
});
