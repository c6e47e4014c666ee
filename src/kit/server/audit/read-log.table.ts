import type { Generated, JSONColumnType } from 'kysely';
import type { ReadArea } from './read-area.ts';

/** Somebody looked at something; append-only, sealed. */
interface ReadLogTable {
  id: string;
  at: number;
  tx: Generated<number>;
  uid: string;
  account: string;
  name: string;
  paths: string[];
  area: ReadArea;
  query: JSONColumnType<Record<string, unknown>, string, string>;
  rows_seen: number;
  object_ids: string[];
  file_id: string | null;
  bytes: number | null;
  reason: string | null;
  request_id: string;
  session_id: string | null;
  address: string;
  count: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    read_log: ReadLogTable;
  }
}
