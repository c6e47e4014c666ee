import { sql } from 'kysely';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import * as contract from '../../../common/item/client.contract.ts';
import { sealDraft } from '../sealed.ts';
import { act } from './act.ts';
import { countMine, listMine } from './mine.ts';
import { getForm, getMine } from './one.ts';
import { listOptions } from './options.ts';
import { assertOpen, lockOwnPart } from './own-part.ts';
import { transfer } from './transfer.ts';

/** Keeps what was entered and not sent; nobody else is told. */
async function draft(
  call: ClientCall,
  { itemId, input, comment }: ClientInput<typeof contract.clientTodoDraft>,
): Promise<{ saved: boolean }> {
  const { caller, services } = call;
  await call.write(async (tx) => {
    assertOpen(await lockOwnPart(tx, caller.uid, itemId));
    await sql`update todo_person set draft = ${sealDraft(services, itemId, caller.uid, { input, comment })}
      where item_id = ${itemId}::uuid and employee_id = ${caller.uid}::uuid`.execute(tx);
  });
  return { saved: true };
}

async function seen(call: ClientCall, { itemIds }: ClientInput<typeof contract.clientTodoSeen>): Promise<{ count: number }> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const now = services.now();
    const { rows } = await sql`update todo_person set seen_at = ${now} where item_id = any(${[...new Set(itemIds)]}::uuid[])
      and employee_id = ${caller.uid}::uuid and seen_at is null returning 1`.execute(tx);
    return { count: rows.length };
  });
}

/** To-dos at terminals. */
export const todoClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientTodoList, listMine),
  handleClient(contract.clientTodoCount, (call) => countMine(call)),
  handleClient(contract.clientTodoGet, getMine),
  handleClient(contract.clientTodoForm, getForm),
  handleClient(contract.clientTodoAct, act),
  handleClient(contract.clientTodoDraft, draft),
  handleClient(contract.clientTodoTransfer, transfer),
  handleClient(contract.clientTodoSeen, seen),
  handleClient(contract.clientTodoOptions, listOptions),
];
