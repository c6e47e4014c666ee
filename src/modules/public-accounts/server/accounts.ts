import { sql } from 'kysely';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { account } from '../common/account.contract.ts';
import { fanCounts } from './fans.ts';
import { accountInReach } from './reach.ts';

/** Settings of an account are written by who has its department in range; who only works for it sees it. */
async function outside(tx: Tx, range: Range, operations: readonly Operation<{ ownerDeptId: string }>[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const { rows } = await sql<{ id: string; dept: string }>`select id, owner_dept_id as dept from sno
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const now = new Map(rows.map((row) => [row.id, row.dept]));
  const named = operations.map(({ id, before, after }) =>
    [now.get(id), before?.ownerDeptId, after?.ownerDeptId].filter((one) => one !== undefined && one !== null),
  );
  const known = await directory.departments(tx, named.flat());
  const isInside = (id: string): boolean => pathInRange(range, known.get(id)?.path ?? '');
  return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every(isInside) ? [] : [index])));
}

/** Public accounts on the server. */
export const accounts = crudServer(account, {
  table: 'sno',
  directory,
  range: { visible: (range) => accountInReach(range, 't.id'), outside },
  check: async (tx, _caller, operations) => {
    for (const { action, id, after } of operations) {
      if (action === 'delete') {
        const { rows } = await sql`select from sno where id = ${id}::uuid and enabled`.execute(tx);
        if (rows.length > 0) throw new Refusal(15002);
      }
      if (action === 'change' && after?.enabled === true) {
        const { rows } = await sql`select from sno_member m join (${directory.activeEmployees()}) as active on active.id = m.employee_id
          where m.sno_id = ${id}::uuid and m.role = 'manager'`.execute(tx);
        if (rows.length === 0) throw new Refusal(15001);
      }
    }
    return new Map();
  },
  where: (_means, { managerId, noManager }) => [
    ...(managerId === undefined
      ? []
      : [
          sql<boolean>`exists (select from sno_member m where m.sno_id = t.id and m.role = 'manager' and m.employee_id = ${managerId}::uuid)`,
        ]),
    ...(noManager === true ? [sql<boolean>`not exists (select from sno_member m where m.sno_id = t.id and m.role = 'manager')`] : []),
  ],
  rows: async ({ db }, objects) => {
    const ids = objects.map(({ id }) => id);
    const { rows } = await sql<{ id: string; n: number }>`select sno_id as id, count(*)::int as n from sno_member
      where role = 'manager' and sno_id = any(${ids}::uuid[]) group by sno_id`.execute(db);
    const managers = new Map(rows.map((row) => [row.id, row.n]));
    const fans = await fanCounts(db, ids);
    return ids.map((id) => ({ managers: managers.get(id) ?? 0, fans: fans.get(id) ?? 0 }));
  },
});
