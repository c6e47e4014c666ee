import { sql, type RawBuilder } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import type { EditorRight } from '../common/words.ts';
import './accounts.table.ts';

/** What somebody does for an account: the rights of editors, and what only managers may. */
export type WorkRight = EditorRight | 'push' | 'manage';

/** SQL condition: the account in this column is seen by the caller, through the department that owns it or because they work for it. */
export const accountInReach = (range: Range, column: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from sno as own where own.id = ${sql.ref(column)} and (${directory.departmentInRange(range, 'own.owner_dept_id')}
        or exists (select from sno_member as works where works.sno_id = own.id and works.employee_id = nullif(${range.uid}, '')::uuid)))`;

/** SQL condition: the account in this column is one whose settings the caller may change, through its department or as its manager. */
const accountIsManaged = (range: Range, column: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from sno as own where own.id = ${sql.ref(column)} and (${directory.departmentInRange(range, 'own.owner_dept_id')}
        or exists (select from sno_member as works where works.sno_id = own.id and works.employee_id = nullif(${range.uid}, '')::uuid and works.role = 'manager')))`;

/** Which of these accounts the caller sees. */
export async function accountsInReach(
  db: Db,
  range: Range,
  ids: readonly string[],
  condition: typeof accountInReach = accountInReach,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select t.id from sno as t
    where t.id = any(${[...new Set(ids)]}::uuid[]) and ${condition(range, 't.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The range of what belongs to an account: it is seen where the account is seen, and written there too, or with `writing: 'manage'` only by who
 * may change the account's settings. `table` holds the column `sno_id`.
 */
export function throughAccount(table: string, writing: 'work' | 'manage' = 'work') {
  const mayWrite = writing === 'work' ? accountInReach : accountIsManaged;
  return {
    visible: (range: Range): RawBuilder<boolean> => accountInReach(range, 't.sno_id'),
    outside: async (tx: Tx, range: Range, operations: readonly Operation<{ snoId: string }>[]): Promise<Set<number>> => {
      if (range.all) return new Set();
      const { rows } = await sql<{ id: string; sno: string }>`select id, sno_id as sno from ${sql.table(table)}
        where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
      const now = new Map(rows.map((row) => [row.id, row.sno]));
      const named = operations.map(({ id, before, after }) =>
        [now.get(id), before?.snoId, after?.snoId].filter((one) => one !== undefined && one !== null),
      );
      const inside = await accountsInReach(tx, range, named.flat(), mayWrite);
      return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every((id) => inside.has(id)) ? [] : [index])));
    },
  };
}

/**
 * Refuses who may not do this for an account: 10910 (10404 for who sees everything) where it is not seen, 65002 where an editor has no such
 * right. Who has the account in range, and its managers, may do everything.
 */
export async function assertWorks(db: Db, range: Range, snoId: string, right: WorkRight): Promise<void> {
  const { rows } = await sql<{ owns: boolean; role: string | null; rights: string[] | null }>`
    select ${range.all ? sql`true` : directory.departmentInRange(range, 't.owner_dept_id')} as owns, works.role, works.rights
    from sno as t left join sno_member as works on works.sno_id = t.id and works.employee_id = nullif(${range.all ? '' : range.uid}, '')::uuid
    where t.id = ${snoId}::uuid`.execute(db);
  const [found] = rows;
  if (!found || (!found.owns && found.role === null)) throw range.all ? notFound() : outOfRange();
  if (found.owns || found.role === 'manager') return;
  if (!(found.rights ?? []).includes(right)) throw new Refusal(code.notGranted);
}

/** Refuses who does not see an account: 10910, or 10404 for who sees everything. */
export async function assertSees(db: Db, range: Range, snoId: string): Promise<void> {
  if ((await accountsInReach(db, range, [snoId])).size === 0) throw range.all ? notFound() : outOfRange();
}

/** The refusal of what the caller does not see: alike for what does not exist. */
export const unseen = (caller: Caller): Refusal => (caller.scope().all ? notFound() : outOfRange());

/** As `assertWorks`, for calls that answer 15011 to who works for the account without this right: an editor's rights are no grants of the console. */
export async function assertMay(db: Db, caller: Caller, snoId: string, right: WorkRight): Promise<void> {
  try {
    await assertWorks(db, caller.scope(), snoId, right);
  } catch (error) {
    throw error instanceof Refusal && error.answer === code.notGranted ? new Refusal(15011) : error;
  }
}

/** The account of each object that operations write, by its id: the stored one, else that of a new object. */
export async function accountsOf(tx: Db, table: string, operations: readonly Operation<{ snoId: string }>[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sno: string }>`select id, sno_id as sno from ${sql.table(table)}
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const found = new Map(rows.map(({ id, sno }) => [id, sno]));
  for (const { id, before, after } of operations) {
    const snoId = after?.snoId ?? before?.snoId;
    if (!found.has(id) && snoId !== undefined) found.set(id, snoId);
  }
  return found;
}
