/** How texts are compared: what counts as the same letter. */
export interface Folding {
  readonly foldAccents: boolean;
  readonly digitsAsLetters: boolean;
}

/** A text as it is compared, code point by code point, each with where it stands in the text that was written (UTF-16 units). */
export interface Plain {
  readonly points: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A character with the marks that belong to it: what is written on one place. */
const cluster = /\P{M}\p{M}*|\p{M}+/gu;
/** Nothing that is seen: zero-width characters, joiners, direction marks, variation selectors, soft hyphens. */
const unseen = /[\p{Cf}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u{034F}]/gu;
const accented = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const marks = /\p{Mn}/gu;
const letterOf: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };

/**
 * A text as words are looked for in it: compatibility forms as plain ones (full width, 𝒻ancy letters; Unicode TR 15, NFKC), without case and
 * without what is not seen. Takes time in proportion to the text.
 */
export function normalise(text: string, folding: Folding): Plain {
  const points: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: written, index } of text.matchAll(cluster))
    for (const character of folded(written, folding)) {
      points.push(character.codePointAt(0)!);
      starts.push(index);
      ends.push(index + written.length);
    }
  return { points, starts, ends };
}

function folded(written: string, { foldAccents, digitsAsLetters }: Folding): string {
  // Most characters are letters that stand for themselves.
  if (written.length === 1 && written >= 'a' && written <= 'z') return written;
  let plain = written.replaceAll(unseen, '').normalize('NFKC').toLowerCase();
  if (foldAccents && accented.test(plain)) plain = plain.normalize('NFD').replaceAll(marks, '').normalize('NFC');
  return digitsAsLetters ? (letterOf[plain] ?? plain) : plain;
}

/** The compared form as text, for a word that is stored and for people. */
export const plainText = ({ points }: Plain): string => points.map((point) => String.fromCodePoint(point)).join('');

const meaningful = /[\p{L}\p{N}]/u;

/** Only letters and digits: what may stand between the characters of a word is left out. `from` says where each stood. */
export function lettersOf({ points }: Plain): { points: number[]; from: number[] } {
  const kept: number[] = [];
  const from: number[] = [];
  for (const [at, point] of points.entries())
    if (isLetter(point)) {
      kept.push(point);
      from.push(at);
    }
  return { points: kept, from };
}

const known = new Map<number, boolean>();

/** Whether a code point is a letter or a digit. */
export function isLetter(point: number): boolean {
  if (point < 128) return (point >= 97 && point <= 122) || (point >= 48 && point <= 57) || (point >= 65 && point <= 90);
  const before = known.get(point);
  if (before !== undefined) return before;
  const is = meaningful.test(String.fromCodePoint(point));
  if (known.size < 50_000) known.set(point, is);
  return is;
}

/** Han characters stand for themselves: they have no word boundaries. */
export const isHan = (point: number): boolean =>
  (point >= 0x34_00 && point <= 0x9f_ff) || (point >= 0xf9_00 && point <= 0xfa_ff) || (point >= 0x2_00_00 && point <= 0x3_ff_ff);
