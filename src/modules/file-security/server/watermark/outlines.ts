import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { slicesOf } from '#platform/pdf/font-slices.ts';
import type { Language } from '#kit/common/language.ts';

/** A line of text as outlines: an SVG path whose origin is the beginning of the base line, of letters one unit high. */
export interface TextOutline {
  readonly path: string;
  readonly width: number;
}

interface Glyph {
  readonly path: string;
  readonly advance: number;
}

const mostKept = 5_000;
const known = new Map<string, Glyph | null>();
const gap: Glyph = { path: '', advance: 0.3 };

/**
 * Draws text as outlines from the typefaces of the product, so that no font of the machine is asked and no markup is read. A letter that no
 * typeface has is left as a gap.
 */
export async function outlineOf(text: string, language: Language): Promise<TextOutline> {
  await learn([...text], language);
  let width = 0;
  const parts = [...text].map((letter) => {
    const { path, advance } = known.get(`${language}${letter}`) ?? gap;
    const placed = path === '' ? '' : movedBy(path, width);
    width += advance;
    return placed;
  });
  return { path: parts.join(''), width };
}

/** Makes the outlines of letters that were not drawn before: of each slice of a typeface once. */
async function learn(letters: readonly string[], language: Language): Promise<void> {
  if (known.size > mostKept) known.clear();
  let wanted = [...new Set(letters)].filter((letter) => !known.has(`${language}${letter}`));
  for (const slice of slicesOf(language)) {
    const isIn = (letter: string): boolean => {
      const point = letter.codePointAt(0) ?? 0;
      return slice.ranges.some(([first, last]) => point >= first && point <= last);
    };
    const here = wanted.filter(isIn);
    if (here.length === 0) continue;
    const bytes = await subsetFont(await readFile(slice.file), here.join(''), { targetFormat: 'truetype', variationAxes: { wght: 500 } });
    const font = create(bytes);
    if (!('characterSet' in font)) continue;
    const has = new Set(font.characterSet);
    for (const letter of here) {
      const point = letter.codePointAt(0) ?? 0;
      if (!has.has(point)) continue;
      const glyph = font.glyphForCodePoint(point);
      const scale = 1 / font.unitsPerEm;
      known.set(`${language}${letter}`, { path: glyph.path.scale(scale, -scale).toSVG(), advance: glyph.advanceWidth * scale });
    }
    wanted = wanted.filter((letter) => !known.has(`${language}${letter}`));
    if (wanted.length === 0) return;
  }
  for (const letter of wanted) known.set(`${language}${letter}`, null);
}

/** The same path further to the right: its commands are absolute. */
const movedBy = (path: string, right: number): string =>
  path.replaceAll(/([MLQC])([^MLQCZ]*)|Z/g, (whole, command: string | undefined, numbers: string | undefined) => {
    if (command === undefined || numbers === undefined) return whole;
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return command + values.map((value, at) => round(at % 2 === 0 ? value + right : value)).join(' ');
  });

const round = (value: number): string => String(Math.round(value * 10_000) / 10_000);
