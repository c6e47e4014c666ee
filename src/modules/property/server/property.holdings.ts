import { sql } from 'kysely';
import { fieldHolding } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { propertyValueKind } from './value.kind.ts';

/** Values that were set for somebody alone. */
export const propertyHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'propertyValue',
    title: { zh_CN: '为个人设置的属性值', en_US: 'Property values set for the person', ja_JP: '個人に設定されたプロパティ値' },
    order: 'remove',
    choices: ['remove'],
    of: propertyValueKind,
    held: (uids) => sql`select v.object_id as uid, v.id, property.namespace || '.' || property.key as name
      from property_value v join property on property.id = v.property_id
      where v.scope_kind = 'employee' and v.object_id = any(${uids}::uuid[])`,
    change: () => 'delete',
  }),
];
