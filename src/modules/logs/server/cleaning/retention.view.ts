import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { legalFloorDays, type LogKind } from '#kit/server/log-kind.ts';
import type { Services } from '#kit/server/services.ts';
import { farDays, type clearConfigList, type RetentionView } from '../../common/cleaning/clear.contract.ts';
import { allKept, daysOfTable, dayMillis, keptOf, nextRun, type Kept } from './retention.ts';

/** States of a cleaning that is not over. */
export const runningStates = ['planned', 'estimated', 'archiving', 'verified', 'removing'] as const;

/** Every kind of log with what it takes. */
export async function listRetentions(call: Call, input: Parsed<typeof clearConfigList>): Promise<Reply<typeof clearConfigList>> {
  const { db, services } = call;
  const all = await allKept(db, services);
  const list: RetentionView[] = [];
  const free = await freeRoom(services);
  for (const kept of all) list.push(await viewOf(call, { kept, all, free }));
  const bytes = list.reduce((sum, one) => sum + one.bytes, 0);
  const bytesPerDay = list.reduce((sum, one) => sum + one.bytesPerDay, 0);
  const { sort, pageNum, pageSize } = input;
  const found = list.filter(wanted(input));
  // What the law asks for stands first.
  const sorted = found.toSorted(sort === undefined ? (a, b) => b.floorDays - a.floorDays : orderBy(sort));
  return {
    list: sorted.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    total: found.length,
    pages: Math.ceil(found.length / pageSize),
    bytes,
    bytesPerDay,
    modules: [...new Map(list.map(({ module, moduleName }) => [module, { code: module, name: moduleName }])).values()],
    freeBytes: free?.free ?? null,
    daysLeft: daysUntilFull(free, bytesPerDay),
    legalFloorDays,
  };
}

/** What the list is narrowed by. */
const wanted =
  ({ text = '', mode, module, belowDays }: Parsed<typeof clearConfigList>) =>
  (one: RetentionView): boolean =>
    one.name.toLowerCase().includes(text.toLowerCase()) &&
    (mode === undefined || one.mode === mode) &&
    (!module?.length || module.includes(one.module)) &&
    (belowDays === undefined || (one.daysLeft !== null && one.daysLeft < belowDays));

function orderBy(sort: string): (a: RetentionView, b: RetentionView) => number {
  const name = sort.replace(/^-/, '') as 'name' | 'rows' | 'bytes' | 'bytesPerDay' | 'keepDays' | 'nextRun';
  const turn = sort.startsWith('-') ? -1 : 1;
  return (a, b) => turn * (name === 'name' ? a.name.localeCompare(b.name) : (a[name] ?? 0) - (b[name] ?? 0));
}

/** One kind. */
export async function getRetention(call: Call, code: string): Promise<RetentionView> {
  const all = await allKept(call.db, call.services);
  return viewOf(call, { kept: await keptOf(call.db, call.services, code), all, free: await freeRoom(call.services) });
}

/** The share of the disk below which logs without a legal floor may go early. */
export const leastShare = 0.1;

interface Room {
  free: number;
  all: number;
}

