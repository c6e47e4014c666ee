import type { ColumnType, Generated } from 'kysely';

interface CredentialTable {
  uid: string;
  password_hash: string;
  must_change: boolean;
  changed_at: number;
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
  }
}
