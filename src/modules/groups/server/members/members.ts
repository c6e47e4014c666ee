import { sql } from 'kysely';
import { audienceIn } from '#kit/server/audience/audience.fields.ts';
import { inAudience } from '#kit/server/audience/audience.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { letIn, letOut, openGroupChat, type HistoryForNew } from '#modules/messaging/server/public.ts';
import { clock } from '#platform/clock.ts';
import { directory } from '#modules/people/server/public.ts';
import type { GroupEvent, GroupKind, MemberRole, unfitReasons } from '../../common/words.ts';

/** A group as far as its members go. */
export interface GroupFacts {
  id: string;
  name: string;
  kind: GroupKind;
  sourceId: string | null;
  typeId: string;
  ownerId: string;
  joinMode: 'free' | 'approve' | 'invite' | 'closed';
  speak: 'all' | 'managers';
  historyForNew: HistoryForNew;
  maxMembers: number;
  typeMost: number;
  state: 'active' | 'banned';
  notice: string;
  memberAudience: unknown;
  creatorAudience: unknown;
  helpers: { helper: 'welcome' | 'notice'; mode: string; text: Record<string, string> }[];
  /** Helpers that are in the group. */
  given: string[];
  mentionAllBy: string;
}

const columns = sql`g.id, g.name, g.kind, g.source_id as "sourceId", g.type_id as "typeId", g.owner_id as "ownerId", g.join_mode as "joinMode", g.speak,
  g.history_for_new as "historyForNew", g.max_members as "maxMembers", t.max_members as "typeMost", g.state, g.notice, t.members as "memberAudience",
  t.creators as "creatorAudience", t.helpers,
  array(select h.helper from im_group_helper h where h.group_id = g.id) as given, t.mention_all_by as "mentionAllBy"`;

/** Groups by id; unknown and dissolved ones are absent. */
export async function groupsById(db: Db, ids: readonly string[]): Promise<Map<string, GroupFacts>> {
  const { rows } = await sql<GroupFacts>`select ${columns} from im_group g join im_group_type t on t.id = g.type_id
    where g.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What somebody is in a group; undefined for who is not in it. */
export async function roleIn(db: Db, groupId: string, uid: string): Promise<MemberRole | undefined> {
  const { rows } = await sql<{ role: MemberRole }>`select role from im_group_member where group_id = ${groupId}::uuid
    and employee_id = ${uid}::uuid`.execute(db);
  return rows[0]?.role;
}

/** Who did something to a group. */
export interface Actor {
  readonly uid: string;
  readonly name: string;
}

/** Writes down what happened to a group. */
export async function noteEvent(
  tx: Tx,
  by: Actor,
  event: { groupId: string; what: GroupEvent; employees?: readonly string[]; detail?: Readonly<Record<string, unknown>> },
): Promise<void> {
  for (const employeeId of event.employees ?? [null])
    await sql`insert into im_group_event (id, at, group_id, what, by_id, by_name, employee_id, detail)
      values (${newId()}::uuid, ${clock.now()}, ${event.groupId}::uuid, ${event.what}, ${by.uid}, ${by.name}, ${employeeId}::uuid,
        ${JSON.stringify(event.detail ?? {})}::jsonb)`.execute(tx);
}

/** Why somebody can't be put into a group. */
export type Unfit = (typeof unfitReasons)[number];

/** Which of these people may be members, and why the others may not. */
export async function fitting(db: Db, group: GroupFacts, uids: readonly string[]): Promise<{ fit: string[]; unfit: Map<string, Unfit> }> {
  const requested = [...new Set(uids)];
  const audience = audienceIn(group.memberAudience);
  const { rows } = await sql<{ id: string; here: boolean; allowed: boolean; already: boolean }>`select w.id,
      exists (select from employee e where e.id = w.id and e.status = 'active') as here, ${inAudience(directory, audience, 'w.id')} as allowed,
      exists (select from im_group_member m where m.group_id = ${group.id}::uuid and m.employee_id = w.id) as already
    from unnest(${requested}::uuid[]) as w(id)`.execute(db);
  const { rows: counted } = await sql<{
    n: number;
  }>`select count(*)::int as n from im_group_member where group_id = ${group.id}::uuid`.execute(db);
  let room = Math.min(group.maxMembers, group.typeMost) - counted[0]!.n;
  const unfit = new Map<string, Unfit>();
  const fit: string[] = [];
  for (const { id, here, allowed, already } of rows) {
    const why: Unfit | undefined = already ? 'already' : !here ? 'left' : !allowed ? 'notAllowed' : room <= 0 ? 'full' : undefined;
    if (why) unfit.set(id, why);
    else {
      fit.push(id);
      room -= 1;
    }
  }
  return { fit, unfit };
}

/** Puts people into a group and its conversation. */
export async function addMembers(
  tx: Tx,
  by: Actor,
  request: { group: GroupFacts; uids: readonly string[]; how: string; role?: MemberRole; history?: HistoryForNew },
): Promise<void> {
  const { group, uids, how, role = 'member' } = request;
  if (uids.length === 0) return;
  await sql`insert into im_group_member (group_id, employee_id, role, joined_at, joined_by, how)
    select ${group.id}::uuid, id, ${role}, ${clock.now()}, ${by.uid}, ${how} from unnest(${[...uids]}::uuid[]) as who(id)
    on conflict (group_id, employee_id) do nothing`.execute(tx);
  await sql`delete from im_group_request where group_id = ${group.id}::uuid and employee_id = any(${[...uids]}::uuid[])`.execute(tx);
  await letIn(tx, await openGroupChat(tx, group.id), uids, request.history ?? group.historyForNew);
}

/** Takes people out of a group and its conversation. */
export async function dropMembers(tx: Tx, groupId: string, uids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from im_group_member where group_id = ${groupId}::uuid
    and employee_id = any(${[...uids]}::uuid[]) returning employee_id as id`.execute(tx);
  const gone = rows.map(({ id }) => id);
  await letOut(tx, await openGroupChat(tx, groupId), gone);
  return gone;
}

/** The owner of a group as its members have it: whoever the group names is in it, and nobody else is its owner. */
export async function settleOwner(tx: Tx, by: Actor, group: GroupFacts): Promise<void> {
  await sql`update im_group_member set role = 'member' where group_id = ${group.id}::uuid and role = 'owner'
    and employee_id <> ${group.ownerId}::uuid`.execute(tx);
  await addMembers(tx, by, { group, uids: [group.ownerId], how: 'created', role: 'owner', history: 'all' });
  await sql`update im_group_member set role = 'owner', muted_until = null where group_id = ${group.id}::uuid
    and employee_id = ${group.ownerId}::uuid`.execute(tx);
}
