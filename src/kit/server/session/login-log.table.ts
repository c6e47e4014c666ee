import type { Generated } from 'kysely';
import type { EndedBy, SignInEvent, SignInReason, SignInSide } from '#kit/common/session/sign-in-facts.ts';

/** One line of the log of sign-ins; append-only, sealed. */
export interface LoginLogTable {
  id: string;
  at: number;
  tx: Generated<number>;
  side: SignInSide;
  event: SignInEvent;
  result: 'ok' | 'refused';
  reason: SignInReason | null;
  account: string | null;
  account_hash: string | null;
  uid: string | null;
  name: string | null;
  paths: string[] | null;
  kind: string;
  factor: string;
  session_id: string | null;
  address: string;
  user_agent: string;
  platform: number | null;
  app_id: string | null;
  app_version: string | null;
  os_version: string | null;
  device_id: string | null;
  device_model: string | null;
  network_kind: string | null;
  flags: Generated<string[]>;
  count: Generated<number>;
}

/** How a session ended. */
export interface LoginEndTable {
  session_id: string;
  at: number;
  ended_by: EndedBy;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    login_log: LoginLogTable;
    login_end: LoginEndTable;
  }
}
