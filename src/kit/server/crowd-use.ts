import type { RawBuilder } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';

/** Something that names crowds, as the module declares it that keeps it: a crowd in use is not deleted, and changes only with its numbers seen. */
export interface CrowdUse {
  readonly kind: string;
  readonly title: LocalText;
  /** SQL query of all uses: `crowd_id` (uuid), `id` and `name` (text) of what names the crowd. */
  readonly uses: RawBuilder<{ crowd_id: string; id: string; name: string }>;
}
