import { sql, type RawBuilder } from 'kysely';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import type { LocalText } from '#kit/common/language.ts';
import { audienceIn } from '#kit/server/audience/audience.fields.ts';
import { isInAudience } from '#kit/server/audience/audience.ts';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { limitsOf } from '#modules/enterprise/server/public.ts';
import { abilitiesOf, announce, screenText, type MessageChange } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../../common/client.contract.ts';
import { followingKinds, mostManagers, type GroupEvent, type MemberRole } from '../../common/words.ts';
import { groups } from '../group.ts';
import { eventIn } from '../group-event.ts';
import { notifyMembers } from '../members/follow.ts';
import { greet } from '../members/greet.ts';
import { addMembers, dropMembers, fitting, groupsById, noteEvent, roleIn, type GroupFacts } from '../members/members.ts';
import { createGroup } from './create-group.ts';
import { codeOf, groupOfCode } from './group-code.ts';
import { actorOf, by, mine, needs, shown, shownOne, announceChange } from './own-group.ts';

async function update(
  call: ClientCall,
  { groupId, ...given }: ClientInput<typeof contract.clientGroupUpdate>,
): Promise<contract.ClientGroup> {
  const { services, caller } = call;
  await mine(call, groupId, 'manager');
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (given.name !== undefined) fields['name'] = await screenText(services, { text: given.name, place: 'groupName', uid: caller.uid });
  if (given.notice !== undefined) fields['notice'] = await screenText(services, { text: given.notice, place: 'notice', uid: caller.uid });
  const news: MessageChange[] = [];
  await call.write(async (tx) => {
    news.length = 0;
    await changeObjects(tx, actorOf(call, 'imGroup.update'), groups.kind, [{ id: groupId, version: null, fields }]);
    news.push(await eventIn(tx, call, groupId, { what: 'changed', by: caller.uid, ...fields }));
  });
  await announce(services, news);
  return shownOne(call, groupId);
}

async function leave(call: ClientCall, { groupId }: { groupId: string }): Promise<{ count: number }> {
  const { group, role } = await mine(call, groupId);
  if (role === 'owner') throw new Refusal(16024);
  if (followingKinds.includes(group.kind) && role !== 'guest') throw new Refusal(16023, { name: group.name });
  return moved(call, group, { what: 'left', uids: [call.caller.uid] });
}

/** Takes people out of a group, and says so in it. */
async function moved(
  call: ClientCall,
  group: GroupFacts,
  request: { what: GroupEvent; uids: readonly string[] },
): Promise<{ count: number }> {
  const news: MessageChange[] = [];
  const gone = await call.write(async (tx) => {
    news.length = 0;
    const out = await dropMembers(tx, group.id, request.uids);
    await noteEvent(tx, by(call), { groupId: group.id, what: request.what, employees: out });
    if (out.length > 0) news.push(await eventIn(tx, call, group.id, { what: request.what, people: out }));
    return out;
  });
  await announceChange(call, group.id, news);
  return { count: gone.length };
}

/** Puts people into a group, greets them, and says so in it. */
async function come(
  call: ClientCall,
  tx: Tx,
  group: GroupFacts,
  request: { uids: readonly string[]; how: string },
): Promise<{ count: number; news: MessageChange[] }> {
  const { fit, unfit } = await fitting(tx, group, request.uids);
  if (fit.length === 0 && [...unfit.values()].includes('full')) throw new Refusal(16022, { n: group.maxMembers }, { n: group.maxMembers });
  await addMembers(tx, by(call), { group, uids: fit, how: request.how });
  await noteEvent(tx, by(call), { groupId: group.id, what: request.how === 'invited' ? 'added' : 'joined', employees: fit });
  const news =
    fit.length > 0 ? [await eventIn(tx, call, group.id, { what: 'added', people: fit }), ...(await greet(tx, call, group, fit))] : [];
  return { count: fit.length, news };
}

async function invite(call: ClientCall, { groupId, people }: ClientInput<typeof contract.clientMemberAdd>): Promise<{ count: number }> {
  const { group, role } = await mine(call, groupId);
  if (followingKinds.includes(group.kind)) throw new Refusal(16023, { name: group.name });
  const manages = role === 'owner' || role === 'manager';
  if (!manages && group.joinMode !== 'invite' && group.joinMode !== 'free') throw new Refusal(16005);
  const verdicts = await limitsOf(call.services).members(call.caller.uid, people, { action: 'addToGroup' });
  if ([...verdicts.values()].some(({ allowed }) => !allowed)) throw new Refusal(16002);
  const { count, news } = await call.write((tx) => come(call, tx, group, { uids: people, how: 'invited' }));
  await announceChange(call, groupId, news);
  return { count };
}

