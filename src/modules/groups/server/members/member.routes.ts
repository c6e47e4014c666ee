import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { containing, readPage } from '#kit/server/read-page.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { announce, type MessageChange } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import {
  groupEventList,
  groupMemberAdd,
  groupMemberManager,
  groupMemberMute,
  groupMemberRemove,
  groupMemberRemovePreview,
  groupMembers,
} from '../../common/group.contract.ts';
import { followingKinds, mostManagers, type GroupEvent, type MemberRole } from '../../common/words.ts';
import { eventIn } from '../group-event.ts';
import { assertGroups, assertPeople, notifyGroups } from '../group.routes.ts';
import { bringIn } from './bring-in.ts';
import { dropMembers, groupsById, noteEvent, type GroupFacts } from './members.ts';

const actor = ({ caller }: Call) => ({ uid: caller.uid, name: caller.name });

/** A group that the caller sees. */
async function groupOf(call: Call, db: Call['db'], id: string): Promise<GroupFacts> {
  await assertGroups(call, db, [id]);
  return (await groupsById(db, [id])).get(id)!;
}

interface StoredMember {
  id: string;
  role: MemberRole;
  nickname: string;
  joinedAt: number;
  how: string;
  mutedUntil: number | null;
  readSeq: number;
}

async function members(call: Call, input: Parsed<typeof groupMembers>): Promise<Reply<typeof groupMembers>> {
  const { caller, services, db } = call;
  const range = caller.scope();
  await assertGroups(call, db, [input.groupId]);
  const where: RawBuilder<boolean>[] = [
    sql`m.group_id = ${input.groupId}::uuid`,
    ...(input.role ? [sql<boolean>`m.role = ${input.role}`] : []),
    // Who is looked for by name must be seen by name.
    ...(input.text
      ? [
          sql<boolean>`exists (select from employee e where e.id = m.employee_id and (e.name ilike ${containing(input.text)} or e.account ilike ${containing(input.text)})
          and ${directory.employeeInRange(range, 'e.id')})`,
        ]
      : []),
  ];
  const source = {
    columns: sql`m.employee_id as id, m.role, m.nickname, m.joined_at as "joinedAt", m.how, m.muted_until as "mutedUntil",
      coalesce((select cm.read_seq from im_member cm join im_conversation c on c.id = cm.conversation_id where c.group_id = m.group_id and cm.employee_id = m.employee_id), 0)::int as "readSeq"`,
    from: sql`im_group_member m`,
    where,
    order: sql`array_position(array['owner', 'manager', 'member', 'guest'], m.role), m.joined_at, m.employee_id`,
  };
  const { list, ...counted } = await readPage<StoredMember>(db, source, input);
  const people = await services.directory.people(
    db,
    list.map(({ id }) => id),
    caller.language,
    range,
  );
  return {
    list: list.map((row) => {
      const person = people.get(row.id);
      return {
        ...row,
        name: person?.name ?? (range.all ? '' : outsideWord(caller.language)),
        account: person?.account ?? '',
        departmentName: person?.departmentName ?? '',
      };
    }),
    ...counted,
  };
}

async function events(call: Call, input: Parsed<typeof groupEventList>): Promise<Reply<typeof groupEventList>> {
  const { caller, services, db } = call;
  await assertGroups(call, db, [input.groupId]);
  const source = {
    columns: sql`id, at, what, by_name as "byName", employee_id as "employeeId", detail`,
    from: sql`im_group_event`,
    where: [sql<boolean>`group_id = ${input.groupId}::uuid`],
    order: sql`at desc, id desc`,
  };
  const { list, ...counted } = await readPage<{
    id: string;
    at: number;
    what: GroupEvent;
    byName: string;
    employeeId: string | null;
    detail: Record<string, unknown>;
  }>(db, source, input);
  const people = await services.directory.people(
    db,
    list.flatMap(({ employeeId }) => employeeId ?? []),
    caller.language,
    caller.scope(),
  );
  return {
    list: list.map(({ employeeId, detail, ...row }) => ({
      ...row,
      employeeName: employeeId === null ? null : (people.get(employeeId)?.name ?? ''),
      reason: typeof detail['reason'] === 'string' ? detail['reason'] : '',
    })),
    ...counted,
  };
}

async function add(call: Call, input: Parsed<typeof groupMemberAdd>): Promise<Reply<typeof groupMemberAdd>> {
  const { caller, services } = call;
  const range = caller.scope();
  const group = await groupOf(call, call.db, input.groupId);
  await assertPeople(call, call.db, input.empIds);
  const { rows } = await sql<{ id: string }>`select id from (select id from (${directory.employeesUnder(input.departments)}) as d(id)
    union select id from (${directory.employeesOfCrowds(input.crowds)}) as c(id)) as wished where ${directory.employeeInRange(range, 'wished.id')}`.execute(
    call.db,
  );
  const requested = [...new Set([...input.empIds, ...rows.map(({ id }) => id)])];
  let news: readonly MessageChange[] = [];
  const done = await call.write(async (tx) => {
    const { fit, unfit, news: told } = await bringIn(tx, services, { by: actor(call), group, uids: requested });
    news = told;
    caller.touch({ kind: 'imGroup', id: group.id, name: group.name });
    caller.note({ added: fit.length, refused: unfit.size });
    const people = await services.directory.people(tx, [...unfit.keys()], caller.language, range);
    return { count: fit.length, refused: [...unfit].map(([id, reason]) => ({ id, name: people.get(id)?.name ?? '', reason })) };
  });
  await notifyGroups(call, [group.id]);
  await announce(services, news);
  return done;
}

