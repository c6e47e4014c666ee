import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { readPage } from '#kit/server/read-page.ts';
import { groupFactsOf } from '#modules/messaging/server/public.ts';
import { siteZone } from '#modules/people/server/public.ts';
import { robotLog, robotLogEntry, robotStatistics, type RobotLogRow } from '../../common/company/log.contract.ts';
import { callOf } from './log.ts';
import { assertRobot } from './reach.ts';

const dayMillis = 86_400_000;

const columns = sql`l.id, l.at, l.direction, l.event, l.group_id as "groupId", l.status, l.class, l.code, l.ms, l.address,
  l.request_id as "requestId", l.bytes`;

type Stored = Omit<RobotLogRow, 'groupName'>;

/** Rows with the names of their groups, as far as the caller sees them. */
async function named({ caller, services, db }: Call, rows: readonly Stored[]): Promise<RobotLogRow[]> {
  const ids = [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))];
  const facts = groupFactsOf(services).now();
  const { rows: seen } = await sql<{ id: string }>`select id from unnest(${ids}::uuid[]) as g(id)
    where ${facts.visible(caller.scope(), 'g.id')}`.execute(db);
  const names = await facts.names(
    db,
    seen.map(({ id }) => id),
  );
  // A reply is known by its id, which says nothing to people.
  return rows.map((row) => ({
    ...row,
    event: row.direction === 'reply' ? '' : row.event,
    groupName: row.groupId === null ? null : (names.get(row.groupId) ?? ''),
  }));
}

async function list(call: Call, input: Parsed<typeof robotLog>): Promise<Reply<typeof robotLog>> {
  await assertRobot(call.db, call.caller, input.id);
  const where: RawBuilder<boolean>[] = [
    sql`l.robot_id = ${input.id}::uuid`,
    ...(input.direction ? [sql<boolean>`l.direction = ${input.direction}`] : []),
    ...(input.status ? [sql<boolean>`l.status = ${input.status}`] : []),
    ...(input.groupId ? [sql<boolean>`l.group_id = ${input.groupId}::uuid`] : []),
    ...(input.from === undefined ? [] : [sql<boolean>`l.at >= ${input.from}`]),
    ...(input.to === undefined ? [] : [sql<boolean>`l.at < ${input.to}`]),
  ];
  const order = input.sort === 'at' ? sql`l.at, l.id` : sql`l.at desc, l.id desc`;
  const page = await readPage<Stored>(call.db, { columns, from: sql`robot_log l`, where, order }, input);
  return { ...page, list: await named(call, page.list) };
}

async function entry(call: Call, { id, logId }: Parsed<typeof robotLogEntry>): Promise<Reply<typeof robotLogEntry>> {
  await assertRobot(call.db, call.caller, id);
  const { rows } = await sql<Stored>`select ${columns} from robot_log l where l.robot_id = ${id}::uuid and l.id = ${logId}::uuid`.execute(
    call.db,
  );
  const kept = await callOf(call.services, id, logId);
  const [row] = await named(call, rows);
  if (!row || !kept) throw notFound();
  return { ...row, request: kept.body, answer: kept.answer };
}

type Day = Reply<typeof robotStatistics>['days'][number];

async function statistics(call: Call, { id, days }: Parsed<typeof robotStatistics>): Promise<Reply<typeof robotStatistics>> {
  const { caller, db, services } = call;
  await assertRobot(db, caller, id);
  const since = services.now() - days * dayMillis;
  const own = sql`robot_log l where l.robot_id = ${id}::uuid and l.at > ${since}`;
  const of = (direction: string) => sql`(count(*) filter (where direction = ${direction}))::int`;
  const byDay = await sql<Day>`select (extract(epoch from date_trunc('day', to_timestamp(l.at / 1000.0) at time zone ${siteZone()})
      at time zone ${siteZone()}) * 1000)::bigint as at, (count(*) filter (where direction in ('in', 'open')))::int as "in",
      ${of('out')} as out, ${of('command')} as command, ${of('reply')} as reply, ${of('schedule')} as schedule,
      (count(*) filter (where status <> 'done'))::int as failed from ${own} group by 1 order by 1`.execute(db);
  const facts = groupFactsOf(services).now();
  const groups = await sql<{ id: string; n: number }>`select l.group_id as id, count(*)::int as n from ${own} and l.group_id is not null
    and ${facts.visible(caller.scope(), 'l.group_id')} group by 1 order by 2 desc limit 10`.execute(db);
  const names = await facts.names(
    db,
    groups.rows.map((row) => row.id),
  );
  const events = await sql<{ name: string; n: number }>`select l.direction || ':' || l.event as name, count(*)::int as n from ${own}
    and l.direction <> 'reply' group by 1 order by 2 desc limit 10`.execute(db);
  const middle = await sql<{ ms: number | null }>`select percentile_disc(0.5) within group (order by l.ms) as ms from ${own}`.execute(db);
  return {
    days: byDay.rows,
    groups: groups.rows.flatMap(({ id: group, n }) => {
      const name = names.get(group);
      return name === undefined ? [] : [{ name, n }];
    }),
    events: events.rows,
    ms: middle.rows[0]?.ms ?? 0,
  };
}

/** Readings of the log of robots. */
export const logRoutes: readonly BoundRoute[] = [handle(robotLog, list), handle(robotLogEntry, entry), handle(robotStatistics, statistics)];
