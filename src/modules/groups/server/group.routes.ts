import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { recycledUntil } from '#kit/server/change/recycle-bin.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { announce, openGroupChat, postIn, screenText, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import {
  group,
  groupBan,
  groupBatchUpdate,
  groupChangeType,
  groupMerge,
  groupMessage,
  groupNotice,
  groupTransfer,
  groupUnban,
  groupUsage,
} from '../common/group.contract.ts';
import { followingKinds } from '../common/words.ts';
import { eventIn } from './group-event.ts';
import { groups, newNumber } from './group.ts';
import { notifyMembers } from './members/follow.ts';
import { addMembers, fitting, groupsById, noteEvent } from './members/members.ts';

/** Refuses people outside the range of a call (10910). */
export async function assertPeople(call: Call, db: Call['db'], ids: readonly string[]): Promise<void> {
  const requested = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from employee e where e.id = any(${requested}::uuid[])
    and ${directory.employeeInRange(call.caller.scope(), 'e.id')}`.execute(db);
  if (rows[0]!.n < requested.length) throw outOfRange();
}

/** Refuses groups outside the range of a call, and those that are not there (10910). */
export async function assertGroups(call: Pick<Call, 'caller'>, db: Call['db'], ids: readonly string[]): Promise<void> {
  const requested = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_group g where g.id = any(${requested}::uuid[])
    and ${directory.departmentInRange(call.caller.scope(), 'g.owner_dept_id')}`.execute(db);
  if (rows[0]!.n < requested.length) throw outOfRange();
}

/** Tells terminals of members that changed. */
export async function notifyGroups(call: Call, ids: readonly string[]): Promise<void> {
  for (const id of ids) await notifyMembers(call.services, id);
}

const actor = ({ caller }: Call) => ({ uid: caller.uid, name: caller.name });

async function add(call: Call, draft: Parsed<typeof group.add>): Promise<{ id: string }> {
  const made = await call.write(async (tx) => {
    const { id } = await groups.add(tx, call, draft);
    await sql`update im_group set number = ${await newNumber(tx)} where id = ${id}::uuid`.execute(tx);
    return { id, news: await eventIn(tx, call, id, { what: 'created', name: draft.name }) };
  });
  await announce(call.services, [made.news]);
  await notifyGroups(call, [made.id]);
  return { id: made.id };
}

const turn = (call: Call, { ids, reason }: Parsed<typeof groupBan>, state: 'active' | 'banned') =>
  call.write(async (tx) => {
    call.caller.note({ reason });
    await changeObjects(
      tx,
      call.caller,
      groups.kind,
      ids.map((id) => ({ id, version: null, fields: { state } })),
    );
    for (const id of ids)
      await noteEvent(tx, actor(call), { groupId: id, what: state === 'banned' ? 'banned' : 'unbanned', detail: { reason } });
    return { count: ids.length };
  });

async function transfer(call: Call, { ids, ownerId }: Parsed<typeof groupTransfer>): Promise<{ count: number }> {
  await assertPeople(call, call.db, [ownerId]);
  const done = await call.write(async (tx) => {
    const { rows } = await sql`select from employee where id = ${ownerId}::uuid and status = 'active'`.execute(tx);
    if (rows.length === 0) throw new Refusal(16024);
    await changeObjects(
      tx,
      call.caller,
      groups.kind,
      ids.map((id) => ({ id, version: null, fields: { ownerId } })),
    );
    return { count: ids.length };
  });
  await notifyGroups(call, ids);
  return done;
}

async function merge(call: Call, { sourceIds, targetId }: Parsed<typeof groupMerge>): Promise<Reply<typeof groupMerge>> {
  if (sourceIds.includes(targetId)) throw new InvalidInput([{ path: 'targetId', namespace: 'groups', key: 'merge.self' }]);
  await assertGroups(call, call.db, [...sourceIds, targetId]);
  const done = await call.write(async (tx) => {
    const target = (await groupsById(tx, [targetId])).get(targetId)!;
    if (followingKinds.includes(target.kind)) throw new Refusal(16023, { name: target.name });
    const { rows } = await sql<{
      id: string;
    }>`select distinct m.employee_id as id from im_group_member m join employee e on e.id = m.employee_id
      and e.status = 'active' where m.group_id = any(${sourceIds}::uuid[])
      and not exists (select from im_group_member o where o.group_id = ${targetId}::uuid and o.employee_id = m.employee_id)`.execute(tx);
    const { fit, unfit } = await fitting(
      tx,
      target,
      rows.map(({ id }) => id),
    );
    if ([...unfit.values()].includes('full')) throw new Refusal(16022, { n: target.maxMembers }, { n: target.maxMembers });
    await addMembers(tx, actor(call), { group: target, uids: fit, how: 'merged' });
    await noteEvent(tx, actor(call), { groupId: targetId, what: 'merged', detail: { groups: sourceIds.length, people: fit.length } });
    await removeObjects(tx, call.caller, groups.kind, sourceIds, {});
    return { count: fit.length, groups: sourceIds.length };
  });
  await notifyGroups(call, [...sourceIds, targetId]);
  return done;
}

