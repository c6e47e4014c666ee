import { sql } from 'kysely';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';
import { untried } from './guard.ts';

/** Ways to sign in that are for a department, and rules of the policy that ask who somebody is. The same people are meant afterwards: nothing is to be tried out. */
export const signInDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'authSetting',
    title: { zh_CN: '登录方式', en_US: 'Ways to sign in', ja_JP: 'サインイン方法' },
    uses: usesInTable({
      table: 'auth_setting',
      columns: ['people'],
      kind: 'authSetting',
      name: sql<string>`coalesce(t.name ->> 'zh_CN', t.code)`,
    }),
    as: untried,
  },
  {
    kind: 'authenticate',
    title: { zh_CN: '登录策略', en_US: 'Sign-in policy', ja_JP: 'サインインポリシー' },
    uses: usesInTable({ table: 'authenticate', columns: ['factor', 'address_rules'], kind: 'authenticate', name: sql<string>`'登录策略'` }),
    as: untried,
  },
];
