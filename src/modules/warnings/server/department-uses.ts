import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

/** Rules for what is wrong in a department. */
export const warningDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'warningRule',
    title: { zh_CN: '告警规则', en_US: 'Alert rules', ja_JP: '警告ルール' },
    uses: usesInTable({ table: 'warning_rule', columns: ['match'], kind: 'warningRule', name: sql`t.name` }),
  },
];
