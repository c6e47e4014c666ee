import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { lockDevice } from './device/locks.ts';
import { unbind } from './binding/unbind.ts';

/**
 * Devices of who leaves: given up and erased as the setting says (`end`), given up and erased in any case (`remove`), or locked and kept
 * until somebody decides (`disable`).
 */
export const deviceHoldings: readonly HoldingKind[] = [
  {
    kind: 'device',
    title: { zh_CN: '设备', en_US: 'Devices', ja_JP: 'デバイス' },
    order: 'end',
    choices: ['end', 'remove', 'disable'],
    count: async (db, uids) => {
      const { rows } = await sql<{ id: string; n: number }>`select employee_id as id, count(*) as n from device_binding
        where employee_id = any(${uids}::uuid[]) and state in ('bound', 'pending') group by employee_id`.execute(db);
      return new Map(rows.map(({ id, n }) => [id, n]));
    },
    sample: async (db, uid, limit) => {
      const { rows } = await sql<{ id: string; name: string }>`select d.id, d.name from device_binding b join device d on d.id = b.device_id
        where b.employee_id = ${uid}::uuid and b.state in ('bound', 'pending') order by d.last_seen_at desc limit ${limit}`.execute(db);
      return rows;
    },
    apply: async (tx, { uid, choice, services, caller }) => {
      const held = await heldBy(tx, uid);
      const who = { uid: caller.uid, name: caller.name };
      // What others use as well is not locked for them.
      const kept = choice === 'disable' ? held.filter(({ shared, state }) => !shared && state === 'bound') : [];
      let count = 0;
      for (const { device_id } of kept) {
        const device = await tx.selectFrom('device').selectAll().where('id', '=', device_id).forUpdate().executeTakeFirstOrThrow();
        if (await lockDevice(tx, services, device, { by: 'administrator', who: caller.uid, reason: '' })) count += 1;
      }
      const ending = choice === 'disable' ? held.filter(({ shared, state }) => shared || state === 'pending') : held;
      if (ending.length === 0) return count;
      const bindingIds = ending.map(({ id }) => id);
      const { ended } = await unbind(tx, services, {
        bindingIds,
        by: 'leave',
        who,
        reason: '',
        ...(choice === 'remove' && { erase: true }),
      });
      return count + ended.length;
    },
  },
];

interface Held {
  id: string;
  device_id: string;
  state: 'bound' | 'pending';
  shared: boolean;
}

async function heldBy(tx: Tx, uid: string): Promise<Held[]> {
  const { rows } =
    await sql<Held>`select b.id, b.device_id, b.state, exists (select from device_binding other where other.device_id = b.device_id
      and other.state = 'bound' and other.employee_id <> b.employee_id) as shared
    from device_binding b where b.employee_id = ${uid}::uuid and b.state in ('bound', 'pending') order by b.device_id`.execute(tx);
  return rows;
}
