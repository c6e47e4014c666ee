import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { keywordReply } from '../../common/reply/keyword.contract.ts';
import type { ReplySettingKind } from '../../common/reply/words.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    reply_setting: {
      id: string;
      sno_id: string;
      kind: ReplySettingKind;
      version: number;
      created_at: number;
      created_by: string | null;
      updated_at: number;
      updated_by: string | null;
      document: unknown;
    };
    keyword_reply: CrudTable<typeof keywordReply, { order: 'position' }>;
    keyword_reply_fired: { rule_id: string; day: number; n: number; last_at: number };
  }
}
