import type { JSONColumnType } from 'kysely';

interface CredentialTable {
  uid: string;
  password_hash: string;
  must_change: boolean;
  changed_at: number;
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
}

interface SignInAttemptTable {
  key: string;
  failures: number;
  since_at: number;
  locked_until: number;
}

interface VerificationTable {
  id: string;
  answer_hash: Buffer | null;
  expires_at: number;
}

interface PreferenceTable {
  uid: string;
  key: string;
  value: JSONColumnType<unknown[] | Record<string, unknown>, string, string>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    credential: CredentialTable;
    session: SessionTable;
    sign_in_attempt: SignInAttemptTable;
    verification: VerificationTable;
    preference: PreferenceTable;
  }
}
