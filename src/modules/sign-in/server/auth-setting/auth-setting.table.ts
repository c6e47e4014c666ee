import type { ColumnType } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { PeopleGroups } from '#kit/common/session/sign-in-policy.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { TestReport } from '../../common/auth-setting.contract.ts';
import type { AuthConfig, AuthKind, AuthMatch } from '../../common/auth-config.ts';

/** A way to sign in. */
export interface AuthSettingTable {
  id: string;
  code: string;
  kind: AuthKind;
  name: LocalDraft;
  label: LocalDraft | null;
  icon: string | null;
  audience: 'console' | 'terminals' | 'both';
  platforms: number[];
  people: PeopleGroups | null;
  config: AuthConfig | null;
  secret: string | null;
  match: AuthMatch;
  assurance: string[];
  order_no: number;
  enabled: boolean;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

interface AuthSettingTestTable {
  setting_id: string;
  subject: string;
  ok: boolean;
  at: number;
  by_uid: string | null;
  report: ColumnType<TestReport, string, string>;
}

interface AuthSettingUseTable {
  way: string;
  uid: string;
  last_at: number;
  super_admin: boolean;
}

interface AuthSettingRefusedTable {
  way: string;
  /** Days since 1970. */
  day: number;
  count: number;
}

/** The fields of an object as they were before a change. */
export interface Back {
  id: string;
  fields: Fields;
}

interface SignInGuardTable {
  id: string;
  subject: string;
  name: string;
  back: ColumnType<Back[], string, string>;
  made_at: number;
  made_by: string;
  confirm_before: number;
  ended_at: number | null;
  outcome: string | null;
}

interface SignInFlowTable {
  state_hash: Buffer;
  setting_id: string;
  browser_hash: Buffer;
  kept: ColumnType<Record<string, string>, string, string>;
  tried_by: string | null;
  expires_at: number;
}

interface SignInTicketTable {
  ticket_hash: Buffer;
  setting_id: string;
  browser_hash: Buffer;
  uid: string;
  strong: boolean;
  /** Sealed: what the other system knows the session by. */
  link: string | null;
  expires_at: number;
}

interface SignInBrowserTable {
  id: string;
  setting_id: string;
  word_hash: Buffer;
  state_hash: Buffer;
  state: string;
  challenge: string;
  return_link: string;
  key_thumbprint: string;
  code_hash: Buffer | null;
  uid: string | null;
  strong: boolean;
  expires_at: number;
}

interface SignInLinkTable {
  session_id: string;
  setting_id: string;
  uid: string;
  subject_hash: Buffer;
  key_hash: Buffer | null;
  kept: string;
}

interface SignOutFlowTable {
  state_hash: Buffer;
  setting_id: string;
  kept: string;
  expires_at: number;
}

interface SignOutSeenTable {
  setting_id: string;
  message_hash: Buffer;
  expires_at: number;
}

interface SamlKeyTable {
  use: 'signing' | 'encryption';
  private_key: string;
  certificate: string;
  created_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    auth_setting: AuthSettingTable;
    auth_setting_test: AuthSettingTestTable;
    auth_setting_use: AuthSettingUseTable;
    auth_setting_refused: AuthSettingRefusedTable;
    sign_in_guard: SignInGuardTable;
    sign_in_flow: SignInFlowTable;
    sign_in_ticket: SignInTicketTable;
    sign_in_browser: SignInBrowserTable;
    sign_in_link: SignInLinkTable;
    sign_out_flow: SignOutFlowTable;
    sign_out_seen: SignOutSeenTable;
    saml_key: SamlKeyTable;
  }
}
