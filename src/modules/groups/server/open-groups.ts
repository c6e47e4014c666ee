import { sql, type RawBuilder } from 'kysely';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices, Db } from '#kit/server/services.ts';
import { announce, screenText, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { followingKinds } from '../common/words.ts';
import { groups, newNumber } from './group.ts';
import { eventIn } from './group-event.ts';
import { bringIn } from './members/bring-in.ts';
import { notifyMembers } from './members/follow.ts';
import { dropMembers, groupsById, noteEvent, type GroupFacts } from './members/members.ts';

/** A system that acts, by the name that it has among people. */
export interface OpenActor {
  readonly systemId: string;
  readonly name: string;
}

const callerOf = ({ systemId, name }: OpenActor, word: string): Caller => ({ ...systemCaller(word), uid: systemId, name });
const by = ({ systemId, name }: OpenActor) => ({ uid: systemId, name });

/** What a system asks a new group to be. */
export interface OpenGroupDraft {
  readonly name: string;
  readonly typeCode: string;
  readonly ownerId: string;
  readonly employeeIds: readonly string[];
}

/** Makes a group of a type that is on; undefined where there is no such type. */
export async function addOpenGroup(
  services: CoreServices,
  actor: OpenActor,
  draft: OpenGroupDraft,
): Promise<{ groupId: string; number: string; members: number; refused: number } | undefined> {
  const { db } = services.database;
  const { rows } = await sql<{ id: string; most: number; join: string; speak: string; history: string }>`select id, max_members as most,
    join_mode as join, speak, history_for_new as history from im_group_type where lower(code) = lower(${draft.typeCode}) and enabled`.execute(
    db,
  );
  const [type] = rows;
  if (!type) return undefined;
  const name = await screenText(services, { text: draft.name, place: 'groupName', uid: systemSender.id });
  const id = newId();
  const made = await db.transaction().execute(async (tx) => {
    const [home] = await directory.pathsOf(tx, draft.ownerId);
    const dept = await sql<{ id: string }>`select id from department where path = ${home ?? ''}::ltree`.execute(tx);
    const number = await newNumber(tx);
    const rules = {
      joinMode: type.join as 'invite',
      speak: type.speak as 'all',
      historyForNew: type.history as 'none',
      maxMembers: type.most,
    };
    const fixed = { kind: 'ordinary' as const, sourceId: null, notice: '', forwardAllowed: true, endsAt: null, state: 'active' as const };
    const fields = { name, number, typeId: type.id, ownerId: draft.ownerId, ownerDeptId: dept.rows[0]!.id, ...rules, ...fixed };
    await createObjects(tx, callerOf(actor, 'imGroup.add'), groups.kind, [{ id, name, path: home ?? null, fields }]);
    const group = (await groupsById(tx, [id])).get(id)!;
    const { fit, unfit, news } = await bringIn(tx, services, {
      by: by(actor),
      group,
      uids: draft.employeeIds.filter((one) => one !== draft.ownerId),
    });
    return {
      number,
      members: fit.length + 1,
      refused: unfit.size,
      news: [await eventIn(tx, { services }, id, { what: 'created', name }), ...news],
    };
  });
  await announceChange(services, id, made.news);
  return { groupId: id, number: made.number, members: made.members, refused: made.refused };
}

/** A group whose department fulfils a condition; undefined where there is none. */
export async function openGroupIn(
  db: Db,
  id: string,
  inside: (column: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<GroupFacts | undefined> {
  const { rows } = await sql`select from im_group g where g.id = ${id}::uuid and ${inside(sql`g.owner_dept_id`)}`.execute(db);
  return rows.length > 0 ? (await groupsById(db, [id])).get(id) : undefined;
}

/** Changes the name or the notice of a group. */
export async function updateOpenGroup(
  services: CoreServices,
  actor: OpenActor,
  group: GroupFacts,
  request: { name?: string; notice?: string },
): Promise<void> {
  const fields: Fields = {};
  for (const [field, place] of [
    ['name', 'groupName'],
    ['notice', 'notice'],
  ] as const) {
    const text = request[field];
    if (text !== undefined) fields[field] = await screenText(services, { text, place, uid: systemSender.id });
  }
  const news = await services.database.db.transaction().execute(async (tx) => {
    await changeObjects(tx, callerOf(actor, 'imGroup.update'), groups.kind, [{ id: group.id, version: null, fields }]);
    return eventIn(tx, { services }, group.id, { what: 'changed', by: systemSender.id, ...fields });
  });
  await announceChange(services, group.id, [news]);
}

/** Brings people into a group and takes others out of it; who follows a department, and the owner, stays. */
export async function changeOpenMembers(
  services: CoreServices,
  actor: OpenActor,
  group: GroupFacts,
  request: { add: readonly string[]; remove: readonly string[] },
): Promise<{ added: number; removed: number; refused: number }> {
  const remove = followingKinds.includes(group.kind) ? [] : request.remove.filter((one) => one !== group.ownerId);
  const done = await services.database.db.transaction().execute(async (tx) => {
    const news: MessageChange[] = [];
    const brought = request.add.length > 0 ? await bringIn(tx, services, { by: by(actor), group, uids: request.add }) : undefined;
    news.push(...(brought?.news ?? []));
    const gone = remove.length > 0 ? await dropMembers(tx, group.id, remove) : [];
    if (gone.length > 0) {
      await noteEvent(tx, by(actor), { groupId: group.id, what: 'removed', employees: gone });
      news.push(await eventIn(tx, { services }, group.id, { what: 'removed', people: gone }));
    }
    return {
      added: brought?.fit.length ?? 0,
      removed: gone.length,
      refused: (brought?.unfit.size ?? 0) + request.remove.length - gone.length,
      news,
    };
  });
  const { news, ...counts } = done;
  await announceChange(services, group.id, news);
  return counts;
}

async function announceChange(services: CoreServices, groupId: string, news: readonly MessageChange[]): Promise<void> {
  await notifyMembers(services, groupId);
  await announce(services, news);
}
