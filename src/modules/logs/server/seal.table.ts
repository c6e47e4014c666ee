import type { Generated, JSONColumnType } from 'kysely';
import type { BadRow, SealedLog, SealFinding, SealRun } from '../common/seal.contract.ts';

/** One verification. Days since 1970 (UTC), times in epoch milliseconds. */
interface SealVerifyTable {
  id: string;
  job_id: string | null;
  uid: string;
  name: string;
  log: SealedLog | null;
  from_day: number | null;
  to_day: number | null;
  state: SealRun['state'];
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  rows: Generated<number>;
  findings: JSONColumnType<SealFinding[], string | undefined, string>;
}

/** What an auditor wrote about one damage. */
interface SealStatementTable {
  id: string;
  log: SealedLog;
  seq: number;
  kind: BadRow['kind'];
  day: number | null;
  row_id: string | null;
  text: string;
  uid: string;
  name: string;
  at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    seal_verify: SealVerifyTable;
    seal_statement: SealStatementTable;
  }
}
