/** Digits only. */
export const isNumberText = (value: unknown): boolean => typeof value === 'string' && /^[0-9]+$/.test(value);
/** English letters only. */
export const isEnglish = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z]+$/.test(value);
/** At least one character that is not white space. */
export const isNonBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** A list or an object of which every item passes; empty or missing fails. */
export function everyItem(value: unknown, passes: (item: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.length > 0 && items.every(passes);
}