/** The group that somebody names by its number, where it is open to who knows it. */
async function openGroup({ db }: ClientCall, number: string): Promise<GroupFacts | undefined> {
  const { rows } = await sql<{ id: string }>`select id from im_group where number = ${number}`.execute(db);
  const group = rows[0] ? (await groupsById(db, [rows[0].id])).get(rows[0].id) : undefined;
  return group?.joinMode === 'invite' ? undefined : group;
}

async function join(call: ClientCall, { number, code, words }: ClientInput<typeof contract.clientGroupJoin>): Promise<{ joined: boolean }> {
  const { caller, services, db } = call;
  if (!(await abilitiesOf(services)(caller.uid)).functions.has('im.groupJoinQr')) throw needs('im.groupJoinQr');
  const group = code === undefined ? await openGroup(call, number ?? '') : await groupOfCode(call, code);
  if (!group || group.joinMode === 'closed' || followingKinds.includes(group.kind)) throw new Refusal(16003);
  if (group.joinMode === 'approve') {
    await call.write(async (tx) => {
      await sql`insert into im_group_request (group_id, employee_id, at, words) values (${group.id}::uuid, ${caller.uid}::uuid, ${services.now()}, ${words})
        on conflict (group_id, employee_id) do update set words = excluded.words`.execute(tx);
    });
    return { joined: false };
  }
  const { count, news } = await call.write((tx) => come(call, tx, group, { uids: [caller.uid], how: 'qr' }));
  if (count === 0 && !(await roleIn(db, group.id, caller.uid))) throw new Refusal(16003);
  await announceChange(call, group.id, news);
  return { joined: true };
}

async function approve(call: ClientCall, input: ClientInput<typeof contract.clientGroupApprove>): Promise<{ count: number }> {
  const { group } = await mine(call, input.groupId, 'manager');
  const done = await call.write(async (tx) => {
    const { rows } = await sql`delete from im_group_request where group_id = ${group.id}::uuid and employee_id = ${input.employeeId}::uuid
      returning employee_id`.execute(tx);
    if (rows.length === 0 || !input.agreed) return { count: rows.length, news: [] };
    return come(call, tx, group, { uids: [input.employeeId], how: 'approved' });
  });
  await announceChange(call, group.id, done.news);
  return { count: done.count };
}

async function removeThem(
  call: ClientCall,
  { groupId, people }: ClientInput<typeof contract.clientMemberRemove>,
): Promise<{ count: number }> {
  const { group, role } = await mine(call, groupId, 'manager');
  if (followingKinds.includes(group.kind)) throw new Refusal(16023, { name: group.name });
  if (people.includes(group.ownerId)) throw new Refusal(16024);
  if (role === 'manager')
    for (const uid of people) if ((await roleIn(call.db, groupId, uid)) === 'manager' && uid !== call.caller.uid) throw new Refusal(16005);
  return moved(call, group, { what: 'removed', uids: people });
}

/** Changes something of members, and writes it down. */
async function changed(
  call: ClientCall,
  group: GroupFacts,
  request: { people: readonly string[]; set: RawBuilder<unknown>; where: RawBuilder<boolean>; what: GroupEvent },
): Promise<{ count: number }> {
  const news: MessageChange[] = [];
  const count = await call.write(async (tx) => {
    news.length = 0;
    const { rows } = await sql<{ id: string }>`update im_group_member set ${request.set} where group_id = ${group.id}::uuid
      and employee_id = any(${[...request.people]}::uuid[]) and ${request.where} returning employee_id as id`.execute(tx);
    const managers = await sql<{
      n: number;
    }>`select count(*)::int as n from im_group_member where group_id = ${group.id}::uuid and role = 'manager'`.execute(tx);
    if (managers.rows[0]!.n > mostManagers) throw new Refusal(16022, { n: mostManagers }, { n: mostManagers });
    const ids = rows.map(({ id }) => id);
    await noteEvent(tx, by(call), { groupId: group.id, what: request.what, employees: ids });
    if (ids.length > 0) news.push(await eventIn(tx, call, group.id, { what: request.what, people: ids }));
    return ids.length;
  });
  await announce(call.services, news);
  return { count };
}

