import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

/** Companies with settings of robots of their own. */
export const settingDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'robotSetting',
    title: { zh_CN: '机器人设置', en_US: 'Robot settings', ja_JP: 'ロボットの設定' },
    uses: usesInTable({
      table: 'robot_setting',
      columns: ['company_dept_id'],
      kind: 'robotSetting',
      name: sql`(select name ->> 'zh_CN' from department where id = t.company_dept_id)`,
    }),
  },
];
