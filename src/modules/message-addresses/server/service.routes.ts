import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { readPage } from '#kit/server/read-page.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { announce, hubOf, nodeMillis } from '#modules/messaging/server/public.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import { engineHealth, onlineKick, onlineList, onlineStatistics, pushQueue } from '../common/service.contract.ts';

const directory = createDirectory();
const dayMillis = 86_400_000;

/** Connections of processes that are there. */
const online = (call: Call) =>
  sql`im_online o join im_node n on n.id = o.node_id and n.seen_at > ${call.services.now() - nodeMillis} join employee e on e.id = o.employee_id`;
const seen = (call: Call) => directory.employeeInRange(call.caller.scope(), 'o.employee_id');

interface Connected {
  id: string;
  employeeId: string;
  platform: number;
  address: string;
  since: number;
  node: string;
}

async function list(call: Call, input: Parsed<typeof onlineList>): Promise<Reply<typeof onlineList>> {
  await hubOf(call.services).present();
  const { text, platform, departmentId } = input;
  const where = [
    seen(call),
    ...(platform === undefined ? [] : [sql<boolean>`o.platform = ${platform}`]),
    ...(text
      ? [
          sql<boolean>`(e.name ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} or e.account ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`})`,
        ]
      : []),
    ...(departmentId
      ? [
          sql<boolean>`exists (select from department own, department top where own.id = e.primary_department_id and top.id = ${departmentId}::uuid
        and own.path <@ top.path)`,
        ]
      : []),
  ];
  const columns = sql`o.id, o.employee_id as "employeeId", o.platform, o.address, o.since_at as since, n.name as node`;
  const page = await readPage<Connected>(call.db, { columns, from: online(call), where, order: sql`o.since_at desc, o.id` }, input);
  const people = await call.services.directory.people(
    call.db,
    page.list.map(({ employeeId }) => employeeId),
    call.caller.language,
    call.caller.scope(),
  );
  return {
    ...page,
    list: page.list.map((row) => ({
      ...row,
      name: people.get(row.employeeId)?.name ?? '',
      departmentName: people.get(row.employeeId)?.departmentName ?? '',
    })),
  };
}

async function statistics(call: Call): Promise<Reply<typeof onlineStatistics>> {
  await hubOf(call.services).present();
  const { rows } = await sql<{ platform: number; connections: number }>`select o.platform, count(*)::int as connections
    from ${online(call)} where ${seen(call)} group by o.platform order by o.platform`.execute(call.db);
  const { rows: people } = await sql<{
    n: number;
  }>`select count(distinct o.employee_id)::int as n from ${online(call)} where ${seen(call)}`.execute(call.db);
  return { connections: rows.reduce((sum, { connections }) => sum + connections, 0), people: people[0]!.n, platforms: rows };
}

async function kick(call: Call, { ids, reason }: Parsed<typeof onlineKick>): Promise<{ count: number }> {
  const { rows } = await sql<{
    id: string;
    employeeId: string;
    name: string;
  }>`select o.id, o.employee_id as "employeeId", e.name from ${online(call)}
    where o.id = any(${ids}::uuid[]) and ${seen(call)}`.execute(call.db);
  if (rows.length < new Set(ids).size) throw outOfRange();
  await call.write(async () => {
    for (const { employeeId, name } of rows) call.caller.touch({ kind: 'employee', id: employeeId, name });
    call.caller.note({ reason, connections: rows.length });
  });
  await announce(call.services, [{ what: 'kick', connections: rows.map(({ id }) => id) }]);
  return { count: rows.length };
}

async function health(call: Call): Promise<Reply<typeof engineHealth>> {
  call.caller.scope();
  const { db, services } = call;
  await hubOf(services).present();
  const now = services.now();
  const begins = performance.now();
  const { rows } = await sql<{ day: number; last: number | null; outbox: number }>`select
    (select count(*)::int from im_message where sent_at > ${now - dayMillis}) as day,
    (select max(sent_at) from im_message) as last, (select count(*)::int from im_outbox where due_at <= ${now}) as outbox`.execute(db);
  const ms = Math.round((performance.now() - begins) * 10) / 10;
  const { rows: nodes } = await sql<
    Reply<typeof engineHealth>['nodes'][number]
  >`select n.id, n.name, n.started_at as "startedAt", n.seen_at as "seenAt",
    (select count(*)::int from im_online o where o.node_id = n.id) as connections from im_node n
    where n.seen_at > ${now - nodeMillis} order by n.started_at`.execute(db);
  const { day, last, outbox } = rows[0]!;
  return { healthy: outbox < 1_000, ms, nodes, messagesDay: day, lastAt: last, outbox };
}

/** The engine, who is on line, and what waits to be pushed. */
export const serviceRoutes: readonly BoundRoute[] = [
  handle(onlineList, list),
  handle(onlineStatistics, statistics),
  handle(onlineKick, kick),
  handle(engineHealth, health),
  handle(pushQueue, async (call) => {
    call.caller.scope();
    const { rows } = await sql<Reply<typeof pushQueue>>`select count(*)::int as waiting, min(queued_at) as "oldestAt",
      (count(*) filter (where answer <> ''))::int as failing from im_push`.execute(call.db);
    return rows[0]!;
  }),
];
