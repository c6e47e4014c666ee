import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Db } from '../directory.ts';
import { Refusal } from '../refusal.ts';
import './change.table.ts';

const log = 'change_operation';
const dayMillis = 86_400_000;
const atOnce = 5_000;

/** Before which moment months of the journal are past their time; null while it is whole. What is held of them stays. */
export async function journalPast(db: Db): Promise<number | null> {
  const { rows } = await sql<{ part: string | null }>`select max(part) as part from audit_gap where stream = ${log}`.execute(db);
  const [, year, month] = /_(\d{4})_(\d\d)$/.exec(rows[0]?.part ?? '') ?? [];
  return year && month ? Date.UTC(Number(year), Number(month), 1) : null;
}

/** Lines of the journal: those of a batch, or single ones. */
export type Lines = { batchId: string } | { operationIds: readonly string[] };

/** Whether any of these lines are past their time. */
export async function isJournalPast(db: Db, lines: Lines): Promise<boolean> {
  const past = await journalPast(db);
  return past !== null && (await isGone(db, lines, past));
}

/** Refuses (11085) what is past its time, in part or whole: a part of a request is not undone as if it were all. */
export async function assertKept(db: Db, lines: Lines): Promise<void> {
  const past = await journalPast(db);
  if (past !== null && (await isGone(db, lines, past))) throw new Refusal(code.past, { date: new Date(past).toISOString().slice(0, 10) });
}

async function isGone(db: Db, lines: Lines, past: number): Promise<boolean> {
  const ids = 'batchId' in lines ? [lines.batchId] : lines.operationIds;
  const old = ids.filter((id) => momentIn(id) < past);
  if (old.length === 0) return false;
  const operations = db.selectFrom(log).select(sql<number>`count(*)::int`.as('n'));
  if (!('batchId' in lines)) return (await operations.where('id', 'in', old).executeTakeFirstOrThrow()).n < old.length;
  const { n } = await operations.where('batch_id', '=', lines.batchId).executeTakeFirstOrThrow();
  const batch = await db.selectFrom('change_batch').select('counts').where('id', '=', lines.batchId).executeTakeFirst();
  return !batch || n < Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
}

/** Ids of version 7 begin with their moment. */
const momentIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** The first id of a moment. */
function firstId(moment: number): string {
  const hex = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** What stands beside lines and batches: notes of an operation. */
const notes = ['change_reverted', 'change_purged', 'change_held'] as const;

/**
 * Removes batches and notes of lines that went, of months before this moment, some thousands in a transaction. Those of the last day wait
 * for the next month: a batch that was written over its end may have lines in both.
 */
export async function leaveJournal(db: Db, before: number, signal: AbortSignal): Promise<void> {
  const until = before - dayMillis;
  for (const note of notes)
    await inPieces(signal, async () =>
      sql`delete from ${sql.table(note)} where operation_id in (select note.operation_id from ${sql.table(note)} as note
          where note.operation_id < ${firstId(until)}::uuid and not exists (select from change_operation where id = note.operation_id) limit ${atOnce})`.execute(
        db,
      ),
    );
  await inPieces(signal, async () =>
    sql`delete from change_batch where id in (select batch.id from change_batch as batch where batch.at < ${until}
        and not exists (select from change_operation where batch_id = batch.id) order by batch.at limit ${atOnce})`.execute(db),
  );
}

async function inPieces(signal: AbortSignal, remove: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (let removed = atOnce; removed === atOnce;) {
    signal.throwIfAborted();
    removed = Number((await remove()).numAffectedRows ?? 0);
  }
}
