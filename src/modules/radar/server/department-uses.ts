import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

/** What was added by hand for a department. What modules show on the radar follows what it is about. */
export const radarDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'radarItem',
    title: { zh_CN: '到期事项', en_US: 'Items of the expiry radar', ja_JP: '期限レーダーの項目' },
    uses: usesInTable({
      table: 'radar_item',
      columns: ['dept_id'],
      kind: 'radarItem',
      name: sql`t.name`,
      where: sql<boolean>`t.origin = 'hand'`,
    }),
  },
];
