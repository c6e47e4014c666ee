import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { sealedText, linkOf } from '#kit/server/audit/streams.ts';
import type { AuditSealTable } from '#kit/server/audit/audit.table.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { sealedLogs, type SealDay, type SealDayDetail, type sealList, type sealProof, type SealRun } from '../common/seal.contract.ts';
import { findRow } from './operation.detail.ts';
import { dayMillis, logOf, streamOf } from './seal.streams.ts';
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
  const views = viewsOf(rows, await latestRuns(db));
  return { list: views, next: views.length === pageSize ? (views.at(-1)?.id ?? null) : null };
}

/** One day with its signature and the verifications that covered it. */
export async function getDay({ db }: Call, { id }: { id: string }): Promise<SealDayDetail> {
  const { stream, day } = placeOf(id);
  const { rows } = await sql<DayEnd>`${ends} where stream = ${stream} and day = ${day}`.execute(db);
  const runs = await latestRuns(db);
  const [view] = viewsOf(rows, runs);
  if (!view) throw notFound();
  const [end] = rows;
  return {
    ...view,
    before: (end?.before ?? Buffer.alloc(32)).toString('hex'),
    signature: end?.mac?.toString('hex') ?? null,
    keyId: end?.key_id ?? null,
    runs: runs.filter((run) => covers(run, view)).slice(0, 20),
  };
}

function placeOf(id: string): { stream: string; day: number } {
  const [log = '', day = ''] = id.split('.');
  return { stream: sealedLogs.flatMap((one) => (one === log ? [streamOf[one]] : []))[0] ?? '', day: Number(day) };
}

function viewsOf(rows: readonly DayEnd[], runs: readonly SealRun[]): SealDay[] {
  return rows.map((row) => {
    const log = logOf(row.stream);
    const day = { log, day: row.day * dayMillis };
    const last = runs.find((run) => run.endedAt !== null && (run.state === 'ok' || run.state === 'broken') && covers(run, day));
    const bad = last?.findings.find((finding) => finding.log === log)?.bad ?? null;
    const broken = bad !== null && bad.day === day.day;
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
    findings: row.findings,
  }));
}

/** What one row of the operation log is proved by. */
export async function proofOf(call: Call, wish: Parsed<typeof sealProof>): Promise<Reply<typeof sealProof>> {
  const { db, services } = call;
  const row = await findRow(call, wish);
  const { rows } = await sealedText('audit_log', row).execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const proof = { id: row.id, text: found.text, digest: found.digest.toString('hex') };
  const seal = await sealOf(db, { tx: found.tx, id: row.id });
  if (!seal) return { ...proof, seal: null };
  const before = await hashAt(db, seal.seq - 1);
  const keyId = await keyAt(db, seal.seq);
  const dayEnd = await db
    .selectFrom('audit_day')
    .selectAll()
    .where('stream', '=', 'audit_log')
    .where('day', '=', seal.day)
    .executeTakeFirst();
  const link = linkOf(services.secrets, { before, seq: seal.seq, row: { id: row.id, digest: found.digest } }, keyId ?? undefined);
  return {
    ...proof,
    seal: {
      seq: seal.seq,
      day: seal.day * dayMillis,
      before: before.toString('hex'),
      hash: seal.hash.toString('hex'),
      keyId,
      fits: link.equals(seal.hash),
      dayEnd: dayEnd
        ? { seq: dayEnd.seq, hash: dayEnd.hash.toString('hex'), signature: dayEnd.mac.toString('hex'), keyId: dayEnd.key_id }
        : null,
    },
  };
}

/** Seals stand in the order of transaction and id: the one of a row is found by halving, without an index that each seal would have to be written to. */
async function sealOf(db: Db, row: { tx: number; id: string }): Promise<AuditSealTable | undefined> {
  const head = await db.selectFrom('audit_head').select('seq').where('stream', '=', 'audit_log').executeTakeFirst();
  let [low, high] = [1, head?.seq ?? 0];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const seal = await sealAt(db, middle);
    if (!seal) {
      // A run whose rows went: the seal stands before or after all of it.
      const gap = await gapAt(db, middle);
      if (!gap) return undefined;
      const after = row.tx - gap.tx || (row.id > gap.row_id ? 1 : -1);
      if (after > 0) low = gap.to_seq + 1;
      else high = gap.from_seq - 1;
      continue;
    }
    const order = seal.tx - row.tx || (seal.row_id < row.id ? -1 : seal.row_id > row.id ? 1 : 0);
    if (order === 0) return seal;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

const sealAt = (db: Db, seq: number): Promise<AuditSealTable | undefined> =>
  db.selectFrom('audit_seal').selectAll().where('stream', '=', 'audit_log').where('seq', '=', seq).executeTakeFirst();

const gapAt = (db: Db, seq: number) =>
  db
    .selectFrom('audit_gap')
    .selectAll()
    .where('stream', '=', 'audit_log')
    .where('from_seq', '<=', seq)
    .where('to_seq', '>=', seq)
    .executeTakeFirst();

async function hashAt(db: Db, seq: number): Promise<Buffer> {
  return (await sealAt(db, seq))?.hash ?? (await gapAt(db, seq))?.hash ?? Buffer.alloc(32);
}

/** The key is noted where it changes. */
async function keyAt(db: Db, seq: number): Promise<string | null> {
  const noted = db.selectFrom('audit_seal').select('key_id').where('stream', '=', 'audit_log').where('key_id', 'is not', null);
  const last = await noted.select('seq').where('seq', '<=', seq).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const gone = db.selectFrom('audit_gap').select(['to_seq', 'chain_key']).where('stream', '=', 'audit_log').where('to_seq', '<=', seq);
  const gap = await gone.orderBy('to_seq', 'desc').limit(1).executeTakeFirst();
  return (gap && gap.to_seq > (last?.seq ?? 0) ? gap.chain_key : last?.key_id) ?? null;
}
