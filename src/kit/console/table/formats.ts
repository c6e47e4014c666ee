import type { Language } from '#kit/common/language.ts';

const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function keep<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F): F {
  const known = kept.get(key) as F | undefined;
  if (known) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

const tagOf = (language: Language): string => language.replace('_', '-');

/** A moment (epoch milliseconds) with minutes, in the reader's language and time zone, or in the named zone. */
export function timeText(at: number, language: Language, timeZone?: string): string {
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  };
  return keep(`t${language}${timeZone ?? ''}`, () => new Intl.DateTimeFormat(tagOf(language), options)).format(at);
}

/** A moment without its year, where there is little room and it is not long ago: news, the home page. */
export function shortTimeText(at: number, language: Language): string {
  const options: Intl.DateTimeFormatOptions = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return keep(`s${language}`, () => new Intl.DateTimeFormat(tagOf(language), options)).format(at);
}

/** A calendar day (YYYY-MM-DD), in no time zone. */
export function dayText(day: string, language: Language): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' };
  return keep(`d${language}`, () => new Intl.DateTimeFormat(tagOf(language), options)).format(at);
}

/** A number with separators of thousands. */
export function numberText(value: number, language: Language): string {
  return keep(`n${language}`, () => new Intl.NumberFormat(tagOf(language), { maximumFractionDigits: 2 })).format(value);
}

/** A size in the largest unit that leaves at least 1, in powers of 1024. */
export function bytesText(bytes: number, language: Language): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${numberText(power === 0 ? value : Math.round(value * 10) / 10, language)} ${units[power]}`;
}
