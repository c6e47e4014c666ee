/** The application of a company at WeCom. */
export interface WechatConfigTable {
  id: string;
  use: string;
  corp_id: string;
  agent_id: string;
  secret: string | null;
  api_base: string;
  login_base: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

interface WechatTestTable {
  use: string;
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
