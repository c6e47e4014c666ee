import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { FieldKey } from '../../common/words.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { labelOf } from '../terminal/rows.ts';

/** How the fields of people are called, which stand on the card, and which people enter about themselves. */
export async function ownContactFields(
  services: Services,
  language: Language,
): Promise<{ key: FieldKey; label: string; onCard: boolean; editableBySelf: boolean }[]> {
  const { fields } = await contactRulesOf(services).book();
  return fields.map((field) => ({
    key: field.fieldKey,
    label: labelOf({ services, language }, { field }),
    onCard: field.places.includes('card'),
    editableBySelf: field.editableBySelf,
  }));
}
