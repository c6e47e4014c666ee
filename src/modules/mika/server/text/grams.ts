import { syllableOf } from '#platform/text/search-keys.ts';

const east = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const han = /\p{Script=Han}/u;

/** How much a part of a sentence counts: words and pairs of characters fully, pieces of words a little, so that a typing error costs little. */
const weights = { word: 1, one: 0.5, two: 1, piece: 0.25 } as const;

/** Parts of a plain sentence by which it is found, each with how much it counts. */
export function gramsOf(plain: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const word of plain.split(' ')) {
    if (word === '') continue;
    for (const run of runsOf(word)) {
      if (east.test(run)) {
        addSigns(found, [...run]);
        continue;
      }
      found.set(` ${run}`, weights.word);
      const padded = `^${run}$`;
      for (let at = 0; at + 3 <= padded.length; at += 1) found.set(`~${padded.slice(at, at + 3)}`, weights.piece);
    }
  }
  return found;
}

function addSigns(found: Map<string, number>, signs: readonly string[]): void {
  for (const [at, one] of signs.entries()) {
    found.set(one, weights.one);
    if (at > 0) found.set(signs[at - 1]! + one, weights.two);
  }
}

/** A word in its parts of one script. */
function runsOf(word: string): string[] {
  const runs: string[] = [];
  let isEast: boolean | undefined;
  for (const one of word) {
    const now = east.test(one);
    if (now === isEast) runs[runs.length - 1] += one;
    else runs.push(one);
    isEast = now;
  }
  return runs;
}

/** A sentence by its sounds, in letters without spaces; empty where no Han character stands in it and it is no Latin either. */
export function soundOf(plain: string): string {
  let out = '';
  for (const one of plain) out += han.test(one) ? syllableOf(one) : one === ' ' ? '' : one;
  return out;
}

/** Whether a sentence has Han characters. */
export const hasHan = (plain: string): boolean => han.test(plain);

/** Pieces of a sentence by its sounds. */
export function soundGrams(sound: string): Map<string, number> {
  const found = new Map<string, number>();
  for (let at = 0; at + 3 <= sound.length; at += 1) found.set(`=${sound.slice(at, at + 3)}`, 1);
  return found;
}

/**
 * How alike two sentences are, 0 to 1, by the changes of single characters that lead from one to the other; one that sounds the same costs
 * a tenth. Nothing is looked at further once it is less than `least`.
 */
export function alike(one: readonly string[], other: readonly string[], least: number): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 0;
  const harsh = 1.25;
  const most = ((1 - least) / harsh) * longest;
  if (Math.abs(one.length - other.length) > most) return 0;
  let before = Float64Array.from({ length: other.length + 1 }, (_, at) => at);
  let now = new Float64Array(other.length + 1);
  for (let row = 1; row <= one.length; row += 1) {
    now[0] = row;
    let smallest = row;
    for (let column = 1; column <= other.length; column += 1) {
      const [a, b] = [one[row - 1]!, other[column - 1]!];
      const swap = a === b ? 0 : sameSound(a, b) ? 0.1 : 1;
      const cost = Math.min(before[column]! + 1, now[column - 1]! + 1, before[column - 1]! + swap);
      now[column] = cost;
      if (cost < smallest) smallest = cost;
    }
    if (smallest > most) return 0;
    [before, now] = [now, before];
  }
  return Math.max(0, 1 - (harsh * before[other.length]!) / longest);
}

const sameSound = (one: string, other: string): boolean => han.test(one) && han.test(other) && syllableOf(one) === syllableOf(other);
