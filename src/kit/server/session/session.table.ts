import type { ColumnType, Generated } from 'kysely';
import type { FactorKind } from '#kit/common/session/sign-in-policy.ts';

interface CredentialTable {
  uid: string;
  password_hash: string;
  must_change: boolean;
  changed_at: number;
  /** From then on a one-time password signs nobody in. */
  ends_at: Generated<number | null>;
  /** Hashes of the last passwords before this one, the newest first. */
  history: ColumnType<string[], string | undefined, string>;
}

interface SessionTable {
  token_hash: Buffer;
  id: string;
  uid: string;
  cookie_hash: Buffer | null;
  created_at: number;
  seen_at: number;
  ends_at: number;
  confirmed_at: number;
  address: string;
  user_agent: string;
  ended_at: number | null;
  ended_reason: string | null;
  /** Code of the sign-in setting that opened it. */
  way: Generated<string>;
  /** The second factor is still to be given, or to be set up first. */
  factor_due: FactorDue | null;
  /** Second factor by which it was proven. */
  factor: Generated<string>;
  /** The console is seen as this person sees it, and nothing is written. */
  view_as: string | null;
}

interface ApiTokenTable {
  id: string;
  name: string;
  employee_id: string;
  codes: string[];
  step_ups: Generated<string[]>;
  networks: string[];
  token_hash: Buffer;
  prefix: string;
  expires_at: number;
  last_used_at: number | null;
  last_address: string | null;
  created_at: number;
  created_by: string;
}

interface AdministratorWakeTable {
  uid: string;
  at: number;
  by: string;
}

/** What is still to be done before a session opens anything: give the second factor, or set one up. */
export type FactorDue = 'confirm' | 'enrol';

interface FactorTable {
  id: string;
  uid: string;
  kind: FactorKind;
  name: string;
  /** Of TOTP, sealed. */
  secret: string | null;
  last_step: number | null;
  credential_id: string | null;
  public_key: Buffer | null;
  sign_count: Generated<number>;
  transports: ColumnType<string[], string, string>;
  created_at: number;
  used_at: number | null;
}

interface FactorRecoveryTable {
  uid: string;
  code_mac: Buffer;
}

interface FactorTrustTable {
  token_hash: Buffer;
  id: string;
  uid: string;
  user_agent: string;
  created_at: number;
  expires_at: number;
}

interface FactorChallengeTable {
  session_id: string;
  purpose: string;
  value: string;
  expires_at: number;
}

interface AuthenticateTable {
  id: string;
  session: ColumnType<unknown, string | null, string | null>;
  factor: ColumnType<unknown, string | null, string | null>;
  banner: ColumnType<unknown, string | null, string | null>;
  remember_account: ColumnType<unknown, string | null, string | null>;
  address_rules: ColumnType<unknown, string | null, string | null>;
}

interface SignInRescueTable {
  id: Generated<boolean>;
  until: number;
}

interface SignInAttemptTable {
  key: string;
  failures: number;
  since_at: number;
  locked_until: number;
  locks: Generated<number>;
}

interface SessionChangeTable {
  id: Generated<number>;
  at: number;
  uids: string[];
}

interface VerificationTable {
  id: string;
  answer_hash: Buffer | null;
  expires_at: number;
}

interface LastSignInTable {
  uid: string;
  at: number;
}

interface PreferenceTable {
  uid: string;
  key: string;
  /** Any JSON; written as its text. */
  value: ColumnType<unknown, string, string>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    credential: CredentialTable;
    session: SessionTable;
    sign_in_attempt: SignInAttemptTable;
    verification: VerificationTable;
    session_change: SessionChangeTable;
    preference: PreferenceTable;
    last_sign_in: LastSignInTable;
    factor: FactorTable;
    factor_recovery: FactorRecoveryTable;
    factor_trust: FactorTrustTable;
    factor_challenge: FactorChallengeTable;
    sign_in_rescue: SignInRescueTable;
    authenticate: AuthenticateTable;
    api_token: ApiTokenTable;
    administrator_wake: AdministratorWakeTable;
  }
}
