import { sql } from 'kysely';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import './settings.table.ts';

/** What names crowds: entries of navigations, as a draft and as published, and who is asked for a number. */
export const terminalCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'nav',
    title: { zh_CN: '终端导航', en_US: 'Navigation', ja_JP: 'ナビゲーション' },
    uses: sql`select distinct (party.value ->> 'id')::uuid as crowd_id, nav_setting.id::text as id, nav_setting.name
      from nav_setting, lateral jsonb_path_query(jsonb_build_array(entries, published), '$.**?(@.kind == "crowd")') as party(value)`,
  },
  {
    kind: 'phoneSetting',
    title: { zh_CN: '提交手机号', en_US: 'Submitted numbers', ja_JP: '番号登録' },
    uses: sql`select distinct (party.value ->> 'id')::uuid as crowd_id, phone_setting.id::text as id, 'submit-phone' as name
      from phone_setting, lateral jsonb_array_elements(audience) as party(value) where party.value ->> 'kind' = 'crowd'`,
  },
];
