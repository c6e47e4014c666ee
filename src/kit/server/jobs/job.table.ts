import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JobState } from '#kit/common/jobs/job.contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { Caller } from '../caller.ts';
import type { Json } from '../change/kind.ts';
import type { TextParams } from '../texts.ts';

/** For whom a job works, as far as it is kept; grants are read again while it runs. */
export interface JobCaller {
  account: string;
  name: string;
  language: Language;
  address: string;
  userAgent: string;
  requestId: string;
  operation: string;
  /** The token of a program that began it: the work may do no more than that. */
  token?: Caller['token'];
}

/** Long work; times in epoch milliseconds. */
export interface JobTable {
  id: string;
  kind: string;
  uid: string;
  caller: JSONColumnType<JobCaller>;
  /** Not in one language: it is read in that of whoever looks at it. */
  title_params: JSONColumnType<TextParams>;
  payload: ColumnType<Json, string, string>;
  exclusive: string | null;
  state: JobState;
  done: number;
  total: number | null;
  failed: number;
  attempts: number;
  cancel: boolean;
  lease_owner: string | null;
  lease_until: number | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** When it came on last. */
  moved_at: Generated<number | null>;
  result: ColumnType<Json, string, string>;
  error: JSONColumnType<{ code: number; params: Record<string, unknown> } | null, string | null, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    job: JobTable;
  }
}
