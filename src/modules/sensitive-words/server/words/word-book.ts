import type { Audience } from '#kit/common/audience.ts';
import type { WordLevel, WordMatch, WordPlace } from '../../common/word-facts.ts';
import { buildAutomaton, type Automaton, type Occurrence } from './automaton.ts';
import { isHan, isLetter, lettersOf, normalise, plainText, type Folding, type Plain } from './normalise.ts';

/** A word as a published list holds it. */
export interface BookWord {
  readonly id: string;
  readonly text: string;
  readonly level: WordLevel;
  readonly match: WordMatch;
  readonly gap: number;
  readonly places: readonly WordPlace[];
  readonly senders: Audience;
  readonly replacement: string | null;
  readonly observe: boolean;
  readonly until: number | null;
}

/** A harmless text. */
export interface BookException {
  readonly text: string;
  readonly until: number | null;
}

/** What is published: everything that decides. */
export interface BookContent {
  readonly folding: Folding;
  readonly words: readonly BookWord[];
  readonly exceptions: readonly BookException[];
}

/** A word in a text; positions in UTF-16 units of what was written. */
export interface Hit {
  readonly word: BookWord;
  readonly start: number;
  readonly end: number;
  /** Characters as they are seen: what is not seen does not count. */
  readonly length: number;
  /** The exception that saves it, if any. */
  readonly exception: string | null;
}

/** What becomes of a text. */
export interface Verdict {
  readonly verdict: 'pass' | 'flag' | 'replace' | 'block';
  /** As receivers read it. */
  readonly text: string;
  readonly plain: string;
  readonly hits: readonly Hit[];
}

/** Who wrote the text, where, and when it is. `isMeant` says whether a word holds for the writer. */
export interface Asked {
  readonly text: string;
  readonly place: WordPlace;
  readonly now: number;
  isMeant(senders: Audience): boolean;
}

/** A list that is ready to judge. */
export interface WordBook {
  readonly content: BookContent;
  judge(asked: Asked): Verdict;
}

/** Makes a list ready: two automata, of words and of exceptions. */
export function openBook(content: BookContent): WordBook {
  const pointsOf = (text: string): readonly number[] => normalise(text, content.folding).points;
  const words = buildAutomaton(content.words.map(({ text }) => pointsOf(text)));
  const gapped = buildAutomaton(content.words.map((word) => (word.gap > 0 ? lettersOf(normalise(word.text, content.folding)).points : [])));
  const exceptions = buildAutomaton(content.exceptions.map(({ text }) => pointsOf(text)));
  return { content, judge: (asked) => judge({ content, words, gapped, exceptions }, asked) };
}

interface Ready {
  content: BookContent;
  words: Automaton;
  gapped: Automaton;
  exceptions: Automaton;
}

function judge(ready: Ready, asked: Asked): Verdict {
  const plain = normalise(asked.text, ready.content.folding);
  const holds = (until: number | null): boolean => until === null || until > asked.now;
  const saving = ready.exceptions
    .search(plain.points)
    .filter(({ pattern }) => holds(ready.content.exceptions[pattern]!.until))
    .map((one) => ({ ...one, text: ready.content.exceptions[one.pattern]!.text }));
  const hits = occurrencesOf(ready, plain).flatMap(({ pattern, start, end }): Hit[] => {
    const word = ready.content.words[pattern]!;
    if (!word.places.includes(asked.place) || !holds(word.until) || !asked.isMeant(word.senders)) return [];
    if (!standsFree(plain, { start, end }, word.match)) return [];
    const exception = saving.find((one) => one.start <= start && one.end >= end)?.text ?? null;
    return [{ word, start: plain.starts[start]!, end: plain.ends[end - 1]!, length: end - start, exception }];
  });
  const counting = hits.filter(({ exception, word }) => exception === null && !word.observe);
  const isBlocked = counting.some(({ word }) => word.level === 'block');
  const replaced = isBlocked ? [] : leftmostLongest(counting.filter(({ word }) => word.level === 'replace'));
  const verdict = isBlocked ? 'block' : replaced.length > 0 ? 'replace' : counting.length > 0 ? 'flag' : 'pass';
  return { verdict, text: withReplacements(asked.text, replaced), plain: plainText(plain), hits: hits.toSorted(byPlace) };
}

const byPlace = (one: Hit, other: Hit): number => one.start - other.start || other.end - one.end;

/** Where words stand, as they are and with signs between their characters; each place once. */
function occurrencesOf({ words, gapped, content }: Ready, plain: Plain): Occurrence[] {
  const found = words.search(plain.points);
  const seen = new Set(found.map(({ pattern, start, end }) => `${pattern} ${start} ${end}`));
  const letters = lettersOf(plain);
  for (const { pattern, start, end } of gapped.search(letters.points)) {
    const [first, last] = [letters.from[start]!, letters.from[end - 1]!];
    const { gap } = content.words[pattern]!;
    let isClose = true;
    for (let at = start + 1; at < end && isClose; at += 1) isClose = letters.from[at]! - letters.from[at - 1]! - 1 <= gap;
    if (isClose && !seen.has(`${pattern} ${first} ${last + 1}`)) found.push({ pattern, start: first, end: last + 1 });
  }
  return found;
}

/** Whether a word stands as its kind of match asks for: Han characters have no boundaries. */
function standsFree({ points }: Plain, { start, end }: { start: number; end: number }, match: WordMatch): boolean {
  const joins = (one: number | undefined, other: number | undefined): boolean =>
    one !== undefined && other !== undefined && isLetter(one) && isLetter(other) && !isHan(one) && !isHan(other);
  if (match === 'contains') return true;
  if (joins(points[start - 1], points[start])) return false;
  return match === 'startsWith' || !joins(points[end - 1], points[end]);
}

/** Hits of which none overlaps another: the first, of those that begin together the longest. */
function leftmostLongest(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  for (const hit of hits.toSorted(byPlace)) if (hit.start >= (kept.at(-1)?.end ?? 0)) kept.push(hit);
  return kept;
}

function withReplacements(text: string, hits: readonly Hit[]): string {
  let written = '';
  let at = 0;
  for (const { word, start, end, length } of hits) {
    written += text.slice(at, start) + (word.replacement ?? '*'.repeat(length));
    at = end;
  }
  return written + text.slice(at);
}
