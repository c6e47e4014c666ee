import type { Language } from '#kit/common/language.ts';
import { dayText, timeText } from '#kit/console/table/formats.ts';
import type { ExtraType } from '../../common/extra/extra-fields.ts';

/** A value of an extra field as it is read on screen: days and moments are written as everywhere, what is masked stays as it came. */
export function extraText({ type }: { readonly type: ExtraType }, text: string, language: Language): string {
  if (type === 'date') return dayText(text, language);
  if (type !== 'datetime') return text;
  // What is unmasked comes as it is stored: epoch milliseconds.
  const at = /^-?\d+$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(at) ? text : timeText(at, language);
}
