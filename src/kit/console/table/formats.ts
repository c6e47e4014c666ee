import type { Language } from '#kit/common/language.ts';

// What is written of moments on the server is written by the same piece.
export { dayText, exactTimeText, shortTimeText, timeText } from '#kit/common/date-text.ts';

const numbers = new Map<Language, Intl.NumberFormat>();

/** A number with separators of thousands. */
export function numberText(value: number, language: Language): string {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language.replace('_', '-'), { maximumFractionDigits: 2 });
  numbers.set(language, known);
  return known.format(value);
}

/** A size in the largest unit that leaves at least 1, in powers of 1024. */
export function bytesText(bytes: number, language: Language): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${numberText(power === 0 ? value : Math.round(value * 10) / 10, language)} ${units[power]}`;
}
