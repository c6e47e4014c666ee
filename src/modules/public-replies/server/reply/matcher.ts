import { RE2JS } from 're2js';
import type { Keyword } from '../../common/reply/reply-fields.ts';
import { plain } from './plain.ts';

/** A keyword that a sentence holds: the rule and the keyword by their places. */
export interface Hit {
  readonly rule: number;
  readonly keyword: number;
}

/** Everything of many rules that a sentence matches, found in one walk over the sentence. */
export interface Matcher {
  hits(sentence: string): Hit[];
}

interface Node {
  readonly next: Map<string, Node>;
  /** What ends here: found anywhere, and found only at the beginning. */
  readonly anywhere: Hit[];
  readonly atBegin: Hit[];
}

const node = (): Node => ({ next: new Map(), anywhere: [], atBegin: [] });

/** A pattern in an engine of linear time, so that no pattern can hold up an answer; undefined where it does not compile. */
function patternOf(text: string): RE2JS | undefined {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
  } catch {
    return undefined;
  }
}

/** Why a pattern is refused, in the words of its engine; undefined where it is not. What matches nothing at all would answer everybody. */
export function patternFault(text: string): 'empty' | string | undefined {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE).matcher('').find() ? 'empty' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 100) : 'unreadable';
  }
}

/**
 * Puts the keywords of rules together: exact words in one table, the others in one tree of signs that is walked from each sign of a sentence,
 * so that the number of rules does not count.
 */
export function matcherOf(rules: readonly { readonly keywords: readonly Keyword[] }[]): Matcher {
  const exact = new Map<string, Hit[]>();
  const root = node();
  const patterns: { readonly hit: Hit; readonly pattern: RE2JS }[] = [];
  for (const [rule, { keywords }] of rules.entries()) {
    for (const [keyword, { text, match }] of keywords.entries()) {
      const hit = { rule, keyword };
      const word = plain(text);
      if (match === 'pattern') {
        const pattern = patternOf(text);
        if (pattern) patterns.push({ hit, pattern });
      } else if (match === 'exact') exact.set(word, [...(exact.get(word) ?? []), hit]);
      else if (word !== '') endOf(root, word)[match === 'prefix' ? 'atBegin' : 'anywhere'].push(hit);
    }
  }
  return {
    hits: (sentence) => {
      const said = plain(sentence);
      const walked = [...(exact.get(said) ?? []), ...walk(root, said)];
      return [...walked, ...patterns.flatMap(({ hit, pattern }) => (pattern.matcher(said).find() ? [hit] : []))];
    },
  };
}

function endOf(root: Node, word: string): Node {
  let at = root;
  for (const sign of word) {
    const known = at.next.get(sign) ?? node();
    at.next.set(sign, known);
    at = known;
  }
  return at;
}

function walk(root: Node, said: string): Hit[] {
  const found: Hit[] = [];
  const signs = [...said];
  for (let begin = 0; begin < signs.length; begin += 1) {
    let at: Node | undefined = root;
    for (let end = begin; at && end < signs.length; end += 1) {
      at = at.next.get(signs[end]!);
      if (!at) break;
      found.push(...at.anywhere);
      if (begin === 0) found.push(...at.atBegin);
    }
  }
  return found;
}
