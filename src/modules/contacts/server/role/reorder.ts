import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Caller } from '#kit/server/caller.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import type { Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { everyoneRoleId } from '../directory.ts';
import { contactGifts } from './role.kind.ts';

/** In what order roles are shown: the built-in one first, then as they were put, and those that nobody put anywhere by name. */
export const roleOrder = sql`role.id = ${everyoneRoleId}::uuid desc,
  (select nullif(c.order_no, 0) from contact_role c where c.role_id = role.id) nulls last, lower(role.name), role.id`;

/** Puts these roles in this order, in the places that they hold together; the others stay where they are. */
export async function reorderRoles(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  // Who sees a part alone can't say which comes before the others.
  if (!caller.scope().all) throw outOfRange();
  if (ids.includes(everyoneRoleId)) throw new Refusal(20001);
  await lockOrder(tx, 'contact_role');
  await sql`select from contact_role order by role_id for update`.execute(tx);
  const { rows } = await sql<{ id: string; place: number }>`select role.id, c.order_no as place from role
    join contact_role c on c.role_id = role.id where role.id <> ${everyoneRoleId}::uuid order by ${roleOrder}`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw notFound();
  const named = new Set(ids);
  const wished = [...ids];
  const order = rows.map(({ id }) => (named.has(id) ? wished.shift()! : id));
  const places = new Map(rows.map(({ id, place }) => [id, place]));
  const changes = order.flatMap((id, at) => (places.get(id) === at + 1 ? [] : [{ id, version: null, fields: { order: at + 1 } }]));
  if (changes.length > 0) await changeObjects(tx, caller, contactGifts.kind, changes);
  return ids.length;
}
