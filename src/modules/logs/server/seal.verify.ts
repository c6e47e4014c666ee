import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { LocalText } from '#kit/common/language.ts';
import { outsideOf } from '#kit/server/audit/anchor-file.ts';
import { dayName, signDays, type DayRoot } from '#kit/server/audit/day-root.ts';
import { verifyStream } from '#kit/server/audit/verify.ts';
import { systemCaller, systemUid } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind, Services, Tx } from '#kit/server/services.ts';
import { auditSeal } from '#kit/server/warning/kit-warnings.ts';
import { operationLog } from '../common/permissions.ts';
import { sealedLogs, type BadRow, type SealFinding, type sealVerify } from '../common/seal.contract.ts';
import { knownDamage } from './seal.statement.ts';
import { badKindOf, dayMillis, logOf, streamOf } from './seal.streams.ts';
import './seal.table.ts';
import { dayRoot } from './warning-kinds.ts';

interface Payload {
  id: string;
}

interface Result {
  rows: number;
}

/** Walks the chains of a verification and notes what it found; ends with 19020 where a row is not as it was sealed. */
export const sealVerifyJob: JobKind<Payload, Result> = {
  kind: 'seal.verify',
  title: { namespace: 'logs', key: 'job.verify' },
  code: operationLog.button.verify,
  run: async (context, { id }) => {
    const { services, signal } = context;
    const { db } = services.database;
    const run = await db
      .updateTable('seal_verify')
      .set({ state: 'running', started_at: services.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const findings: SealFinding[] = [];
    for (const log of run.log === null ? sealedLogs : [run.log]) {
      signal.throwIfAborted();
      findings.push(await verifyLog(context, { id, log, fromDay: run.from_day, toDay: run.to_day, before: sumOf(findings) }));
    }
    const bad = findings.find((finding) => finding.bad !== null)?.bad ?? null;
    const rows = sumOf(findings);
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('seal_verify')
        .set({ state: bad ? 'broken' : 'ok', ended_at: services.now(), rows, findings: JSON.stringify(findings) })
        .where('id', '=', id)
        .execute();
      await warnOf(tx, context, { findings, whole: run.from_day === null && run.to_day === null });
    });
    if (bad) throw brokenAt(context, bad);
    return { rows };
  },
  over: async (db, { id }, state) => {
    await sql`update seal_verify set state = ${state}, ended_at = (extract(epoch from clock_timestamp()) * 1000)::bigint
      where id = ${id}::uuid and state in ('queued', 'running')`.execute(db);
  },
};

/** A broken chain is a warning until the whole of its log is found to be right. */
async function warnOf(
  tx: Tx,
  { services }: JobContext,
  { findings, whole }: { findings: readonly SealFinding[]; whole: boolean },
): Promise<void> {
  for (const { log, bad } of findings) {
    const words = (key: string): LocalText => services.texts.inAll('logs', key);
    if (!bad && whole) await services.warnings.clear(tx, auditSeal.kind, log);
    if (bad)
      await services.warnings.raise(tx, {
        kind: auditSeal.kind,
        object: { kind: 'log', id: log, name: words(`seal.log.${log}`) },
        facts: {
          what: words(`seal.kind.${bad.kind}`),
          place: bad.seq,
          ...(bad.day !== null && { day: new Date(bad.day).toISOString().slice(0, 10) }),
        },
      });
  }
}

const sumOf = (findings: readonly SealFinding[]): number => findings.reduce((sum, { checked }) => sum + checked, 0);

interface Part {
  id: string;
  log: SealFinding['log'];
  fromDay: number | null;
  toDay: number | null;
  /** Rows of the logs before. */
  before: number;
}

/** Between two notes of how far a verification is. */
const noteMillis = 500;

async function verifyLog({ services, signal, progress }: JobContext, { id, log, fromDay, toDay, before }: Part): Promise<SealFinding> {
  let notedAt = Date.now();
  const { db } = services.database;
  const { checked, unsealed, known, damage } = await verifyStream(db, services.secrets, streamOf[log], {
    known: await knownDamage(db, streamOf[log]),
    outside: await outsideOf(db, services.secrets, services.settings.dataDir),
    fromDay: fromDay ?? undefined,
    toDay: toDay ?? undefined,
    signal,
    progress: async (done) => {
      if (Date.now() - notedAt < noteMillis) return;
      notedAt = Date.now();
      await db
        .updateTable('seal_verify')
        .set({ rows: before + done })
        .where('id', '=', id)
        .execute();
      await progress({ done: before + done, total: null, failed: 0 });
    },
  });
  if (!damage) return { log, checked, unsealed, known, bad: null };
  const { seq, rowId, at, day, what, last = null } = damage;
  const bad = { log, seq, rowId, at, day: day === null ? null : day * dayMillis, kind: badKindOf[what], last, statement: null };
  return { log, checked, unsealed, known, bad };
}

function brokenAt({ services, caller }: JobContext, { log, day, seq, kind }: BadRow): Refusal {
  const words = (key: string): string => services.texts.text(caller.language, 'logs', key);
  const when = day === null ? '' : new Date(day).toISOString().slice(0, 10);
  return new Refusal(19020, { day: `${words(`seal.log.${log}`)} ${when}`.trim(), seq, kind: words(`seal.kind.${kind}`) });
}

