import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db, Tx } from '../directory.ts';
import { leafOf, treeRoot } from './hash-tree.ts';
import type { AuditBlockTable, AuditRootTable } from './root.table.ts';
import { signingKey } from './signing-key.ts';
import { streams, type SealedRow, type Stream } from './streams.ts';

const dayMillis = 86_400_000;
/** How long after midnight (UTC) a day is signed: clocks of several nodes differ a little. */
const graceMillis = 10 * 60_000;

/** A day as far as its signature covers it. */
export type DayRoot = Pick<AuditRootTable, 'stream' | 'day' | 'first_seq' | 'last_seq' | 'root' | 'previous_root' | 'key_id'>;

/** The text that is signed: one line a fact, so that anybody can write it again from a proof. */
export function signedText(day: DayRoot): string {
  return [
    'wheelhouse day root 1',
    `log ${day.stream}`,
    `day ${dayName(day.day)}`,
    `rows ${day.first_seq}-${day.last_seq}`,
    `root ${day.root.toString('hex')}`,
    `previous ${day.previous_root.toString('hex')}`,
    `key ${day.key_id}`,
    '',
  ].join('\n');
}

/** A day as people write it. */
export const dayName = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10);

interface NewBlocks {
  stream: Stream;
  day: number;
  /** Place of the first row. */
  first: number;
  rows: readonly SealedRow[];
}

/** Writes the blocks of rows that were sealed together; those of a day that is signed already count for the next one. */
export async function writeBlocks(tx: Tx, { stream, day, first, rows }: NewBlocks): Promise<void> {
  const blocks = monthsOf(rows).map(({ from, to }) => ({
    first_seq: first + from,
    last_seq: first + to,
    hash: treeRoot(rows.slice(from, to + 1).map((row) => leafOf(row.digest))),
  }));
  const signed = await tx
    .selectFrom('audit_root')
    .select('day')
    .where('stream', '=', stream)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const counted = Math.max(day, (signed?.day ?? -1) + 1);
  await tx
    .insertInto('audit_block')
    .values(blocks.map((block) => ({ ...block, stream, day: counted })))
    .execute();
}

/** Pieces of rows of one month each. */
function monthsOf(rows: readonly SealedRow[]): { from: number; to: number }[] {
  const months = rows.map(({ at }) => new Date(at).toISOString().slice(0, 7));
  const starts = months.flatMap((month, index) => (index === 0 || month !== months[index - 1] ? [index] : []));
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? rows.length) - 1 }));
}

/** What is to be done with a signed day in the transaction in which it is signed. */
type Tell = (tx: Tx, day: DayRoot) => Promise<void>;

/** Signs the days that are over; answers how many. */
export async function signDays(db: Db, secrets: Secrets, now: number, tell: Tell = async () => {}): Promise<number> {
  const today = Math.floor((now - graceMillis) / dayMillis);
  let signed = 0;
  for (const stream of streams) signed += await db.transaction().execute((tx) => signStream(tx, secrets, { stream, today, tell }));
  return signed;
}

interface Signing {
  stream: Stream;
  today: number;
  tell: Tell;
}

async function signStream(tx: Tx, secrets: Secrets, { stream, today, tell }: Signing): Promise<number> {
  await sql`select pg_advisory_xact_lock(${signLock})`.execute(tx);
  const last = await tx
    .selectFrom('audit_root')
    .select(['last_seq', 'root'])
    .where('stream', '=', stream)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const days = Map.groupBy(await blocksBetween(tx, stream, { after: last?.last_seq ?? 0, before: today }), ({ day }) => day);
  if (days.size === 0) return 0;
  const key = await signingKey(tx, secrets);
  let previous = last?.root ?? Buffer.alloc(32);
  for (const [day, blocks] of days) {
    const [first, end] = [blocks[0], blocks.at(-1)];
    if (!first || !end) continue;
    const root = treeRoot(blocks.map(({ hash }) => hash));
    const facts = { stream, day, first_seq: first.first_seq, last_seq: end.last_seq, root, previous_root: previous, key_id: key.id };
    const signature = key.sign(signedText(facts));
    await tx
      .insertInto('audit_root')
      .values({ ...facts, signature, signed_at: clock.now() })
      .execute();
    await tell(tx, facts);
    previous = root;
  }
  return days.size;
}

/** Of several nodes one signs. */
const signLock = 7_361_204_423;

/** Blocks after a place of the chain, of days before one. */
function blocksBetween(db: Db, stream: Stream, { after, before }: { after: number; before: number }): Promise<AuditBlockTable[]> {
  return db
    .selectFrom('audit_block')
    .selectAll()
    .where('stream', '=', stream)
    .where('last_seq', '>', after)
    .where('day', '<', before)
    .orderBy('last_seq')
    .execute();
}

/** Blocks that hold any of these places. */
export function blocksOf(db: Db, stream: Stream, { first, last }: { first: number; last: number }): Promise<AuditBlockTable[]> {
  return db
    .selectFrom('audit_block')
    .selectAll()
    .where('stream', '=', stream)
    .where('last_seq', '>=', first)
    .where('first_seq', '<=', last)
    .orderBy('last_seq')
    .execute();
}
