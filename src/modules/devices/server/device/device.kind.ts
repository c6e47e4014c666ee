import { sql } from 'kysely';
import type { Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { directory } from '#modules/people/server/public.ts';
import { deviceInfoPage } from '../../common/permissions.ts';
import { deviceOwned } from './device-range.ts';

const base = tableKind({
  kind: 'device',
  module: 'devices',
  codes: { read: deviceInfoPage.code, revert: deviceInfoPage.button.update },
  table: 'device',
  name: 'name',
  fields: {
    name: { column: 'name' },
    ownership: { column: 'ownership' },
    assetNo: { column: 'asset_no' },
    remark: { column: 'remark' },
    ownerDeptId: { column: 'owner_dept_id', refers: 'department' },
  },
});
const { unranged: _unranged, ...ranged } = base;

/** What the company says of a device, in the change engine; how it stands changes by actions that can't be undone. */
export const deviceKind: Kind = {
  ...ranged,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const { rows } = await sql<{
      id: string;
      path: string;
    }>`select d.id, (select dep.path::text from device_binding b join employee e on e.id = b.employee_id
        join department dep on dep.id = e.primary_department_id where b.device_id = d.id and b.state = 'bound' order by b.is_primary desc limit 1) as path
      from device d where d.id = any(${ids}::uuid[])`.execute(tx);
    for (const { id, path } of rows) {
      const state = states.get(id);
      if (state) state.path = path;
    }
    return states;
  },
  outside: async (tx, range, operations) => {
    if (range.all) return new Set();
    const { rows } = await sql<{
      id: string;
    }>`select dv.id from device dv where dv.id = any(${operations.map(({ id }) => id)}::uuid[]) and ${deviceOwned(range)}`.execute(tx);
    const inside = new Set(rows.map(({ id }) => id));
    const requested = operations.flatMap(({ after }) => (typeof after?.['ownerDeptId'] === 'string' ? [after['ownerDeptId']] : []));
    const { rows: seen } = await sql<{
      id: string;
    }>`select dep.id from department dep where dep.id = any(${requested}::uuid[]) and ${directory.departmentInRange(range, 'dep.id')}`.execute(
      tx,
    );
    const departments = new Set(seen.map(({ id }) => id));
    return new Set(
      operations.flatMap(({ id, after }, index) => {
        const department = after?.['ownerDeptId'];
        return inside.has(id) && (typeof department !== 'string' || departments.has(department)) ? [] : [index];
      }),
    );
  },
};
