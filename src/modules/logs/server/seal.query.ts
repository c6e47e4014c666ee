import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import '#kit/server/audit/root.table.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { sealedLogs, type SealDay, type SealDayDetail, type sealList, type SealRun } from '../common/seal.contract.ts';
import { dayMillis, logOf, streamOf } from './seal.streams.ts';
import { statedDays, statementsNow } from './seal.statement.ts';
import './seal.table.ts';

/** The end of a day in a chain. */
interface DayEnd {
  stream: string;
  day: number;
  first: number;
  last: number;
  before: Buffer | null;
  hash: Buffer;
  mac: Buffer | null;
  key_id: string | null;
  /** Its rows were removed after their time. */
  gone: boolean;
}

/** Ends of days are noted one by one: neither rows nor seals are counted. The last day is signed when the next one begins. */
const ends = sql<DayEnd>`select *, exists (select from audit_gap gap where gap.stream = ends.stream and gap.from_seq <= ends.last and gap.to_seq >= ends.last) as gone from (
    select stream, day, coalesce(lag(seq) over chain, 0) + 1 as first, seq as last, lag(hash) over chain as before, hash, mac, key_id
    from (
      select stream, day, seq, hash, mac, key_id from audit_day
      union all
      select head.stream, seal.day, head.seq, head.hash, null, null from audit_head head
        cross join lateral (select day from audit_seal where stream = head.stream and seq <= head.seq order by seq desc limit 1) as seal
        where not exists (select from audit_day done where done.stream = head.stream and done.seq = head.seq)
    ) as every window chain as (partition by stream order by day, seq)
  ) as ends`;

/** Days of the sealed logs, the newest first. */
export async function listDays({ db }: Call, input: Parsed<typeof sealList>): Promise<Reply<typeof sealList>> {
  const { log, from, to, after, pageSize } = input;
  const streams = (log?.length ? log : sealedLogs).map((one) => streamOf[one]);
  const place = after === undefined ? undefined : placeOf(after);
  const { rows } = await sql<DayEnd>`${ends} where stream = any(${streams}::text[])
    and day >= ${Math.floor((from ?? 0) / dayMillis)} and day <= ${to === undefined ? 2_147_483_647 : Math.floor(to / dayMillis)}
    ${place ? sql`and (day, stream) < (${place.day}, ${place.stream})` : sql``}
    order by day desc, stream desc limit ${pageSize}`.execute(db);
  const views = viewsOf(rows, await latestRuns(db), await statedDays(db));
  return { list: views, next: views.length === pageSize ? (views.at(-1)?.id ?? null) : null };
}

/** One day with its signature and the verifications that covered it. */
export async function getDay({ db }: Call, { id }: { id: string }): Promise<SealDayDetail> {
  const { stream, day } = placeOf(id);
  const { rows } = await sql<DayEnd>`${ends} where stream = ${stream} and day = ${day}`.execute(db);
  const runs = await latestRuns(db);
  const [view] = viewsOf(rows, runs, await statedDays(db));
  if (!view) throw notFound();
  const [end] = rows;
  return {
    ...view,
    before: (end?.before ?? Buffer.alloc(32)).toString('hex'),
    signature: end?.mac?.toString('hex') ?? null,
    keyId: end?.key_id ?? null,
    root: await rootOf(db, { stream, day }),
    runs: runs.filter((run) => covers(run, view)).slice(0, 20),
  };
}

function placeOf(id: string): { stream: string; day: number } {
  const [log = '', day = ''] = id.split('.');
  return { stream: sealedLogs.flatMap((one) => (one === log ? [streamOf[one]] : []))[0] ?? '', day: Number(day) };
}

function viewsOf(rows: readonly DayEnd[], runs: readonly SealRun[], stated: ReadonlySet<string>): SealDay[] {
  return rows.map((row) => {
    const log = logOf(row.stream);
    const day = { log, day: row.day * dayMillis };
    const last = runs.find((run) => run.endedAt !== null && (run.state === 'ok' || run.state === 'broken') && covers(run, day));
    const bad = last?.findings.find((finding) => finding.log === log)?.bad ?? null;
    // What somebody wrote about it mends nothing.
    const broken = (bad !== null && bad.day === day.day) || stated.has(`${log}.${row.day}`);
    // After the first bad row of a log nothing was looked at.
    const verified =
      last !== undefined && (bad === null || (bad.day !== null && bad.day > day.day)) && last.createdAt >= day.day + dayMillis;
    return {
      id: `${log}.${row.day}`,
      ...day,
      rows: row.last - row.first + 1,
      firstSeq: row.first,
      lastSeq: row.last,
      hash: row.hash.toString('hex'),
      state: broken ? 'broken' : row.gone ? 'purged' : row.mac === null ? 'open' : verified ? 'verified' : 'sealed',
      verifiedAt: broken || verified ? (last?.endedAt ?? null) : null,
    };
  });
}

function covers(run: SealRun, { log, day }: Pick<SealDay, 'log' | 'day'>): boolean {
  return (run.log === null || run.log === log) && (run.from ?? 0) <= day && (run.to ?? Number.POSITIVE_INFINITY) >= day;
}

/** Verifications that count for the state of days: those of some years, were there one a day. */
const mostRuns = 1_000;

/** Verifications, the newest first. */
export async function latestRuns(db: Db, limit = mostRuns): Promise<SealRun[]> {
  const rows = await db.selectFrom('seal_verify').selectAll().orderBy('created_at', 'desc').limit(limit).execute();
  const statementOf = await statementsNow(db);
  return rows.map((row) => ({
    id: row.id,
    jobId: row.job_id,
    uid: row.uid,
    name: row.name,
    log: row.log,
    from: row.from_day === null ? null : row.from_day * dayMillis,
    to: row.to_day === null ? null : row.to_day * dayMillis,
    state: row.state,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    rows: row.rows,
    findings: row.findings.map(({ bad, ...finding }) => ({ ...finding, bad: bad && { ...bad, statement: statementOf(bad) } })),
  }));
}

async function rootOf(db: Db, { stream, day }: { stream: string; day: number }): Promise<SealDayDetail['root']> {
  const row = await db.selectFrom('audit_root').selectAll().where('stream', '=', stream).where('day', '=', day).executeTakeFirst();
  if (!row) return null;
  return {
    root: row.root.toString('hex'),
    previousRoot: row.previous_root.toString('hex'),
    signature: row.signature.toString('base64'),
    keyId: row.key_id,
    signedAt: row.signed_at,
  };
}
