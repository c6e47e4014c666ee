import { sql } from 'kysely';
import { anyForeign } from '#kit/server/access/role.owner.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { fileWhitePage as page } from '../common/permissions.ts';
import { limitsChanged } from './limits/limit-changes.ts';

const base = tableKind({
  kind: 'fileWhite',
  module: 'enterprise',
  codes: { read: page.code, revert: page.button.add },
  table: 'file_white',
  name: 'employeeId',
  fields: {
    roleId: { column: 'role_id', internal: true },
    employeeId: { column: 'employee_id', refers: 'employee' },
    reason: { column: 'reason' },
    until: { column: 'until' },
  },
  unique: { file_white_person: 'ids' },
  check: (tx, _caller, operations) => checkRoom(tx, operations),
});

/** Entries on the white list of one rule. */
const most = 10_000;

/** A list takes so many people, however they come to it. */
async function checkRoom(tx: Tx, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const added = operations.flatMap(({ action, after }, index) =>
    (action === 'create' || action === 'restore') && typeof after?.['roleId'] === 'string' ? [{ index, roleId: after['roleId'] }] : [],
  );
  const ids = [...new Set(added.map(({ roleId }) => roleId))];
  if (ids.length === 0) return new Map();
  await sql`select from role where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  const { rows } = await sql<{ id: string; n: number }>`select role_id as id, count(*) as n from file_white
    where role_id = any(${ids}::uuid[]) group by role_id`.execute(tx);
  const taken = new Map(rows.map(({ id, n }) => [id, n]));
  const issues = new Map<number, OperationIssue[]>();
  for (const { index, roleId } of added) {
    taken.set(roleId, (taken.get(roleId) ?? 0) + 1);
    if ((taken.get(roleId) ?? 0) > most)
      issues.set(index, [{ path: 'ids', namespace: 'kit', key: 'role.tooManyMembers', params: { maximum: most } }]);
  }
  return issues;
}

// They have no department of their own, and yet a range: that of their person.
const { unranged: _unranged, ...ranged } = base;

/** Entries of the white lists in the change engine; they belong to where their person is, and are changed by who changes the rule. */
export const fileWhiteKind: Kind = {
  ...ranged,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const places = await placesOf(
      tx,
      [...states.values()].map(({ fields }) => String(fields['employeeId'])),
    );
    for (const state of states.values()) Object.assign(state, places.get(String(state.fields['employeeId'])));
    return states;
  },
  outside: async (tx, range, operations) => {
    if (range.all) return new Set();
    const states = await base.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    const people = operations.map(({ id, after }) =>
      [states.get(id)?.fields['employeeId'], after?.['employeeId']].filter((one) => typeof one === 'string'),
    );
    const { rows } = await sql<{
      id: string;
    }>`select id from unnest(${people.flat()}::uuid[]) as m(id) where ${directory.employeeInRange(range, 'm.id')}`.execute(tx);
    const inside = new Set(rows.map(({ id }) => id));
    const outside = new Set(people.flatMap((ids, index) => (ids.length > 0 && ids.every((id) => inside.has(id)) ? [] : [index])));
    for (const [index, { id, after }] of operations.entries()) {
      const rules = [states.get(id)?.fields['roleId'], after?.['roleId']].filter((one) => typeof one === 'string');
      if (await anyForeign(tx, range, rules)) outside.add(index);
    }
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await limitsChanged(tx);
  },
};

/** Name and department path of people, as the journal keeps them. */
export async function placesOf(db: Db, ids: readonly string[]): Promise<Map<string, { name: string; path: string | null }>> {
  const people = await directory.people(db, ids);
  const places = new Map<string, { name: string; path: string | null }>();
  for (const { id, name } of people.values()) places.set(id, { name, path: (await directory.pathsOf(db, id))[0] ?? null });
  return places;
}
