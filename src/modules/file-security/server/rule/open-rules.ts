import { accessChanges } from '#kit/server/access/access-news.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import type { Book } from './book.ts';
import { fileSecurityChanges, fileSecurityGeneration } from './news.ts';
import { readBook } from './read-book.ts';

/** Milliseconds for which a node trusts what it knows without looking whether anything changed. */
const trustMillis = 500;

/** What decides about files, in memory; people are read at every question. */
export interface FileRules {
  /** All that decides now. */
  book(): Promise<Book>;
}

/** The rules of a running product; one for all who ask. */
export const fileRulesOf = perProduct(openFileRules);

/** Rules in memory: a change is found within half a second, at once where it was made. */
function openFileRules({ database }: Pick<Services, 'database'>): FileRules {
  const { db } = database;
  let current: Promise<Book> | undefined;
  let word = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<Book> | undefined;

  const look = async (): Promise<Book> => {
    const at = performance.now();
    const found = await fileSecurityGeneration(db);
    if (!current || found !== word) {
      const book = readBook(db, found);
      [current, word] = [book, found];
      // A failed reading is not kept.
      book.catch(() => (current = undefined));
    }
    lookedAt = at;
    return current;
  };
  return {
    book: async () => {
      // A look that others share may have begun before the change.
      if (fileSecurityChanges.isRecent() || accessChanges.isRecent()) return look();
      if (current && performance.now() - lookedAt <= trustMillis) return current;
      looking ??= look().finally(() => (looking = undefined));
      return looking;
    },
  };
}
