import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { eraseOrigins, eraseScopes } from '../../common/erase-words.ts';
import '../devices.table.ts';

/** For how long an erasure can be stopped before anything happens. */
export const holdMillis = 60_000;

/** What is to be erased. */
export interface EraseRequest {
  readonly deviceIds: readonly string[];
  readonly scope: (typeof eraseScopes)[number];
  /** None: the data of all applications. */
  readonly appId: string | null;
  readonly reason: string;
  readonly origin: (typeof eraseOrigins)[number];
  readonly by: { readonly uid: string; readonly name: string } | null;
  /** It can be stopped for a minute. */
  readonly hold: boolean;
  /** A second person must agree first. */
  readonly approval: boolean;
  /** What was shown to who ordered it. */
  readonly shown: readonly unknown[];
}

/** Writes an order to erase; from here on nothing but a stop, a refusal or the devices' own answers ends it. Answers its id. */
export async function orderErase(tx: Db, { now }: Pick<Services, 'now'>, request: EraseRequest): Promise<string> {
  const [id, at] = [newId(), now()];
  const state = request.approval ? ('awaitingApproval' as const) : ('hold' as const);
  await tx
    .insertInto('erase_order')
    .values({
      id,
      scope: request.scope,
      app_id: request.appId,
      reason: request.reason,
      origin: request.origin,
      shown: JSON.stringify(request.shown),
      state,
      hold_until: request.hold ? at + holdMillis : at,
      asked_at: at,
      asked_by: request.by?.uid ?? '',
      asked_name: request.by?.name ?? '',
      approved_by: null,
      approved_name: null,
      approved_at: null,
      confirmed_at: null,
      updated_at: at,
    })
    .execute();
  for (const deviceId of request.deviceIds) {
    const device = await tx.selectFrom('device').select(['name', 'last_employee_id']).where('id', '=', deviceId).executeTakeFirstOrThrow();
    await tx
      .insertInto('erase_item')
      .values({
        id: newId(),
        order_id: id,
        device_id: deviceId,
        device_name: device.name,
        employee_id: device.last_employee_id,
        state,
        key_destroyed_at: null,
        command_id: null,
        ordered_at: at,
        delivered_at: null,
        acknowledged_at: null,
        updated_at: at,
      })
      .execute();
  }
  return id;
}
