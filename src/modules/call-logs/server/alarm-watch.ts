import { sql } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import type { RaisedWarning } from '#kit/server/warning/open-warnings.ts';
import type { alarmRule } from '../common/alarm.contract.ts';
import './alarm-rule.ts';
import { alarmKinds } from './alarm-kinds.ts';
import { percentile } from './buckets.ts';

const minuteMillis = 60_000;
const hourMillis = 3_600_000;
const dayMillis = 86_400_000;

type Rule = Record<keyof CrudTable<typeof alarmRule>, unknown> & {
  id: string;
  name: string;
  owner_dept_id: string;
  condition: 'failures' | 'slow' | 'silent';
  system_id: string | null;
  interface_id: string | null;
  share: number;
  least: number;
  minutes: number;
  slow_ms: number;
  silent_hours: number;
};

/** Looks at every rule once a minute: raises what holds and clears what does not any more. Several nodes may do so at once. */
export const watchAlarms = upkeepEvery<Services>(minuteMillis, (services) => judgeRules(services));

/** One round over all rules. */
export async function judgeRules(services: Pick<Services, 'database' | 'now' | 'warnings'>): Promise<void> {
  const { database, now, warnings } = services;
  const { rows: rules } =
    await sql<Rule>`select * from call_alarm_rule where enabled and (muted_until is null or muted_until < ${now()}) order by id`.execute(
      database.db,
    );
  const raised: RaisedWarning[] = [];
  for (const rule of rules)
    raised.push(...(rule.condition === 'silent' ? await silentOf(services, rule) : await tooMuchOf(services, rule)));
  const open = await database.db
    .selectFrom('warning')
    .select(['kind', 'object_id'])
    .where(
      'kind',
      'in',
      alarmKinds.map(({ kind }) => kind),
    )
    .where('state', '<>', 'resolved')
    .execute();
  await database.db.transaction().execute(async (tx) => {
    for (const warning of raised) await warnings.raise(tx, warning);
    for (const { kind, object_id: id } of open)
      if (!raised.some((one) => one.kind === kind && one.object.id === id)) await warnings.clear(tx, kind, id);
  });
}

const scopeOf = (rule: Rule) => sql<boolean>`(own.path <@ owner.path or nlevel(owner.path) = 1)
  and (${rule.system_id}::uuid is null or target.system_id = ${rule.system_id}::uuid) and (${rule.interface_id}::uuid is null or target.interface_id = ${rule.interface_id}::uuid)`;
const sourceOf = (rule: Rule) =>
  sql`call_target target join department owner on owner.id = ${rule.owner_dept_id}::uuid left join department own on own.id = target.owner_dept_id`;

interface Counted {
  system_id: string;
  system_name: string;
  dept: string | null;
  calls: number;
  failures: number;
  longest: number;
  buckets: number[];
  names: string;
}

/** Systems of a rule of which too much fails, or that are too slow. */
async function tooMuchOf({ database, now }: Pick<Services, 'database' | 'now'>, rule: Rule): Promise<RaisedWarning[]> {
  const since = now() - rule.minutes * minuteMillis;
  const worst = rule.condition === 'failures' ? sql`stat.class <> 'ok'` : sql`stat.ms_max >= ${rule.slow_ms}`;
  const { rows } =
    await sql<Counted>`select target.system_id, max(target.system_name) as system_name, max(target.owner_dept_id::text) as dept,
      sum(stat.calls)::int as calls, coalesce(sum(stat.calls) filter (where stat.class <> 'ok'), 0)::int as failures, max(stat.ms_max) as longest,
      sum_buckets(stat.buckets) as buckets, coalesce(string_agg(distinct target.name, ', ') filter (where ${worst}), '') as names
    from ${sourceOf(rule)} join call_stat stat on stat.interface_id = target.interface_id
    where stat.grain = 'minute' and stat.at > ${since - minuteMillis} and ${scopeOf(rule)} group by 1`.execute(database.db);
  return rows.flatMap((row): RaisedWarning[] => {
    if (row.calls < rule.least) return [];
    const share = Math.round((row.failures / row.calls) * 1000) / 10;
    const p95 = Math.round(percentile(row.buckets.map(Number), 0.95, row.longest) ?? 0);
    const facts = { rule: rule.name, calls: row.calls, minutes: rule.minutes, interfaces: row.names.slice(0, 300) };
    const object = { kind: 'accessSystem', id: `${rule.id}:${row.system_id}`, name: row.system_name, deptId: row.dept };
    if (rule.condition === 'failures')
      return share >= rule.share ? [{ kind: 'interface.failures', object, facts: { ...facts, share } }] : [];
    return p95 > rule.slow_ms ? [{ kind: 'interface.slow', object, facts: { ...facts, p95 } }] : [];
  });
}

/** Systems that were called in the last week and not in the last working hours; outside of working hours nobody is missed. */
async function silentOf({ database, now }: Pick<Services, 'database' | 'now'>, rule: Rule): Promise<RaisedWarning[]> {
  if (workingHoursBack(now(), rule.silent_hours) === undefined) return [];
  const since = now() - rule.silent_hours * hourMillis;
  const { rows } = await sql<{
    system_id: string;
    system_name: string;
    dept: string | null;
  }>`select target.system_id, max(target.system_name) as system_name,
      max(target.owner_dept_id::text) as dept
    from ${sourceOf(rule)} join call_stat stat on stat.interface_id = target.interface_id
    where stat.grain = 'minute' and stat.at > ${now() - 7 * dayMillis} and ${scopeOf(rule)} group by 1 having max(stat.at) < ${since}`.execute(
    database.db,
  );
  return rows.map((row) => ({
    kind: 'interface.silent',
    object: { kind: 'accessSystem', id: `${rule.id}:${row.system_id}`, name: row.system_name, deptId: row.dept },
    facts: { rule: rule.name, hours: rule.silent_hours },
  }));
}

const firstHour = 8;
const lastHour = 18;

/** When so many working hours began that end now (Monday to Friday, 8 to 18 by the server's clock); undefined where they were no working hours throughout. */
function workingHoursBack(now: number, hours: number): number | undefined {
  const from = now - hours * hourMillis;
  for (const at of [from, now]) {
    const date = new Date(at);
    if (date.getDay() === 0 || date.getDay() === 6 || date.getHours() < firstHour || date.getHours() >= lastHour) return undefined;
  }
  return new Date(from).toDateString() === new Date(now).toDateString() ? from : undefined;
}
