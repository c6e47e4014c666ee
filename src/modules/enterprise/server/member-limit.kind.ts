import type { Range } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { contactLimitPage as page } from '../common/permissions.ts';
import { limitsChanged } from './limits/limit-changes.ts';
import { anyPartyOutside, anyUnknown, idsIn, partiesIn } from './parties.ts';
import { withoutRoom } from './priority.ts';

const base = tableKind({
  kind: 'memberLimit',
  module: 'enterprise',
  codes: { read: page.code, revert: page.button.update },
  table: 'member_limit',
  name: 'name',
  fields: {
    name: { column: 'name' },
    ownerDeptId: { column: 'owner_dept_id', refers: 'department' },
    from: { column: 'from_side', refers: 'member' },
    to: { column: 'to_side', refers: 'member' },
    exceptions: { column: 'exceptions', refers: 'employee' },
    direction: { column: 'direction' },
    actions: { column: 'actions' },
    effect: { column: 'effect' },
    existing: { column: 'existing' },
    priority: { column: 'priority' },
    enabled: { column: 'enabled' },
  },
  department: { field: 'ownerDeptId', paths: departmentPaths },
  unique: { member_limit_name: 'name' },
  check: async (tx, caller, operations) => {
    const issues = await checkParties(tx, caller, operations);
    for (const [index, found] of await withoutRoom(tx, { table: 'member_limit', most: 1000 }, operations))
      issues.set(index, [...(issues.get(index) ?? []), found]);
    return issues;
  },
});

/** Member limits in the change engine. Whoever writes one, also by undoing, must see everybody whom it names and holds. */
export const memberLimitKind: Kind = {
  ...base,
  outside: async (tx, range, operations) => {
    const outside = await base.outside(tx, range, operations);
    if (range.all) return outside;
    for (const [index, operation] of operations.entries()) if (await isOutside(tx, range, operation)) outside.add(index);
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await limitsChanged(tx);
  },
};

/** What the limit is before and afterwards must name nobody outside, and hold nobody there: everyone may only be whom others have to do with. */
async function isOutside(tx: Tx, range: Range, operation: Operation): Promise<boolean> {
  const now = (await base.read(tx, [operation.id], false)).get(operation.id)?.fields ?? {};
  for (const state of [now, { ...now, ...operation.after }]) {
    const [from, to, people] = [partiesIn(state['from']), partiesIn(state['to']), idsIn(state['exceptions'])];
    const held = state['direction'] === 'both' ? [...from, ...to] : from;
    if (held.some(({ kind }) => kind === 'everyone')) return true;
    if (await anyPartyOutside(tx, range, [...from, ...to], people)) return true;
  }
  return false;
}

/** People, departments and crowds that are named must exist. */
async function checkParties(tx: Tx, _caller: unknown, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after, before }] of operations.entries()) {
    const found: OperationIssue[] = [];
    for (const path of ['from', 'to', 'exceptions'] as const) {
      // What was named before may be gone by now, and does nothing any more.
      const known = JSON.stringify(before?.[path] ?? []);
      const isNew = (id: string): boolean => !known.includes(id);
      const named = path === 'exceptions' ? [] : partiesIn(after?.[path]).filter((one) => 'id' in one && isNew(one.id));
      const people = path === 'exceptions' ? idsIn(after?.[path]).filter(isNew) : [];
      if (await anyUnknown(tx, named, people)) found.push({ path, namespace: 'enterprise', key: 'memberLimit.unknown' });
    }
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}
