import type { Db } from '#kit/server/directory.ts';
import { peopleTurned } from '#modules/people/server/public.ts';
import type { UnbindCause } from '../../common/device-words.ts';
import '../devices.table.ts';

/** Which bindings end, and who ends them why. */
export interface Ending {
  readonly deviceId?: string;
  readonly bindingIds?: readonly string[];
  readonly by: UnbindCause;
  readonly who: string | null;
  readonly reason: string;
  readonly now: number;
}

/** One that ended. */
export interface Ended {
  readonly id: string;
  readonly device_id: string;
  readonly employee_id: string;
}

/** Ends bindings, requests too, and answers which. What must follow (sessions, erasure) is up to who calls. */
export async function endBindings(tx: Db, { deviceId, bindingIds, by, who, reason, now }: Ending): Promise<Ended[]> {
  const ended = await tx
    .updateTable('device_binding')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', '=', 'pending')
        .then('withdrawn' as const)
        .else('unbound' as const)
        .end(),
      unbound_at: now,
      unbound_by: by,
      unbound_who: who,
      unbound_reason: reason,
      is_primary: false,
      updated_at: now,
    }))
    .where('state', 'in', ['pending', 'bound'])
    .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId!))
    .$if(bindingIds !== undefined, (query) => query.where('id', 'in', [...(bindingIds ?? [])]))
    .returning(['id', 'device_id', 'employee_id'])
    .execute();
  await peopleTurned(
    tx,
    ended.map(({ employee_id }) => employee_id),
    'device',
  );
  return ended;
}
