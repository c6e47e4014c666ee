import { accessChanges } from '#kit/server/access/access-changes.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { compile, type Viewer } from './compile.ts';
import type { Book } from './book.ts';
import { contactGeneration, contactChanges } from './changes.ts';
import { readBook } from './read-book.ts';
import { readViewers } from './read-people.ts';

/** Milliseconds for which a node trusts what it knows without looking whether anything changed. */
const trustMillis = 500;

/** The rules of the contacts in memory; people are read at every question. */
export interface ContactRules {
  /** All that decides now. */
  book(): Promise<Book>;
  /** What the rules come to for somebody who is there (undefined: nobody has this id); `book`: with a change that is not saved yet. */
  viewer(id: string, book?: Book): Promise<Viewer | undefined>;
}

/** What the rules are read from. */
export type RuleParts = Pick<Services, 'database' | 'now'>;

/** The rules of a running product; one for all who ask. */
export const contactRulesOf = perProduct(openContactRules);

/** Rules in memory: a change is found within half a second, at once where it was made. */
export function openContactRules({ database, now }: RuleParts): ContactRules {
  const { db } = database;
  let current: Promise<Book> | undefined;
  let word = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<Book> | undefined;

  const look = async (): Promise<Book> => {
    const at = performance.now();
    const found = await contactGeneration(db);
    if (!current || found !== word) {
      const book = readBook(db, found);
      [current, word] = [book, found];
      // A failed reading is not kept.
      book.catch(() => (current = undefined));
    }
    lookedAt = at;
    return current;
  };
  const book = async (): Promise<Book> => {
    const at = performance.now();
    // A look that others share may have begun before the change.
    if (contactChanges.isRecent() || accessChanges.isRecent()) return look();
    if (current && at - lookedAt <= trustMillis) return current;
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  };
  return {
    book,
    viewer: async (id, given) => {
      const rules = given ?? (await book());
      const person = (await readViewers(db, [id], rules.crowds)).get(id);
      return person && person.status === 'active' ? compile(rules, person, now()) : undefined;
    },
  };
}
