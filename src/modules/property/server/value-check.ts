import type { PropertyDefinition, PropertyRules, PropertyType } from '#kit/common/property.ts';

/** The longest value, as JSON in bytes. */
const maxBytes = 65_536;

/** What a value is checked against. */
export interface Checked {
  type: PropertyType;
  rules: PropertyRules | null;
  /** What a declared property asks beyond its type. */
  valid?: PropertyDefinition['valid'];
}

/** Why a value is none of its property: key of a text of this module, `reason.<why>`. */
export type Unfit = 'missing' | 'large' | 'type' | 'range' | 'length' | 'choice' | 'pattern' | 'shape';

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isColor = (value: unknown): boolean => isText(value) && /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
/** ISO 8601 of days and below: PT15M, P1DT2H. */
const isDuration = (value: unknown): boolean =>
  isText(value) && value.length <= 40 && /^P(?!$)(\d{1,6}W|(\d{1,6}D)?(T(?!$)(\d{1,6}H)?(\d{1,6}M)?(\d{1,6}S)?)?)$/.test(value);
const isUrl = (value: unknown): boolean => isText(value) && URL.canParse(value) && /^(https?|wss?|mailto):$/.test(new URL(value).protocol);
const isList = (value: unknown): boolean => Array.isArray(value) && value.every((one) => isText(one) || isNumber(one));

const types: Readonly<Record<PropertyType, (value: unknown) => boolean>> = {
  string: (value) => isText(value) && !/[\r\n]/.test(value),
  text: isText,
  integer: (value) => Number.isSafeInteger(value),
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  json: (value) => typeof value === 'object' && value !== null,
  duration: isDuration,
  url: isUrl,
  color: isColor,
  list: isList,
};

/** Why a value does not fit its property, undefined when it does. */
export async function unfit(value: unknown, { type, rules, valid }: Checked): Promise<Unfit | undefined> {
  if (value === undefined || value === null) return 'missing';
  if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) return 'large';
  if (!types[type](value)) return 'type';
  if (valid && !valid(value)) return 'shape';
  return rules ? against(value, rules) : undefined;
}

async function against(value: unknown, { min, max, pattern, enum: choices }: PropertyRules): Promise<Unfit | undefined> {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  if (choices && !parts.every((part) => choices.some((choice) => choice === part))) return 'choice';
  const size = isNumber(value) ? value : isText(value) || Array.isArray(value) ? value.length : undefined;
  if (size !== undefined && ((min !== undefined && size < min) || (max !== undefined && size > max)))
    return isNumber(value) ? 'range' : 'length';
  if (pattern === undefined) return undefined;
  const found = await patternOf(pattern);
  return found && parts.every((part) => !isText(part) || found(part)) ? undefined : 'pattern';
}

const patterns = new Map<string, ((text: string) => boolean) | undefined>();

/**
 * A pattern that was typed by somebody, in the syntax of RE2: matched in time linear to the text, whatever the pattern. What only a backtracking engine
 * could match (back-references, look-around) is no pattern here, and undefined is answered.
 */
export async function patternOf(pattern: string): Promise<((text: string) => boolean) | undefined> {
  if (patterns.has(pattern)) return patterns.get(pattern);
  const { RE2JS } = await import('re2js');
  if (patterns.size > 1000) patterns.clear();
  try {
    const compiled = RE2JS.compile(pattern);
    patterns.set(pattern, (text) => compiled.matcher(text).find());
  } catch {
    patterns.set(pattern, undefined);
  }
  return patterns.get(pattern);
}
