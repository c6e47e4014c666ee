import { sql } from 'kysely';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import { usesInTable, type DepartmentUse } from '#kit/server/department-use.ts';

const common = { kind: 'otherConfig', title: { zh_CN: '应用配置项', en_US: 'Settings of apps', ja_JP: 'アプリの設定項目' } } as const;

/** Rules of settings that hold for departments. */
export const settingDepartmentUses: readonly DepartmentUse[] = [
  { ...common, uses: usesInTable({ table: 'other_config', columns: ['rules'], kind: common.kind, name: sql<string>`t.code` }) },
];

/** Rules of settings that hold for dynamic groups. */
export const settingCrowdUses: readonly CrowdUse[] = [
  {
    ...common,
    uses: sql`select distinct crowd.value::uuid as crowd_id, t.id::text as id, t.code as name from other_config as t,
      lateral jsonb_array_elements(t.rules) as rule(value), lateral jsonb_array_elements_text(rule.value -> 'crowdIds') as crowd(value)`,
  },
];
