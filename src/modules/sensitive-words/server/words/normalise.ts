import { simplifiedOf } from './simplified.ts';

/** How texts are compared: what counts as the same letter. */
export interface Folding {
  readonly foldAccents: boolean;
  readonly digitsAsLetters: boolean;
  /** Traditional characters as their simplified ones; absent in lists that were published before it was asked. */
  readonly foldTraditional?: boolean;
}

/** A text as it is compared, code point by code point, each with where it stands in the text that was written (UTF-16 units). */
export interface Plain {
  readonly points: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A character with the marks that belong to it: what is written on one place. */
const cluster = /\P{M}\p{M}*|\p{M}+/uy;
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
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (isSimple(unit) && (at + 1 === text.length || isSimple(text.charCodeAt(at + 1)))) {
      if (unit >= 0x4e_00) points.push(folding.foldTraditional ? simplifiedOf(unit) : unit);
      else points.push(folding.digitsAsLetters && unit < 58 ? digitFolded(unit) : unit >= 65 && unit <= 90 ? unit + 32 : unit);
      starts.push(at);
      at += 1;
      ends.push(at);
      continue;
    }
    cluster.lastIndex = at;
    const written = cluster.exec(text)![0];
    for (const character of folded(written, folding)) {
      const point = character.codePointAt(0)!;
      points.push(folding.foldTraditional ? simplifiedOf(point) : point);
      starts.push(at);
      ends.push(at + written.length);
    }
    at += written.length;
  }
  return { points, starts, ends };
}

/** Letters that stand for themselves, and are no marks: ASCII, kana, Han characters and Hangul. */
const isSimple = (unit: number): boolean =>
  unit < 0x80 ||
  (unit >= 0x4e_00 && unit <= 0x9f_ff) ||
  (unit >= 0x30_41 && unit <= 0x30_94) ||
  (unit >= 0x30_a1 && unit <= 0x30_fa) ||
  (unit >= 0xac_00 && unit <= 0xd7_a3);

const digitFolded = (unit: number): number => letterOf[String.fromCharCode(unit)]?.charCodeAt(0) ?? unit;

function folded(written: string, { foldAccents, digitsAsLetters }: Folding): string {
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
  for (let at = 0; at < points.length; at += 1) {
    const point = points[at]!;
    if (!isLetter(point)) continue;
    kept.push(point);
    from.push(at);
  }
  return { points: kept, from };
}

/** Of each code point once it was asked for: 1 a letter or a digit, 2 none. */
const known = new Uint8Array(0x11_00_00);

/** Whether a code point is a letter or a digit. */
export function isLetter(point: number): boolean {
  known[point] ||= meaningful.test(String.fromCodePoint(point)) ? 1 : 2;
  return known[point] === 1;
}

/** Han characters stand for themselves: they have no word boundaries. */
export const isHan = (point: number): boolean =>
  (point >= 0x34_00 && point <= 0x9f_ff) || (point >= 0xf9_00 && point <= 0xfa_ff) || (point >= 0x2_00_00 && point <= 0x3_ff_ff);
