import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { slicesOf, type FontSlice } from './font-slices.ts';
import type { PdfLanguage } from './pdf-document.ts';

/** How heavy letters are. */
export type Weight = 400 | 700;

/** Letters in a row from one font. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

/** Stands for a character that no typeface here has. */
const missing = '□';

/** A letter in a weight that is looked for, and how many slices were tried in vain. */
interface Wanted {
  readonly letter: string;
  readonly weight: Weight;
  readonly tried: number;
}

/**
 * The fonts of one document. Typefaces with Chinese are large and come in slices of all weights, which no PDF can hold; of each slice
 * that is needed a font of the used characters in one weight is made.
 */
export class FontBook {
  readonly #slices: readonly FontSlice[];
  /** The font of each letter of each weight. */
  readonly #fonts = new Map<string, string>();
  #made = 0;

  constructor(language: PdfLanguage) {
    this.#slices = slicesOf(language);
  }

  /** Makes the fonts for these texts, each in its weight, and gives them to the document. */
  async embed(pdf: PDFKit.PDFDocument, texts: Iterable<readonly [text: string, weight: Weight]>): Promise<void> {
    const letters = new Map<string, Wanted>();
    for (const [text, weight] of [[missing, 400] as const, [missing, 700] as const, ...texts])
      for (const letter of text) letters.set(`${weight}${letter}`, { letter, weight, tried: 0 });
    for (let wanted = [...letters.values()]; wanted.length > 0;) wanted = await this.#round(pdf, wanted);
  }

  /** Looks for letters in the next slice that says to have them; answers those that are not there, as slices say more than they have. */
  async #round(pdf: PDFKit.PDFDocument, wanted: readonly Wanted[]): Promise<Wanted[]> {
    const groups = new Map<string, { slice: FontSlice; weight: Weight; members: Wanted[] }>();
    for (const one of wanted) {
      const slice = this.#candidates(one.letter)[one.tried];
      if (!slice) continue;
      const key = `${one.weight}${slice.name}`;
      const group = groups.get(key) ?? { slice, weight: one.weight, members: [] };
      groups.set(key, group);
      group.members.push(one);
    }
    const left: Wanted[] = [];
    for (const { slice, weight, members } of groups.values()) {
      const font = await subsetFont(await readFile(slice.file), members.map(({ letter }) => letter).join(''), {
        targetFormat: 'truetype',
        variationAxes: { wght: weight },
      });
      const has = charactersOf(font);
      const name = `font-${(this.#made += 1)}`;
      if (has.size > 0) pdf.registerFont(name, font);
      for (const one of members) {
        if (has.has(one.letter.codePointAt(0) ?? 0)) this.#fonts.set(`${weight}${one.letter}`, name);
        else left.push({ ...one, tried: one.tried + 1 });
      }
    }
    return left;
  }

  /** A text as letters of the embedded fonts. Control characters and what only changes the look of others are left out. */
  runs(text: string, weight: Weight): Run[] {
    const runs: { font: string; text: string }[] = [];
    for (const letter of text.replaceAll(/[\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}]/gu, '')) {
      const found = this.#fonts.get(`${weight}${letter}`);
      const font = found ?? this.#fonts.get(`${weight}${missing}`) ?? '';
      const shown = found === undefined ? missing : letter;
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs;
  }

  #candidates(letter: string): FontSlice[] {
    const point = letter.codePointAt(0) ?? 0;
    return this.#slices.filter(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last));
  }
}

/** The characters that a font really has. */
function charactersOf(font: Buffer): Set<number> {
  try {
    const made = create(font);
    return new Set('characterSet' in made ? made.characterSet : []);
  } catch {
    // One without any has no table of them.
    return new Set();
  }
}