/** Of two verifications that begin at once one waits for the other to be noted. */
const beginLock = 7_361_204_432;

/** Begins a verification; 19021 while one of the same log and days runs. */
export async function beginVerify(call: Call, { log, from, to }: Parsed<typeof sealVerify>): Promise<Reply<typeof sealVerify>> {
  const { caller } = call;
  const days = { from: from === undefined ? null : Math.floor(from / dayMillis), to: to === undefined ? null : Math.floor(to / dayMillis) };
  return call.write(async (tx) => {
    const begun = await noteRun(tx, call, { log: log ?? null, ...days });
    if (!begun) throw new Refusal(19021);
    caller.note({ ...(log && { log }), ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
    return begun;
  });
}

interface Span {
  log: SealFinding['log'] | null;
  from: number | null;
  to: number | null;
}

/** Begins a verification in this transaction; undefined while one of the same log and days runs. */
async function noteRun(
  tx: Tx,
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  { log, from, to }: Span,
): Promise<{ jobId: string; id: string } | undefined> {
  await sql`select pg_advisory_xact_lock(${beginLock})`.execute(tx);
  const { rows } = await sql`select from seal_verify where state in ('queued', 'running')
    and (log is null or ${log}::text is null or log = ${log})
    and coalesce(from_day, 0) <= coalesce(${to}::int, 2147483647) and coalesce(to_day, 2147483647) >= coalesce(${from}::int, 0)
    limit 1`.execute(tx);
  if (rows.length > 0) return undefined;
  const id = newId();
  const jobId = await services.jobs.start(tx, caller, sealVerifyJob, { id });
  await tx
    .insertInto('seal_verify')
    .values({
      id,
      job_id: jobId,
      uid: caller.uid,
      name: caller.uid === systemUid ? '' : caller.name,
      log,
      from_day: from,
      to_day: to,
      state: 'queued',
      created_at: services.now(),
      started_at: null,
      ended_at: null,
    })
    .execute();
  return { jobId, id };
}

/** How long after midnight (UTC) the night's work begins. */
const nightMillis = 10 * 60_000;
/** Days that are verified each night. */
const nightDays = 7;

/** The day whose night's work is known to be begun, by the services of a process. */
const begunOn = new WeakMap<Services, number>();

/** Each night, once on all nodes: signs the days that are over and verifies the last seven, on the first of a month all. */
export async function sealNightly(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const today = Math.floor((now - nightMillis) / dayMillis);
  if (begunOn.get(services) === today) return;
  await signDays(db, services.secrets, now, (tx, day) => tellRoot(tx, services, day));
  if (!(await isSealedBefore(services, today))) return void begunOn.set(services, today);
  const caller = systemCaller('seal.verify');
  const isFirst = new Date(today * dayMillis).getUTCDate() === 1;
  const begun = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${beginLock})`.execute(tx);
    const done = tx.selectFrom('seal_verify').select('id').where('uid', '=', systemUid);
    if (
      await done
        .where('created_at', '>=', today * dayMillis + nightMillis)
        .limit(1)
        .executeTakeFirst()
    )
      return true;
    return (await noteRun(tx, { services, caller }, { log: null, from: isFirst ? null : today - nightDays, to: null })) !== undefined;
  });
  // Begun again with the next tick while somebody's own verification of the same days runs.
  if (begun) begunOn.set(services, today);
}

/** Who holds roots of days elsewhere can tell later whether anything was written again: they go to whom the rule of this warning names. */
async function tellRoot(
  tx: Tx,
  { warnings, texts }: Pick<Services, 'warnings' | 'texts'>,
  { stream, day, root, key_id }: DayRoot,
): Promise<void> {
  const log = logOf(stream);
  await warnings.raise(tx, {
    kind: dayRoot.kind,
    object: { kind: 'log', id: `${log}.${day}`, name: texts.inAll('logs', `seal.log.${log}`) },
    facts: { day: dayName(day), root: root.toString('hex'), key: key_id },
  });
}

/** Whether anything was sealed before this day: there is nothing to verify on the first one. */
async function isSealedBefore({ database: { db }, secrets, settings }: Services, day: number): Promise<boolean> {
  const firsts = db.selectFrom('audit_seal').select('day').where('seq', '=', 1);
  if (await firsts.where('day', '<', day).limit(1).executeTakeFirst()) return true;
  // The first seals may be gone, with their rows; ends of days stay.
  if (await db.selectFrom('audit_day').select('day').where('day', '<', day).limit(1).executeTakeFirst()) return true;
  // All of it may have been emptied.
  if (
    await db
      .selectFrom('audit_anchor')
      .select('no')
      .where((one) => one.or([one('day', '<', day), one('no', '>', 1)]))
      .limit(1)
      .executeTakeFirst()
  )
    return true;
  return (await outsideOf(db, secrets, settings.dataDir)).anchors.some((anchor) => anchor.day < day);
}
