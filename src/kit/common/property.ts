import type { LocalText } from './language.ts';

/** Types of a property's value. */
export const propertyTypes = ['string', 'text', 'integer', 'number', 'boolean', 'json', 'duration', 'url', 'color', 'list'] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** Readers of a property: the server alone, also the console, also terminals. */
export const propertyExposures = ['server', 'console', 'terminal'] as const;
export type PropertyExposure = (typeof propertyExposures)[number];

/** Constraints of a property's values beside their type. `pattern` is matched in linear time (RE2), anywhere unless it says `^` and `$`. */
export interface PropertyRules {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly pattern?: string | undefined;
  readonly enum?: readonly (string | number)[] | undefined;
}

/** A property as a module declares it. Its type and key are then fixed by the product; its value is what administrators set. */
export interface PropertyDefinition {
  readonly namespace: string;
  /** Letters, digits, `_`, `-`, parts separated by dots; unique in its namespace. */
  readonly key: string;
  readonly type: PropertyType;
  readonly default: unknown;
  readonly rules?: PropertyRules;
  readonly description: LocalText;
  readonly exposure: PropertyExposure;
  /** Kept sealed and never answered; of exposure `server` alone. */
  readonly secret?: true;
  /** What the type alone does not say. */
  readonly valid?: (value: unknown) => boolean;
}
