import { sql } from 'kysely';
import type { ExtraUse } from '#kit/server/extra-use.ts';
import { local } from '#kit/server/warning/warning-kind.ts';

/** Sources whose mapping fills extra fields. */
export const sourceExtraUses: ExtraUse = {
  kind: 'source',
  title: local('用户来源', 'User source', 'ユーザーソース'),
  uses: sql`select distinct r.value ->> 'of' as target, substr(r.value ->> 'target', 7) as code, s.id::text as id, s.name
    from source s, jsonb_array_elements(s.mapping) as r(value) where r.value ->> 'target' like 'extra.%'`,
};
