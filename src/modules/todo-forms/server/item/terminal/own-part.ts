import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import type { PersonState } from '../../../common/item/words.ts';
import { lockItems, type LockedItem } from '../close.ts';
import { todoSystem, type TodoSystem } from '../system.ts';

/** A person's part of a locked item. */
export interface OwnPart {
  readonly item: LockedItem;
  readonly system: TodoSystem;
  readonly state: PersonState;
}

/** Locks an item of which somebody has a part; 10404 for everybody else, as for what is not there. */
export async function lockOwnPart(tx: Tx, uid: string, itemId: string): Promise<OwnPart> {
  const [item] = await lockItems(tx, [itemId]);
  const { rows } = await sql<{ state: PersonState }>`select state from todo_person
    where item_id = ${itemId}::uuid and employee_id = ${uid}::uuid`.execute(tx);
  const system = item && (await todoSystem(tx, item.systemId));
  if (!item || !system || !rows[0]) throw notFound();
  if (!system.enabled && system.afterDisable === 'hidden') throw notFound();
  return { item, system, state: rows[0].state };
}

/** Refuses what is over (17058), is being sent (17066) or belongs to a system that is disabled (17053). */
export function assertOpen({ item, system, state }: OwnPart): void {
  if (state === 'submitted') throw new Refusal(17066);
  if (item.state !== 'open' || state !== 'open') throw new Refusal(17058);
  if (!system.enabled) throw new Refusal(17053, { name: system.name });
}
