import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { code } from '#kit/common/codes.ts';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { directory } from '#modules/people/server/public.ts';
import { whiteEntry } from '../../common/white.contract.ts';
import { policyChanged } from '../rule/policy.ts';

type Stored = StoredOf<typeof whiteEntry.fields>;
const dayMillis = 86_400_000;
const [longest, trusted, fresh] = [366 * dayMillis, 30 * dayMillis, 5 * 60_000];

/** SQL: the entry in `t` is about somebody in the range; dynamic groups are for who sees everything. */
const inRange = (range: Range) =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`((t.employee_id is not null and ${directory.employeeInRange(range, 't.employee_id')})
        or (t.department_id is not null and ${directory.departmentInRange(range, 't.department_id')}))`;

/** White lists of people on the server. */
export const whiteEntries = crudServer(whiteEntry, {
  table: 'white_list_entry',
  directory,
  range: { visible: inRange, outside },
  check,
  // An entry is about a person, a department or a dynamic group: whom it names and its list tell it apart.
  importBy: ['list', 'employeeId', 'departmentId', 'crowdId'],
  written: (tx) => policyChanged(tx),
});

async function outside(tx: Tx, range: Range, operations: readonly Operation<Stored>[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const found = new Set<number>();
  for (const [index, { id, after, before }] of operations.entries()) {
    const named = after?.employeeId ?? before?.employeeId ?? null;
    const department = after?.departmentId ?? before?.departmentId ?? null;
    const { rows } = await sql`select from (select ${named}::uuid as employee_id, ${department}::uuid as department_id
        union all select employee_id, department_id from white_list_entry where id = ${id}::uuid) as t
      where (t.employee_id is not null or t.department_id is not null) and ${inRange(range)}`.execute(tx);
    if (rows.length === 0) found.add(index);
  }
  return found;
}

async function check(_tx: Tx, caller: Caller, operations: readonly Operation<Stored>[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const now = clock.now();
  for (const [index, { action, after }] of operations.entries()) {
    if (!after || action === 'restore') continue;
    if (
      action === 'create' &&
      [after.employeeId, after.departmentId, after.crowdId].filter((one) => one !== null && one !== undefined).length !== 1
    )
      issues.set(index, [{ path: 'employeeId', namespace: 'devices', key: 'whiteListEntry.oneMember' }]);
    if (after.until === undefined) continue;
    if (after.until > now + longest || after.until < now) throw new Refusal(18061, {}, { field: 'until' });
    if (after.until > now + trusted && now - caller.confirmedAt > fresh) throw new Refusal(code.stepUp);
  }
  return issues;
}
