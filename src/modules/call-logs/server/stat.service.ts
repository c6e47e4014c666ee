import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { callTargets, StatGroup, StatLine, statOverview, statSeries, statTop } from '../common/stat.contract.ts';
import { containing } from '#kit/server/read-page.ts';
import { targetInRange, type Reader } from './call.filter.ts';
import type { Reading } from './call.query.ts';
import { flushCalls } from './call-writer.ts';
import { labelsOf } from './stat.labels.ts';
import {
  beginOf,
  beginSql,
  figuresSql,
  keySql,
  spanOf,
  statSource,
  statWhere,
  totalsOf,
  type FigureRow,
  type Span,
  type StatFilters,
} from './stat.query.ts';

const readerOf = ({ caller, services }: Reading): Reader => ({ range: caller.scope(), directory: services.directory });

/** The same length of time before. */
const beforeOf = (span: Span): Span => ({ ...span, from: Math.max(0, span.from - (span.to - span.from)), to: span.from - 1 });

/** Figures in all, and those of the time before. */
export async function overview(call: Reading, input: Parsed<typeof statOverview>): Promise<Reply<typeof statOverview>> {
  await flushCalls(call.services);
  const span = spanOf(input, call.services.now());
  const before = spanOf({ from: beforeOf(span).from, to: beforeOf(span).to }, call.services.now());
  const [now, then] = await Promise.all([totals(call, input, span), totals(call, input, before)]);
  return { from: span.from, to: span.to, now: totalsOf(now), before: totalsOf(then) };
}

async function totals(call: Reading, filters: StatFilters, span: Span): Promise<FigureRow | undefined> {
  const { rows } = await sql<FigureRow>`select ${figuresSql} from ${statSource} where ${statWhere(readerOf(call), filters, span)}`.execute(
    call.db,
  );
  return rows[0];
}

/** Figures over time. */
export async function series(call: Reading, input: Parsed<typeof statSeries>): Promise<Reply<typeof statSeries>> {
  await flushCalls(call.services);
  const { groupBy, most, offset } = input;
  const span = spanOf(input, call.services.now());
  const where = statWhere(readerOf(call), input, span);
  const key = groupBy === undefined ? sql<string>`''` : keySql[groupBy];
  const busiest = await sql<{
    key: string;
  }>`select ${key} as key from ${statSource} where ${where} group by 1 order by sum(stat.calls) desc, 1 limit ${most}`.execute(call.db);
  const keys = busiest.rows.map((row) => row.key);
  const { rows } = await sql<
    FigureRow & { key: string; begin: number }
  >`select ${key} as key, ${beginSql(span, offset)} as begin, ${figuresSql}
    from ${statSource} where ${where} and ${key} = any(${keys}::text[]) group by 1, 2`.execute(call.db);
  const label = groupBy === undefined ? () => ({ label: '' }) : await labelsOf(call, groupBy, keys);
  const at = momentsOf(span, offset);
  return {
    from: span.from,
    to: span.to,
    step: span.step,
    at,
    lines: (groupBy === undefined ? [''] : keys).map((one) => lineOf({ key: one, label: label(one).label }, at, rows)),
    marks: input.interfaceId === undefined ? [] : await versionMarks(call, input.interfaceId, span),
  };
}

function momentsOf(span: Span, offset: number): number[] {
  const at: number[] = [];
  for (let moment = beginOf(span.from, span, offset); moment <= span.to; moment += span.step) at.push(moment);
  return at;
}

function lineOf(
  group: { key: string; label: string },
  at: readonly number[],
  rows: readonly (FigureRow & { key: string; begin: number })[],
): StatLine {
  const own = new Map(rows.filter(({ key }) => key === group.key).map((row) => [Number(row.begin), totalsOf(row)]));
  const all = at.map((moment) => own.get(moment));
  return {
    ...group,
    calls: all.map((one) => one?.calls ?? 0),
    failures: all.map((one) => one?.failures ?? 0),
    p50: all.map((one) => one?.p50 ?? null),
    p95: all.map((one) => one?.p95 ?? null),
    p99: all.map((one) => one?.p99 ?? null),
  };
}

/** When versions of an interface were called first, as far as that lies in the time. */
async function versionMarks(call: Reading, interfaceId: string, span: Span): Promise<{ at: number; label: string }[]> {
  const { rows } = await sql<{ no: number; at: number }>`select stat.version_no as no, min(stat.at) as at from ${statSource}
    where stat.grain = ${span.grain} and stat.interface_id = ${interfaceId}::uuid and ${targetInRange(readerOf(call))} group by 1 having min(stat.at) > ${span.from}
      and min(stat.at) <= ${span.to} order by 2 limit 20`.execute(call.db);
  return rows.map(({ no, at }) => ({ at: Number(at), label: `v${no}` }));
}

