import { simplifiedOf } from '#modules/sensitive-words/server/public.ts';
import { mikaLimits } from '../../common/words.ts';

const sign = /[^\p{L}\p{N}\p{M}]+/gu;
const east = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const gap = new RegExp(`(?<=[${east}]) | (?=[${east}])`, 'gu');

/** A text without differences of width, case and Traditional characters, character by character as long as the text it is made of. */
export function lightly(text: string): string {
  const wide = [...text.normalize('NFKC').replace(/\s+/g, ' ').trim()].slice(0, mikaLimits.sentence);
  return wide.map((one) => String.fromCodePoint(simplifiedOf(one.codePointAt(0)!))).join('');
}

/** A sentence as it is compared: without width, case, Traditional characters, signs, and spaces that mean nothing. */
export const plainOf = (text: string): string => lightly(text).toLowerCase().replace(sign, ' ').trim().replace(gap, '');

/** Words that mean the same, as they are looked for in sentences. */
export interface Synonyms {
  /** By the first character; the longest first. */
  readonly byFirst: ReadonlyMap<string, readonly { readonly from: string; readonly to: string; readonly isWord: boolean }[]>;
}

const latin = /^[\p{Script=Latin}\p{N} ]+$/u;

/** Puts words together that mean the same; what is written in another language than the sentence means the same there too. */
export function synonymsOf(rows: readonly { readonly word: string; readonly same: readonly string[] }[]): Synonyms {
  const all = rows.flatMap(({ word, same }) => {
    const to = plainOf(word);
    return same.map((one) => ({ from: plainOf(one), to, isWord: latin.test(plainOf(one)) }));
  });
  const kept = all
    .filter(({ from, to }) => from !== '' && to !== '' && from !== to)
    .toSorted((one, other) => other.from.length - one.from.length);
  return { byFirst: Map.groupBy(kept, ({ from }) => from[0]!) };
}

const isPart = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');

/** A plain sentence with each word in the place of those that mean the same. */
export function withSynonyms(plain: string, { byFirst }: Synonyms): string {
  if (byFirst.size === 0) return plain;
  let out = '';
  for (let at = 0; at < plain.length;) {
    const found = byFirst.get(plain[at]!)?.find(({ from, isWord }) => {
      if (!plain.startsWith(from, at)) return false;
      // A word of letters is one only where it stands alone.
      return !isWord || !(isPart(plain, at - 1) || isPart(plain, at + from.length));
    });
    out += found ? found.to : plain[at]!;
    at += found ? found.from.length : 1;
  }
  return out;
}
