import { sql } from 'kysely';
import { builtinAdminUid, type Caller } from '#kit/server/caller.ts';
import { holdersAmong } from '#kit/server/access/placement/placement.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { createDirectory } from '../directory.ts';
import type { Issues } from '../issues.ts';

const directory = createDirectory();

/** ltree paths of the departments of people, whatever their status; also of those who are in none. */
async function pathsOfPeople(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map(ids.map((id): [string, string[]] => [id, []]));
  const { rows } = await sql<{ id: string; path: string }>`select ed.employee_id as id, d.path::text as path
    from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = any(${ids}::uuid[])`.execute(db);
  for (const { id, path } of rows) found.get(id)?.push(path);
  return found;
}

/** Which of these people are super administrators by whatever way. */
const superiorsAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  holdersAmong(db, directory, await pathsOfPeople(db, ids), 'super');

/** Which of these people administer the system, by whatever role and way. */
export const administratorsAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  holdersAmong(db, directory, await pathsOfPeople(db, ids), 'sys');

/** How many of these people administer the system, by whatever role and way. */
export const countAdministrators = async (db: Db, ids: readonly string[]): Promise<number> => (await administratorsAmong(db, ids)).size;

/**
 * Only a super administrator changes one (12027), and the built-in one, who is always there, is never disabled or deleted (12131).
 * `losing` says that these people would lose their sign-in.
 */
export async function assertNotSuperior(tx: Tx, caller: Caller, ids: readonly string[], losing: boolean): Promise<void> {
  if (!caller.grants.superAdmin && (await superiorsAmong(tx, ids)).size > 0) throw new Refusal(12027);
  if (losing && ids.includes(builtinAdminUid)) throw new Refusal(12131);
}

/** The same rules for whatever changes people: forms, bulk changes, imports, undoing. */
export async function checkSuperiors(tx: Tx, caller: Caller, operations: readonly Operation[], issues: Issues): Promise<void> {
  const known = operations.filter(({ action }) => action !== 'create').map(({ id }) => id);
  const superiors = caller.grants.superAdmin || known.length === 0 ? new Set<string>() : await superiorsAmong(tx, known);
  for (const [index, { id, action, after }] of operations.entries()) {
    const losing =
      action === 'delete' ||
      action === 'disable' ||
      (typeof after?.['status'] === 'string' && after['status'] !== 'active') ||
      typeof after?.['expiresAt'] === 'number';
    if (superiors.has(id)) issues.add(index, 'id', 'superior');
    else if (id === builtinAdminUid && losing) issues.add(index, 'id', 'lastSuper');
  }
}
