import { mobilePattern } from './phone.ts';

const isNonBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const isFilled = (value: unknown): boolean => (typeof value === 'string' ? isNonBlank(value) : value !== undefined && value !== null);

function everyItem(items: readonly unknown[], passes: (item: unknown) => boolean): boolean {
  return items.length > 0 && items.every(passes);
}

/**
 * What a form can ask of a value, by name: the text of a mistake is `issue.NAME`. Of a list and of an object every item passes (a text that is
 * not blank, anything else that is there, unless said); empty or missing fails.
 */
export const validators = {
  /** Digits only. */
  number: (value: unknown): boolean => typeof value === 'string' && /^[0-9]+$/.test(value),
  /** English letters only. */
  english: (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z]+$/.test(value),
  /** A mobile number in E.164 form. */
  mobile: (value: unknown): boolean => typeof value === 'string' && mobilePattern.test(value),
  /** At least one character that is not white space. */
  nonBlank: isNonBlank,
  list: (value: unknown, passes: (item: unknown) => boolean = isFilled): boolean => Array.isArray(value) && everyItem(value, passes),
  object: (value: unknown, passes: (item: unknown) => boolean = isFilled): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && everyItem(Object.values(value), passes),
} as const;

/** Name of a validator. */
export type ValidatorName = keyof typeof validators;

/** Whether a value names a validator. */
export const isValidator = (value: unknown): value is ValidatorName => typeof value === 'string' && Object.hasOwn(validators, value);
