import { sql } from 'kysely';
import { columnOf } from '#kit/common/crud/field.ts';
import { mostFindings, type RadarKind, type RadarFinding } from '../radar-kind.ts';
import { local } from '../warning/warning-kind.ts';
import type { Written } from './crud-write.ts';
import { departmentField } from './crud-range.ts';

/** Fields by which objects expire: each object with such a moment is on the expiry radar. */
export function radarKindsOf({ contract, table, ...entity }: Written): RadarKind[] {
  const { fields, kind, page, title } = contract;
  const department = departmentField({ contract, table, ...entity });
  const owner = department === undefined ? sql`null::uuid` : sql.ref(`t.${columnOf(department, fields[department]!)}`);
  const name = fields[contract.name]!;
  const own = sql.ref(`t.${columnOf(contract.name, name)}`);
  // Languages that are left out show the first one.
  const inAll = sql`jsonb_build_object('zh_CN', ${own} ->> 'zh_CN', 'en_US', coalesce(nullif(${own} ->> 'en_US', ''), ${own} ->> 'zh_CN'),
    'ja_JP', coalesce(nullif(${own} ->> 'ja_JP', ''), ${own} ->> 'zh_CN'))`;
  const text = entity.draft.called ?? (name.traits.type === 'local' ? inAll : sql`${own}::text`);
  // A disabled object has stopped already.
  const enabled = fields['enabled'] ? sql`t.enabled` : sql`true`;
  return Object.entries(fields).flatMap(([end, field]) => {
    if (!field.traits.ends) return [];
    const column = sql.ref(`t.${columnOf(end, field)}`);
    return {
      kind: `${kind}.${end}`,
      objectKind: kind,
      title,
      measure: 'end',
      impact: local('“{name}”到期后不再生效', '“{name}” is no longer effective once it expires', '「{name}」は期限後に無効になります'),
      nextStep: local(
        '仍需要时延长期限，否则删除',
        'Extend it if it is still needed; otherwise delete it',
        '必要であれば期限を延長し、不要であれば削除してください',
      ),
      code: page.code,
      link: ({ objectId }) => `${page.route ?? ''}?id=${objectId}`,
      list: async (db) => {
        const { rows } = await sql<RadarFinding>`select t.id as "objectId", ${text} as name,
            ${column} as "dueAt", ${owner} as "deptId" from ${sql.table(table)} as t
          where ${column} is not null and ${enabled} order by ${column} limit ${mostFindings}`.execute(db);
        return rows;
      },
    };
  });
}
