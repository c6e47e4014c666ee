import { languages } from '#kit/common/language.ts';
import type { AnyField } from '#kit/common/crud/field.ts';
import type { Language } from '#kit/common/language.ts';
import type { Texts } from '../texts.ts';
import type { Entity } from './crud-draft.ts';

/** Fields that a file carries, in their order: no secrets, no files, nothing of a shape of its own. */
export const carried = ({ contract }: Pick<Entity, 'contract'>): [name: string, field: AnyField][] =>
  Object.entries(contract.fields).filter(([, { is, traits }]) => !is.secret && !['value', 'file', 'audience'].includes(traits.type));

/** Fields that an import enters. */
export const entered = (entity: Pick<Entity, 'contract'>): [name: string, field: AnyField][] =>
  carried(entity).filter(([, { is }]) => !is.readOnly);

/** Where the label of a field stands: in the catalogue of the module, or in that of the kit for what every entity has. */
export function labelOf({ contract }: Pick<Entity, 'contract'>, texts: Texts, name: string): { namespace: string; key: string } {
  const own = `${contract.kind}.field.${name}`;
  const isOwn = languages.some((language) => texts.text(language, contract.module, own) !== own);
  return isOwn ? { namespace: contract.module, key: own } : { namespace: 'kit', key: `field.${name}` };
}

/** What a field is called. */
export function labelIn(entity: Pick<Entity, 'contract'>, texts: Texts, language: Language, name: string): string {
  const { namespace, key } = labelOf(entity, texts, name);
  return texts.text(language, namespace, key);
}
