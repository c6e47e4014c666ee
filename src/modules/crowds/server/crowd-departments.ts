import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

/** Crowds of a department, and those whose rule asks about one. Who then joins or leaves is looked at by the next round, under the brake. */
export const crowdDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'crowd',
    title: { zh_CN: '人群', en_US: 'Dynamic groups', ja_JP: 'グループ' },
    uses: usesInTable({ table: 'crowd', columns: ['owner_dept_id', 'conditions'], kind: 'crowd', name: sql<string>`t.name ->> 'zh_CN'` }),
  },
];
