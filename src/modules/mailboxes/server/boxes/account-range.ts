import { sql, type RawBuilder } from 'kysely';
import { peopleInside } from '#kit/server/crud/crud-range.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import type { MailAccountFields } from '../../common/boxes/account.contract.ts';

/** SQL condition on the box `t` (another name said): a personal one lies where its person is, others with the department that owns them. */
export function accountInRange(range: Range, name = 't'): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  return sql<boolean>`case when ${sql.ref(`${name}.kind`)} = 'personal' then ${directory.employeeInRange(range, `${name}.employee_id`)}
    else ${directory.departmentInRange(range, `${name}.owner_dept_id`)} end`;
}

/** Returns which of these boxes lie in a range. */
export async function accountsInside(tx: Tx, range: Range, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select t.id::text as id from mail_account t
    where t.id = any(${[...ids]}::uuid[]) and ${accountInRange(range)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

type AccountOperation = Operation<MailAccountFields>;

/** Operations on boxes outside a range, or that newly name somebody or a department outside of it. */
export async function accountsOutside(tx: Tx, range: Range, operations: readonly AccountOperation[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const stored = await accountsInside(
    tx,
    range,
    operations.map(({ id }) => id),
  );
  const people = operations.map(({ before, after }) =>
    [after?.employeeId, after?.ownerId].filter((uid) => typeof uid === 'string' && uid !== before?.ownerId && uid !== before?.employeeId),
  ) as string[][];
  const inside = await peopleInside(directory, tx, { range, uids: people.flat() });
  const departments = operations.map(({ after }) => after?.ownerDeptId ?? null);
  const known = await directory.departments(
    tx,
    departments.filter((one) => one !== null),
  );
  return new Set(
    operations.flatMap(({ id, action, after }, index) => {
      const isThere = action !== 'create' && action !== 'restore';
      const department = departments[index];
      const named = people[index]!.every((uid) => inside.has(uid));
      const owned = !department || pathInRange(range, known.get(department)?.path ?? '');
      // What belongs to nobody is for who sees everything.
      const placed = isThere ? stored.has(id) : Boolean(after?.kind === 'personal' ? after.employeeId : department);
      return named && owned && placed ? [] : [index];
    }),
  );
}
