import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

/** Member limits of a department, from one or to one. File rules are roles, and told as such. */
export const limitDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'memberLimit',
    title: { zh_CN: '成员限制', en_US: 'Member limits', ja_JP: 'メンバー制限' },
    uses: usesInTable({
      table: 'member_limit',
      columns: ['owner_dept_id', 'from_side', 'to_side'],
      kind: 'memberLimit',
      name: sql`t.name`,
    }),
  },
];
