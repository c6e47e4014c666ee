import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { statCompare, StatTotals } from '../common/stat.contract.ts';
import { flushCalls } from './call-writer.ts';
import type { Reading } from './call.query.ts';
import { labelsOf } from './stat.labels.ts';
import { figuresSql, keySql, spanOf, statSource, statWhere, totalsOf, type FigureRow, type Span } from './stat.query.ts';

interface Time {
  readonly span: Span;
  readonly totals: StatTotals;
  readonly groups: ReadonlyMap<string, StatTotals>;
}

/** Two times of one length side by side. */
export async function compare(call: Reading, input: Parsed<typeof statCompare>): Promise<Reply<typeof statCompare>> {
  await flushCalls(call.services);
  const now = call.services.now();
  const first = spanOf(input, now);
  const one = await timeOf(call, input, first);
  const length = first.to - first.from;
  const other = await timeOf(call, input, spanOf({ from: input.otherFrom, to: input.otherFrom + length }, now));
  const calls = (key: string): number => Math.max(one.groups.get(key)?.calls ?? 0, other.groups.get(key)?.calls ?? 0);
  const keys = [...new Set([...one.groups.keys(), ...other.groups.keys()])]
    .toSorted((left, right) => calls(right) - calls(left) || (left < right ? -1 : 1))
    .slice(0, input.most);
  const label = await labelsOf(call, input.groupBy, keys);
  const shown = ({ span, totals }: Time) => ({ from: span.from, to: span.to, totals });
  const nothing = totalsOf(undefined);
  return {
    one: shown(one),
    other: shown(other),
    groups: keys.map((key) => ({ key, ...label(key), one: one.groups.get(key) ?? nothing, other: other.groups.get(key) ?? nothing })),
  };
}

/** Groups that are looked at of each time. */
const mostLooked = 500;

async function timeOf(call: Reading, input: Parsed<typeof statCompare>, span: Span): Promise<Time> {
  const where = statWhere({ range: call.caller.scope(), directory: call.services.directory }, input, span);
  const key = keySql[input.groupBy];
  const all = await sql<FigureRow>`select ${figuresSql} from ${statSource} where ${where}`.execute(call.db);
  const { rows } = await sql<FigureRow & { key: string }>`select ${key} as key, ${figuresSql} from ${statSource} where ${where}
    group by 1 order by calls desc, 1 limit ${mostLooked}`.execute(call.db);
  return { span, totals: totalsOf(all.rows[0]), groups: new Map(rows.map((row) => [row.key, totalsOf(row)])) };
}
