import { setImmediate } from 'node:timers/promises';
import type { Audience } from '#kit/common/audience.ts';
import type { LocalText } from '#kit/common/language.ts';
import type { WordLevel, WordMatch, WordPlace } from '../../common/word-facts.ts';
import { building, type Automaton } from './automaton.ts';
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
  /** Terminals may have it. */
  readonly onTerminal?: boolean;
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
  /** What a sender reads whose text is refused; absent in lists that were published before it was kept with them. */
  readonly blockText?: Partial<LocalText>;
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
  /** As it is compared. */
  plain(): string;
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

/** Makes a list ready, in one go: automata of words, of words with signs between their characters, and of exceptions. */
export function openBook(content: BookContent): WordBook {
  const work = opening(content);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same, letting others go on meanwhile: a long list takes a while. */
export async function openBookGently(content: BookContent): Promise<WordBook> {
  const work = opening(content);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}

const atOnce = 2_000;

function* pointsOf(
  texts: readonly string[],
  compared: (plain: Plain) => readonly number[],
  folding: Folding,
): Generator<void, (readonly number[])[]> {
  const all: (readonly number[])[] = [];
  for (const text of texts) {
    all.push(text === '' ? [] : compared(normalise(text, folding)));
    if (all.length % atOnce === 0) yield;
  }
  return all;
}

function* opening(content: BookContent): Generator<void, WordBook> {
  const { folding } = content;
  const whole = ({ points }: Plain): readonly number[] => points;
  const words = yield* building(
    yield* pointsOf(
      content.words.map(({ text }) => text),
      whole,
      folding,
    ),
  );
  const loose = content.words.map(({ text, gap }) => (gap > 0 ? text : ''));
  const isAny = loose.some((text) => text !== '');
  const gapped = isAny ? yield* building(yield* pointsOf(loose, (plain) => lettersOf(plain).points, folding)) : null;
  const exceptions = yield* building(
    yield* pointsOf(
      content.exceptions.map(({ text }) => text),
      whole,
      folding,
    ),
  );
  const isSigned = loose.some((text) => {
    const plain = normalise(text, folding);
    return lettersOf(plain).points.length < plain.points.length;
  });
  const ready: Ready = { content, words, gapped, isSigned, exceptions };
  return { content, judge: (asked) => judge(ready, asked) };
}

interface Ready {
  content: BookContent;
  words: Automaton;
  /** Null where no word may have signs between its characters. */
  gapped: Automaton | null;
  /** Whether such a word has signs of its own. */
  isSigned: boolean;
  exceptions: Automaton;
}

interface Occurrence {
  readonly pattern: number;
  readonly start: number;
  readonly end: number;
}

function judge(ready: Ready, asked: Asked): Verdict {
  const plain = normalise(asked.text, ready.content.folding);
  const holds = (until: number | null): boolean => until === null || until > asked.now;
  const occurrences = occurrencesOf(ready, plain);
  if (occurrences.length === 0) return { verdict: 'pass', text: asked.text, plain: () => plainText(plain), hits: [] };
  const saving: { start: number; end: number; text: string }[] = [];
  ready.exceptions.search(plain.points, (pattern, start, end) => {
    const { until, text } = ready.content.exceptions[pattern]!;
    if (holds(until)) saving.push({ start, end, text });
  });
  const hits = occurrences.flatMap(({ pattern, start, end }): Hit[] => {
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
  return { verdict, text: withReplacements(asked.text, replaced), plain: () => plainText(plain), hits: hits.toSorted(byPlace) };
}

const byPlace = (one: Hit, other: Hit): number => one.start - other.start || other.end - one.end;

/** Where words stand, as they are and with signs between their characters; each place once. */
function occurrencesOf({ words, gapped, isSigned, content }: Ready, plain: Plain): Occurrence[] {
  const found: Occurrence[] = [];
  words.search(plain.points, (pattern, start, end) => void found.push({ pattern, start, end }));
  if (!gapped) return found;
  const letters = lettersOf(plain);
  // Without a sign in the text or in a word both searches find the same.
  if (!isSigned && letters.points.length === plain.points.length) return found;
  let seen: Set<string> | undefined;
  gapped.search(letters.points, (pattern, start, end) => {
    const [first, last] = [letters.from[start]!, letters.from[end - 1]! + 1];
    const { gap } = content.words[pattern]!;
    for (let at = start + 1; at < end; at += 1) if (letters.from[at]! - letters.from[at - 1]! - 1 > gap) return;
    seen ??= new Set(found.map((one) => `${one.pattern} ${one.start} ${one.end}`));
    if (!seen.has(`${pattern} ${first} ${last}`)) found.push({ pattern, start: first, end: last });
  });
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
