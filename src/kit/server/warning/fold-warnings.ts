import { sql } from 'kysely';
import type { WarningFacts, WarningSeverity, WarningState } from '#kit/common/warning/warning-facts.ts';
import type { Db, Tx } from '../directory.ts';
import { newId } from '../ids.ts';
import './warning.table.ts';

/** What is taken up at once; the rest waits for the next round. */
const atOnce = 100_000;
/** Rounds are at least so far apart, on however many nodes: no warning is written more often. */
const leastMillis = 1_000;
/** A condition that comes back so soon was not away: rules count in minutes. */
const flapMillis = 60_000;

/** What was said of one object since the last round. */
interface Said {
  kind: string;
  object_id: string;
  hits: number;
  first_at: number | null;
  last_at: number | null;
  /** Whether the last word was that it is wrong. */
  holds: boolean;
  ended_at: number;
  moment: boolean | null;
  module: string | null;
  object_kind: string | null;
  object_name: string | null;
  dept_id: string | null;
  severity: WarningSeverity | null;
  facts: WarningFacts | null;
}

/**
 * Counts what was said since the last round: one warning for each kind and object, written once, however much was said. Of several nodes
 * one does it, the others find the round taken. Answers how many warnings it wrote.
 */
export async function foldWarnings(db: Db, least: number = leastMillis): Promise<number> {
  // Most rounds find nothing: they write nothing either.
  if (!(await db.selectFrom('warning_event').select('id').limit(1).executeTakeFirst())) return 0;
  return db.transaction().execute(async (tx) => {
    const { rows: turn } = await sql`update warning_round set at = (extract(epoch from clock_timestamp()) * 1000)::bigint
      where one = (select one from warning_round where at <= extract(epoch from clock_timestamp()) * 1000 - ${least}::int for update skip locked)
      returning at`.execute(tx);
    if (turn.length === 0) return 0;
    const said = await takeSaid(tx);
    if (said.length === 0) return 0;
    await writeSpans(tx, said);
    return writeWarnings(tx, said);
  });
}

async function takeSaid(tx: Tx): Promise<Said[]> {
  const { rows } = await sql<Said>`with gone as (
      delete from warning_event where id in (select id from warning_event order by id limit ${atOnce}) returning *
    ), sums as (
      select kind, object_id, count(*) filter (where holds) as hits, min(at) filter (where holds) as first_at,
        max(at) filter (where holds) as last_at, max(id) filter (where holds) as raised, max(id) as last
      from gone group by kind, object_id
    )
    select sums.kind, sums.object_id, hits, first_at, last_at, final.holds and not final.moment as holds, final.at as ended_at,
      raised.moment, raised.module, raised.object_kind, raised.object_name, raised.dept_id, raised.severity, raised.facts
    from sums join gone final on final.id = sums.last left join gone raised on raised.id = sums.raised
    order by sums.kind, sums.object_id`.execute(tx);
  return rows;
}

async function writeWarnings(tx: Tx, said: readonly Said[]): Promise<number> {
  const { rows: known } = await sql<{ id: string; kind: string; object_id: string; state: WarningState }>`select id, kind, object_id, state
    from warning where (state <> 'resolved' or hushed_until is not null)
      and (kind, object_id) in (select * from unnest(${said.map((one) => one.kind)}::text[], ${said.map((one) => one.object_id)}::text[]))
    order by id for update`.execute(tx);
  const byObject = new Map(known.map((row) => [keyOf(row), row.id]));
  const fresh = said.filter((one) => one.hits > 0 && !byObject.has(keyOf(one)));
  const later = said.flatMap((one) => {
    const id = byObject.get(keyOf(one));
    return id === undefined ? [] : [{ ...one, id }];
  });
  if (fresh.length > 0)
    await sql`insert into warning (id, kind, module, object_kind, object_id, object_name, dept_id, severity, raised_severity, facts,
        state, holds, over_since, moment, count, first_at, last_at)
      select id, kind, module, object_kind, object_id, object_name, dept_id, severity, severity, facts,
        'pending', holds, case when not holds then ended_at end, moment, hits, first_at, last_at
      from jsonb_to_recordset(${JSON.stringify(fresh.map((one) => ({ ...one, id: newId() })))}::jsonb) as said(id uuid, ${columns})`.execute(
      tx,
    );
  if (later.length > 0)
    await sql`update warning set count = count + hits, last_at = coalesce(said.last_at, warning.last_at),
        object_name = coalesce(said.object_name, warning.object_name), facts = coalesce(said.facts, warning.facts),
        dept_id = case when hits > 0 then said.dept_id else warning.dept_id end,
        raised_severity = coalesce(said.severity, raised_severity), holds = said.holds,
        over_since = case when said.holds then null when hits > 0 or warning.holds then ended_at else over_since end,
        hushed_until = case when said.holds then hushed_until end
      from jsonb_to_recordset(${JSON.stringify(later)}::jsonb) as said(id uuid, ${columns})
      where warning.id = said.id`.execute(tx);
  return fresh.length + later.length;
}

async function writeSpans(tx: Tx, said: readonly Said[]): Promise<void> {
  const text = JSON.stringify(said);
  const spans = sql`jsonb_to_recordset(${text}::jsonb) as said(${columns})`;
  // What was just over goes on; what began in this round may be over in it.
  await sql`update warning_span span set hits = span.hits + said.hits, severity = coalesce(said.severity, span.severity),
      object_name = coalesce(said.object_name, span.object_name), until = case when said.holds then null else ended_at end
    from ${spans} where span.kind = said.kind and span.object_id = said.object_id and span.id =
      (select max(id) from warning_span last where last.kind = said.kind and last.object_id = said.object_id)
      and (span.until is null or said.hits > 0 and span.until > said.first_at - ${flapMillis}::int)`.execute(tx);
  await sql`insert into warning_span (kind, object_kind, object_id, object_name, dept_id, severity, since, until, hits)
    select kind, object_kind, object_id, object_name, dept_id, severity, first_at, case when not holds then ended_at end, hits
    from ${spans} where hits > 0 and not exists (select from warning_span span where span.kind = said.kind and span.object_id = said.object_id
      and (span.until is null or span.until >= said.first_at))`.execute(tx);
}

const columns = sql`kind text, object_id text, hits bigint, first_at bigint, last_at bigint, holds boolean, ended_at bigint,
  moment boolean, module text, object_kind text, object_name text, dept_id uuid, severity text, facts jsonb`;

const keyOf = (one: { kind: string; object_id: string }): string => `${one.kind}\0${one.object_id}`;
