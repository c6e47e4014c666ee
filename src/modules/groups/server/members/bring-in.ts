import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageChange } from '#modules/messaging/server/public.ts';
import { followingKinds, mostGuests } from '../../common/words.ts';
import { eventIn } from '../group-event.ts';
import { greet } from './greet.ts';
import { addMembers, fitting, noteEvent, type Actor, type GroupFacts, type Unfit } from './members.ts';

/** Puts people into a group for the console: as guests where its members follow something. Who comes in is greeted, and the group is told. */
export async function bringIn(
  tx: Tx,
  services: Pick<CoreServices, 'directory' | 'secrets' | 'now'>,
  request: { by: Actor; group: GroupFacts; uids: readonly string[] },
): Promise<{ fit: string[]; unfit: Map<string, Unfit>; news: MessageChange[] }> {
  const { by, group, uids } = request;
  const follows = followingKinds.includes(group.kind);
  if (follows) {
    const { rows: guests } = await sql<{ n: number }>`select count(*)::int as n from im_group_member where group_id = ${group.id}::uuid
      and role = 'guest'`.execute(tx);
    if (guests[0]!.n + uids.length > mostGuests) throw new Refusal(16023, { name: group.name });
  }
  const { fit, unfit } = await fitting(tx, group, uids);
  if (fit.length === 0 && [...unfit.values()].includes('full')) throw new Refusal(16022, { n: group.maxMembers }, { n: group.maxMembers });
  await addMembers(tx, by, { group, uids: fit, how: 'console', role: follows ? 'guest' : 'member' });
  await noteEvent(tx, by, { groupId: group.id, what: 'added', employees: fit });
  const news: MessageChange[] =
    fit.length > 0
      ? [await eventIn(tx, { services }, group.id, { what: 'added', people: fit }), ...(await greet(tx, { services }, group, fit))]
      : [];
  return { fit, unfit, news };
}
