import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { directory } from '#modules/people/server/public.ts';
import type { WordPlace } from '../../common/word-facts.ts';
import { openBookGently, type Verdict, type WordBook } from '../words/word-book.ts';
import { currentNumber, publications, readVersion } from './versions.ts';

/** Milliseconds for which a process trusts that no other list was published. */
const trustMillis = 500;

/** A text that somebody wrote, and where it goes. */
export interface WrittenText {
  readonly text: string;
  readonly place: WordPlace;
  /** Who wrote it; null where no person did. */
  readonly uid: string | null;
}

/** The published list of a running product. */
export interface Words {
  /** The list that decides now and its number; undefined before the first publication. */
  published(): Promise<{ number: number; book: WordBook } | undefined>;
  /** What becomes of a text by the published list; undefined before the first publication. */
  judge(written: WrittenText): Promise<(Verdict & { number: number }) | undefined>;
}

/** Judges by a list that somebody gives, published or not. */
export async function judgeBy(
  { database, now }: Pick<Services, 'database' | 'now'>,
  book: WordBook,
  { text, place, uid }: WrittenText,
): Promise<Verdict> {
  const isAnyMeant = book.content.words.some(({ senders }) => senders.length > 0);
  const me = isAnyMeant && uid !== null ? await membershipOf(database.db, directory, uid) : undefined;
  // Where nobody wrote it, words that hold for some people only do not.
  return book.judge({
    text,
    place,
    now: now(),
    isMeant: (senders) => senders.length === 0 || (me !== undefined && decideAudience(senders, me).included),
  });
}

/** The words of a running product; one for all who ask. A publication is found within half a second, at once where it was made. */
export const wordsOf = perProduct((services: Pick<Services, 'database' | 'now'>): Words => {
  const { db } = services.database;
  let current: { number: number; book: Promise<WordBook | undefined> } | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const at = performance.now();
    const number = await currentNumber(db);
    if (current?.number !== number) {
      const book = readVersion(db, number).then((content) => content && openBookGently(content));
      current = { number, book };
      // A failed reading is not kept.
      book.catch(() => (current = undefined));
    }
    lookedAt = at;
  };
  const published: Words['published'] = async () => {
    // A look that others share may have begun before the publication.
    if (publications.isRecent()) await look();
    else if (!current || performance.now() - lookedAt > trustMillis) await (looking ??= look().finally(() => (looking = undefined)));
    const { number, book } = current!;
    const ready = await book;
    return ready && { number, book: ready };
  };
  return {
    published,
    judge: async (written) => {
      const list = await published();
      return list && { ...(await judgeBy(services, list.book, written)), number: list.number };
    },
  };
});
