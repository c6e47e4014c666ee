/** A number in E.164 form (ITU-T E.164): + and up to 15 digits; of China (+86) a mobile number of 11 digits. */
export const mobilePattern = /^\+(?:861[3-9]\d{9}|(?!86)[1-9]\d{5,14})$/;

/** National forms that are known without their country code: what they look like and the code that goes before them. */
const national: readonly { readonly form: RegExp; readonly code: string }[] = [
  { form: /^1[3-9]\d{9}$/, code: '+86' },
  { form: /^0([789]0\d{8})$/, code: '+81' },
];

/** The digits of a number as people write it, with a + where it has a country code: separators do not count, 00 is a +. */
export const phoneDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s().·-]/g, '')
    .replace(/^00/, '+');

/** Returns a mobile number in E.164 form: with its country code, or a Chinese or Japanese one without it. Undefined when it is none. */
export function mobileOf(text: string): string | undefined {
  const digits = phoneDigits(text);
  const known = national.find(({ form }) => form.test(digits));
  const full = known ? known.code + (known.form.exec(digits)?.[1] ?? digits) : /^861[3-9]\d{9}$/.test(digits) ? `+${digits}` : digits;
  return mobilePattern.test(full) ? full : undefined;
}
