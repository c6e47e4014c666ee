import type { RawBuilder } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';

/** Something that asks for extra fields of people or departments, as the module declares it that keeps it: a field in use is not deleted or hidden. */
export interface ExtraUse {
  readonly kind: string;
  readonly title: LocalText;
  /** SQL query of all uses: `target` (employee, department) and `code` of the field, `id` and `name` (text) of what uses it. */
  readonly uses: RawBuilder<{ target: string; code: string; id: string; name: string }>;
}
