import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { conversationOfGroup, openGroupChat, postIn, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';
import { robotById, type RobotFacts } from './facts.ts';
import { robotsChanged } from './known.ts';
import { readRobotSettings } from '../setting/robot-settings.ts';
import { queueEvent } from './out/queue.ts';
import './robot.table.ts';

type Acting = Pick<Caller, 'uid' | 'name'>;

/** Tells a group that a robot came or went, in its order of messages, and the robot's address. */
async function told(
  tx: Tx,
  services: Services,
  robot: RobotFacts,
  place: { groupId: string; what: 'joined' | 'left'; by: Acting },
): Promise<MessageChange> {
  const conversationId = await openGroupChat(tx, place.groupId);
  const body = {
    what: place.what === 'joined' ? 'robotJoined' : 'robotLeft',
    robot: { id: robot.id, name: robot.name, avatar: robot.avatar, readsAll: robot.readsAll },
    by: place.by.uid,
  };
  const { seq } = await postIn(tx, services, { conversationId, sender: systemSender, kind: 'event', body });
  await queueEvent(tx, services, robot, {
    event: place.what,
    groupId: place.groupId,
    conversationId,
    facts: { group: { id: place.groupId } },
  });
  return { what: 'message', conversation: conversationId, seq };
}

interface Group {
  id: string;
  typeId: string;
  robots: number;
}

async function assertFits(tx: Tx, robot: RobotFacts, groupIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Group>`select g.id, g.type_id as "typeId",
      (select count(*)::int from robot_group o join robot r on r.id = o.robot_id where o.group_id = g.id and o.robot_id <> ${robot.id}::uuid) as robots
    from im_group g where g.id = any(${[...groupIds]}::uuid[]) for update of g`.execute(tx);
  const { maxPerGroup } = await readRobotSettings(tx, robot.companyDeptId);
  const issue = (key: string, params: Record<string, number> = {}) =>
    new InvalidInput([{ path: 'groupIds', namespace: 'robots', key, params }]);
  if (rows.length < new Set(groupIds).size) throw issue('issue.noGroup');
  if (robot.groupTypes.length > 0 && rows.some(({ typeId }) => !robot.groupTypes.includes(typeId))) throw issue('issue.groupType');
  if (rows.some(({ robots }) => robots >= maxPerGroup)) throw issue('issue.groupFull', { n: maxPerGroup });
}

/** Puts a robot into groups that its type and the limits allow; answers what their members are told. */
export async function joinGroups(
  tx: Tx,
  services: Services,
  by: Acting,
  request: { robotId: string; groupIds: readonly string[] },
): Promise<MessageChange[]> {
  const robot = await robotById(tx, request.robotId);
  if (!robot?.enabled) throw new Refusal(17092);
  await assertFits(tx, robot, request.groupIds);
  const { rows } = await sql<{ id: string }>`insert into robot_group (robot_id, group_id, added_at, added_by)
    select ${robot.id}::uuid, id, ${services.now()}, ${by.uid} from unnest(${[...request.groupIds]}::uuid[]) as g(id)
    on conflict do nothing returning group_id as id`.execute(tx);
  robotsChanged.happens();
  const news: MessageChange[] = [];
  for (const { id } of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    news.push(await told(tx, services, robot, { groupId: id, what: 'joined', by }));
  return news;
}

/** Takes a robot out of groups; 17093 where it is in none of them. */
export async function leaveGroups(
  tx: Tx,
  services: Services,
  by: Acting,
  request: { robotId: string; groupIds: readonly string[] },
): Promise<MessageChange[]> {
  const { rows } = await sql<{ id: string }>`delete from robot_group where robot_id = ${request.robotId}::uuid
    and group_id = any(${[...request.groupIds]}::uuid[]) returning group_id as id`.execute(tx);
  if (rows.length === 0) throw new Refusal(17093);
  robotsChanged.happens();
  const robot = await robotById(tx, request.robotId);
  const news: MessageChange[] = [];
  if (!robot) return news;
  for (const { id } of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    if (await conversationOfGroup(tx, id)) news.push(await told(tx, services, robot, { groupId: id, what: 'left', by }));
  return news;
}
