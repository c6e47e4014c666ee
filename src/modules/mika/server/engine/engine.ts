import { languages } from '#kit/common/language.ts';
import { allPhrases } from '../../common/fields.ts';
import { plainOf, synonymsOf, withSynonyms, type Synonyms } from '../text/plain.ts';
import type { BookAnswer, BookContent, BookScene } from './book.ts';
import { indexOf, type Entry, type SentenceIndex } from './sentence-index.ts';

/** Something that mika decides by, ready to be asked. */
export interface Engine {
  /** 0: what is written and not published. */
  readonly versionNo: number;
  readonly scenes: readonly BookScene[];
  readonly answers: readonly BookAnswer[];
  readonly synonyms: Synonyms;
  readonly ofScenes: SentenceIndex;
  readonly ofAnswers: SentenceIndex;
}

/** A sentence as this engine compares it. */
export const comparedBy = ({ synonyms }: Pick<Engine, 'synonyms'>, text: string): string => withSynonyms(plainOf(text), synonyms);

/** Puts the content of a version together; other work goes on in between. */
export async function engineOf(content: BookContent, versionNo: number): Promise<Engine> {
  const scenes = content.scenes.toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));
  const { answers } = content;
  const synonyms = synonymsOf(content.synonyms);
  const sceneEntries = scenes.flatMap(({ phrases, negatives }, owner): Entry[] => [
    ...allPhrases(phrases).map((phrase) => ({ owner, phrase, negative: false })),
    ...negatives.map((phrase) => ({ owner, phrase, negative: true })),
  ]);
  const answerEntries = answers.flatMap(({ questions }, owner): Entry[] =>
    languages.flatMap((language) => questions[language].map((phrase) => ({ owner, phrase, negative: false }))),
  );
  return {
    versionNo,
    scenes,
    answers,
    synonyms,
    ofScenes: await indexOf(sceneEntries, synonyms),
    ofAnswers: await indexOf(answerEntries, synonyms),
  };
}
