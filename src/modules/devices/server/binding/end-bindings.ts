import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Licences } from '#kit/server/licence.ts';
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
  readonly licence: Licences;
}

/** One that ended. */
export interface Ended {
  readonly id: string;
  readonly device_id: string;
  readonly employee_id: string;
}

/** Ends bindings, requests too, and answers which. What must follow (sessions, erasure) is up to who calls. */
export async function endBindings(tx: Db, { deviceId, bindingIds, by, who, reason, now, licence }: Ending): Promise<Ended[]> {
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
    .returning(['id', 'device_id', 'employee_id', 'state'])
    .execute();
  await peopleTurned(
    tx,
    ended.map(({ employee_id }) => employee_id),
    'device',
  );
  const given = new Set(ended.flatMap(({ device_id, state }) => (state === 'unbound' ? [device_id] : [])));
  if (given.size > 0) await licence.take(tx, 'devices', -(await freeAmong(tx, [...given])));
  return ended;
}

/** How many of these devices nobody is bound to any more: what the licence counts is devices in use. */
async function freeAmong(tx: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from unnest(${ids}::uuid[]) as d(id)
    where not exists (select from device_binding b where b.device_id = d.id and b.state = 'bound')`.execute(tx);
  return Number(rows[0]?.n ?? 0);
}
