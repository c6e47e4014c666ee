import type { Language } from './language.ts';

/** How moments and days are written, in each language in one way: in lists, news, mails and warnings alike. */

const kept = new Map<string, Intl.DateTimeFormat>();

function keep(key: string, language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = kept.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language.replace('_', '-'), options);
  kept.set(key, made);
  return made;
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const inZone = (timeZone: string | undefined): Intl.DateTimeFormatOptions => (timeZone === undefined ? {} : { timeZone });

/** A moment (epoch milliseconds) with minutes, in the reader's language and time zone, or in the named zone. */
export const timeText = (at: number, language: Language, timeZone?: string): string =>
  keep(`t${language}${timeZone ?? ''}`, language, { ...day, ...minute, ...inZone(timeZone) }).format(at);

/** The same to the second, as logs tell it; made again each time, so that it follows a machine that comes into another zone. */
export const exactTimeText = (at: number, language: Language, timeZone?: string): string =>
  new Intl.DateTimeFormat(language.replace('_', '-'), { ...day, ...minute, second: '2-digit', ...inZone(timeZone) }).format(at);

/** A moment without its year, where there is little room and it is not long ago: news, the home page. */
export const shortTimeText = (at: number, language: Language): string =>
  keep(`s${language}`, language, { month: '2-digit', day: '2-digit', ...minute }).format(at);

/** The day of a moment, in the reader's time zone or in the named one. */
export const dateText = (at: number, language: Language, timeZone?: string): string =>
  keep(`a${language}${timeZone ?? ''}`, language, { ...day, ...inZone(timeZone) }).format(at);

/** A calendar day (YYYY-MM-DD), in no time zone. */
export function dayText(text: string, language: Language): string {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) ? text : dateText(at, language, 'UTC');
}
