import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

/** A department that sources put their people below is not deleted; where it is merged into another, they go on below that one. */
export const sourceDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'source',
    title: { zh_CN: '人员来源', en_US: 'Sources of people', ja_JP: '人員の取得元' },
    uses: usesInTable({ table: 'source', columns: ['root_department_id'], kind: 'source', name: sql`t.name` }),
  },
];
