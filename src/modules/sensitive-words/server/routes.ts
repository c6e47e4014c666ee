import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { draftOf } from './book/draft.ts';
import { judgeBy, wordsOf, type WrittenText } from './book/open-words.ts';
import { compareVersions, listVersions, publishDraft, rollBack } from './book/versions.ts';
import * as contract from '../common/word-list.contract.ts';
import { hitOf, listHits, reviewHits, textOfHit } from './hits.ts';
import { statisticsOf } from './statistics.ts';
import type { Verdict } from './words/word-book.ts';

/** The operations beside those of the declared entities. */
export const wordRoutes: readonly BoundRoute[] = [
  handle(contract.wordVersionList, (call, input) => listVersions(call.db, input, draftOf(call.services).difference())),
  handle(contract.wordVersionCompare, (call, input) => compareVersions(call.db, input)),
  handle(contract.wordPublish, (call, input) => call.write((tx) => publishDraft(tx, call.caller, input))),
  handle(contract.wordRollback, (call, input) => call.write((tx) => rollBack(tx, call.caller, input))),
  handle(contract.wordTest, async (call, { text, place, against }) => {
    const written = { text, place, uid: call.caller.uid };
    const [published, draft] = await Promise.all([
      against === 'draft' ? undefined : wordsOf(call.services).judge(written),
      against === 'published' ? undefined : judgeDraft(call, written),
    ]);
    return { published: published ? shown(published) : null, draft: draft ? shown(draft) : null };
  }),
  handle(contract.wordHitList, (call, input) => listHits(call, input)),
  handle(contract.wordHitGet, hitOf),
  handle(contract.wordStatistics, statisticsOf),
  handle(contract.wordHitReview, (call, input) => call.write(async (tx) => ({ count: await reviewHits(tx, call, input) }))),
  handle(contract.wordHitText, (call, input) => call.write(async (tx) => ({ text: await textOfHit(tx, call, input) }))),
];

const judgeDraft = async (call: Call, written: WrittenText): Promise<Verdict> =>
  judgeBy(call.services, await draftOf(call.services).book(), written);

const shown = ({ verdict, text, plain, hits }: Verdict) => ({
  verdict,
  text,
  plain: plain(),
  hits: hits.map(({ word, start, end, exception }) => ({
    wordId: word.id,
    word: word.text,
    level: word.level,
    start,
    end,
    observe: word.observe,
    exception,
  })),
});
