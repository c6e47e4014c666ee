import { sql } from 'kysely';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { unbind } from './binding/unbind.ts';

/** Devices of who leaves: they are given up, and told to erase as the setting says. */
export const deviceHoldings: readonly HoldingKind[] = [
  {
    kind: 'device',
    title: { zh_CN: '设备', en_US: 'Devices', ja_JP: 'デバイス' },
    order: 'end',
    choices: ['end'],
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
    apply: async (tx, { uid, services, caller }) => {
      const rows = await tx
        .selectFrom('device_binding')
        .select('id')
        .where('employee_id', '=', uid)
        .where('state', 'in', ['bound', 'pending'])
        .execute();
      if (rows.length === 0) return 0;
      const who = { uid: caller.uid, name: caller.name };
      const { ended } = await unbind(tx, services, { bindingIds: rows.map(({ id }) => id), by: 'leave', who, reason: '' });
      return ended.length;
    },
  },
];
