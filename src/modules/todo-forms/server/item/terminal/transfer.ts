import { sql } from 'kysely';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { mrmFunctions } from '#modules/robots/server/public.ts';
import type * as contract from '../../../common/item/client.contract.ts';
import { addPeople, tellAdded, type LockedItem } from '../close.ts';
import { newsOf, tellNews, todoChanged, type News } from '../news.ts';
import { calm } from '../quiet.ts';
import { todoSettings } from '../settings.ts';
import { todoSystem } from '../system.ts';
import { assertOpen, lockOwnPart } from './own-part.ts';

/** Whether somebody may hand to-dos over (function todo.transfer of a mrm role). */
export const mayTransfer = async (services: Pick<CoreServices, 'database'>, uid: string): Promise<boolean> =>
  (await mrmFunctions(services, uid)).functions.has('todo.transfer');

/** Whether somebody is an active employee. */
export async function isActive({ directory }: Pick<CoreServices, 'directory'>, db: Db, uid: string): Promise<boolean> {
  const { rows } = await sql`select from (${directory.activeEmployees()}) as active where active.id = ${uid}::uuid`.execute(db);
  return rows.length > 0;
}

/** Hands the part of one person to another, in the transaction of the caller; both see from whom it went to whom. */
export async function handOver(
  tx: Tx,
  services: CoreServices,
  item: LockedItem,
  { from, to, reason, news }: { readonly from: string; readonly to: string; readonly reason: string; readonly news: News },
): Promise<boolean> {
  const now = services.now();
  const { rows } =
    await sql`update todo_person set state = 'handedOver', to_id = ${to}::uuid, reason = ${reason}, draft = null, changed_at = ${now}
    where item_id = ${item.id}::uuid and employee_id = ${from}::uuid and state = 'open' returning 1`.execute(tx);
  if (rows.length === 0) return false;
  const uids = await addPeople(tx, item, { uids: [to], now, from, reason });
  const [system, setting] = await Promise.all([todoSystem(tx, item.systemId), todoSettings.now(services)]);
  news.add({ itemId: item.id, uids: [from], change: 'closed' });
  const at = system ? calm(now, { system, priority: item.priority, setting }) : now;
  await tellAdded(tx, item, { uids, kind: 'handedOver', at }, news);
  await sql`update todo_item set changed_at = ${now} where id = ${item.id}::uuid`.execute(tx);
  await todoChanged(tx);
  return true;
}

/** Hands the caller's own part of an item over. */
export async function transfer(
  call: ClientCall,
  { itemId, toId, reason }: ClientInput<typeof contract.clientTodoTransfer>,
): Promise<{ done: boolean }> {
  const { caller, services } = call;
  if (!(await mayTransfer(services, caller.uid))) throw new Refusal(17060);
  const news = newsOf();
  await call.write(async (tx) => {
    news.all.length = 0;
    const part = await lockOwnPart(tx, caller.uid, itemId);
    assertOpen(part);
    if (toId === caller.uid || !(await isActive(services, tx, toId))) throw new Refusal(17055, { value: toId });
    if (part.item.answering !== null) throw new Refusal(17066);
    await handOver(tx, services, part.item, { from: caller.uid, to: toId, reason, news });
  });
  await tellNews(services, news);
  return { done: true };
}
