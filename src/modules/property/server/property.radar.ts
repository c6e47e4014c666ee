import { sql } from 'kysely';
import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { primaryDepartments } from '#modules/people/server/public.ts';
import { propertyPage as page } from '../common/permissions.ts';
import type { ScopeOfValue } from '../common/value.contract.ts';

interface Ending {
  id: string;
  property_id: string;
  label: string;
  scope_kind: ScopeOfValue;
  object_id: string | null;
  valid_until: number;
}

/** Values with an end. */
export const propertyRadar: readonly RadarKind[] = [
  {
    kind: 'property.value',
    objectKind: 'propertyValue',
    title: local('限时属性值', 'Value of a property', '期限付きプロパティ値'),
    measure: 'end',
    quiet: true,
    impact: local(
      '“{name}”不再生效，改用上一级的值或默认值',
      '{name} no longer holds; the value above it, or the default, does',
      '「{name}」は無効になり、上位の値または既定値に戻ります',
    ),
    nextStep: local('仍需要时延长该值', 'Prolong the value if it is still needed', '必要なら値の期限を延ばす'),
    code: page.code,
    link: ({ facts }) => `${page.route}?id=${String(facts['propertyId'] ?? '')}`,
    list: async (db, { now }) => {
      const { rows } = await sql<Ending>`select id, property_id, label, scope_kind, object_id, valid_until from property_value
        where enabled and valid_until > ${now()} order by valid_until limit ${mostFindings}`.execute(db);
      const homes = await primaryDepartments(
        db,
        rows.flatMap((row) => (row.scope_kind === 'employee' ? (row.object_id ?? []) : [])),
      );
      return rows.map((row) => ({
        objectId: row.id,
        name: row.label,
        dueAt: row.valid_until,
        deptId: row.scope_kind === 'department' ? row.object_id : (homes.get(row.object_id ?? '') ?? null),
        facts: { propertyId: row.property_id },
      }));
    },
  },
];
