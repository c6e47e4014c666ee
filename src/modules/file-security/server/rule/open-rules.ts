import { accessChanges } from '#kit/server/access/access-changes.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { Book } from './book.ts';
import { fileSecurityChanges, fileSecurityGeneration } from './changes.ts';
import { addressBook } from '#modules/address-groups/server/public.ts';
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
  let shown: Book | undefined;
  let word = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<Book> | undefined;

  const look = async (): Promise<Book> => {
    const at = performance.now();
    const found = await fileSecurityGeneration(db);
    if (!current || found !== word) {
      const book = readBook(db, found);
      [current, word, shown] = [book, found, undefined];
      // A failed reading is not kept.
      book.catch(() => (current = undefined));
    }
    lookedAt = at;
    shown = await fresh(db, current);
    return shown;
  };
  return {
    book: async () => {
      // A look that others share may have begun before the change.
      if (fileSecurityChanges.isRecent() || accessChanges.isRecent()) return look();
      if (current && performance.now() - lookedAt <= trustMillis) return shown ?? current;
      looking ??= look().finally(() => (looking = undefined));
      return looking;
    },
  };
}

/** A book with the address groups of now: they change by themselves, and are kept in memory as long as they do not. */
async function fresh(db: Db, current: Promise<Book>): Promise<Book> {
  const [book, networks] = [await current, await addressBook(db)];
  return book.networks === networks ? book : { ...book, networks };
}
