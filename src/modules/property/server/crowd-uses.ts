import { sql } from 'kysely';
import type { CrowdUse } from '#kit/server/crowd-use.ts';

/** Values that hold for a crowd. */
export const propertyCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'propertyValue',
    title: { zh_CN: '属性值', en_US: 'Property value', ja_JP: 'プロパティ値' },
    uses: sql`select property_value.scope_id::uuid as crowd_id, property_value.id::text as id, property.namespace || '.' || property.key as name
      from property_value join property on property.id = property_value.property_id where property_value.scope_kind = 'crowd'`,
  },
];
