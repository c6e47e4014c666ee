import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { percentile } from './buckets.ts';
import './call.table.ts';
import { grains } from './call-counters.ts';
import type { CallTarget } from './call-record.ts';
import { targetRow } from './call-writer.ts';

export type { FailureClass } from '../common/failure-class.ts';
export type { CallBody, CallRecord, CallStep, CallTarget } from './call-record.ts';
export { flushCalls, recordCall, recordCallDurably, waitingCalls, type CallLogServices } from './call-writer.ts';

/**
 * Notes what can be called, in the transaction in which an interface or its system is written: names in lists and statistics, and the
 * department by which calls are seen, follow what was noted last.
 */
export async function noteTargets(tx: Db, targets: readonly CallTarget[]): Promise<void> {
  for (const target of targets) {
    const row = targetRow(target);
    await tx
      .insertInto('call_target')
      .values(row)
      .onConflict((conflict) => conflict.column('interface_id').doUpdateSet(row))
      .execute();
  }
}

/** Figures of some time: calls, failures, the last call (to the minute), the duration under which 95 % lie (ms). */
export interface CallFigures {
  readonly calls: number;
  readonly failures: number;
  readonly lastAt: number | null;
  readonly p95: number | null;
}

/** Figures of interfaces since a moment; those without calls are absent. */
export const countsOf = (db: Db, interfaceIds: readonly string[], since: number, now: number): Promise<Map<string, CallFigures>> =>
  figures(db, 'interface_id', { ids: interfaceIds, since, now });

/** Figures of the interfaces of systems since a moment; systems without calls are absent. */
export const countsOfSystems = (db: Db, systemIds: readonly string[], since: number, now: number): Promise<Map<string, CallFigures>> =>
  figures(db, 'system_id', { ids: systemIds, since, now });

interface Wanted {
  ids: readonly string[];
  since: number;
  now: number;
}

/** The finest counters that are still kept of that time. */
function grainOf(since: number, now: number): keyof typeof grains {
  if (now - since <= 2 * 86_400_000) return 'minute';
  return now - since <= (grains.hour.keptDays - 1) * 86_400_000 ? 'hour' : 'day';
}

async function figures(db: Db, column: 'interface_id' | 'system_id', { ids, since, now }: Wanted): Promise<Map<string, CallFigures>> {
  if (ids.length === 0) return new Map();
  const grain = grainOf(since, now);
  const from = since - (since % grains[grain].length);
  const { rows } = await sql<{ id: string; calls: number; failures: number; last_at: number; longest: number; buckets: number[] }>`
    select target.${sql.ref(column)} as id, sum(stat.calls)::bigint as calls, (sum(stat.calls) filter (where stat.class <> 'ok'))::bigint as failures,
      max(stat.at) as last_at, max(stat.ms_max) as longest, sum_buckets(stat.buckets) as buckets
    from call_stat stat join call_target target on target.interface_id = stat.interface_id
    where stat.grain = ${grain} and stat.at >= ${from} and stat.at <= ${now} and target.${sql.ref(column)} = any(${[...ids]}::uuid[])
    group by 1`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        calls: Number(row.calls),
        failures: Number(row.failures ?? 0),
        lastAt: row.last_at,
        p95: percentile(row.buckets.map(Number), 0.95, row.longest),
      },
    ]),
  );
}

/** A caller of an interface with how often it called. */
export interface CallerCount {
  readonly kind: string;
  /** The system or module; empty for people at terminals and for unknown callers. */
  readonly id: string;
  readonly calls: number;
  readonly failures: number;
  readonly lastAt: number;
}

/** Who called these interfaces since a moment, the most frequent first (50). */
export async function callersOf(db: Db, interfaceIds: readonly string[], since: number, now: number): Promise<CallerCount[]> {
  if (interfaceIds.length === 0) return [];
  const grain = grainOf(since, now);
  const { rows } = await sql<{ kind: string; id: string; calls: number; failures: number; last_at: number }>`
    select caller_kind as kind, caller_id as id, sum(calls)::bigint as calls, (sum(calls) filter (where class <> 'ok'))::bigint as failures, max(at) as last_at
    from call_stat where grain = ${grain} and at >= ${since - (since % grains[grain].length)} and at <= ${now}
      and interface_id = any(${[...interfaceIds]}::uuid[])
    group by 1, 2 order by calls desc limit 50`.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    calls: Number(row.calls),
    failures: Number(row.failures ?? 0),
    lastAt: row.last_at,
  }));
}

/** How many calls these callers made of these interfaces since a moment. */
export async function callsOfGrants(db: Db, grants: readonly { caller: string; target: string }[], since: number): Promise<number> {
  if (grants.length === 0) return 0;
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(calls), 0)::bigint as calls from call_stat where grain = 'hour' and at >= ${since}
      and (caller_id, interface_id::text) in (select one ->> 'caller', one ->> 'target' from jsonb_array_elements(${JSON.stringify(grants)}::jsonb) as one)`.execute(
    db,
  );
  return Number(rows[0]?.calls ?? 0);
}
