import { sql, type RawBuilder } from 'kysely';
import { pathInRange, type Caller, type Range } from '../caller.ts';
import type { Fields, Operation, OperationIssue, State } from '../change/kind.ts';
import type { Db, Directory, Tx } from '../directory.ts';
import { notFound, outOfRange, type Refusal } from '../refusal.ts';
import { roleDirectory } from './role.binding.ts';
import './access.table.ts';

/*
 * What the department that a role belongs to means, for every area of roles and for reading and writing alike: a role belongs to its owner
 * department, and outside of an administrator's range it is absent, so that whoever names it is answered as if nobody had ever made it. A role
 * without an owner department is seen by all who hold the page, and changed only by who sees everything.
 */

/** SQL condition on `role`, or what stands for it: somebody with this range may know of it. */
export function seenIn(
  range: Range,
  directory: Pick<Directory, 'departmentInRange'> = roleDirectory(),
  alias = 'role',
): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  const owner = `${alias}.owner_dept_id`;
  return sql<boolean>`(${sql.ref(owner)} is null or ${directory.departmentInRange(range, owner)})`;
}

interface Reading {
  readonly caller: Pick<Caller, 'scope'>;
  readonly services: { readonly directory: Pick<Directory, 'departmentInRange'> };
}

/** SQL condition on `role`: it is of the area, and the caller may know of it. */
export const ofArea = ({ caller, services }: Reading, area: string): RawBuilder<boolean> =>
  sql<boolean>`(role.module = ${area} and ${seenIn(caller.scope(), services.directory)})`;

/** The answer where there is no such role that the caller may know of. */
export const noRole = (caller: Pick<Caller, 'scope'>): Refusal => (caller.scope().all ? notFound() : outOfRange());

/** Returns, of these roles, those that a reader with this range may know of. */
export async function seenAmong(db: Db, range: Range, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from role where id = any(${[...ids]}::uuid[]) and ${seenIn(range)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const ownerIn = (fields: Fields | null | undefined): string | null | undefined => {
  const owner = fields?.['ownerDeptId'];
  return typeof owner === 'string' || owner === null ? owner : undefined;
};

/** The role, as far as the caller may know of it; refuses as where there is none. */
export function seenState(caller: Pick<Caller, 'scope'>, state: State | undefined): State {
  const range = caller.scope();
  const isSeen = state && (range.all || ownerIn(state.fields) === null || (state.path !== null && pathInRange(range, state.path)));
  if (!state || !isSeen) throw noRole(caller);
  return state;
}

/** ltree path of the department that a role of these fields belongs to; null where it belongs to none. */
export async function ownerPath(tx: Db, fields: Fields): Promise<string | null> {
  const owner = ownerIn(fields);
  return owner ? ((await roleDirectory().departments(tx, [owner])).get(owner)?.path ?? null) : null;
}

/** Whether who has this range may not change all of these roles and what hangs on them. */
export async function anyForeign(db: Db, range: Range, ids: readonly string[]): Promise<boolean> {
  if (range.all) return false;
  const { rows } = await sql<{ n: number }>`select count(*) as n from role where id = any(${[...ids]}::uuid[])
    and owner_dept_id is not null and ${seenIn(range)}`.execute(db);
  return rows[0]!.n < new Set(ids).size;
}

/**
 * Operations on roles that somebody with this range may not do: the department to which the role belongs, as it is or as it would be, lies
 * outside, or there is none. Whoever names other roles again may know of them.
 */
export async function ownersOutside(
  tx: Tx,
  range: Range,
  operations: readonly Operation[],
  now: ReadonlyMap<string, State>,
): Promise<Set<number>> {
  const outside = new Set<number>();
  if (range.all) return outside;
  const ends = operations.map(({ id, action, before, after }) => {
    const appears = action === 'create' || action === 'restore';
    const old = appears ? [] : [ownerIn(now.get(id)?.fields ?? before) ?? null];
    const requested = appears ? (ownerIn(after) ?? null) : ownerIn(after);
    return requested === undefined ? old : [...old, requested];
  });
  const paths = await roleDirectory().departments(tx, [...new Set(ends.flat().filter((one) => one !== null))]);
  const named = operations.map(({ before, after }) => othersIn(after).filter((id) => !othersIn(before).includes(id)));
  const known = await seenAmong(tx, range, named.flat());
  for (const [index, owners] of ends.entries()) {
    const isOwn = owners.every((owner) => owner !== null && pathInRange(range, paths.get(owner)?.path ?? ''));
    if (!isOwn || named[index]!.some((id) => !known.has(id))) outside.add(index);
  }
  return outside;
}

/** Fields of the roles of any area that hold the ids of other roles. */
const othersIn = (fields: Fields | null): string[] =>
  ['exclusiveWith', 'exceptionRoleIds'].flatMap((name) => {
    const ids = fields?.[name];
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  });

/** Operations that would give a role to a department that does not exist. */
export async function unknownOwners(tx: Tx, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const owners = operations.flatMap(({ after }) => ownerIn(after) ?? []);
  const known = owners.length > 0 ? await roleDirectory().departments(tx, owners) : new Map<string, unknown>();
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    const owner = ownerIn(after);
    if (owner && !known.has(owner)) issues.set(index, [{ path: 'ownerDeptId', namespace: 'kit', key: 'issue.noDepartment' }]);
  }
  return issues;
}