const orders = {
  calls: sql`calls desc`,
  failures: sql`failures desc, calls desc`,
  share: sql`(coalesce(sum(stat.calls) filter (where stat.class <> 'ok'), 0) / sum(stat.calls)) desc, calls desc`,
  bytes: sql`(sum(stat.bytes_in) + sum(stat.bytes_out)) desc`,
  p95: sql`calls desc`,
} as const;
/** Groups that are looked at where the order follows from the buckets. */
const mostLooked = 2_000;

/** Groups by a figure, with those of the time before, and interfaces that nobody called. */
export async function top(call: Reading, input: Parsed<typeof statTop>): Promise<Reply<typeof statTop>> {
  await flushCalls(call.services);
  const { groupBy, order, most } = input;
  const span = spanOf(input, call.services.now());
  const key = keySql[groupBy];
  const byBuckets = order === 'p95';
  const { rows } = await sql<FigureRow & { key: string }>`select ${key} as key, ${figuresSql} from ${statSource}
    where ${statWhere(readerOf(call), input, span)} group by 1 order by ${orders[order]}, 1 limit ${byBuckets ? mostLooked : most}`.execute(
    call.db,
  );
  const found = rows.map((row) => ({ key: row.key, ...totalsOf(row) }));
  const shown = byBuckets ? found.toSorted((one, other) => (other.p95 ?? 0) - (one.p95 ?? 0)).slice(0, most) : found;
  const keys = shown.map((one) => one.key);
  const before = await figuresBefore(call, { input, span, keys });
  const label = await labelsOf(call, groupBy, keys);
  const groups = shown.map((one): StatGroup => {
    const { calls, failures, p95 } = totalsOf(before.get(one.key));
    return { ...one, ...label(one.key), before: { calls, failures, p95 } };
  });
  return { from: span.from, to: span.to, groups, unused: groupBy === 'interface' ? await unusedOf(call, input, span) : [] };
}

async function figuresBefore(
  call: Reading,
  { input, span, keys }: { input: Parsed<typeof statTop>; span: Span; keys: readonly string[] },
): Promise<Map<string, FigureRow>> {
  const then = beforeOf(span);
  const before = spanOf({ from: then.from, to: then.to }, call.services.now());
  const key = keySql[input.groupBy];
  const { rows } = await sql<FigureRow & { key: string }>`select ${key} as key, ${figuresSql} from ${statSource}
    where ${statWhere(readerOf(call), input, before)} and ${key} = any(${[...keys]}::text[]) group by 1`.execute(call.db);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Interfaces that were not called in this time (50). */
async function unusedOf(call: Reading, filters: StatFilters, span: Span): Promise<{ id: string; name: string; path: string }[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    path: string;
  }>`select target.interface_id as id, target.name, target.path from call_target target
    where ${targetInRange(readerOf(call))} and (${filters.systemId ?? null}::text is null or target.system_id::text = ${filters.systemId ?? null})
      and (${filters.interfaceId ?? null}::text is null or target.interface_id::text = ${filters.interfaceId ?? null})
      and not exists (select from call_stat stat where stat.interface_id = target.interface_id and stat.grain = ${span.grain} and stat.at >= ${span.from - span.step})
    order by target.path limit 50`.execute(call.db);
  return rows;
}

/** What can be called, in range, by a part of its name or by ids. */
export async function targets(call: Reading, { text, ids }: Parsed<typeof callTargets>): Promise<Reply<typeof callTargets>> {
  const range = targetInRange(readerOf(call));
  const narrowed =
    ids === undefined
      ? text
        ? sql<boolean>`(target.name ilike ${containing(text)} or target.path ilike ${containing(text)} or target.system_name ilike ${containing(text)})`
        : sql<boolean>`true`
      : sql<boolean>`(target.interface_id = any(${ids}::uuid[]) or target.system_id = any(${ids}::uuid[]))`;
  const { rows } = await sql<
    Reply<typeof callTargets>['interfaces'][number] & { systemName: string }
  >`select target.interface_id as id, target.name, target.path,
      target.kind, target.system_id as "systemId", target.system_name as "systemName" from call_target target where ${range} and ${narrowed} order by target.path limit 100`.execute(
    call.db,
  );
  const systems = new Map(rows.map((row) => [row.systemId, { id: row.systemId, name: row.systemName }]));
  return { interfaces: rows.map(({ systemName: _name, ...row }) => row), systems: [...systems.values()] };
}
