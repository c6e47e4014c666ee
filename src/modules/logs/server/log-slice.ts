import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

/** A filter of a log as SQL, with the span of time it holds for. */
export interface LogWhere {
  /** Beside the span of time; all of them hold. */
  readonly where: readonly RawBuilder<boolean>[];
  readonly from: number;
  readonly to: number;
  /** No index answers it: it is read in pieces of time until a page is full or the time is up. */
  readonly slow: boolean;
}

/** A log table, and what is read of its rows. */
export interface LogSource {
  readonly table: 'audit_log' | 'login_log' | 'read_log';
  readonly columns: RawBuilder<unknown>;
  /** Where its rows lie, when not in the log itself: a restored archive. */
  readonly stored?: string;
}

/** What follows `from`: columns are named by the log, wherever its rows lie. */
const fromOf = ({ table, stored }: LogSource): RawBuilder<unknown> => sql`${sql.table(stored ?? table)} as ${sql.ref(table)}`;

/** What every log answers beside its rows. */
export interface SliceFacts {
  next: string | null;
  total: number;
  exact: boolean;
  partial: boolean;
  from: number;
  to: number;
}

/** Milliseconds after which a search answers what it has. */
const limitMillis = 10_000;
/** The first piece of time of a search that looks at each row; each further one is four times as long. */
const pieceMillis = 3_600_000;

/** A place in a log: rows before it in the order of time and id. */
interface Place {
  at: number;
  id: string;
}

interface Found<Row> {
  rows: Row[];
  /** Where the time was up. */
  stoppedAt?: number;
}

interface Slice {
  before: Place;
  limit: number;
}

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const first = '00000000-0000-0000-0000-000000000000';

interface SliceRequest {
  after?: string | undefined;
  pageSize: number;
  /** Nobody waits for this page: it may take its time, and how many rows there are is not asked. */
  unhurried?: boolean;
}

/** A page of a log, the newest first, read on from a cursor: no offset, no full count. */
export async function readSlice<Row extends Place>(
  db: Db,
  source: LogSource,
  request: LogWhere,
  { after, pageSize, unhurried = false }: SliceRequest,
): Promise<SliceFacts & { rows: Row[] }> {
  const before: Place = after === undefined ? { at: request.to, id: last } : placeOf(after);
  const slice = { before, limit: pageSize };
  const look = unhurried ? read : atOnce;
  const { rows, stoppedAt } = await (request.slow ? inPieces<Row>(db, source, request, slice) : look<Row>(db, source, request, slice));
  const end = rows.at(-1);
  const full = rows.length === pageSize && end !== undefined;
  const exact = after === undefined && !full && stoppedAt === undefined;
  return {
    rows,
    next: full ? `${end.at}.${end.id}` : stoppedAt === undefined ? null : `${stoppedAt}.${first}`,
    total: exact || unhurried ? rows.length : Math.max(rows.length, after === undefined ? await estimate(db, source, request) : 0),
    exact,
    partial: stoppedAt !== undefined,
    from: request.from,
    to: request.to,
  };
}

/** Rows that one statement finds for a file. */
const runRows = 10_000;

interface AllRequest<Beside> {
  /** Rows that are fetched at once: so few that they are gone before they are old. */
  size: number;
  /** Whose values something is looked up by beside the rows. */
  column: 'batch_id' | 'session_id';
  lookUp(values: readonly string[]): Promise<Beside>;
}

/**
 * All rows of a log, the newest first, with what was looked up beside them. Each statement is planned over all months, which costs as much
 * as hundreds of rows: it finds thousands, and they are fetched from it as they are written. Its transaction ends with it, so that
 * cleaning never waits for a file.
 */
