import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import type { Tx } from '#kit/server/directory.ts';
import { destroyKeys } from '../device/data-key.ts';
import { queueCommand } from '../command/queue.ts';
import { settleOrder } from './progress.ts';
import { unconfirmed } from './unconfirmed.ts';

interface Due {
  id: string;
  order_id: string;
  device_id: string;
  scope: 'eraseApp' | 'wipeDevice';
  app_id: string | null;
}

const approvalDays = 7;

/**
 * Carries out what is past its minute: one device in one transaction, so that a process which dies in between has either done nothing or
 * all of it. The command of an item is unique in the table: there is never a second one.
 */
export async function runDueErasures(services: Services): Promise<void> {
  const { database, now } = services;
  for (;;) {
    const done = await database.db.transaction().execute(async (tx) => {
      const { rows } =
        await sql<Due>`select i.id, i.order_id, i.device_id, o.scope, o.app_id from erase_item i join erase_order o on o.id = i.order_id
        where i.state = 'hold' and o.hold_until <= ${now()} and not ${unconfirmed} order by i.id limit 1 for update of i skip locked`.execute(
          tx,
        );
      if (!rows[0]) return true;
      await carryOut(tx, services, rows[0]);
      return false;
    });
    if (done) return;
  }
}

async function carryOut(tx: Tx, services: Services, due: Due): Promise<void> {
  const now = services.now();
  const device = await tx.selectFrom('device').selectAll().where('id', '=', due.device_id).forUpdate().executeTakeFirstOrThrow();
  const destroyed = await destroyKeys(tx, due.device_id, due.app_id, now);
  await services.terminals?.endOfKeys(tx, [device.key_thumbprint]);
  if (due.app_id === null) {
    await tx
      .updateTable('device_command')
      .set({ state: 'cancelled' })
      .where('device_id', '=', due.device_id)
      .where('state', 'in', ['queued', 'deferred'])
      .where('erase_item_id', 'is', null)
      .execute();
    await tx
      .updateTable('device')
      .set({ state: 'eraseRequested', state_since: now, state_before: device.state, updated_at: now })
      .where('id', '=', due.device_id)
      .where('state', 'not in', ['erased', 'retired'])
      .execute();
  }
  const commandId = await queueCommand(tx, services, {
    deviceId: due.device_id,
    kind: due.scope,
    params: due.app_id === null ? {} : { appId: due.app_id },
    by: null,
    eraseItemId: due.id,
  });
  await tx
    .updateTable('erase_item')
    .set({ state: 'queued', key_destroyed_at: destroyed, command_id: commandId, updated_at: now })
    .where('id', '=', due.id)
    .execute();
  await settleOrder(tx, due.order_id, now);
}

/** Nobody agreed within a week: it is over. */
export async function expireErasures({ database, now }: Services): Promise<void> {
  const at = now();
  await database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ order_id: string }>`update erase_item i set state = 'expired', updated_at = ${at} from erase_order o
      where o.id = i.order_id and i.state = 'awaitingApproval' and o.asked_at < ${at - approvalDays * 86_400_000} returning i.order_id`.execute(
      tx,
    );
    for (const orderId of new Set(rows.map(({ order_id }) => order_id))) await settleOrder(tx, orderId, at);
  });
}