/** What terminals do with groups. */
export const groupClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientGroupTypes, async (call) => {
    const { rows } = await sql<{
      id: string;
      name: LocalText;
      maxMembers: number;
      creators: unknown;
    }>`select id, name, max_members as "maxMembers", creators
      from im_group_type where enabled order by place`.execute(call.db);
    const list = [];
    for (const { creators, ...type } of rows)
      if (await isInAudience(call.db, directory, audienceIn(creators), call.caller.uid)) list.push({ ...type, name: { ...type.name } });
    return { list };
  }),
  handleClient(contract.clientGroupList, async (call) => ({ list: await shown(call) })),
  handleClient(contract.clientGroupGet, (call, { groupId }) => shownOne(call, groupId)),
  handleClient(contract.clientGroupMembers, async (call, { groupId, after, limit }) => {
    await mine(call, groupId);
    const { rows } = await sql<{
      id: string;
      role: MemberRole;
      nickname: string;
      mutedUntil: number | null;
    }>`select employee_id as id, role, nickname,
      muted_until as "mutedUntil" from im_group_member where group_id = ${groupId}::uuid ${after ? sql`and employee_id > ${after}::uuid` : sql``}
      order by employee_id limit ${limit + 1}`.execute(call.db);
    const list = rows.slice(0, limit);
    return { list, next: rows.length > limit ? list.at(-1)!.id : null };
  }),
  handleClient(contract.clientGroupAdd, createGroup),
  handleClient(contract.clientGroupUpdate, update),
  handleClient(contract.clientGroupNotice, update),
  handleClient(contract.clientGroupQr, codeOf),
  handleClient(contract.clientGroupDissolve, async (call, { groupId }) => {
    await mine(call, groupId, 'owner');
    await call.write((tx) => removeObjects(tx, actorOf(call, 'imGroup.delete'), groups.kind, [groupId], {}));
    await notifyMembers(call.services, groupId);
    return { count: 1 };
  }),
  handleClient(contract.clientGroupLeave, leave),
  handleClient(contract.clientGroupJoin, join),
  handleClient(contract.clientGroupApprove, approve),
  handleClient(contract.clientGroupTransfer, async (call, { groupId, ownerId }) => {
    await mine(call, groupId, 'owner');
    if (!(await roleIn(call.db, groupId, ownerId))) throw new Refusal(16024);
    await call.write((tx) =>
      changeObjects(tx, actorOf(call, 'imGroup.transfer'), groups.kind, [{ id: groupId, version: null, fields: { ownerId } }]),
    );
    return { count: 1 };
  }),
  handleClient(contract.clientMemberAdd, invite),
  handleClient(contract.clientMemberRemove, removeThem),
  handleClient(contract.clientMemberMute, async (call, { groupId, people, minutes }) => {
    const { group } = await mine(call, groupId, 'manager');
    const set = minutes === 0 ? sql`muted_until = null` : sql`muted_until = ${call.services.now() + minutes * 60_000}`;
    return changed(call, group, { people, set, where: sql`role in ('member', 'guest')`, what: minutes === 0 ? 'unmuted' : 'muted' });
  }),
  handleClient(contract.clientMemberNickname, async (call, input) => {
    const { services, caller } = call;
    const { group } = await mine(call, input.groupId);
    const requested = input.nickname.trim();
    const nickname = requested === '' ? '' : await screenText(services, { text: requested, place: 'name', uid: caller.uid });
    await call.write(async (tx) => {
      await sql`update im_group_member set nickname = ${nickname} where group_id = ${group.id}::uuid
        and employee_id = ${caller.uid}::uuid`.execute(tx);
    });
    await notifyMembers(services, group.id);
    return { nickname };
  }),
  handleClient(contract.clientMemberManager, async (call, { groupId, people, manager }) => {
    const { group } = await mine(call, groupId, 'owner');
    const set = manager ? sql`role = 'manager'` : sql`role = 'member'`;
    return changed(call, group, {
      people,
      set,
      where: manager ? sql`role = 'member'` : sql`role = 'manager'`,
      what: manager ? 'manager' : 'member',
    });
  }),
];
