import { pick, type Language } from '#kit/common/language.ts';
import type { FormData } from './evaluate.types.ts';
import { textOf, valueAt } from './values.ts';
import type { FormVersion } from './version.ts';

/** A text with `${path}` filled from data. */
const filled = (words: string, data: FormData): string =>
  words.replaceAll(/\$\{([^}]{1,200})\}/g, (_all, path: string) => textOf(valueAt(data, path.trim())));

/** How an item stands in lists: its title, where the version says one, and up to three lines. */
export function listLineOf({ list }: FormVersion, data: FormData, language: Language): { title: string | null; summary: string[] } {
  return {
    title: list.title ? filled(pick(list.title, language), data).slice(0, 200) : null,
    summary: list.summary.map((line) => filled(pick(line, language), data).slice(0, 200)).filter((line) => line.trim() !== ''),
  };
}
