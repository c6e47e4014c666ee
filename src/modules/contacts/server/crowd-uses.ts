import { sql } from 'kysely';
import type { CrowdUse } from '#kit/server/crowd-use.ts';

/** What of the contacts names crowds beside the members of roles, which are told as such. */
export const contactCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'contactRange',
    title: { zh_CN: '通讯录范围', en_US: 'Range of a contact role', ja_JP: '連絡先ロールの範囲' },
    uses: sql`select distinct named.id::uuid as crowd_id, role.id::text as id, role.name from contact_role join role on role.id = contact_role.role_id,
      lateral jsonb_array_elements(auth_rows || search_rows) as part(value), lateral jsonb_array_elements_text(part.value -> 'ids') as named(id)
      where part.value ->> 'kind' = 'crowds'`,
  },
  {
    kind: 'specialUser',
    title: { zh_CN: '特殊人员', en_US: 'Special users', ja_JP: '特別な従業員' },
    uses: sql`select b.object_id as crowd_id, role.id::text as id, role.name from contact_belongs b join role on role.id = b.role_id where b.kind = 'crowd'`,
  },
  {
    kind: 'contactWhite',
    title: { zh_CN: '通讯录白名单', en_US: 'Allow list of the contacts', ja_JP: '連絡先のホワイトリスト' },
    uses: sql`select member_id as crowd_id, id::text as id, reason as name from contact_white where member_kind = 'crowd'`,
  },
];
