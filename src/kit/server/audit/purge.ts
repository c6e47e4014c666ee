import { sql, type RawBuilder } from 'kysely';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db, Tx } from '../directory.ts';
import './audit.table.ts';
import { isAllGone, type Places } from './gaps.ts';
import './root.table.ts';
import { endDays } from './seal.ts';
import { gapSignature, type Gap, type Stream } from './streams.ts';

const dayMillis = 86_400_000;

/** Whether there is such a table. */
export async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** A month of a log: its partition, with when it begins and ends (ms). */
export interface LogPart {
  readonly table: string;
  readonly part: string;
  readonly from: number;
  readonly to: number;
}

/** Where a month stands that was taken out of its log and is not dropped yet. */
export const goneName = (part: string): string => `aside.${part}`;

/** The months of a log that have a partition of their own, the oldest first. */
export async function partsOf(db: Db, table: string): Promise<LogPart[]> {
  const { rows } = await sql<{ part: string; bounds: string }>`select c.relname as part, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = ${table}::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'`.execute(db);
  return rows
    .map(({ part, bounds }) => {
      const [from = 0, to = 0] = [...bounds.matchAll(/\d+/g)].map(([number]) => Number(number));
      return { table, part, from, to };
    })
    .toSorted((a, b) => a.from - b.from);
}

/** How a month is taken out of its log. */
export interface Detaching extends LogPart {
  /** The chain that seals it. */
  readonly stream?: Stream | undefined;
  /** Rows that stay in the log; none unless said. */
  readonly held?: RawBuilder<boolean> | undefined;
  /** Rows without a seal go too: somebody wrote down that there are such. */
  readonly unsealed?: boolean;
  /** How many rows were looked at (and archived) before: the month must still hold so many beside the held ones. */
  readonly rows: number;
  readonly now: number;
}

/** More or fewer rows than were looked at before, or some without a seal: the month stays where it is. */
export class PartChanged extends Error {}

/**
 * Takes a month out of its log, in the transaction of its record: the rows that are held stay in a partition of their own, and signed
 * gaps tell the chain that the others went. The table stays beside the log until it is dropped. Answers how many rows stayed.
 */
