import { sql } from 'kysely';
import type { ExtraUse } from '#kit/server/extra-use.ts';

/** What of the contacts asks for extra fields of people: fields that terminals show or search, and what special rules say of them. */
export const contactExtraUses: readonly ExtraUse[] = [
  {
    kind: 'contactField',
    title: { zh_CN: '通讯录字段', en_US: 'Field of the contacts', ja_JP: '連絡先の項目' },
    uses: sql`select 'employee' as target, substr(field_key, 7) as code, id::text as id, field_key as name from contact_field
      where field_key like 'extra.%' and (places <> '[]' or searchable <> 'no' or filterable or editable_by_self)`,
  },
  {
    kind: 'specialUser',
    title: { zh_CN: '特殊人员', en_US: 'Special users', ja_JP: '特別な従業員' },
    uses: sql`select distinct 'employee' as target, substr(part.value ->> 'fieldKey', 7) as code, role.id::text as id, role.name
      from contact_special s join role on role.id = s.role_id,
        lateral jsonb_array_elements(s.fields || coalesce(s.exceptions_see -> 'fields', '[]')) as part(value)
      where part.value ->> 'fieldKey' like 'extra.%'`,
  },
];
