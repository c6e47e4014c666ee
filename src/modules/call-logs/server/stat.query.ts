import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { statFilters, StatTotals } from '../common/stat.contract.ts';
import type { statGroups } from '../common/stat.contract.ts';
import { percentile } from './buckets.ts';
import { targetInRange, type Reader } from './call.filter.ts';
import './call.table.ts';

/** What figures are narrowed by, as it was asked for. */
export type StatFilters = z.output<z.ZodObject<typeof statFilters>>;
/** Dimensions by which calls are grouped. */
export type StatGroupBy = (typeof statGroups)[number];

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;
const longest = 731 * day;

/** A time with the pieces into which it is cut, and the counters that know them. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly grain: 'minute' | 'hour' | 'day';
}

/** Cuts a time into pieces that a chart can show; old times are known by the day alone. */
export function spanOf({ from, to }: Pick<StatFilters, 'from' | 'to'>, now: number): Span {
  const end = Math.min(to ?? now, now + hour);
  const begin = Math.max(from ?? end - day, end - longest, 0);
  const length = Math.max(minute, end - begin);
  const age = now - begin;
  const isFine = age <= 7 * day;
  const knowsHours = age <= 99 * day;
  if (isFine && length <= 2 * hour) return { from: begin, to: end, step: minute, grain: 'minute' };
  if (isFine && length <= 12 * hour) return { from: begin, to: end, step: 5 * minute, grain: 'minute' };
  if (knowsHours && length <= 8 * day) return { from: begin, to: end, step: hour, grain: 'hour' };
  return { from: begin, to: end, step: day, grain: knowsHours ? 'hour' : 'day' };
}

/** Where a piece begins that holds this moment; days begin by the reader's clock where hours are known. */
export const beginOf = (at: number, { step, grain }: Span, offset: number): number => {
  const shift = step === day && grain !== 'day' ? offset * minute : 0;
  return Math.floor((at + shift) / step) * step - shift;
};

/** SQL of the same. */
export const beginSql = ({ step, grain }: Span, offset: number): RawBuilder<number> => {
  const shift = step === day && grain !== 'day' ? offset * minute : 0;
  return sql<number>`(floor((stat.at + ${shift})::numeric / ${step}) * ${step} - ${shift})::bigint`;
};

/** The figures that every question asks for. */
export const figuresSql = sql`coalesce(sum(stat.calls), 0)::bigint as calls, coalesce(sum(stat.calls) filter (where stat.class <> 'ok'), 0)::bigint as failures,
  coalesce(sum(stat.bytes_in), 0)::bigint as bytes_in, coalesce(sum(stat.bytes_out), 0)::bigint as bytes_out, coalesce(sum(stat.cached), 0)::bigint as cached,
  coalesce(sum(stat.calls) filter (where stat.class = 'limited'), 0)::bigint as limited, coalesce(max(stat.ms_max), 0) as longest, sum_buckets(stat.buckets) as buckets`;

/** A row with these figures. */
export interface FigureRow {
  calls: number | string;
  failures: number | string;
  bytes_in: number | string;
  bytes_out: number | string;
  cached: number | string;
  limited: number | string;
  longest: number;
  buckets: (number | string)[] | null;
}

/** The figures of a row. */
export function totalsOf(row: FigureRow | undefined): StatTotals {
  if (!row) return { calls: 0, failures: 0, p50: null, p95: null, p99: null, bytesIn: 0, bytesOut: 0, cached: 0, limited: 0 };
  const buckets = (row.buckets ?? []).map(Number);
  const share = (part: number): number | null => percentile(buckets, part, row.longest);
  return {
    calls: Number(row.calls),
    failures: Number(row.failures),
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    bytesIn: Number(row.bytes_in),
    bytesOut: Number(row.bytes_out),
    cached: Number(row.cached),
    limited: Number(row.limited),
  };
}

/** Counters with what was called. */
export const statSource = sql`call_stat stat join call_target target on target.interface_id = stat.interface_id`;

/** The counters of a time under filters and range. Counters whose piece began before the time are part of it. */
export function statWhere(reader: Reader, filters: StatFilters, { from, to, grain }: Span): RawBuilder<boolean> {
  const length = { minute, hour, day }[grain];
  const equal = (column: string, value: string | undefined): RawBuilder<boolean>[] =>
    value === undefined || value === '' ? [] : [sql<boolean>`${sql.ref(column)}::text = ${value}`];
  const among = (column: string, values: readonly string[] | undefined): RawBuilder<boolean>[] =>
    values === undefined || values.length === 0 ? [] : [sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`];
  return sql<boolean>`${sql.join(
    [
      sql<boolean>`stat.grain = ${grain} and stat.at >= ${Math.floor(from / length) * length} and stat.at <= ${to}`,
      targetInRange(reader),
      ...(filters.interfaceId === undefined ? [] : [sql<boolean>`stat.interface_id = ${filters.interfaceId}::uuid`]),
      ...equal('target.system_id', filters.systemId),
      ...equal('stat.caller_id', filters.callerId),
      ...among('stat.caller_kind', filters.callerKind),
      ...among('stat.class', filters.class),
    ],
    sql` and `,
  )}`;
}

/** SQL of the key of a group. */
export const keySql: Readonly<Record<StatGroupBy, RawBuilder<string>>> = {
  interface: sql<string>`stat.interface_id::text`,
  system: sql<string>`target.system_id::text`,
  caller: sql<string>`stat.caller_kind || ':' || stat.caller_id`,
  class: sql<string>`stat.class`,
  version: sql<string>`stat.interface_id::text || ':' || stat.version_no`,
};
