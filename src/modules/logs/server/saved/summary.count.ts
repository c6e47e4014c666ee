import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { JobContext } from '#kit/server/services.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import type { Result } from '../../common/operation-log.contract.ts';
import { assertGranted, exportedParts, type ExportedRow } from '../export.rows.ts';
import { allOf, inTime, type LogWhere } from '../log-slice.ts';
import { resultColumn } from '../operation/operation.filter.ts';

/** What lines of a log are counted by, each with its SQL. */
interface Dimensions {
  readonly names: readonly [string, string, string, string];
  readonly columns: readonly [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>];
  readonly result: RawBuilder<unknown>;
  /** A line may stand for several refusals. */
  readonly times: RawBuilder<number>;
  /** Lines that somebody should look at: each condition has an index of its own. */
  readonly notable: readonly RawBuilder<boolean>[];
}

const operation: Dimensions = {
  names: ['module', 'word', 'actor', 'address'],
  columns: [sql`module`, sql`operation`, sql`uid`, sql`nullif(address, '')`],
  result: resultColumn,
  times: sql<number>`1`,
  notable: [sql<boolean>`code <> 0`, sql<boolean>`dangerous`],
};
const login: Dimensions = {
  names: ['event', 'reason', 'account', 'address'],
  columns: [sql`event`, sql`reason`, sql`account`, sql`nullif(address, '')`],
  result: sql`result`,
  times: sql<number>`count`,
  notable: [sql<boolean>`result = 'refused'`, sql<boolean>`cardinality(flags) > 0`],
};
const dimensionsOf: Readonly<Record<ExportedLog, Dimensions>> = { operation, consoleLogin: login, clientLogin: login };

/** How often something is in a log. */
export interface Top {
  readonly value: string;
  readonly name: string | null;
  readonly account: string | null;
  count: number;
}

/** A piece of time with what was counted in it. */
export interface Piece {
  readonly at: number;
  readonly counts: Record<Result, number>;
  /** It could not be counted in time: its numbers are missing. */
  readonly late: boolean;
}

/** A log over some time, in numbers. */
export interface LogSummary {
  readonly counts: Readonly<Record<Result, number>>;
  readonly pieces: readonly Piece[];
  /** The most frequent of each dimension, the first first. */
  readonly tops: Readonly<Record<string, readonly Top[]>>;
  /** The newest lines that somebody should look at; undefined when finding them took too long. */
  readonly notable: readonly ExportedRow[] | undefined;
}

interface Requested {
  log: ExportedLog;
  filters: Readonly<Record<string, unknown>>;
  /** Beginnings of the pieces of time in which it is counted, and the end of the last. */
  starts: readonly number[];
  to: number;
}

/** Milliseconds for one piece of time; the database ends what takes longer than 30 seconds. */
const pieceMillis = 25_000;
/** Of each piece so many of a dimension are brought here: who is below in all of them is not among the first ten of the whole. */
const keptTops = 2_000;
const shownTops = 10;
const shownRows = 20;

/** Counts lines of a log that the caller of the context may take away, piece of time by piece of time. */
export async function countLog({ services, caller, signal }: JobContext, { log, filters, starts, to }: Requested): Promise<LogSummary> {
  const { db } = services.database;
  const part = exportedParts[log];
  const request = await part.where({ caller, services, db }, { ...filters, from: starts[0], to });
  const pieces: Piece[] = [];
  const tops = new Map<string, Map<string, Top>>();
  for (const [at, from] of starts.entries()) {
    signal.throwIfAborted();
    await assertGranted(services, caller, part.code);
    const rows = await inTime(db, pieceMillis, (tx) => countsOf(tx, log, { ...request, from, to: (starts[at + 1] ?? to + 1) - 1 }));
    const counts: Record<Result, number> = { ok: 0, refused: 0, failed: 0 };
    for (const row of rows ?? []) {
      if (row.part === 'result') counts[row.value as Result] += row.count;
      else note(tops, row);
    }
    pieces.push({ at: from, counts, late: rows === undefined });
  }
  const sum = (result: Result): number => pieces.reduce((all, { counts }) => all + counts[result], 0);
  return {
    counts: { ok: sum('ok'), refused: sum('refused'), failed: sum('failed') },
    pieces,
    tops: Object.fromEntries(dimensionsOf[log].names.map((name) => [name, first(tops.get(name))])),
    notable: await notableRows({ services, caller }, log, request),
  };
}

type Counted = Top & { part: string };

function note(tops: Map<string, Map<string, Top>>, { part, ...top }: Counted): void {
  const known = tops.get(part) ?? new Map<string, Top>();
  tops.set(part, known);
  const before = known.get(top.value);
  if (before) before.count += top.count;
  else known.set(top.value, top);
}

const first = (tops: ReadonlyMap<string, Top> | undefined): Top[] =>
  [...(tops?.values() ?? [])].toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)).slice(0, shownTops);

/** What there is in a piece of time, by each dimension at once: the lines are read one time. */
async function countsOf(db: Db, log: ExportedLog, request: LogWhere): Promise<Counted[]> {
  const { names, columns, result, times } = dimensionsOf[log];
  const [a, b, c, d] = columns;
  // Each set of one column has the bits of the others.
  const part = sql`case grouping(result, a, b, c, d) when 15 then 'result' when 23 then ${names[0]} when 27 then ${names[1]}
    when 29 then ${names[2]} else ${names[3]} end`;
  const { rows } = await sql<Counted>`select part, value, name, account, n as count from (
      select ${part} as part, coalesce(result, a, b, c, d) as value, max(name) as name, max(account) as account, sum(times)::bigint as n,
        row_number() over (partition by grouping(result, a, b, c, d) order by sum(times) desc) as place
      from (select ${result} as result, ${a} as a, ${b} as b, ${c} as c, ${d} as d, name, account, ${times} as times
        from ${sql.table(exportedParts[log].source.table)} where ${allOf(request)}) as line
      group by grouping sets ((result), (a), (b), (c), (d))) as counted
    where value is not null and place <= ${keptTops}`.execute(db);
  return rows;
}

async function notableRows(
  { services, caller }: Pick<JobContext, 'services' | 'caller'>,
  log: ExportedLog,
  request: LogWhere,
): Promise<ExportedRow[] | undefined> {
  const { db } = services.database;
  const found = new Map<unknown, ExportedRow>();
  for (const condition of dimensionsOf[log].notable) {
    const narrow = { ...request, where: [...request.where, condition] };
    const rows = await exportedParts[log].newest({ caller, services, db }, narrow, shownRows).catch(late);
    if (!rows) return undefined;
    for (const row of rows) found.set(row['id'], row);
  }
  return [...found.values()].toSorted((one, other) => Number(other['at']) - Number(one['at'])).slice(0, shownRows);
}

/** The database ended the statement because it took too long. */
function late(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === '57014') return undefined;
  throw error;
}
