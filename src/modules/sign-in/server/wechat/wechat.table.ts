import type { WechatMatch, WechatUse } from '../../common/wechat.contract.ts';

/** An application of a company at WeCom: one to sign in with, one that tells people something. */
export interface WechatConfigTable {
  id: string;
  use: WechatUse;
  corp_id: string;
  agent_id: string;
  secret: string | null;
  api_base: string;
  login_base: string;
  match: WechatMatch;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

interface WechatTestTable {
  use: WechatUse;
  subject: string;
  at: number;
  ok: boolean;
  errcode: number | null;
  message: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    wechat_config: WechatConfigTable;
    wechat_test: WechatTestTable;
  }
}
