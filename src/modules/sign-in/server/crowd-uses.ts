import { sql } from 'kysely';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import './auth-setting/auth-setting.table.ts';

/** What names crowds: whom a way is for, who needs a second factor, and rules of addresses and times. */
export const signInCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'authSetting',
    title: { zh_CN: '登录方式', en_US: 'Way to sign in', ja_JP: 'サインイン方法' },
    uses: sql`select (crowd.value #>> '{}')::uuid as crowd_id, auth_setting.id::text as id, auth_setting.code as name
      from auth_setting, lateral jsonb_path_query(people, '$.crowdIds[*]') as crowd(value)`,
  },
  {
    kind: 'authenticate',
    title: { zh_CN: '登录策略', en_US: 'Sign-in policy', ja_JP: 'サインインポリシー' },
    uses: sql`select distinct (crowd.value #>> '{}')::uuid as crowd_id, authenticate.id::text as id, 'policy' as name
      from authenticate, lateral (select value from jsonb_path_query(factor, '$.requiredCrowdIds[*]') as value
        union select value from jsonb_path_query(address_rules, '$.rules[*].crowdIds[*]') as value) as crowd`,
  },
];
