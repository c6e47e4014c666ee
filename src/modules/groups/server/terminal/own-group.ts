import { sql } from 'kysely';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { announce, type MessageChange } from '#modules/messaging/server/public.ts';
import type { ClientGroup } from '../../common/client.contract.ts';
import type { MemberRole } from '../../common/words.ts';
import { notifyMembers } from '../members/follow.ts';
import { groupsById, roleIn, type GroupFacts } from '../members/members.ts';

/** The person acts, by the rules of the group and not by rights of the console. */
export const actorOf = ({ caller }: ClientCall, word: string): Caller => ({
  ...systemCaller(word),
  uid: caller.uid,
  account: caller.account,
  name: caller.name,
  address: caller.address,
});
/** Who acts, as events name them. */
export const by = ({ caller }: ClientCall) => ({ uid: caller.uid, name: caller.name });

/** A group of the person, and what the person is in it. */
export interface Mine {
  group: GroupFacts;
  role: MemberRole;
}

/** A group of the person, who is at least this in it. */
export async function mine(call: ClientCall, groupId: string, least: 'member' | 'manager' | 'owner' = 'member'): Promise<Mine> {
  const group = (await groupsById(call.db, [groupId])).get(groupId);
  const role = group ? await roleIn(call.db, groupId, call.caller.uid) : undefined;
  if (!group || !role) throw new Refusal(16003);
  const ranks: Readonly<Record<MemberRole, number>> = { guest: 0, member: 0, manager: 1, owner: 2 };
  const needed = { member: 0, manager: 1, owner: 2 }[least];
  if (ranks[role] < needed) throw new Refusal(16005);
  return { group, role };
}

/** Groups of the person as terminals get them. */
export async function shown(call: ClientCall, ids?: readonly string[]): Promise<ClientGroup[]> {
  const { rows } = await sql<ClientGroup>`select g.id, g.number, g.name, g.notice, g.type_id as "typeId", g.kind, g.owner_id as "ownerId",
      c.id as "conversationId", m.role, (select count(*)::int from im_group_member n where n.group_id = g.id) as members, g.max_members as "maxMembers",
      g.join_mode as "joinMode", g.speak, g.history_for_new as "historyForNew", g.state, t.watermark, m.muted_until as "mutedUntil", t.apps
    from im_group_member m join im_group g on g.id = m.group_id join im_group_type t on t.id = g.type_id
    left join im_conversation c on c.group_id = g.id
    where m.employee_id = ${call.caller.uid}::uuid ${ids ? sql`and g.id = any(${[...ids]}::uuid[])` : sql``} order by g.name, g.id limit 2000`.execute(
    call.db,
  );
  const { platform } = call.terminal;
  return rows.map((row) => ({
    ...row,
    apps: row.apps.filter(({ platforms }) => platforms.length === 0 || platforms.some((one) => one === platform)),
  }));
}

/** One of them; 16003 for any other. */
export async function shownOne(call: ClientCall, id: string): Promise<ClientGroup> {
  const [found] = await shown(call, [id]);
  if (!found) throw new Refusal(16003);
  return found;
}

/** After the commit: other members, and what was written. */
export async function announceChange(call: ClientCall, groupId: string, news: readonly MessageChange[]): Promise<void> {
  await notifyMembers(call.services, groupId);
  await announce(call.services, news);
}

/** The function is not among those of the person. */
export const needs = (name: string): Refusal =>
  new Refusal(16001, { function: { namespace: 'messaging', key: `function.${name}` } }, { function: name });
