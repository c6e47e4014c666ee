import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

/** Entries of the navigation that are for a department, and whom a mobile number is asked of. */
export const terminalDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'nav',
    title: { zh_CN: '应用导航', en_US: 'Navigation', ja_JP: 'アプリナビゲーション' },
    uses: usesInTable({ table: 'nav_setting', columns: ['entries', 'published'], kind: 'nav', name: sql`t.name` }),
  },
  {
    kind: 'phoneSetting',
    title: { zh_CN: '手机号采集', en_US: 'Asking for mobile numbers', ja_JP: '携帯番号の収集' },
    uses: usesInTable({ table: 'phone_setting', columns: ['audience'], kind: 'phoneSetting', name: sql`t.mode` }),
  },
];