/** Room of the disk that the database lies on; undefined where that is another machine's. */
export async function freeRoom({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<Room | undefined> {
  if (!database.embedded) return undefined;
  const { bavail, blocks, bsize } = await statfs(settings.dataDir);
  return { free: bavail * bsize, all: blocks * bsize };
}

/** Days until the space rule begins, which is at a tenth of the disk. */
function daysUntilFull(free: Room | undefined, bytesPerDay: number): number | null {
  return free === undefined || bytesPerDay === 0 ? null : Math.max(0, Math.floor((free.free - free.all * leastShare) / bytesPerDay));
}

interface Viewed {
  kept: Kept;
  all: readonly Kept[];
  free: Room | undefined;
}

async function viewOf({ db, services, caller }: Call, { kept: { kind, config }, all, free }: Viewed): Promise<RetentionView> {
  const now = services.now();
  const figures = await figuresOf(db, kind, now);
  const keepDays = daysOfTable(all, kind.table);
  const left = daysUntilFull(free, figures.bytesPerDay);
  const running = await db
    .selectFrom('cleanup_record')
    .select(['id', 'state'])
    .where('log_table', '=', kind.table)
    .where('state', 'in', runningStates)
    .executeTakeFirst();
  const parts = db.selectFrom('cleanup_part');
  const drop =
    running &&
    (await parts
      .select(({ fn }) => fn.max('drop_at').as('at'))
      .where('record_id', '=', running.id)
      .executeTakeFirst());
  return {
    id: kind.code,
    kind: kind.code,
    name: pick(kind.name, caller.language),
    module: kind.module,
    moduleName: services.words.moduleName(kind.module, caller.language),
    daysLeft: left === null || left > farDays ? null : left,
    together: all
      .filter((other) => other.kind.table === kind.table && other.kind !== kind)
      .map((other) => pick(other.kind.name, caller.language)),
    ...figures,
    keepDays: config.keep_days,
    latestDays: keepDays + 31,
    floorDays: kind.floorDays,
    maxDays: kind.maxDays,
    mode: config.mode,
    archiveOnly: kind.archiveOnly ?? false,
    archiveTargetId: config.archive_target_id,
    windowFrom: config.window_from,
    windowTo: config.window_to,
    zone: config.zone,
    paused: config.paused,
    early: config.early,
    mayEarly: kind.floorDays < legalFloorDays,
    nextRun: nextRun(config, now),
    heldRows: await heldRows(db, kind),
    running: running ? { id: running.id, state: running.state, dropAt: drop?.at ?? null } : null,
    pending:
      config.next_days === null || config.next_at === null
        ? null
        : { keepDays: config.next_days, at: config.next_at, by: config.next_by_name ?? '' },
    version: config.version,
  };
}

/** Rows that stayed behind when their month went. */
async function heldRows(db: Db, kind: LogKind): Promise<number> {
  const { rows } = await sql<{ held: number }>`select coalesce(sum(rows_held), 0)::bigint as held from (
      select distinct on (p.part) p.part, p.rows_held from cleanup_part p join cleanup_record r on r.id = p.record_id
      where r.log_table = ${kind.table} and p.state in ('detached', 'dropping', 'dropped') order by p.part, r.created_at desc) as latest
    where to_regclass(part) is not null`.execute(db);
  return rows[0]?.held ?? 0;
}

const recentDays = 30;

/** What the planner knows of a log: nothing is counted. */
async function figuresOf(
  db: Db,
  kind: LogKind,
  now: number,
): Promise<{ rows: number; bytes: number; oldest: number | null; bytesPerDay: number }> {
  const log = sql.table(kind.table);
  const at = sql.ref(`log.${kind.time}`);
  const only = kind.only ?? sql<boolean>`true`;
  const planned = async (where: typeof only): Promise<number> => {
    const plan = sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`explain (format json) select from ${log} as log where ${where}`;
    return (await plan.execute(db)).rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  };
  const [expected, table, recent] = [
    await planned(only),
    await planned(sql`true`),
    await planned(sql`${only} and ${at} >= ${now - recentDays * dayMillis}`),
  ];
  const {
    rows: [facts],
  } = await sql<{ bytes: number; oldest: number | null }>`select
      coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(${kind.table}::regclass)), pg_total_relation_size(${kind.table}::regclass))::bigint as bytes,
      (select min(${at}) from ${log} as log where ${only}) as oldest`.execute(db);
  // The planner expects some rows of a table that it never looked at.
  const rows = facts?.oldest == null ? 0 : expected;
  const bytes = Math.round(((facts?.bytes ?? 0) * rows) / Math.max(1, table));
  const age = facts?.oldest == null ? recentDays : Math.min(recentDays, Math.max(1, (now - facts.oldest) / dayMillis));
  return { rows, bytes, oldest: facts?.oldest ?? null, bytesPerDay: Math.round((bytes / Math.max(1, rows)) * (recent / age)) };
}
