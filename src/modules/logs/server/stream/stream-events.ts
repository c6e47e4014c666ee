import { sql } from 'kysely';
import { dayName } from '#kit/server/audit/day-root.ts';
import { sealedRows, type Stream } from '#kit/server/audit/streams.ts';
import { showFields } from '#kit/server/change/show-fields.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Services } from '#kit/server/services.ts';
import { resultOf } from '../operation/operation.filter.ts';
import type { AuditRow } from '../operation/operation.view.ts';
import type { LoginLine } from '../login.view.ts';
import type { SiemStreamRow, StreamFilter } from './stream.table.ts';
import { passes } from './stream-filter.ts';
import { warningsAfter } from './stream-warnings.ts';
import type { StreamEvent } from './syslog-message.ts';
import type { StreamKindName } from '../../common/stream.contract.ts';

/** What is read for a stream: chains of sealed logs, what became of warnings, and the signed days. */
export const streamSources = ['audit_log', 'login_log', 'read_log', 'warning_change', 'root'] as const;
export type StreamSource = (typeof streamSources)[number];

/** What a stream wants of the logs. */
export interface StreamRequest {
  readonly kinds: readonly StreamKindName[];
  readonly minSeverity: number;
  readonly filter: StreamFilter;
}

/** What a stream's row says of it. */
export const requestOf = (row: Pick<SiemStreamRow, 'kinds' | 'min_severity' | 'filter'>): StreamRequest => ({
  kinds: row.kinds,
  minSeverity: row.min_severity,
  filter: row.filter,
});

/** Events after a place of a log, in the order of sealing; `last` is how far was read, whatever was wanted of it. */
export async function eventsAfter(
  services: Services,
  { source, after, limit }: { source: StreamSource; after: number; limit: number },
  request: StreamRequest,
): Promise<{ events: StreamEvent[]; last: number }> {
  const { db } = services.database;
  if (source === 'root') return rootsAfter(services, after, limit);
  if (source === 'warning_change') {
    const { events, last } = await warningsAfter(services, after, limit);
    return { events: request.kinds.includes('warnings') ? events.filter(({ severity }) => severity <= request.minSeverity) : [], last };
  }
  const seals = await db
    .selectFrom('audit_seal')
    .select(['seq', 'tx', 'row_id'])
    .where('stream', '=', source)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const [first, last] = [seals[0], seals.at(-1)];
  if (!first || !last) return { events: [], last: after };
  const span = [
    { tx: first.tx, id: first.row_id },
    { tx: last.tx, id: last.row_id },
  ] as const;
  const { rows } = await sealedRows<Row>(source, ...span).execute(db);
  const seqOf = new Map(seals.map((seal) => [seal.row_id, seal.seq]));
  // A row that was put between sealed ones has no place.
  const placed = rows.flatMap((row) => {
    const seq = seqOf.get(row.id);
    return seq === undefined ? [] : [{ ...row, seq }];
  });
  const events = await eventsOf(services, source, placed, request);
  return { events: events.filter(({ severity }) => severity <= request.minSeverity), last: last.seq };
}

type Placed<T> = T & { seq: number; digest: Buffer };
type Row = (AuditRow | LoginRow | ReadRow) & { id: string };
type LoginRow = LoginLine & { side: 'console' | 'client' };

