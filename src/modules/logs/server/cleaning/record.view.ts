import { sql } from 'kysely';
import { moduleOfCode } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { CleaningDetail, CleaningView, clearLogList } from '../../common/cleaning/clear.contract.ts';
import { partsOfRecord } from './clean.job.ts';
import type { RecordData } from './cleaning.table.ts';

export type RecordFilter = Pick<
  Parsed<typeof clearLogList>,
  'kind' | 'state' | 'trigger' | 'by' | 'from' | 'to' | 'sort' | 'pageNum' | 'pageSize'
>;

interface Row extends RecordData {
  drop_at: number | null;
  /** When the last of its months was taken out of the log. */
  worked_at: number | null;
  archives: string[];
}

const columns = sql`r.*, (select max(drop_at) from cleanup_part p where p.record_id = r.id and p.state = 'detached') as drop_at,
  (select max(detached_at) from cleanup_part p where p.record_id = r.id) as worked_at,
  array(select archive_id::text from cleanup_part p where p.record_id = r.id and archive_id is not null order by from_at) as archives`;

/** Cleanings, the newest first. */
export async function listRecords(
  { db, services, caller }: Pick<Call, 'db' | 'services' | 'caller'>,
  input: RecordFilter,
): Promise<Reply<typeof clearLogList>> {
  const { kind, state, trigger, sort = '-createdAt' } = input;
  const where = [
    ...(kind?.length ? [sql<boolean>`r.kind = any(${kind}::text[])`] : []),
    ...(state?.length ? [sql<boolean>`r.state = any(${state}::text[])`] : []),
    ...(trigger?.length ? [sql<boolean>`r.trigger = any(${trigger}::text[])`] : []),
    // What begins by itself is nobody's.
    ...(input.by ? [sql<boolean>`r.trigger = 'now' and r.name ilike ${containing(input.by)}`] : []),
    ...(input.from === undefined ? [] : [sql<boolean>`r.created_at >= ${input.from}`]),
    ...(input.to === undefined ? [] : [sql<boolean>`r.created_at <= ${input.to}`]),
  ];
  const order = orderOf(sort, { createdAt: sql`r.created_at` }, sql`r.id`);
  const { list, ...rest } = await readPage<Row>(db, { columns, from: sql`cleanup_record r`, where, order }, input);
  const kinds = services.logKinds.map(({ code, name }) => ({ code, name: pick(name, caller.language) }));
  return { list: list.map((row) => viewOf(row, services, caller)), kinds, ...rest };
}

function viewOf(row: Row, { logKinds, texts }: Pick<Services, 'logKinds' | 'texts'>, { language }: Caller): CleaningView {
  const kind = logKinds.find(({ code }) => code === row.kind);
  return {
    id: row.id,
    kind: row.kind,
    name: kind ? pick(kind.name, language) : row.kind,
    trigger: row.trigger,
    state: row.state,
    keepDays: row.keep_days,
    mode: row.mode,
    from: row.from_at,
    to: row.to_at,
    rowsEstimated: row.rows_estimated,
    rowsRemoved: row.rows_removed,
    bytesFreed: row.bytes_freed,
    rowsHeld: row.rows_held,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    seconds: secondsOf(row),
    dropAt: row.drop_at,
    by: row.trigger === 'now' ? row.name : '',
    archives: row.archives,
    error: row.error ? texts.text(language, moduleOfCode(row.error.code), `error.${row.error.code}`, row.error.params) : null,
  };
}

function secondsOf({ started_at: started, worked_at: worked, ended_at: ended }: Row): number | null {
  const end = worked ?? ended;
  return started === null || end === null ? null : Math.max(0, Math.round((end - started) / 1_000));
}

/** One cleaning with its months and what is left of their seals. */
export async function getRecord({ db, services, caller }: Call, id: string): Promise<CleaningDetail> {
  const { rows } = await sql<Row>`select ${columns} from cleanup_record r where r.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const parts = await partsOfRecord(db, id);
  const hashes = await hashesOf(db, row.archives);
  return {
    ...viewOf(row, services, caller),
    parts: parts.map((part) => ({
      part: part.part,
      from: part.from_at,
      to: part.to_at,
      state: part.state,
      rows: part.rows,
      bytes: part.bytes,
      rowsHeld: part.rows_held,
      archiveId: part.archive_id,
      sha256: hashes.get(part.archive_id ?? '') ?? null,
      dropAt: part.drop_at,
    })),
    approvalId: await approvalOf(db, row),
    seals: await sealsOf(
      db,
      parts.map(({ part }) => part),
    ),
  };
}

/** Who agrees stands in the row of the log about its beginning. */
async function approvalOf(db: Db, { id, created_at: at, trigger }: Row): Promise<string | null> {
  if (trigger !== 'now') return null;
  const { rows } = await sql<{ approval: string | null }>`select detail->>'approval' as approval from audit_log
    where object_kind = 'cleaning' and object_id = ${id} and operation = 'log.clear' and detail ? 'approval'
      and at between ${at - slackMillis} and ${at + slackMillis} limit 1`.execute(db);
  return rows[0]?.approval ?? null;
}

/** How far the moments of a call and of what it began may differ. */
const slackMillis = 60_000;

async function hashesOf(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('log_archive').select(['id', 'sha256']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

const shownSeals = 200;

async function sealsOf(db: Db, parts: readonly string[]): Promise<CleaningDetail['seals']> {
  if (parts.length === 0) return [];
  const gaps = await db
    .selectFrom('audit_gap')
    .select(['from_seq', 'to_seq', 'hash', 'mac'])
    .where('part', 'in', parts)
    .orderBy('from_seq')
    .limit(shownSeals)
    .execute();
  return gaps.map(({ from_seq, to_seq, hash, mac }) => ({
    fromSeq: from_seq,
    toSeq: to_seq,
    hash: hash.toString('hex'),
    signature: mac.toString('hex'),
  }));
}
