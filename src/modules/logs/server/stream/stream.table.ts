import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { streamFilter, StreamKindName, StreamState } from '../../common/stream.contract.ts';
import type { z } from 'zod';

/** What a stream may be narrowed to. */
export type StreamFilter = z.output<typeof streamFilter>;

/** A receiver of the logs. */
interface SiemStreamTable {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  name: string;
  host: string;
  port: number;
  transport: 'tls' | 'tcp';
  allow_plain: boolean;
  framing: 'octet' | 'newline';
  format: 'json' | 'text';
  kinds: JSONColumnType<StreamKindName[]>;
  min_severity: number;
  filter: JSONColumnType<StreamFilter>;
  facility: number;
  app_name: string;
  enterprise_id: number;
  bom: boolean;
  max_bytes: number;
  ca: string | null;
  client_cert: string | null;
  client_key: string | null;
  enabled: boolean;
}

/** A receiver as it is read. */
export type SiemStreamRow = Selectable<SiemStreamTable>;

/** How a stream stands. Times are epoch milliseconds. */
interface SiemStateTable {
  stream_id: string;
  state: StreamState;
  error: string | null;
  error_at: number | null;
  connected_at: number | null;
  sent_at: number | null;
  sent: Generated<number>;
  lag_rows: Generated<number>;
  lag_seconds: Generated<number>;
  node: string | null;
  lease_until: Generated<number>;
}

/** How far a log was sent. */
interface SiemPositionTable {
  stream_id: string;
  log: string;
  sent_seq: number;
  resume_seq: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    siem_stream: SiemStreamTable;
    siem_state: SiemStateTable;
    siem_position: SiemPositionTable;
  }
}