interface ReadRow {
  id: string;
  at: number;
  uid: string;
  account: string;
  name: string;
  area: string;
  query: Record<string, unknown>;
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

async function eventsOf(services: Services, source: Stream, rows: readonly Placed<Row>[], request: StreamRequest): Promise<StreamEvent[]> {
  if (source === 'login_log') return (rows as Placed<LoginRow>[]).filter(wantsSide(request)).map(loginEvent);
  if (source === 'read_log') return request.kinds.includes('read') ? (rows as Placed<ReadRow>[]).map(readEvent) : [];
  const wanted = request.kinds.includes('operation') ? (rows as Placed<AuditRow>[]).filter(passes(request.filter)) : [];
  const changes = await changesOf(services, wanted);
  return wanted.map((row) => operationEvent(services, row, changes.get(row.batch_id ?? '')));
}

const wantsSide =
  ({ kinds }: StreamRequest) =>
  ({ side }: LoginRow): boolean =>
    kinds.includes(side === 'client' ? 'clientLogin' : 'consoleLogin');

/** Changed objects that go along with an operation. */
const mostChanges = 20;

interface Change {
  kind: string;
  id: string;
  name: string;
  action: string;
  fields: readonly { field: string; before: unknown; after: unknown }[];
}

/** What operations changed, as somebody sees it who may unmask nothing: secrets are dots, sensitive values masked. */
async function changesOf(
  { database, kinds }: Pick<Services, 'database' | 'kinds'>,
  rows: readonly AuditRow[],
): Promise<Map<string, Change[]>> {
  const batches = rows.flatMap((row) => row.batch_id ?? []);
  if (batches.length === 0) return new Map();
  const found = await sql<{
    batch_id: string;
    kind: string;
    object_id: string;
    object_name: string;
    action: string;
    before: Fields | null;
    after: Fields | null;
  }>`select line.* from unnest(${batches}::uuid[]) as batch(id), lateral (
      select batch_id, seq, kind, object_id, object_name, action, before, after from change_operation
      where batch_id = batch.id order by seq limit ${mostChanges}) as line order by line.batch_id, line.seq`.execute(database.db);
  const changes = found.rows.map((line) => {
    const kind = kinds.find((one) => one.kind === line.kind);
    const fields = showFields(kind, line.before, line.after);
    return { batch: line.batch_id, kind: line.kind, id: line.object_id, name: line.object_name, action: line.action, fields };
  });
  return new Map([...Map.groupBy(changes, ({ batch }) => batch)].map(([id, lines]) => [id, lines.map(({ batch: _, ...line }) => line)]));
}

const severities = { ok: 6, refused: 4, failed: 3 } as const;

function operationEvent({ words }: Pick<Services, 'words'>, row: Placed<AuditRow>, changes: readonly Change[] | undefined): StreamEvent {
  const result = resultOf(row.code);
  const what = row.code === 0 ? words.sentence(row.operation, 'en_US') : words.action(row.operation, 'en_US');
  const actor = row.account || row.name;
  const { id, at, seq } = row;
  const shared = { actor, address: row.address, object: row.object_name, code: row.code, requestId: row.request_id };
  return {
    log: 'operation',
    seq,
    at,
    severity: row.dangerous ? Math.min(5, severities[result]) : severities[result],
    word: row.operation,
    text: `${what}: ${row.object_name ?? '-'} (${actor || '-'} from ${row.address || '-'}, ${result})`,
    data: { ...shared, rowHash: row.digest.toString('hex') },
    body: {
      id,
      at,
      log: 'operation',
      seq,
      word: row.operation,
      what,
      result,
      ...shared,
      uid: row.uid,
      name: row.name,
      module: row.module,
      dangerous: row.dangerous ?? false,
      durationMs: row.duration_ms,
      objectKind: row.object_kind,
      objectId: row.object_id,
      objectCount: row.object_count,
      sessionId: row.session_id,
      batchId: row.batch_id,
      actorKind: row.actor_kind,
      userAgent: row.user_agent,
      ...(row.detail && { detail: row.detail }),
      ...(changes?.[0] && {
        fields: changes[0].fields.map(({ field }) => field),
        changes,
      }),
    },
  };
}

function loginEvent(row: Placed<LoginRow>): StreamEvent {
  const { id, at, seq, side, event, result, reason, account, address, kind, factor, flags, count } = row;
  const log = side === 'client' ? 'clientLogin' : 'consoleLogin';
  const word = `login.${event}`;
  return {
    log,
    seq,
    at,
    severity: severities[result],
    word,
    text: `${event} ${result}${reason === null ? '' : ` (${reason})`}: ${account ?? row.name ?? '-'} from ${address}`,
    data: { actor: account ?? row.name, address, object: row.name, code: reason ?? 'ok', rowHash: row.digest.toString('hex') },
    body: {
      id,
      at,
      log,
      seq,
      word,
      event,
      result,
      reason,
      account,
      uid: row.uid,
      name: row.name,
      kind,
      factor,
      address,
      flags,
      count,
      sessionId: row.session_id,
      userAgent: row.user_agent,
      platform: row.platform,
      appVersion: row.app_version,
      osVersion: row.os_version,
      deviceId: row.device_id,
      deviceModel: row.device_model,
      networkKind: row.network_kind,
    },
  };
}

function readEvent(row: Placed<ReadRow>): StreamEvent {
  const { id, at, seq, area, account, address, reason, query, bytes, count } = row;
  const word = `read.${area}`;
  const shared = { actor: account || row.name, address, requestId: row.request_id };
  return {
    log: 'read',
    seq,
    at,
    severity: severities.ok,
    word,
    text: `Read ${area}: ${row.rows_seen} rows (${shared.actor} from ${address})`,
    data: { ...shared, object: area, code: 0, rowHash: row.digest.toString('hex') },
    body: {
      id,
      at,
      log: 'read',
      seq,
      word,
      area,
      uid: row.uid,
      name: row.name,
      ...shared,
      reason,
      rowsSeen: row.rows_seen,
      count,
      bytes,
      fileId: row.file_id,
      sessionId: row.session_id,
      query,
      objectIds: row.object_ids,
    },
  };
}

/** Signed days as they arise: who holds them can tell later whether anything was written again. */
async function rootsAfter(
  { database }: Pick<Services, 'database'>,
  after: number,
  limit: number,
): Promise<{ events: StreamEvent[]; last: number }> {
  const rows = await database.db.selectFrom('audit_root').selectAll().where('no', '>', after).orderBy('no').limit(limit).execute();
  const events = rows.map((row): StreamEvent => {
    const day = dayName(row.day);
    const root = row.root.toString('hex');
    const signature = row.signature.toString('base64');
    return {
      log: 'seal',
      seq: row.no,
      at: row.signed_at,
      severity: 6,
      word: 'seal.day',
      text: `Day ${day} of ${row.stream} is signed: ${root}`,
      data: { object: row.stream, day, rows: `${row.first_seq}-${row.last_seq}`, root, keyId: row.key_id, signature },
      body: { log: 'seal', seq: row.no, at: row.signed_at, word: 'seal.day', stream: row.stream, day, root, signature, keyId: row.key_id },
    };
  });
  return { events, last: rows.at(-1)?.no ?? after };
}
