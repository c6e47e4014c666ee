import { createRequire } from 'node:module';
import path from 'node:path';
import latin from '@fontsource-variable/noto-sans/unicode.json' with { type: 'json' };
import jp from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' };
import sc from '@fontsource-variable/noto-sans-sc/unicode.json' with { type: 'json' };
import type { PdfLanguage } from './pdf-document.ts';

/** A piece of a typeface: a file with some of its characters in every weight. */
export interface FontSlice {
  /** Unique among all typefaces. */
  readonly name: string;
  readonly file: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Typefaces with the characters of each of their slices. */
const faces = {
  sc: { name: 'noto-sans-sc', slices: sc },
  jp: { name: 'noto-sans-jp', slices: jp },
  latin: { name: 'noto-sans', slices: latin },
} as const;
type Face = keyof typeof faces;

/**
 * Chinese and Japanese write the same character differently: the reader's own forms first, what they lack from the other. Neither has
 * all letters of European and Vietnamese names.
 */
const order: Readonly<Record<PdfLanguage, readonly Face[]>> = {
  zh_CN: ['sc', 'jp', 'latin'],
  en_US: ['sc', 'jp', 'latin'],
  ja_JP: ['jp', 'sc', 'latin'],
};

/** The slices in which a document of a language looks for its characters, one after the other. */
export const slicesOf = (language: PdfLanguage): FontSlice[] => order[language].flatMap(slicesOfFace);

function slicesOfFace(face: Face): FontSlice[] {
  const { name: typeface, slices: lists } = faces[face];
  const files = path.dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${typeface}/unicode.json`));
  const slices = Object.entries(lists).map(([key, text]) => {
    const name = key.replaceAll(/[[\]]/g, '');
    const file = path.join(files, 'files', `${typeface}-${name}-wght-normal.woff2`);
    return { name: `${face}-${name}`, file, ranges: text.split(',').map(rangeOf) };
  });
  // Latin letters and digits stand in several slices; from one they keep their kerning, and a word is one run.
  return slices.toSorted((one, other) => Number(other.name.endsWith('-latin')) - Number(one.name.endsWith('-latin')));
}

/** `U+4e00-4e0f`, or one character. */
function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.trim().slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
