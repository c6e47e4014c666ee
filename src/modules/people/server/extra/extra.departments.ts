import { sql, type RawBuilder } from 'kysely';
import type { DepartmentUse, UseRow } from '#kit/server/department-use.ts';
import type { ExtraTarget } from '../../common/extra/extra-fields.ts';
import { nameIn } from '../employee/employee.view.ts';

const objects: Readonly<Record<ExtraTarget, { from: RawBuilder<unknown>; name: RawBuilder<string> }>> = {
  employee: { from: sql`(select id, name, extra from employee where status <> 'deleted')`, name: sql<string>`t.name` },
  department: { from: sql`department`, name: nameIn('zh_CN', 't') },
};

/** SQL: whose values name these departments. Without a field of departments no person is looked at. */
const namedIn = (target: ExtraTarget, ids: RawBuilder<string[]>): RawBuilder<UseRow> => sql<UseRow>`
  select named.id as department_id, ${target}::text as object_kind, t.id::text as id, ${objects[target].name} as name
  from extra_field f join ${objects[target].from} as t on t.extra ? f.code join unnest(${ids}) as named(id) on named.id::text = t.extra ->> f.code
  where f.target = ${target} and f.type = 'department' and f.enabled`;

/** Values of extra fields that name departments. */
export const extraDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'extraField',
    title: { zh_CN: '扩展字段的值', en_US: 'Values of extra fields', ja_JP: '拡張フィールドの値' },
    uses: (ids) => sql<UseRow>`${namedIn('employee', ids)} union all ${namedIn('department', ids)}`,
  },
];