export async function detachPart(tx: Tx, secrets: Secrets, request: Detaching): Promise<number> {
  const { table, part, stream } = request;
  const held = request.held ?? sql<boolean>`false`;
  // Who writes to the log waits for the last step only, and not for long.
  await sql`select set_config('lock_timeout', '3000', true)`.execute(tx);
  await sql`lock table ${sql.table(part)} in share mode`.execute(tx);
  const {
    rows: [count],
  } = await sql<{ all: number; held: number }>`select count(*)::bigint as all, count(*) filter (where ${held})::bigint as held
    from ${sql.table(part)} as log`.execute(tx);
  if (!count || count.all - count.held !== request.rows) throw new PartChanged(`${part} holds other rows than were archived`);
  const gaps = stream ? await gapsOf(tx, { ...request, stream, held, rows: count.all - count.held }) : [];
  if (stream) await endDays(tx, secrets, { stream, day: Math.floor(request.now / dayMillis) });
  await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)}`.execute(tx);
  await sql`alter table ${sql.table(part)} set schema aside`.execute(tx);
  if (count.held > 0) {
    await sql`create table ${sql.table(part)} partition of ${sql.table(table)} for values from (${sql.lit(request.from)}) to (${sql.lit(request.to)})`.execute(
      tx,
    );
    await sql`insert into ${sql.table(part)} select * from ${sql.table(goneName(part))} as log where ${held}`.execute(tx);
  }
  for (const gap of gaps) {
    const mac = gapSignature(secrets, gap);
    await tx
      .insertInto('audit_gap')
      .values({ ...gap, mac, key_id: secrets.keyId })
      .execute();
  }
  return count.held;
}

/** Runs of the chain in which every row goes. */
async function gapsOf(
  tx: Tx,
  {
    part,
    stream,
    held,
    unsealed,
    rows: expected,
  }: Pick<Detaching, 'part' | 'rows' | 'unsealed'> & { stream: Stream; held: RawBuilder<boolean> },
): Promise<Gap[]> {
  const { rows } = await sql<Gap & { rows: number }>`with going as materialized (
      select seal.seq, seal.seq - row_number() over (order by seal.seq) as run from audit_seal seal join ${sql.table(part)} as log on log.id = seal.row_id
      where seal.stream = ${stream} and not ${held}
    ), runs as (select min(seq) as from_seq, max(seq) as to_seq, count(*)::bigint as rows from going group by run)
    select ${stream} as stream, runs.from_seq, runs.to_seq, rows, last.hash, last.tx, last.row_id, ${part} as part,
      coalesce((select hash from audit_seal where stream = ${stream} and seq = runs.from_seq - 1),
        (select hash from audit_gap where stream = ${stream} and to_seq = runs.from_seq - 1), decode(repeat('00', 32), 'hex')) as hash_before,
      (select key from (
        (select seq, key_id as key from audit_seal where stream = ${stream} and seq <= runs.to_seq and key_id is not null order by seq desc limit 1)
        union all (select to_seq, chain_key from audit_gap where stream = ${stream} and to_seq <= runs.to_seq order by to_seq desc limit 1)
      ) as noted order by seq desc limit 1) as chain_key
    from runs join audit_seal last on last.stream = ${stream} and last.seq = runs.to_seq order by runs.from_seq`.execute(tx);
  const sealed = rows.reduce((sum, run) => sum + run.rows, 0);
  if (sealed !== expected && !unsealed) throw new PartChanged(`${part} holds ${expected - sealed} rows without a seal`);
  return rows.map(({ rows: _, ...gap }) => gap);
}

/** Brings a month back that was taken out and not dropped yet, with every row as it was. */
export async function attachPart(tx: Tx, { table, part, from, to }: LogPart): Promise<void> {
  await sql`select set_config('lock_timeout', '3000', true)`.execute(tx);
  // Holds rows of the month that stayed; all of them stand in what comes back.
  await sql`drop table if exists ${sql.table(part)}`.execute(tx);
  await sql`alter table ${sql.table(goneName(part))} set schema public`.execute(tx);
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(part)} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
    tx,
  );
  // Gaps of an earlier cleaning of the same month have no seals any more and stay.
  await sql`delete from audit_gap gap where part = ${part} and exists (select from audit_seal seal where seal.stream = gap.stream and seal.seq = gap.from_seq)`.execute(
    tx,
  );
}

const atOnce = 20_000;

/** Drops a month that was taken out, then its seals piece by piece, and the blocks of days of which nothing is left; may be repeated after a crash at any point. */
export async function dropPart(db: Db, part: string, signal?: AbortSignal): Promise<void> {
  await sql`drop table if exists ${sql.table(goneName(part))}`.execute(db);
  const gaps = await db.selectFrom('audit_gap').select(['stream', 'from_seq', 'to_seq']).where('part', '=', part).execute();
  for (const { stream, from_seq, to_seq } of gaps)
    for (let from = from_seq; from <= to_seq; from += atOnce) {
      signal?.throwIfAborted();
      await db
        .deleteFrom('audit_seal')
        .where('stream', '=', stream)
        .where('seq', '>=', from)
        .where('seq', '<=', Math.min(to_seq, from + atOnce - 1))
        .execute();
    }
  for (const { stream, from_seq, to_seq } of gaps) await dropBlocks(db, stream, { first: from_seq, last: to_seq }, signal);
}

/** The hashes of blocks bind the rows that are left of a day to its root: they go with the last of them. */
async function dropBlocks(db: Db, stream: string, { first, last }: Places, signal?: AbortSignal): Promise<void> {
  const days = await db
    .selectFrom('audit_root')
    .select(['first_seq', 'last_seq'])
    .where('stream', '=', stream)
    .where('last_seq', '>=', first)
    .where('first_seq', '<=', last)
    .orderBy('day')
    .execute();
  for (const day of days) {
    signal?.throwIfAborted();
    const places = { first: day.first_seq, last: day.last_seq };
    if (!(await isAllGone(db, stream, places)) || (await isSealed(db, stream, places))) continue;
    await db
      .deleteFrom('audit_block')
      .where('stream', '=', stream)
      .where('last_seq', '>=', day.first_seq)
      .where('last_seq', '<=', day.last_seq)
      .execute();
  }
}

/** Whether any seal of these places is left: their month may come back. */
async function isSealed(db: Db, stream: string, { first, last }: Places): Promise<boolean> {
  const seals = db.selectFrom('audit_seal').select('seq').where('stream', '=', stream);
  return (await seals.where('seq', '>=', first).where('seq', '<=', last).limit(1).executeTakeFirst()) !== undefined;
}
