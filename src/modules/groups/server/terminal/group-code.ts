import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import { followingKinds } from '../../common/words.ts';
import { groupsById, roleIn, type GroupFacts } from '../members/members.ts';
import { mine } from './own-group.ts';

const dayMillis = 86_400_000;
const separator = '.';

/** The sign below a code: nobody makes one up, and none lives longer than it says. */
const signed = ({ secrets }: Pick<Services, 'secrets'>, said: string): string => secrets.mac('groupCode', said).toString('base64url');

/** Whether a member lets people in by themselves: managers do, others where members invite. */
const mayInvite = (group: GroupFacts, role: string | undefined): boolean =>
  role === 'owner' || role === 'manager' || (role !== undefined && group.joinMode !== 'closed');

/** A code of the caller for one of their groups. */
export async function codeOf(
  call: ClientCall,
  { groupId, days }: { groupId: string; days: number },
): Promise<{ code: string; expiresAt: number }> {
  const { group, role } = await mine(call, groupId);
  if (followingKinds.includes(group.kind)) throw new Refusal(16023, { name: group.name });
  if (!mayInvite(group, role)) throw new Refusal(16005);
  const expiresAt = call.services.now() + days * dayMillis;
  const said = [groupId, call.caller.uid, expiresAt.toString(36)].join(separator);
  return { code: said + separator + signed(call.services, said), expiresAt };
}

/** The group of a code that holds: its sign is right, its time is not over, and who made it is still a member who may let people in. */
export async function groupOfCode({ services, db }: ClientCall, code: string): Promise<GroupFacts | undefined> {
  const [groupId = '', uid = '', until = '', sign = ''] = code.split(separator);
  const isOurs = isSame(sign, signed(services, [groupId, uid, until].join(separator)));
  if (!isOurs || Number.parseInt(until, 36) <= services.now()) return undefined;
  const group = (await groupsById(db, [groupId])).get(groupId);
  return group && mayInvite(group, await roleIn(db, groupId, uid)) ? group : undefined;
}
