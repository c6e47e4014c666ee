import { sql } from 'kysely';
import type { Logger } from 'pino';
import { clock } from '#platform/clock.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db, Tx } from '../directory.ts';
import { moveAnchor } from './anchor.ts';
import './audit.table.ts';
import { writeBlocks } from './day-root.ts';
import { beginning, linkOf, rowsAfter, signatureOf, streams, type SealedRow, type Stream } from './streams.ts';

const lock = 7_361_204_420;
const atOnce = 5_000;
const everyMillis = 1_000;
const dayMillis = 86_400_000;

/** Seals of the running server. */
export interface Sealer {
  /** Ends the timer, after a last sealing that lasts no longer than some moments: what is left is sealed after the next start. */
  stop(): Promise<void>;
}

/** How long the last sealing may last. */
const lastSealMillis = 2_000;

/** Seals what was committed, every second; of several processes one does, the others find the lock taken. */
export function startSealer(db: Db, secrets: Secrets, log: Pick<Logger, 'error'>, lastMillis = lastSealMillis): Sealer {
  let endsAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  // Tried again every second: a trouble that stays is told once.
  let told = false;
  // Where no transaction has ended since nothing was left to seal, nothing is.
  let quietAt: string | undefined;
  const work = async (): Promise<void> => {
    const now = await endOfTransactions(db);
    if (now === quietAt) return;
    const { sealed, isQuiet } = await sealRound(db, secrets, () => Date.now() >= endsAt);
    quietAt = sealed === 0 && isQuiet ? now : undefined;
  };
  const run = (): Promise<void> =>
    (running ??= work()
      .then(() => void (told = false))
      .catch((error: unknown) => {
        if (!told) log.error({ err: error }, 'The audit could not be sealed; it is tried again every second');
        told = true;
      })
      .finally(() => (running = undefined)));
  const timer = setInterval(() => void run(), everyMillis);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      endsAt = Date.now() + lastMillis;
      await running;
      await run();
    },
  };
}

/**
 * Seals every row whose transaction, and all before it, have ended: the order is that of transaction ids below the oldest running one,
 * so that no row can appear later in a part that is sealed already. Answers how many; 0 too when another process is at it. `isOver`: asked
 * before each piece whether the rest is left.
 */
export async function sealAll(db: Db, secrets: Secrets, isOver: () => boolean = () => false): Promise<number> {
  return (await sealRound(db, secrets, isOver)).sealed;
}

/** As sealAll; `isQuiet`: when it was looked, nothing was left in any of the logs, neither for this process nor for another one. */
async function sealRound(db: Db, secrets: Secrets, isOver: () => boolean): Promise<{ sealed: number; isQuiet: boolean }> {
  let sealed = 0;
  let isQuiet = true;
  const heads = await db.selectFrom('audit_head').select(['stream', 'tx', 'row_id']).execute();
  const oldest = await oldestRunning(db);
  for (const stream of streams) {
    const head = heads.find((one) => one.stream === stream);
    const place = head ? { tx: head.tx, id: head.row_id ?? beginning.id } : beginning;
    // Mostly nothing was written: that is seen without a transaction and its lock.
    if ((await rowsAfter(stream, place, 1, oldest).execute(db)).rows.length === 0) continue;
    isQuiet = false;
    for (let some = atOnce; some === atOnce && !isOver(); sealed += some)
      some = await db.transaction().execute((tx) => sealSome(tx, secrets, stream));
  }
  return { sealed, isQuiet };
}

