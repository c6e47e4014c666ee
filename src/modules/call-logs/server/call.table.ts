import type { JSONColumnType } from 'kysely';
import type { callerKinds, cacheStates, FailureClass, targetKinds } from '../common/failure-class.ts';
import type { CallBody, CallStep } from './call-record.ts';

/** What can be called, as its module noted it last. */
export interface CallTargetTable {
  interface_id: string;
  system_id: string;
  system_code: string;
  system_name: string;
  name: string;
  path: string;
  kind: (typeof targetKinds)[number];
  owner_dept_id: string | null;
}

/** A call that is over; append-only. */
export interface CallLogTable {
  id: string;
  at: number;
  request_id: string;
  trace_id: string | null;
  interface_id: string;
  version_no: number;
  test: boolean;
  caller_kind: (typeof callerKinds)[number];
  caller_id: string | null;
  caller_name: string | null;
  employee_id: string | null;
  act_for_id: string | null;
  widget_id: string | null;
  address: string;
  method: string;
  class: FailureClass;
  http_status: number;
  target_status: number | null;
  code: number;
  ms_total: number;
  ms_target: number | null;
  ms_queue: number | null;
  bytes_in: number;
  bytes_out: number;
  cache: (typeof cacheStates)[number] | null;
  tries: number;
  node: string;
  steps: JSONColumnType<CallStep[]>;
  replay_of: string | null;
}

/** What went in and out of a call, masked. */
interface CallBodyTable {
  id: string;
  at: number;
  interface_id: string;
  request: JSONColumnType<CallBody | null>;
  answer: JSONColumnType<CallBody | null>;
}

/** Calls of a minute, hour or day, by all that statistics are grouped by. */
interface CallStatTable {
  grain: 'minute' | 'hour' | 'day';
  at: number;
  interface_id: string;
  version_no: number;
  caller_kind: (typeof callerKinds)[number];
  caller_id: string;
  class: FailureClass;
  calls: number;
  ms_sum: number;
  ms_max: number;
  bytes_in: number;
  bytes_out: number;
  cached: number;
  buckets: number[];
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    call_target: CallTargetTable;
    call_log: CallLogTable;
    call_body: CallBodyTable;
    call_stat: CallStatTable;
  }
}
