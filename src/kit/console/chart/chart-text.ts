import { dateText, timeText } from '#kit/common/date-text.ts';
import type { Language } from '#kit/common/language.ts';
import { bytesText, numberText } from '../table/formats.ts';
import type { ChartUnit } from './chart-types.ts';

const dayMillis = 86_400_000;
const tags: Readonly<Record<Language, string>> = { zh_CN: 'zh-CN', en_US: 'en-US', ja_JP: 'ja-JP' };

/** A value in full, as tooltips and tables write it. */
export function valueText(value: number | null, unit: ChartUnit, language: Language): string {
  if (value === null) return '–';
  if (unit === 'bytes') return bytesText(Math.round(value), language);
  if (unit === 'percent') return `${numberText(round(value, value < 10 ? 2 : 1), language)} %`;
  if (unit === 'ms')
    return value >= 10_000
      ? `${numberText(round(value / 1000, 1), language)} s`
      : `${numberText(round(value, value < 10 ? 1 : 0), language)} ms`;
  return numberText(round(value, 2), language);
}

/** A value on an axis: as short as it can be read. */
export function axisText(value: number, unit: ChartUnit, language: Language): string {
  if (unit === 'percent') return `${numberText(round(value, 1), language)} %`;
  if (unit === 'bytes') return bytesText(Math.round(value), language);
  if (unit === 'ms')
    return value >= 1_000 ? `${numberText(round(value / 1000, 1), language)} s` : `${numberText(round(value, 1), language)} ms`;
  return new Intl.NumberFormat(tags[language], { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** A moment on the axis of a span: the hour where the span is short and it is not midnight, else the day. */
export function momentText(at: number, span: number, language: Language): string {
  const date = new Date(at);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  if (span <= 3 * dayMillis && !isMidnight)
    return new Intl.DateTimeFormat(tags[language], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
  if (span > 300 * dayMillis) return new Intl.DateTimeFormat(tags[language], { year: 'numeric', month: 'short' }).format(date);
  return new Intl.DateTimeFormat(tags[language], { month: '2-digit', day: '2-digit' }).format(date);
}

/** A moment in full, without hours where each stands for a day. */
export function fullMomentText(at: number, step: number, language: Language): string {
  return step >= dayMillis ? dateText(at, language) : timeText(at, language);
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** How far moments lie apart; an hour where there is only one. */
export const stepOf = (at: readonly number[]): number => (at.length > 1 ? at[1]! - at[0]! : 3_600_000);
