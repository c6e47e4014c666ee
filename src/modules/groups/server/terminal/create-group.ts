import { sql } from 'kysely';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import { audienceIn } from '#kit/server/audience/audience.fields.ts';
import { isInAudience } from '#kit/server/audience/audience.ts';
import { createObjects } from '#kit/server/change/change-objects.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { limitsOf } from '#modules/enterprise/server/public.ts';
import { abilitiesOf, screenText, type MessageChange } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import type { ClientGroup, clientGroupAdd } from '../../common/client.contract.ts';
import { groups, newNumber } from '../group.ts';
import { eventIn } from '../group-event.ts';
import { greet } from '../members/greet.ts';
import { addMembers, fitting, groupsById, noteEvent } from '../members/members.ts';
import { actorOf, by, needs, shownOne, announceChange } from './own-group.ts';

/** Above so many people a group is a large one. */
const largeGroup = 200;

/** Creates a group of a type that is offered, by the function of the imm role. */
export async function createGroup(call: ClientCall, input: ClientInput<typeof clientGroupAdd>): Promise<ClientGroup> {
  const { services, caller, db } = call;
  const { functions, limits } = await abilitiesOf(services)(caller.uid);
  if (!functions.has('im.groupCreate')) throw needs('im.groupCreate');
  if (input.people.length + 1 > largeGroup && !functions.has('im.groupLarge')) throw needs('im.groupLarge');
  const { rows } = await sql<{
    enabled: boolean;
    most: number;
    creators: unknown;
    join: string;
    speak: string;
    history: string;
  }>`select enabled,
    max_members as most, creators, join_mode as join, speak, history_for_new as history from im_group_type where id = ${input.typeId}::uuid`.execute(
    db,
  );
  const [type] = rows;
  if (!type?.enabled || !(await isInAudience(db, directory, audienceIn(type.creators), caller.uid))) throw new Refusal(16021);
  const owned = await sql<{ n: number }>`select count(*)::int as n from im_group where owner_id = ${caller.uid}::uuid`.execute(db);
  if (owned.rows[0]!.n >= limits.ownedGroups) throw new Refusal(16027, { n: limits.ownedGroups }, { n: limits.ownedGroups });
  const maxMembers = Math.min(type.most, limits.groupMembers);
  if (input.people.length + 1 > maxMembers) throw new Refusal(16022, { n: maxMembers }, { n: maxMembers });
  const name = await screenText(services, { text: input.name, place: 'groupName', uid: caller.uid });
  const verdicts = await limitsOf(services).members(caller.uid, input.people, { action: 'createGroup' });
  if ([...verdicts.values()].some(({ allowed }) => !allowed)) throw new Refusal(16002);
  const id = newId();
  const news: MessageChange[] = [];
  await call.write(async (tx) => {
    news.length = 0;
    const [home] = await directory.pathsOf(tx, caller.uid);
    const dept = await sql<{ id: string }>`select id from department where path = ${home ?? ''}::ltree`.execute(tx);
    await createObjects(tx, actorOf(call, 'imGroup.add'), groups.kind, [
      {
        id,
        name,
        path: home ?? null,
        fields: {
          name,
          number: await newNumber(tx),
          typeId: input.typeId,
          kind: 'ordinary',
          sourceId: null,
          ownerId: caller.uid,
          ownerDeptId: dept.rows[0]!.id,
          notice: '',
          joinMode: type.join as 'invite',
          speak: type.speak as 'all',
          historyForNew: type.history as 'none',
          forwardAllowed: true,
          maxMembers,
          endsAt: null,
          state: 'active',
        },
      },
    ]);
    const group = (await groupsById(tx, [id])).get(id)!;
    const { fit } = await fitting(tx, group, input.people);
    await addMembers(tx, by(call), { group, uids: fit, how: 'created', history: 'all' });
    await noteEvent(tx, by(call), { groupId: id, what: 'added', employees: fit });
    news.push(await eventIn(tx, call, id, { what: 'created', name, people: fit }), ...(await greet(tx, call, group, fit)));
  });
  await announceChange(call, id, news);
  return shownOne(call, id);
}
