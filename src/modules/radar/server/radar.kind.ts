import { sql } from 'kysely';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory, departmentPaths } from '#modules/people/server/public.ts';
import { radarPage as page } from '../common/permissions.ts';
import './radar.table.ts';

const base = tableKind({
  kind: 'radarItem',
  module: 'radar',
  codes: { read: page.code, revert: page.button.updateItem },
  table: 'radar_item',
  name: 'name',
  fields: {
    kind: { column: 'kind', internal: true },
    objectKind: { column: 'object_kind', internal: true },
    objectId: { column: 'object_id', internal: true },
    origin: { column: 'origin', internal: true },
    name: { column: 'name' },
    dueAt: { column: 'due_at' },
    deptId: { column: 'dept_id', refers: 'department' },
    ownerId: { column: 'owner_id', refers: 'employee' },
    impact: { column: 'impact' },
    link: { column: 'link' },
    remindDays: { column: 'remind_days' },
    snoozedUntil: { column: 'snoozed_until' },
    reason: { column: 'reason' },
  },
  department: { field: 'deptId', paths: departmentPaths },
  check: checkOwners,
});

/** What is on the radar, in the change engine. Who names an owner must see that person, also by undoing. */
export const radarKind: Kind = {
  ...base,
  // What was told of it already is not told again when it comes back; facts and names come with the next round.
  kept: [{ table: 'radar_item', object: 'id', columns: ['created_at', 'created_by', 'told'] }],
  outside: async (tx, range, operations) => {
    const outside = await base.outside(tx, range, operations);
    if (range.all) return outside;
    const hidden = await hiddenOwners(tx, range, operations);
    for (const [index, operation] of operations.entries()) if (hidden.has(newOwner(operation) ?? '')) outside.add(index);
    return outside;
  },
};

/** The owner that an operation names and that was not there before. */
function newOwner({ before, after }: Operation): string | undefined {
  const owner = after?.['ownerId'];
  return typeof owner === 'string' && owner !== before?.['ownerId'] ? owner : undefined;
}

const newOwners = (operations: readonly Operation[]): string[] => operations.flatMap((one) => newOwner(one) ?? []);

async function hiddenOwners(tx: Tx, range: Range, operations: readonly Operation[]): Promise<Set<string>> {
  const ids = newOwners(operations);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{
    id: string;
  }>`select id from unnest(${ids}::uuid[]) as person(id) where not ${directory.employeeInRange(range, 'person.id')}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** An owner must be somebody. */
async function checkOwners(tx: Tx, _caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const people = await directory.people(tx, newOwners(operations));
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, operation] of operations.entries()) {
    const owner = newOwner(operation);
    if (owner !== undefined && !people.has(owner)) issues.set(index, [{ path: 'ownerId', namespace: 'radar', key: 'issue.nobody' }]);
  }
  return issues;
}
