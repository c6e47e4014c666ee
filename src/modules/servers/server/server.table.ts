import type { ColumnType } from 'kysely';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { PlatformContent, PlatformView } from '../common/platform.contract.ts';
import type { CheckReport, ServerAddress, ServerKind, ServerState } from '../common/server-facts.ts';

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}
type JsonColumn<T> = ColumnType<T, string, string>;

/** A server as it is set up. */
export interface ServerConfigTable extends Stamps {
  code: string;
  name: string;
  kind: ServerKind;
  addresses: JsonColumn<ServerAddress[]>;
  ca: string | null;
  pinned_keys: JsonColumn<string[]>;
  weight: number;
  note: string | null;
  secret: string | null;
  enabled: boolean;
  draining: boolean;
}

/** The last check of a server. */
export interface ServerCheckTable {
  server_id: string;
  state: ServerState;
  at: number | null;
  report: ColumnType<CheckReport | null, string | null, string | null>;
  certificate_ends_at: number | null;
  claimed_until: number;
}

/** What a platform gets. */
export interface PlatformConfigTable extends Stamps {
  platform: Platform;
  name: string;
  rows: JsonColumn<PlatformView['rows']>;
  min_version: string | null;
  published: ColumnType<PlatformContent | null, string | null, string | null>;
}

/** A document as it was published; without content where the platform was taken back to having none. */
export interface PlatformDocumentTable {
  platform: Platform;
  doc_version: number;
  content: ColumnType<PlatformContent | null, string | null, never>;
  document: string;
  signature: string;
  key_id: string;
  published_at: number;
  published_by: string | null;
}

/** A process. */
export interface NodeTable {
  id: string;
  host: string;
  pid: number;
  version: string;
  started_at: number;
  seen_at: number;
  roles: JsonColumn<string[]>;
  load: number;
  loop_p99: number;
  memory: number;
  connections: number;
  skew: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    server_config: ServerConfigTable;
    server_check: ServerCheckTable;
    server_sample: { server_id: string; at: number; ms: number | null };
    platform_config: PlatformConfigTable;
    platform_document: PlatformDocumentTable;
    installation_key: { purpose: string; key_id: string; public_key: string; private_key: string; created_at: number };
    node: NodeTable;
  }
}
