import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { depthOf, lockTree, maxChildren, maxDepth } from './department.tree.ts';
import { checkExtras } from '../extra/extra.check.ts';
import { Issues } from '../issues.ts';
import { unknownPeople } from '../employee/people-exist.ts';
import { checkMoves } from '../role-turns/role-turns.move.ts';
import { checkOwned } from '../ties/owners.ts';

interface Place {
  id: string;
  path: string;
  kind: string;
  children: number;
}

const isNew = ({ action }: Operation): boolean => action === 'create' || action === 'restore';
const parentOf = (fields: Fields | null): string | undefined => (typeof fields?.['parentId'] === 'string' ? fields['parentId'] : undefined);
const peopleOf = (fields: Fields | null, field: string): string[] => {
  const value = fields?.[field];
  return Array.isArray(value) ? value.map(String) : [];
};

/** Rules of the tree, and hands off what a source owns. */
export async function checkDepartments(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const found = await checkDepartmentRules(tx, caller, operations);
  return checkOwned(tx, 'department', operations, found);
}

/** Rules of the tree: places that exist, no circle, depth, number of children, sibling names, the root, empty before deletion, known managers. Whoever owns it. */
export async function checkDepartmentRules(
  tx: Tx,
  caller: Caller,
  operations: readonly Operation[],
): Promise<Map<number, OperationIssue[]>> {
  await lockTree(tx);
  const issues = new Issues();
  checkRoot(operations, issues);
  await checkPlaces(tx, operations, issues);
  await checkNames(tx, operations, issues);
  await checkPeople(tx, operations, issues);
  await checkEmpty(tx, operations, issues);
  await checkVirtual(tx, operations, issues);
  await checkMoves(tx, caller, operations, issues);
  await checkExtras(tx, caller, { target: 'department', operations }, issues);
  return issues.found;
}

function checkRoot(operations: readonly Operation[], issues: Issues): void {
  for (const [index, { id, action, after }] of operations.entries()) {
    if (id !== rootDepartmentId) continue;
    if (action === 'delete' || after?.['enabled'] === false || (after && 'parentId' in after)) issues.add(index, 'id', 'deptRoot');
  }
}

async function checkPlaces(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const placed = [...operations.entries()].filter(([, { after }]) => parentOf(after) !== undefined);
  if (placed.length === 0) return;
  const parents = placed.map(([, { after }]) => parentOf(after)!);
  const { rows } =
    await sql<Place>`select id, path::text as path, kind, (select count(*) from department c where c.parent_id = d.id) as children
    from department d where id = any(${parents}::uuid[])`.execute(tx);
  const places = new Map(rows.map((row) => [row.id, row]));
  const heights = await heightsOf(
    tx,
    placed.filter(([, operation]) => !isNew(operation)).map(([, { id }]) => id),
  );
  for (const [index, operation] of placed) {
    const place = places.get(parentOf(operation.after)!);
    if (!place) {
      issues.add(index, 'parentId', 'unknownDepartment');
      continue;
    }
    const height = heights.get(operation.id) ?? 1;
    if (operation.path !== null && !isNew(operation) && (place.path === operation.path || place.path.startsWith(`${operation.path}.`)))
      issues.add(index, 'parentId', 'deptUnderItself');
    else if (depthOf(place.path) + height > maxDepth) issues.add(index, 'parentId', 'deptTooDeep');
    else if (place.children >= maxChildren) issues.add(index, 'parentId', 'deptFull');
    else if (operation.after?.['kind'] === 'company' && place.kind !== 'company') issues.add(index, 'kind', 'deptKind');
    place.children += 1;
    // Children that the same batch creates find their new parent here.
    if (isNew(operation))
      places.set(operation.id, {
        id: operation.id,
        path: `${place.path}.0`,
        kind: String(operation.after?.['kind'] ?? 'department'),
        children: 0,
      });
  }
}

/** How many levels each of these holds, itself included. */
async function heightsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; height: number }>`select top.id, max(nlevel(below.path)) - min(nlevel(top.path)) + 1 as height
    from department top join department below on below.path <@ top.path where top.id = any(${ids}::uuid[]) group by top.id`.execute(tx);
  return new Map(rows.map(({ id, height }) => [id, height]));
}

async function checkNames(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const requests = [...operations.entries()].flatMap(([index, { id, action, after }]) =>
    action !== 'delete' && after && ('name' in after || 'parentId' in after)
      ? [{ index, id, name: after['name'] ?? null, parent: after['parentId'] ?? null }]
      : [],
  );
  if (requests.length === 0) return;
  const { rows } = await sql<{ index: number }>`with wish as materialized (
      select w.index, w.id, coalesce(w.parent, d.parent_id) as parent, coalesce(w.name, d.name) as name
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as w(index int, id uuid, name jsonb, parent uuid) left join department d on d.id = w.id),
    named as (
      select w.index, w.id, w.parent, l.language, lower(w.name ->> l.language) as key
      from wish w, unnest(array['zh_CN', 'en_US', 'ja_JP']) as l(language) where w.name ->> l.language <> '')
    select distinct n.index from (
      select named.*, first_value(id) over (partition by parent, language, key order by index) as holder from named where parent is not null) as n
    where n.holder <> n.id
      or exists (select from department d where d.parent_id = n.parent and d.id not in (select id from wish) and lower(d.name ->> n.language) = n.key)`.execute(
    tx,
  );
  for (const { index } of rows) issues.add(index, 'name', 'nameTaken');
}

async function checkPeople(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const unknown = await unknownPeople(
    tx,
    operations.flatMap(({ after }) => [...peopleOf(after, 'managerIds'), ...peopleOf(after, 'deputyIds')]),
  );
  if (unknown.size === 0) return;
  for (const [index, { after }] of operations.entries()) {
    for (const field of ['managerIds', 'deputyIds'])
      if (peopleOf(after, field).some((id) => unknown.has(id))) issues.add(index, field, 'managerUnknown');
  }
}

async function checkEmpty(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const removed = operations.filter(({ action }) => action === 'delete').map(({ id }) => id);
  if (removed.length === 0) return;
  const { rows } = await sql<{ id: string }>`select d.id from unnest(${removed}::uuid[]) as d(id)
    where exists (select from department c where c.parent_id = d.id and c.id <> all(${removed}::uuid[]))
      or exists (select from employee_department ed where ed.department_id = d.id)`.execute(tx);
  const full = new Set(rows.map(({ id }) => id));
  for (const [index, { id }] of operations.entries()) if (full.has(id)) issues.add(index, 'id', 'deptNotEmpty');
}

async function checkVirtual(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const virtual = operations.filter((operation) => operation.after?.['kind'] === 'virtual' && !isNew(operation)).map(({ id }) => id);
  if (virtual.length === 0) return;
  const { rows } = await sql<{
    id: string;
  }>`select d.id from unnest(${virtual}::uuid[]) as d(id) where exists (select from employee e where e.primary_department_id = d.id)`.execute(
    tx,
  );
  const used = new Set(rows.map(({ id }) => id));
  for (const [index, { id }] of operations.entries()) if (used.has(id)) issues.add(index, 'kind', 'virtualPrimary');
}
