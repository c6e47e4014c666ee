import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import type { Db } from '#kit/server/directory.ts';
import { openBookGently, type BookContent, type WordBook } from '../words/word-book.ts';
import { readDraft } from './read-draft.ts';
import { counted, differences, nothing, type Counted } from './differences.ts';
import { wordsOf } from './open-words.ts';

/** So long a list that was made ready for tests waits for the next one. */
const keepMillis = 60_000;

/** The draft of a running product: read again where it has changed, whoever changed it. */
export interface Draft {
  /** How it differs from the list that decides. */
  difference(): Promise<Counted>;
  /** The draft, ready to judge. */
  book(): Promise<WordBook>;
}

/** What tells one state of the draft from another: numbers, versions and times of its rows, and which have expired. */
async function stateOf(db: Db, now: number): Promise<string> {
  const of = (table: string) => sql`(select count(*) || ' ' || coalesce(sum(version), 0) || ' ' || coalesce(max(updated_at), 0)
    from ${sql.table(table)})`;
  const live = (table: string) => sql`(select count(*) from ${sql.table(table)} where until is null or until > ${now})`;
  const { rows } = await sql<{
    state: string;
  }>`select ${of('sensitive_word')} || ' ' || ${live('sensitive_word')} || ' ' || ${of('word_exception')}
    || ' ' || ${live('word_exception')} || ' ' || ${of('word_setting')} as state`.execute(db);
  return rows[0]!.state;
}

/** The draft of a running product. */
export const draftOf = perProduct((services: Pick<Services, 'database' | 'now'>): Draft => {
  const { db } = services.database;
  let compared: { key: string; counts: Promise<Counted> } | undefined;
  let ready: { key: string; book: Promise<WordBook> } | undefined;
  let forget: NodeJS.Timeout | undefined;
  const compare = async (published: BookContent | undefined): Promise<Counted> =>
    counted(differences(published ?? nothing, await readDraft(db, services.now())));
  return {
    difference: async () => {
      const [state, list] = await Promise.all([stateOf(db, services.now()), wordsOf(services).published()]);
      const key = `${list?.number ?? 0} ${state}`;
      if (compared?.key !== key) {
        const counts = compare(list?.book.content);
        compared = { key, counts };
        // A failed reading is not kept.
        counts.catch(() => (compared = undefined));
      }
      return compared.counts;
    },
    book: async () => {
      const key = await stateOf(db, services.now());
      if (ready?.key !== key) {
        const book = readDraft(db, services.now()).then(openBookGently);
        ready = { key, book };
        book.catch(() => (ready = undefined));
      }
      clearTimeout(forget);
      forget = setTimeout(() => (ready = undefined), keepMillis).unref();
      return ready.book;
    },
  };
});
