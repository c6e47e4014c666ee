import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { wordStatistics } from '../common/word-list.contract.ts';
import { visible } from './hits.ts';

const dayMillis = 86_400_000;
const mostWords = 20;
/** A word is noisy from so many reviewed hits on, where so many in a hundred of them were false. */
const [noisyReviews, noisyPercent] = [20, 30];

type Counts = Omit<Reply<typeof wordStatistics>, 'levels' | 'places' | 'words'> & Reply<typeof wordStatistics>['levels'];
type Word = Omit<Reply<typeof wordStatistics>['words'][number], 'falsePercent' | 'noisy'> & { reviewed: number; wrong: number };

/** What the hits of the last days in the caller's range come to. */
export async function statisticsOf(call: Call, { days }: Parsed<typeof wordStatistics>): Promise<Reply<typeof wordStatistics>> {
  const { db, services } = call;
  const recent = sql`word_hit as t where t.at >= ${services.now() - days * dayMillis} and ${visible(call)}`;
  const counts = await sql<Counts>`select count(*)::int as hits, count(distinct t.sender_id)::int as people,
      (count(*) filter (where t.level = 'block' and not t.observe))::int as block,
      (count(*) filter (where t.level = 'replace' and not t.observe))::int as replace,
      (count(*) filter (where t.level = 'flag' and not t.observe))::int as flag,
      (count(*) filter (where t.observe))::int as observed, (count(*) filter (where t.decision = 'open'))::int as open,
      (select count(*)::int from sensitive_word w where w.enabled
        and not exists (select from ${recent} and t.word_id = w.id)) as "neverHit" from ${recent}`.execute(db);
  const places = await sql<Reply<typeof wordStatistics>['places'][number]>`select t.place, count(*)::int as hits from ${recent}
    group by t.place order by hits desc, t.place`.execute(db);
  const words =
    await sql<Word>`select t.word_id as "wordId", max(t.word) as word, count(*)::int as hits, count(distinct t.sender_id)::int as people,
      (count(*) filter (where t.decision in ('confirmed', 'falseHit')))::int as reviewed,
      (count(*) filter (where t.decision = 'falseHit'))::int as wrong
    from ${recent} group by t.word_id order by hits desc, word limit ${mostWords}`.execute(db);
  const { block, replace, flag, observed, ...rest } = counts.rows[0]!;
  return {
    ...rest,
    levels: { block, replace, flag, observed },
    places: places.rows,
    words: words.rows.map(({ reviewed, wrong, ...word }) => {
      const falsePercent = reviewed === 0 ? null : Math.round((wrong * 100) / reviewed);
      return { ...word, falsePercent, noisy: reviewed >= noisyReviews && (falsePercent ?? 0) >= noisyPercent };
    }),
  };
}