async function write(call: Call, { ids, text }: Parsed<typeof groupMessage>): Promise<{ count: number }> {
  await assertGroups(call, call.db, ids);
  const news = await call.write(async (tx) => {
    const told: MessageChange[] = [];
    for (const id of ids) {
      const conversationId = await openGroupChat(tx, id);
      const body = { text: text.zh_CN, texts: text };
      const { seq } = await postIn(tx, call.services, { conversationId, sender: systemSender, kind: 'notice', body });
      told.push({ what: 'message', conversation: conversationId, seq });
      await noteEvent(tx, actor(call), { groupId: id, what: 'notice' });
    }
    return told;
  });
  await announce(call.services, news);
  return { count: ids.length };
}

/** Writes the notice of groups, checked for words, and says in each that it changed. */
async function writeNotice(call: Call, { ids, notice }: Parsed<typeof groupNotice>): Promise<{ count: number }> {
  await assertGroups(call, call.db, ids);
  const text = await screenText(call.services, { text: notice, place: 'notice', uid: call.caller.uid });
  const done = await call.write(async (tx) => {
    await changeObjects(
      tx,
      call.caller,
      groups.kind,
      ids.map((id) => ({ id, version: null, fields: { notice: text } })),
    );
    const news: MessageChange[] = [];
    for (const id of ids) news.push(await eventIn(tx, call, id, { what: 'changed', by: call.caller.uid, notice: text }));
    return { count: ids.length, news };
  });
  await announce(call.services, done.news);
  return { count: done.count };
}

/** A group comes back within the days of the recycle bin, and not later (16026). */
async function assertInTime(call: Call, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ until: number }>`select max(${recycledUntil})::bigint as until from change_operation
    where kind = ${groups.kind.kind} and action = 'delete' and object_id = any(${[...ids]}::text[])
      and not exists (select from im_group g where g.id::text = change_operation.object_id)
    group by object_id having max(${recycledUntil}) <= ${call.services.now()}`.execute(call.db);
  const [late] = rows;
  if (late) throw new Refusal(16026, { date: new Date(late.until).toISOString().slice(0, 10) }, { until: late.until });
}

const restore: BoundRoute = {
  operation: group.restore,
  handler: async (call, input) => {
    // Who sees a part is not told that there was one.
    if (call.caller.scope().all) await assertInTime(call, (input as Parsed<typeof group.restore>).ids);
    return groups.routes.restore.handler(call, input);
  },
};

/** Refuses a type that is not offered or takes fewer members than the groups may have. */
async function changeType(call: Call, { ids, typeId }: Parsed<typeof groupChangeType>): Promise<{ count: number }> {
  return call.write(async (tx) => {
    const { rows } = await sql<{ enabled: boolean; most: number; requested: number }>`select t.enabled, t.max_members as most,
      (select coalesce(max(g.max_members), 0)::int from im_group g where g.id = any(${ids}::uuid[])) as requested from im_group_type t
      where t.id = ${typeId}::uuid`.execute(tx);
    const [type] = rows;
    if (!type?.enabled) throw new Refusal(16021);
    if (type.requested > type.most) throw new Refusal(16022, { n: type.most }, { n: type.most });
    await changeObjects(
      tx,
      call.caller,
      groups.kind,
      ids.map((id) => ({ id, version: null, fields: { typeId } })),
    );
    return { count: ids.length };
  });
}

const weekMillis = 7 * 86_400_000;

async function usage(call: Call, { id }: Parsed<typeof groupUsage>): Promise<Reply<typeof groupUsage>> {
  await assertGroups(call, call.db, [id]);
  const since = call.services.now() - weekMillis;
  const { rows } = await sql<Reply<typeof groupUsage>>`select
      (select count(*)::int from im_group_member m where m.group_id = ${id}::uuid) as members,
      coalesce(c.last_seq, 0)::int as messages, coalesce(c.bytes, 0)::int as bytes, nullif(c.last_at, 0) as "lastAt",
      (select count(*)::int from im_message msg where msg.conversation_id = c.id and msg.sent_at > ${since}) as messages7,
      (select count(distinct msg.sender_id)::int from im_message msg where msg.conversation_id = c.id and msg.sent_at > ${since}
        and msg.sender_kind = 'employee') as writers7,
      (select count(*)::int from im_message msg where msg.conversation_id = c.id and msg.file_ids <> '{}') as files
    from im_group g left join im_conversation c on c.group_id = g.id where g.id = ${id}::uuid`.execute(call.db);
  return rows[0]!;
}

/** Operations on groups beside those that their declaration brings. */
export const groupRoutes: readonly BoundRoute[] = [
  handle(group.add, add),
  restore,
  handle(groupBan, (call, input) => turn(call, input, 'banned')),
  handle(groupUnban, (call, input) => turn(call, input, 'active')),
  handle(groupTransfer, transfer),
  handle(groupChangeType, changeType),
  handle(groupUsage, usage),
  handle(groupMerge, merge),
  handle(groupMessage, write),
  handle(groupNotice, writeNotice),
  handle(groupBatchUpdate, (call, { ids, ...given }) =>
    call.write(async (tx) => {
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      await changeObjects(
        tx,
        call.caller,
        groups.kind,
        ids.map((id) => ({ id, version: null, fields })),
      );
      return { count: ids.length };
    }),
  ),
];
