import type { LocalText } from './language.ts';

/** The values that a field of the wire may take, with what they are called in three languages. */
export interface Enumeration {
  readonly name: string;
  readonly values: readonly { readonly value: string | number | boolean; readonly label: LocalText }[];
}

/** Declares an enumeration: `enumeration('onOff', [[1, '开', 'On', 'オン'], [0, '关', 'Off', 'オフ']])`. */
export function enumeration(
  name: string,
  values: readonly (readonly [value: string | number | boolean, zh_CN: string, en_US: string, ja_JP: string])[],
): Enumeration {
  return Object.freeze({ name, values: values.map(([value, zh_CN, en_US, ja_JP]) => ({ value, label: { zh_CN, en_US, ja_JP } })) });
}