async function remove(
  call: Call,
  { groupIds, empIds, reason }: Parsed<typeof groupMemberRemove>,
): Promise<Reply<typeof groupMemberRemove>> {
  const { caller, services } = call;
  await assertGroups(call, call.db, groupIds);
  const news: MessageChange[] = [];
  const done = await call.write(async (tx) => {
    news.length = 0;
    let [count, touched] = [0, 0];
    for (const group of (await groupsById(tx, groupIds)).values()) {
      if (empIds.includes(group.ownerId)) throw new Refusal(16024);
      const { rows } = await sql<{ id: string; role: MemberRole }>`select employee_id as id, role from im_group_member
        where group_id = ${group.id}::uuid and employee_id = any(${empIds}::uuid[])`.execute(tx);
      if (followingKinds.includes(group.kind) && rows.some(({ role }) => role !== 'guest')) throw new Refusal(16023, { name: group.name });
      const gone = await dropMembers(tx, group.id, empIds);
      if (gone.length === 0) continue;
      await noteEvent(tx, actor(call), { groupId: group.id, what: 'removed', employees: gone, detail: { reason } });
      news.push(await eventIn(tx, call, group.id, { what: 'removed', people: gone }));
      caller.touch({ kind: 'imGroup', id: group.id, name: group.name });
      count += gone.length;
      touched += 1;
    }
    caller.note({ removed: count, reason });
    return { count, groups: touched };
  });
  await notifyGroups(call, groupIds);
  await announce(services, news);
  return done;
}

async function foreseen(
  call: Call,
  { groupIds, empIds }: Parsed<typeof groupMemberRemovePreview>,
): Promise<Reply<typeof groupMemberRemovePreview>> {
  await assertGroups(call, call.db, groupIds);
  const { rows } = await sql<Reply<typeof groupMemberRemovePreview>>`select count(distinct m.employee_id)::int as people,
      count(distinct m.group_id)::int as groups, count(*)::int as memberships,
      (count(*) filter (where m.role = 'owner'))::int as owners,
      (count(*) filter (where m.role not in ('owner', 'guest') and g.kind = any(${[...followingKinds]})))::int as following
    from im_group_member m join im_group g on g.id = m.group_id
    where m.group_id = any(${groupIds}::uuid[]) and m.employee_id = any(${empIds}::uuid[])`.execute(call.db);
  return rows[0]!;
}

/** Changes something of members who are there. */
async function change(
  call: Call,
  input: { groupId: string; empIds: string[] },
  request: { set: RawBuilder<unknown>; where: RawBuilder<boolean>; what: GroupEvent },
): Promise<{ count: number }> {
  const group = await groupOf(call, call.db, input.groupId);
  return call.write(async (tx) => {
    const { rows } = await sql<{ id: string }>`update im_group_member set ${request.set} where group_id = ${group.id}::uuid
      and employee_id = any(${input.empIds}::uuid[]) and ${request.where} returning employee_id as id`.execute(tx);
    if (request.what === 'manager') {
      const { rows: managers } = await sql<{ n: number }>`select count(*)::int as n from im_group_member where group_id = ${group.id}::uuid
        and role = 'manager'`.execute(tx);
      if (managers[0]!.n > mostManagers) throw new Refusal(16022, { n: mostManagers }, { n: mostManagers });
    }
    await noteEvent(tx, actor(call), { groupId: group.id, what: request.what, employees: rows.map(({ id }) => id) });
    call.caller.touch({ kind: 'imGroup', id: group.id, name: group.name });
    return { count: rows.length };
  });
}

/** Members of groups in the console, and what happened to them. */
export const memberRoutes: readonly BoundRoute[] = [
  handle(groupMembers, members),
  handle(groupEventList, events),
  handle(groupMemberAdd, add),
  handle(groupMemberRemove, remove),
  handle(groupMemberRemovePreview, foreseen),
  handle(groupMemberMute, (call, { minutes, ...input }) =>
    change(call, input, {
      set: minutes === 0 ? sql`muted_until = null` : sql`muted_until = ${call.services.now() + minutes * 60_000}`,
      where: sql`role <> 'owner'`,
      what: minutes === 0 ? 'unmuted' : 'muted',
    }),
  ),
  handle(groupMemberManager, (call, { manager, ...input }) =>
    change(call, input, {
      set: manager ? sql`role = 'manager'` : sql`role = 'member'`,
      where: manager ? sql`role = 'member'` : sql`role = 'manager'`,
      what: manager ? 'manager' : 'member',
    }),
  ),
];
