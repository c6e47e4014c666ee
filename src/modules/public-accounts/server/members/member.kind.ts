import { sql } from 'kysely';
import type { Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { managerPage } from '../../common/permissions.ts';
import { throughAccount } from '../reach.ts';

const { unranged: _unranged, ...base } = tableKind({
  kind: 'snoMember',
  module: 'public-accounts',
  codes: { read: managerPage.code, revert: managerPage.button.assign },
  table: 'sno_member',
  name: 'employeeId',
  fields: {
    snoId: { column: 'sno_id', internal: true },
    employeeId: { column: 'employee_id', refers: 'employee' },
    role: { column: 'role' },
    rights: { column: 'rights' },
  },
  unique: { sno_member_pair: 'employeeId' },
});

/**
 * Who works for accounts, as it is written where somebody leaves the company: an account may be left without a manager then, and is marked;
 * nobody is kept for it.
 */
export const leavingMemberKind: Kind = { ...base, outside: throughAccount('sno_member', 'manage').outside };

/** Who works for accounts, in the change engine: written by who may change the settings of the account, which keeps an active manager (15001), also where something is undone. */
export const memberKind: Kind = {
  ...leavingMemberKind,
  write: async (tx, caller, operations) => {
    const lessened = operations.flatMap(({ action, id, after }) => (action === 'delete' || after?.['role'] === 'editor' ? [id] : []));
    const { rows } = await sql<{ sno: string }>`select distinct sno_id as sno from sno_member where id = any(${lessened}::uuid[])`.execute(
      tx,
    );
    await base.write(tx, caller, operations);
    for (const { sno } of rows) await assertManaged(tx, sno);
  },
};

/** Refuses to leave an enabled account without an active manager (15001); asked after what was written. */
export async function assertManaged(tx: Tx, snoId: string): Promise<void> {
  const { rows } = await sql`select from sno where id = ${snoId}::uuid and enabled and not exists (
    select from sno_member m join (${directory.activeEmployees()}) as active on active.id = m.employee_id
    where m.sno_id = sno.id and m.role = 'manager')`.execute(tx);
  if (rows.length > 0) throw new Refusal(15001);
}
