import { sql, type RawBuilder } from 'kysely';
import { accessGeneration } from '#kit/server/access/access-changes.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { announce } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { addMembers, dropMembers, groupsById, noteEvent, type Actor, type GroupFacts } from './members.ts';

const product: Actor = { uid: 'system', name: '' };

const wantedBy = ({ kind, sourceId }: GroupFacts): RawBuilder<{ id: string }> =>
  kind === 'department' ? directory.employeesUnder([sourceId!]) : directory.employeesOfCrowds([sourceId!]);

/** Brings the members of a group to whom it follows; guests and its owner stay. Answers how many came and went. */
export async function followOne(tx: Tx, group: GroupFacts): Promise<number> {
  if (group.sourceId === null) return 0;
  const wanted = wantedBy(group);
  const { rows } = await sql<{ id: string; come: boolean }>`with wanted as materialized (select distinct id from (${wanted}) as w(id)),
      mine as (select employee_id as id, role from im_group_member where group_id = ${group.id}::uuid)
    select id, true as come from wanted where id not in (select id from mine)
    union all select id, false as come from mine where role not in ('guest', 'owner') and id not in (select id from wanted)`.execute(tx);
  const [come, go] = [rows.filter((row) => row.come).map(({ id }) => id), rows.filter((row) => !row.come).map(({ id }) => id)];
  const room = Math.max(0, Math.min(group.maxMembers, group.typeMost) - (await sizeOf(tx, group.id)) + go.length);
  const gone = await dropMembers(tx, group.id, go);
  const came = come.slice(0, room);
  await addMembers(tx, product, { group, uids: came, how: 'follow' });
  if (came.length > 0) await noteEvent(tx, product, { groupId: group.id, what: 'followed', detail: { come: came.length } });
  if (gone.length > 0) await noteEvent(tx, product, { groupId: group.id, what: 'followed', detail: { gone: gone.length } });
  return came.length + gone.length;
}

async function sizeOf(db: Db, groupId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_group_member where group_id = ${groupId}::uuid`.execute(db);
  return rows[0]!.n;
}

/** Milliseconds between two looks at dynamic groups, which change by themselves. */
const crowdMillis = 5_000;
const lookMillis = 1_000;

/** Lets groups follow their departments and dynamic groups, and takes out who is no longer here; one process at a time. */
async function followAll(services: Pick<CoreServices, 'database' | 'bus' | 'log'>): Promise<number> {
  const { db } = services.database;
  const { rows } = await sql<{ id: string }>`select id from im_group where kind in ('department', 'crowd') order by id`.execute(db);
  let changed = 0;
  for (const { id } of rows) {
    const moved = await db.transaction().execute(async (tx) => {
      const { rows: lock } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 161)) as mine`.execute(
        tx,
      );
      const group = lock[0]!.mine ? (await groupsById(tx, [id])).get(id) : undefined;
      return group ? followOne(tx, group) : 0;
    });
    if (moved > 0) await notifyMembers(services, id);
    changed += moved;
  }
  return changed + (await dropLeavers(services));
}

/** Whoever left the company or was disabled reads no further in any group that is not theirs. */
async function dropLeavers(services: Pick<CoreServices, 'database' | 'bus' | 'log'>): Promise<number> {
  const { rows } = await sql<{ groupId: string; uid: string }>`select m.group_id as "groupId", m.employee_id as uid from im_group_member m
    join im_group g on g.id = m.group_id join employee e on e.id = m.employee_id
    where e.status = 'deleted' and m.role <> 'owner' limit 500`.execute(services.database.db);
  for (const [groupId, some] of Map.groupBy(rows, (row) => row.groupId)) {
    await services.database.db.transaction().execute((tx) =>
      dropMembers(
        tx,
        groupId,
        some.map(({ uid }) => uid),
      ),
    );
    await notifyMembers(services, groupId);
  }
  return rows.length;
}

/** Tells every process that a group has other members. */
export async function notifyMembers(services: Pick<CoreServices, 'database' | 'bus' | 'log'>, groupId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from im_conversation where group_id = ${groupId}::uuid`.execute(
    services.database.db,
  );
  if (rows[0]) await announce(services, [{ what: 'members', conversation: rows[0].id }]);
}

const seenOf = perProduct(() => ({ word: '', at: Number.NEGATIVE_INFINITY }));

/** Follows within a second of a change of people, departments and rights; dynamic groups every few seconds. */
export function following(services: CoreServices): { stop(): Promise<void> } {
  const seen = seenOf(services);
  let running: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    const word = await accessGeneration(services.database.db);
    const at = performance.now();
    if (word === seen.word && at - seen.at < crowdMillis) return;
    [seen.word, seen.at] = [word, at];
    await followAll(services);
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = look()
      .catch((error: unknown) => services.log.warn({ err: error }, 'Groups could not follow their departments'))
      .finally(() => (busy = false));
  }, lookMillis).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