/** The oldest transaction that still runs: all before it have ended. */
async function endOfTransactions(db: Db): Promise<string> {
  const { rows } = await sql<{ oldest: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`.execute(db);
  return rows[0]?.oldest ?? '';
}

async function oldestRunning(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{
    oldest: number;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shift as oldest from audit_clock`.execute(db);
  return rows[0]?.oldest;
}

async function sealSome(tx: Tx, secrets: Secrets, stream: Stream): Promise<number> {
  const {
    rows: [taken],
  } = await sql<{
    ok: boolean;
    oldest: number;
  }>`select pg_try_advisory_xact_lock(${lock}) as ok, pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shift as oldest from audit_clock`.execute(
    tx,
  );
  if (!taken?.ok) return 0;
  const head = await tx.selectFrom('audit_head').selectAll().where('stream', '=', stream).executeTakeFirst();
  const place = head ? { seq: head.seq, tx: head.tx, id: head.row_id ?? beginning.id, hash: head.hash } : beginning;
  const { rows } = await rowsAfter(stream, place, atOnce, taken.oldest).execute(tx);
  const last = rows.at(-1);
  if (!last) return 0;
  const day = Math.floor(clock.now() / dayMillis);
  await endDays(tx, secrets, { stream, day });
  const hash = await writeSeals(tx, secrets, { stream, day, place, rows, keyBefore: head?.key_id ?? null });
  await writeBlocks(tx, { stream, day, first: place.seq + 1, rows });
  const seq = place.seq + rows.length;
  const mac = signatureOf(secrets, stream, { seq, hash });
  const values = { seq, tx: last.tx, row_id: last.id, hash, mac, key_id: secrets.keyId, form: 2 };
  await tx
    .insertInto('audit_head')
    .values({ stream, ...values })
    .onConflict((on) => on.column('stream').doUpdateSet(values))
    .execute();
  await moveAnchor(tx, secrets, { stream, from: head, to: { seq, hash, day } });
  return rows.length;
}

interface Sealing {
  stream: Stream;
  day: number;
  place: { seq: number; hash: Buffer };
  rows: readonly SealedRow[];
  keyBefore: string | null;
}

async function writeSeals(tx: Tx, secrets: Secrets, { stream, day, place, rows, keyBefore }: Sealing): Promise<Buffer> {
  let { hash } = place;
  const hashes = rows.map((row, index) => (hash = linkOf(secrets, { before: hash, seq: place.seq + index + 1, row })));
  const keys = rows.map((_, index) => (index === 0 && keyBefore !== secrets.keyId ? secrets.keyId : null));
  await sql`insert into audit_seal (stream, seq, day, tx, row_id, hash, key_id)
    select ${stream}, ${place.seq} + at, ${day}, tx, id, decode(hash, 'hex'), key
    from unnest(${rows.map((row) => row.tx)}::bigint[], ${rows.map((row) => row.id)}::uuid[], ${hashes.map((one) => one.toString('hex'))}::text[], ${keys}::text[]) with ordinality as u(tx, id, hash, key, at)`.execute(
    tx,
  );
  return hash;
}

/** Signs the last seal of each day that is over. */
export async function endDays(tx: Tx, secrets: Secrets, { stream, day }: { stream: Stream; day: number }): Promise<void> {
  const head = await tx
    .selectFrom('audit_seal')
    .select(['day', 'seq', 'hash'])
    .where('stream', '=', stream)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!head || head.day >= day) return;
  const mac = signatureOf(secrets, `${stream} ${head.day}`, head);
  await tx
    .insertInto('audit_day')
    .values({ stream, day: head.day, seq: head.seq, hash: head.hash, mac, key_id: secrets.keyId })
    .onConflict((on) => on.doNothing())
    .execute();
}

/**
 * Makes transaction ids go on where the sealed ones end: a restore into another cluster starts counting from low numbers, and rows
 * written there would be sorted before what is sealed. Called once before the first write; does nothing in the common case.
 */
export async function alignClock(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    // The default of the column is not part of a backup, so it is the truth about what rows get now; a log that came later has none yet.
    const {
      rows: [clock],
    } = await sql<{ last: number; now: number; shift: number; noted: number }>`select greatest(
        (select max(tx) from audit_log), (select max(tx) from change_operation), (select max(tx) from login_log), (select max(tx) from read_log), (select max(tx) from audit_head), 0) as last,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint as now, (select shift from audit_clock) as noted,
      (select min(coalesce(substring(pg_get_expr(adbin, adrelid) from '\\+ .?(\\d+)'), '0')::bigint) from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum and attname = 'tx'
        where adrelid = any(array['audit_log', 'change_operation', 'login_log', 'read_log']::regclass[])) as shift`.execute(tx);
    if (!clock) return;
    const shift = clock.last < clock.now + clock.shift ? clock.shift : clock.last;
    if (shift !== clock.noted) await tx.updateTable('audit_clock').set({ shift }).execute();
    if (shift === clock.shift) return;
    for (const stream of streams)
      await sql`alter table ${sql.table(stream)} alter column tx set default (pg_current_xact_id()::text::bigint + ${sql.lit(shift)})`.execute(
        tx,
      );
  });
}

/** The id of the key under which the audit was sealed last, where this process does not have it. */
export async function missingKey(db: Db, secrets: Secrets): Promise<string | undefined> {
  const heads = await db.selectFrom('audit_head').select('key_id').execute();
  return heads.map((head) => head.key_id).find((id) => id !== null && !isKnown(secrets, id));
}

function isKnown(secrets: Secrets, id: string): boolean {
  try {
    secrets.mac('known', '', id);
    return true;
  } catch {
    return false;
  }
}

/** Tables that are kept in a partition a month. */
const partitioned = ['audit_log', 'change_operation', 'login_log', 'read_log', 'mail_outbox'];

/** Makes the logs' partitions of this month and the next three, so that the one for everything else stays empty. */
export async function makePartitions(db: Db, now: number): Promise<void> {
  const date = new Date(now);
  await db.transaction().execute(async (tx) => {
    // `create … if not exists` fails where two do it at once.
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    for (const log of partitioned)
      for (const month of [0, 1, 2, 3])
        await sql`select make_log_partition(${log}, ${Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month, 1)})`.execute(tx);
  });
}
