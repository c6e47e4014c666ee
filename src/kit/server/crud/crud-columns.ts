import { z } from 'zod';
import { languages } from '#kit/common/language.ts';
import type { AnyField } from '#kit/common/crud/field.ts';
import type { Language } from '#kit/common/language.ts';
import type { Texts } from '../texts.ts';
import type { Entity } from './crud-draft.ts';

/** Fields whose values have a shape of their own: in a file they stand as a list, or as JSON. */
export const isShaped = ({ traits }: Pick<AnyField, 'traits'>): boolean => ['value', 'audience'].includes(traits.type);

/** Fields that a file carries, in their order: no secrets, no files; what has a shape of its own where the file is read again. */
export const carried = ({ contract }: Pick<Entity, 'contract'>): [name: string, field: AnyField][] =>
  Object.entries(contract.fields).filter(
    ([, field]) => !field.is.secret && field.traits.type !== 'file' && (!isShaped(field) || contract.verbs.includes('import')),
  );

/** Fields that an import enters. */
export const entered = (entity: Pick<Entity, 'contract'>): [name: string, field: AnyField][] =>
  carried(entity).filter(([, { is }]) => !is.readOnly);

/** Where the label of a field stands: in the catalogue of the module, or in that of the kit for what every entity has. */
export function labelOf({ contract }: Pick<Entity, 'contract'>, texts: Texts, name: string): { namespace: string; key: string } {
  const own = `${contract.kind}.field.${name}`;
  const isOwn = languages.some((language) => texts.text(language, contract.module, own) !== own);
  return isOwn ? { namespace: contract.module, key: own } : { namespace: 'kit', key: `field.${name}` };
}

/** Returns the label of a field. */
export function labelIn(entity: Pick<Entity, 'contract'>, texts: Texts, language: Language, name: string): string {
  const { namespace, key } = labelOf(entity, texts, name);
  return texts.text(language, namespace, key);
}

/** The values among which a choice is made: those of the field, or of each place of its list; none where it is no choice. */
export function optionsOf({ input }: Pick<AnyField, 'input'>): readonly unknown[] {
  const known = choices.get(input) ?? optionsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  choices.set(input, known);
  return known;
}

const choices = new WeakMap<z.ZodType, readonly unknown[]>();

const optionsIn = ({ enum: own, anyOf, items }: z.core.JSONSchema.BaseSchema): readonly unknown[] => {
  const within = [...(anyOf ?? []), ...(Array.isArray(items) ? [] : [items])];
  return own ?? within.flatMap((one) => (typeof one === 'object' ? optionsIn(one) : []));
};

/** Returns the label of a value: in the module's catalogue, in that of the kit, or the value itself. */
export function wordOf(
  { contract }: Pick<Entity, 'contract'>,
  texts: Texts,
  { language, name, value }: { language: Language; name: string; value: unknown },
): string {
  for (const [namespace, key] of [
    [contract.module, `${contract.kind}.${name}.${String(value)}`],
    ['kit', `${name}.${String(value)}`],
    ['kit', `value.${String(value)}`],
  ] as const) {
    const text = texts.text(language, namespace, key);
    if (text !== key) return text;
  }
  return String(value);
}
