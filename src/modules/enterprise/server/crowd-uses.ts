import { sql } from 'kysely';
import type { CrowdUse } from '#kit/server/crowd-use.ts';

/** Member limits from or to a crowd. File rules are roles, and told as such. */
export const limitCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'memberLimit',
    title: { zh_CN: '成员限制', en_US: 'Member limit', ja_JP: 'メンバー制限' },
    uses: sql`select distinct (party.value ->> 'id')::uuid as crowd_id, member_limit.id::text as id, member_limit.name
      from member_limit, lateral jsonb_array_elements(from_side || to_side) as party(value) where party.value ->> 'kind' = 'crowd'`,
  },
];