export async function* readAll<Row extends Place, Beside>(
  db: Db,
  source: LogSource,
  request: LogWhere,
  { size, column, lookUp }: AllRequest<Beside>,
): AsyncGenerator<{ rows: Row[]; beside: Beside }> {
  let before: Place = { at: request.to, id: last };
  for (let found = runRows; found === runRows;) {
    found = 0;
    const lines = selectOf<Row>(source, request, { before, limit: runRows });
    const { rows: values } = await sql<{ value: string }>`select distinct ${sql.ref(column)} as value from (${lines}) as line
      where ${sql.ref(column)} is not null`.execute(db);
    const beside = await lookUp(values.map(({ value }) => value));
    const tx = await db.startTransaction().setAccessMode('read only').execute();
    try {
      await sql`declare lines no scroll cursor for ${lines}`.execute(tx);
      for (let fetched = size; fetched === size;) {
        const { rows } = await sql<Row>`fetch ${sql.lit(size)} from lines`.execute(tx);
        fetched = rows.length;
        found += fetched;
        before = rows.at(-1) ?? before;
        if (fetched > 0) yield { rows, beside };
      }
    } finally {
      await tx.rollback().execute();
    }
  }
}

/** The same where each row has to be looked at, which watches its time by itself. */
export async function* readSlowly<Row extends Place>(db: Db, source: LogSource, request: LogWhere, size: number): AsyncGenerator<Row[]> {
  for (let after: string | undefined; ;) {
    const { rows, next } = await readSlice<Row>(db, source, request, { after, pageSize: size, unhurried: true });
    yield rows;
    if (next === null) return;
    after = next;
  }
}

function placeOf(cursor: string): Place {
  const [at = '', id = ''] = cursor.split('.');
  return { at: Number(at), id };
}

const read = async <Row extends Place>(db: Db, source: LogSource, request: LogWhere, slice: Slice): Promise<Found<Row>> => ({
  rows: await rowsOf<Row>(db, source, request, slice),
});

async function atOnce<Row extends Place>(db: Db, source: LogSource, request: LogWhere, slice: Slice): Promise<Found<Row>> {
  const rows = await inTime(db, limitMillis, (tx) => rowsOf<Row>(tx, source, request, slice));
  return rows ? { rows } : { rows: [], stoppedAt: slice.before.at };
}

/** From the newest piece of time to older ones, until a page is full or the time is up. */
async function inPieces<Row extends Place>(db: Db, source: LogSource, request: LogWhere, { before, limit }: Slice): Promise<Found<Row>> {
  const deadline = performance.now() + limitMillis;
  const rows: Row[] = [];
  let place = before;
  for (let length = pieceMillis; rows.length < limit; length *= 4) {
    const from = Math.max(request.from, place.at - length);
    const wanted = { before: place, limit: limit - rows.length };
    const left = deadline - performance.now();
    const more = left > 0 ? await inTime(db, left, (tx) => rowsOf<Row>(tx, source, { ...request, from }, wanted)) : undefined;
    if (!more) return { rows, stoppedAt: place.at };
    rows.push(...more);
    if (from <= request.from) break;
    place = { at: from, id: first };
  }
  return { rows };
}

/** Work whose statements end after so many milliseconds; undefined when the time was up. */
export async function inTime<T>(db: Db, millis: number, work: (tx: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(millis)))}, true)`.execute(tx);
        return work(tx);
      });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') return undefined;
    throw error;
  }
}

/** Milliseconds that counting may take. */
export const countMillis = limitMillis;

async function rowsOf<Row>(db: Db, source: LogSource, request: LogWhere, slice: Slice): Promise<Row[]> {
  const { rows } = await selectOf<Row>(source, request, slice).execute(db);
  return rows;
}

const selectOf = <Row>(source: LogSource, request: LogWhere, { before, limit }: Slice): RawBuilder<Row> => sql<Row>`select ${source.columns}
    from ${fromOf(source)} where ${allOf(request)} and at <= ${before.at} and (at, id) < (${before.at}, ${before.id}::uuid)
    order by at desc, id desc limit ${limit}`;

/** SQL of a whole filter. */
export const allOf = ({ where, from, to }: LogWhere): RawBuilder<boolean> =>
  sql<boolean>`at >= ${from} and at <= ${to} and ${sql.join([...where], sql` and `)}`;

/** How many rows the planner expects: nothing is counted. */
async function estimate(db: Db, source: LogSource, request: LogWhere): Promise<number> {
  const plan = sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
  }>`explain (format json) select from ${fromOf(source)} where ${allOf(request)}`;
  const { rows } = await plan.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
