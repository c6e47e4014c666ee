import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { operationHistogram, operationList } from '../common/operation-log.contract.ts';
import { resultColumn, whereOf, type OperationWhere } from './operation.filter.ts';
import { viewsOf, type AuditRow } from './operation.view.ts';

type Reading = Pick<Call, 'caller' | 'db' | 'services'>;

/** Milliseconds after which a search answers what it has. */
const limitMillis = 10_000;
/** The first piece of time of a search that looks at each row; each further one is four times as long. */
const pieceMillis = 3_600_000;

/** A place in the log: rows before it in the order of time and id. */
interface Place {
  at: number;
  id: string;
}

/** A page of the log, the newest first, read on from a cursor; no offset, no full count. */
export async function listOperations(call: Reading, input: Parsed<typeof operationList>): Promise<Reply<typeof operationList>> {
  const { after, pageSize, ...filter } = input;
  const wish = await whereOf(call, filter);
  const before: Place = after === undefined ? { at: wish.to, id: last } : placeOf(after);
  const { rows, stoppedAt } = wish.slow
    ? await inPieces(call.db, wish, { before, limit: pageSize })
    : await atOnce(call.db, wish, { before, limit: pageSize });
  const end = rows.at(-1);
  const full = rows.length === pageSize && end !== undefined;
  const exact = after === undefined && !full && stoppedAt === undefined;
  return {
    list: await viewsOf(call, rows),
    next: full ? `${end.at}.${end.id}` : stoppedAt === undefined ? null : `${stoppedAt}.${first}`,
    total: exact ? rows.length : Math.max(rows.length, after === undefined ? await estimate(call.db, wish) : 0),
    exact,
    partial: stoppedAt !== undefined,
    from: wish.from,
    to: wish.to,
  };
}

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const first = '00000000-0000-0000-0000-000000000000';

function placeOf(cursor: string): Place {
  const [at = '', id = ''] = cursor.split('.');
  return { at: Number(at), id };
}

interface Slice {
  before: Place;
  limit: number;
}

interface Found {
  rows: AuditRow[];
  /** Where the time was up. */
  stoppedAt?: number;
}

async function atOnce(db: Db, wish: OperationWhere, slice: Slice): Promise<Found> {
  try {
    return { rows: await within(db, limitMillis, (tx) => rowsOf(tx, wish, slice)) };
  } catch (error) {
    if (!isTimeUp(error)) throw error;
    return { rows: [], stoppedAt: slice.before.at };
  }
}

/** From the newest piece of time to older ones, until a page is full or the time is up. */
async function inPieces(db: Db, wish: OperationWhere, { before, limit }: Slice): Promise<Found> {
  const deadline = performance.now() + limitMillis;
  const rows: AuditRow[] = [];
  let place = before;
  for (let length = pieceMillis; rows.length < limit && place.at >= wish.from; length *= 4) {
    const from = Math.max(wish.from, place.at - length);
    const left = deadline - performance.now();
    if (left <= 0) return { rows, stoppedAt: place.at };
    try {
      const more = await within(db, left, (tx) => rowsOf(tx, { ...wish, from }, { before: place, limit: limit - rows.length }));
      rows.push(...more);
    } catch (error) {
      if (!isTimeUp(error)) throw error;
      return { rows, stoppedAt: place.at };
    }
    place = { at: from, id: first };
    if (from <= wish.from) break;
  }
  return { rows };
}

/** Work whose statements end after so many milliseconds. */
async function within<T>(db: Db, millis: number, work: (tx: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(millis)))}, true)`.execute(tx);
      return work(tx);
    });
}

const isTimeUp = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014';

async function rowsOf(db: Db, wish: OperationWhere, { before, limit }: Slice): Promise<AuditRow[]> {
  const { rows } =
    await sql<AuditRow>`select id, at, tx, uid, account, name, address, user_agent, request_id, operation, module, object_kind, object_id,
      object_name, object_count, batch_id, detail, code, duration_ms, session_id, actor_kind, dangerous
    from audit_log where ${allOf(wish)} and at <= ${before.at} and (at, id) < (${before.at}, ${before.id}::uuid)
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

const allOf = ({ where, from, to }: OperationWhere): RawBuilder<boolean> =>
  sql<boolean>`at >= ${from} and at <= ${to} and ${sql.join([...where], sql` and `)}`;

/** How many rows the planner expects: nothing is counted. */
async function estimate(db: Db, wish: OperationWhere): Promise<number> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
  }>`explain (format json) select from audit_log where ${allOf(wish)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;

/** How many there were in each hour or day, by result. */
export async function countOperations(call: Reading, input: Parsed<typeof operationHistogram>): Promise<Reply<typeof operationHistogram>> {
  const wish = await whereOf(call, input);
  const from = wish.from > 0 ? wish.from : await oldest(call.db, wish);
  const step = input.step ?? (wish.to - from <= 3 * dayMillis ? 'hour' : 'day');
  const length = step === 'hour' ? hourMillis : dayMillis;
  const shift = step === 'hour' ? 0 : input.offset * 60_000;
  const answer = { step, from, to: wish.to };
  try {
    const list = await within(call.db, limitMillis, (tx) => countsOf(tx, wish, { length, shift }));
    return { ...answer, partial: false, list };
  } catch (error) {
    if (!isTimeUp(error)) throw error;
    return { ...answer, partial: true, list: [] };
  }
}

async function countsOf(db: Db, wish: OperationWhere, { length, shift }: { length: number; shift: number }) {
  const { rows } = await sql<{ at: number; ok: number; refused: number; failed: number }>`
    select (at + ${shift}::bigint) / ${length}::bigint * ${length}::bigint - ${shift}::bigint as at,
      (count(*) filter (where result = 'ok'))::int as ok, (count(*) filter (where result = 'refused'))::int as refused,
      (count(*) filter (where result = 'failed'))::int as failed
    from (select at, ${resultColumn} as result from audit_log where ${allOf(wish)}) as found group by 1 order by 1`.execute(db);
  return rows.map((row) => ({ ...row, at: Math.max(0, row.at) }));
}

async function oldest(db: Db, wish: OperationWhere): Promise<number> {
  const { rows } = await sql<{ at: number }>`select at from audit_log where ${allOf(wish)} order by at limit 1`.execute(db);
  return rows[0]?.at ?? wish.to;
}
