import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { streamList, StreamRow, StreamState } from '../../common/stream.contract.ts';
import type { SiemStreamRow } from './stream.table.ts';

type Row = SiemStreamRow & {
  state: StreamState | null;
  error: string | null;
  error_at: number | null;
  connected_at: number | null;
  sent_at: number | null;
  sent: number | null;
  lag_rows: number | null;
  lag_seconds: number | null;
};

const columns = sql`siem_stream.*, state, error, error_at, connected_at, sent_at, sent, lag_rows, lag_seconds`;
const from = sql`siem_stream left join siem_state on stream_id = id`;
const orders = { name: sql`lower(name)`, updatedAt: sql`updated_at` };

/** All of them. */
export async function listStreams(db: Db, input: Parsed<typeof streamList>): Promise<Reply<typeof streamList>> {
  const where = input.text ? [sql<boolean>`(name ilike ${containing(input.text)} or host ilike ${containing(input.text)})`] : [];
  const { list, ...counted } = await readPage<Row>(
    db,
    { columns, from, where, order: orderOf(input.sort ?? 'name', orders, sql`id`) },
    input,
  );
  return { list: list.map(viewOf), ...counted };
}

/** One of them. */
export async function getStream(db: Db, id: string): Promise<StreamRow> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where id = ${id}::uuid`.execute(db);
  if (!rows[0]) throw notFound();
  return viewOf(rows[0]);
}

function viewOf(row: Row): StreamRow {
  return {
    ...stampsOf(row),
    name: row.name,
    host: row.host,
    port: row.port,
    transport: row.transport,
    allowPlain: row.allow_plain,
    framing: row.framing,
    format: row.format,
    kinds: row.kinds,
    minSeverity: row.min_severity,
    filter: row.filter,
    facility: row.facility,
    appName: row.app_name,
    enterpriseId: row.enterprise_id,
    bom: row.bom,
    maxBytes: row.max_bytes,
    ca: row.ca,
    clientCert: row.client_cert,
    hasKey: row.client_key !== null,
    enabled: row.enabled,
    state: row.enabled ? (row.state ?? 'connecting') : 'disabled',
    lastError: row.error,
    lastErrorAt: row.error_at,
    connectedAt: row.connected_at,
    sentAt: row.sent_at,
    sent: row.sent ?? 0,
    lagRows: row.lag_rows ?? 0,
    lagSeconds: row.lag_seconds ?? 0,
  };
}
