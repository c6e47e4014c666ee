import { sql } from 'kysely';
import { crowdRoleBeyond } from '#kit/server/access/crowd-roles.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Json, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clausesOf, crowdConditions, crowdLimits } from '../common/crowd-conditions.ts';
import { dynamicGroup as page } from '../common/crowd.permissions.ts';
import { createDirectory, departmentPaths } from '#modules/people/server/public.ts';
import { underSql } from './members.sql.ts';
import './crowd.table.ts';
import { crowdUsers } from './crowd.uses.ts';

const directory = createDirectory();

/** Fields that decide who is in it. */
const deciding = ['ownerDeptId', 'conditions', 'includes', 'excludes', 'withDisabled'] as const;

const base = tableKind({
  kind: 'crowd',
  module: 'user-centre',
  codes: { read: page.code, revert: page.button.update },
  table: 'crowd',
  name: 'name',
  fields: {
    name: { column: 'name' },
    code: { column: 'code' },
    description: { column: 'description' },
    kind: { column: 'kind' },
    ownerDeptId: { column: 'owner_dept_id', refers: 'department' },
    conditions: { column: 'conditions' },
    includes: { column: 'includes', refers: 'employee' },
    excludes: { column: 'excludes', refers: 'employee' },
    withDisabled: { column: 'with_disabled' },
    churnLimit: { column: 'churn_limit' },
    paused: { column: 'paused' },
  },
  department: { field: 'ownerDeptId', paths: departmentPaths },
  unique: { crowd_code: 'code', crowd_name: 'name' },
  check: checkCrowds,
  usedBy: crowdUsers,
  impact: async (_tx, _caller, operations) => ({ crowds: operations.length }),
});

/** Crowds in the change engine. Whoever changes a rule leaves the crowd to be computed: at once by the call that did it, or by the next round. */
export const crowdKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const kept = operations.filter(({ action }) => action !== 'delete');
    const turned = kept.filter(({ after }) => after && deciding.some((field) => field in after)).map(({ id }) => id);
    const resumed = kept.filter(({ id, after }) => after?.['paused'] === false && !turned.includes(id)).map(({ id }) => id);
    await sql`insert into crowd_standing (crowd_id) select id from unnest(${turned}::uuid[]) as turned(id)
      on conflict (crowd_id) do update set state = 'computing', held = null`.execute(tx);
    // Who goes on is looked at by the next round, and under the brake: nobody has seen the numbers.
    await sql`update crowd_standing set next_flip_at = 0 where crowd_id = any(${resumed}::uuid[])`.execute(tx);
  },
};

async function checkCrowds(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const all = await crowdKind.read(
    tx,
    operations.map(({ id }) => id),
    false,
  );
  const goes = operations.filter(({ action }) => action === 'delete').map(({ id }) => id);
  const users = goes.length > 0 ? await crowdUsers(tx, goes) : new Map<string, { name: string }[]>();
  for (const [index, operation] of operations.entries()) {
    const [user] = operation.action === 'delete' ? (users.get(operation.id) ?? []) : [];
    if (user) issues.set(index, [{ path: '', namespace: 'user-centre', key: 'crowd.inUse', params: { name: user.name } }]);
    if (operation.action === 'delete' || !operation.after) continue;
    const fields = { ...all.get(operation.id)?.fields, ...operation.after };
    if (!deciding.some((field) => field in operation.after!)) continue;
    // A crowd that follows its department to another one, or back, keeps naming whom it named: who is not there is no member.
    const follows = !('includes' in operation.after) && !caller.operation.startsWith('crowd.');
    const issue = await wrongWith(tx, caller, operation.id, follows ? { ...fields, includes: [] } : fields);
    if (issue) issues.set(index, [issue]);
  }
  return issues;
}

const idsIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

async function wrongWith(tx: Tx, caller: Caller, id: string, fields: Readonly<Record<string, Json>>): Promise<OperationIssue | undefined> {
  const ownerId = String(fields['ownerDeptId']);
  const owner = (await departmentPaths(tx, [ownerId])).get(ownerId);
  // That it is gone is said by the kind itself.
  if (owner === undefined) return undefined;
  await assertIncludes(tx, idsIn(fields['includes']), ownerId);
  await assertNesting(tx, id, inCrowds(fields['conditions']));
  const role = await crowdRoleBeyond(tx, directory, { caller, crowdId: id, owner });
  return role === undefined ? undefined : { path: 'conditions', namespace: 'user-centre', key: 'crowd.roleAbove', params: { role } };
}

/** 12061 for somebody who is not under the department of the crowd. */
async function assertIncludes(tx: Tx, includes: readonly string[], ownerId: string): Promise<void> {
  if (includes.length === 0) return;
  const { rows } = await sql<{ n: number }>`select count(*) as n from unnest(${includes}::uuid[]) as named(id)
    where not exists (select from employee e where e.id = named.id and e.status <> 'deleted' and ${underSql(ownerId)})`.execute(tx);
  if (rows[0]!.n === 0) return;
  const department = (await directory.departments(tx, [ownerId])).get(ownerId)?.fullName ?? '';
  throw new Refusal(12061, { department }, { field: 'includes', count: rows[0]!.n });
}

/** Crowds that a rule names. */
export function inCrowds(conditions: unknown): string[] {
  const rule = crowdConditions.safeParse(conditions).data;
  if (!rule) return [];
  return clausesOf(rule).flatMap(({ clause }) =>
    clause.field !== 'inCrowd' ? [] : [clause.value].flat().filter((value): value is string => typeof value === 'string'),
  );
}

/** 12062 where a crowd would hold itself by way of others, or more than three levels would. */
async function assertNesting(tx: Tx, id: string, named: readonly string[]): Promise<void> {
  let level = named;
  for (let depth = 1; level.length > 0; depth++) {
    if (level.includes(id) || depth > crowdLimits.nesting) throw new Refusal(12062, {}, { field: 'conditions' });
    const rows = await tx
      .selectFrom('crowd')
      .select('conditions')
      .where('id', 'in', [...level])
      .execute();
    level = rows.flatMap(({ conditions }) => inCrowds(conditions));
  }
  const above = await levelsAbove(tx, id);
  if (named.length > 0 && above + 1 > crowdLimits.nesting) throw new Refusal(12062, {}, { field: 'conditions' });
}

/** How many levels of crowds name this one, directly or by way of others. */
async function levelsAbove(tx: Tx, id: string): Promise<number> {
  let found = [id];
  for (let depth = 0; ; depth++) {
    const { rows } = await sql<{ id: string }>`select id from crowd where exists (
      select from unnest(${found}::uuid[]) as named(id) where crowd.conditions::text like '%"' || named.id::text || '"%')`.execute(tx);
    if (rows.length === 0 || depth > crowdLimits.nesting) return depth;
    found = rows.map((row) => row.id);
  }
}
