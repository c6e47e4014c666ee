import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { pathInRange, type Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import { usesOfDepartments, type UseMeans } from '#kit/server/change/replace-departments.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, inUse, notFound, outOfRange, Refusal, stale } from '#kit/server/refusal.ts';
import type {
  departmentAdd,
  departmentMove,
  departmentRemove,
  departmentReorder,
  departmentUpdate,
} from '../../common/department.contract.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { departmentKind } from './department.kind.ts';
import { lastRank, mergeInto } from './department.merge.ts';
import { planMerge } from './department.merge.plan.ts';
import { departmentPaths, lockTree } from './department.tree.ts';
import { usersOfDepartments } from './department.write.ts';
import { enteredExtras } from '../extra/extra.input.ts';
import { newRanks, rankBetween } from './rank.ts';
import { ownersOf } from '../ties/owners.ts';
import { worded } from '../wording.ts';

/** A name without languages that were left empty. */
const nameOf = (name: Readonly<Record<string, string | undefined>>): Json =>
  Object.fromEntries(Object.entries(name).filter((entry): entry is [string, string] => Boolean(entry[1])));

function fieldsOf(
  input: Readonly<Record<string, unknown>> & { extra?: unknown; name?: Readonly<Record<string, string | undefined>> | undefined },
): Fields {
  const { name, extra: _extra, ...others } = input;
  const fields: Fields = {};
  for (const [field, value] of Object.entries(others)) if (value !== undefined) fields[field] = value as Json;
  return name ? { ...fields, name: nameOf(name) } : fields;
}

/** Adds a department as the last child of another. Refuses with 10411 (name, code), 10910, 12002, 12007. */
export async function addDepartment(tx: Tx, caller: Caller, input: Parsed<typeof departmentAdd>): Promise<{ id: string }> {
  await lockTree(tx);
  const [path, last] = await Promise.all([departmentPaths(tx, [input.parentId]), lastRank(tx, input.parentId)]);
  const extra = await enteredExtras(tx, caller, { target: 'department', values: input.extra, isNew: true });
  const fields = { ...fieldsOf(input), ...extra, enabled: true, orderNo: rankBetween(last, null) };
  const [id] = await worded(
    () => createObjects(tx, caller, departmentKind, [{ name: input.name.zh_CN, path: path.get(input.parentId) ?? null, fields }]),
    caller,
  );
  return { id: id! };
}

/** Changes fields of a department. Refuses with 10409, 10411, 10910, 12005. */
export async function updateDepartment(tx: Tx, caller: Caller, input: Parsed<typeof departmentUpdate>): Promise<void> {
  const { id, version, ...changed } = input;
  const fields = { ...fieldsOf(changed), ...(await enteredExtras(tx, caller, { target: 'department', values: changed.extra })) };
  await worded(() => changeObjects(tx, caller, departmentKind, [{ id, version, fields }]), caller);
}

/** Makes departments effective or invalid; answers how many changed. Refuses with 12006 for the root. */
export async function switchDepartments(
  tx: Tx,
  caller: Caller,
  input: { ids: readonly string[]; reason?: string | undefined; enabled: boolean },
): Promise<number> {
  if (!input.enabled && input.ids.includes(rootDepartmentId)) throw new Refusal(12006);
  const { ids, enabled, reason } = input;
  return switchObjects(tx, caller, departmentKind, {
    ids,
    action: enabled ? 'enable' : 'disable',
    field: 'enabled',
    value: enabled,
    reason,
  });
}

/** Moves a department with all below it. Refuses with 10409, 10411 (name), 10910, 12001, 12002, 12006, 12007. */
export async function moveDepartment(tx: Tx, caller: Caller, input: Parsed<typeof departmentMove>): Promise<void> {
  if (input.id === rootDepartmentId) throw new Refusal(12006);
  await lockTree(tx);
  const orderNo = await rankBefore(tx, input);
  const fields = { parentId: input.parentId, orderNo };
  await worded(() =>
    changeObjects(tx, caller, departmentKind, [{ id: input.id, version: input.version, fields, action: 'move' }], {
      reason: input.reason ?? null,
    }),
  );
}

async function rankBefore(
  tx: Tx,
  { id, parentId, beforeId }: { id: string; parentId: string; beforeId?: string | undefined },
): Promise<string> {
  const { rows } = await sql<{
    id: string;
    rank: string;
  }>`select id, order_no as rank from department where parent_id = ${parentId}::uuid and id <> ${id}::uuid order by order_no, id`.execute(
    tx,
  );
  const at = beforeId === undefined ? rows.length : rows.findIndex((row) => row.id === beforeId);
  if (at < 0) throw new InvalidInput([{ path: 'beforeId', namespace: 'user-centre', key: 'issue.unknownDepartment' }]);
  return rankBetween(rows[at - 1]?.rank ?? null, rows[at]?.rank ?? null);
}

/** Sets the order of all children. 10409 carries `{ version, ids }` of now when the parent's version or the set of children differs. */
export async function reorderDepartments(tx: Tx, caller: Caller, input: Parsed<typeof departmentReorder>): Promise<{ version: number }> {
  const parent = (await departmentKind.read(tx, [input.parentId], true)).get(input.parentId);
  const range = caller.scope();
  if (!parent) throw range.all ? notFound() : outOfRange();
  if (!pathInRange(range, parent.path!)) throw outOfRange();
  const { rows } = await sql<{
    id: string;
    rank: string;
  }>`select id, order_no as rank from department where parent_id = ${input.parentId}::uuid order by order_no, id`.execute(tx);
  const ranks = new Map(rows.map(({ id, rank }) => [id, rank]));
  const complete =
    new Set(input.ids).size === input.ids.length && input.ids.length === rows.length && input.ids.every((id) => ranks.has(id));
  if (parent.version !== input.version || !complete) throw stale({ version: parent.version, ids: rows.map(({ id }) => id) });
  const moved = newRanks(input.ids.map((id) => ({ id, rank: ranks.get(id)! })));
  if (moved.size === 0) return { version: parent.version };
  await changeObjects(
    tx,
    caller,
    departmentKind,
    [...moved].map(([id, orderNo]) => ({ id, version: null, fields: { orderNo } })),
  );
  // The order belongs to the parent: whoever read it before has read an old one.
  await sql`update department set version = version + 1 where id = ${input.parentId}::uuid`.execute(tx);
  return { version: parent.version + 1 };
}

/** Deletes departments; with `moveTo` their people and children go there first. Refuses with 10410 naming what is in them or names them, 12006. */
export async function removeDepartments(tx: Tx, means: UseMeans, input: Parsed<typeof departmentRemove>): Promise<number> {
  const { caller } = means;
  const { ids, moveTo } = input;
  if (ids.includes(rootDepartmentId)) throw new Refusal(12006);
  if (moveTo !== undefined && ids.includes(moveTo)) throw new Refusal(12001, {}, { field: 'moveTo' });
  const options = { reason: input.reason ?? null };
  const states = await departmentKind.read(tx, ids, true);
  // Where it goes is in range, or nothing is told of what stands against it.
  const plan = moveTo === undefined ? undefined : await planMerge(tx, caller, { sourceIds: ids, targetId: moveTo, keepNames: true });
  // Only who may see the department may know what is in it.
  const visible = [...states.values()].every(({ path }) => path !== null && pathInRange(caller.scope(), path));
  if (visible && states.size === ids.length) {
    await assertUnused(tx, means, input);
    await assertFree(tx, ids);
  }
  if (!plan) return worded(() => removeObjects(tx, caller, departmentKind, ids, options));
  await mergeInto(tx, means, plan, options);
  return ids.length;
}

/** Departments of a source end there (12004): said before anything of what is in them is moved. */
async function assertFree(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const { name } of (await ownersOf(tx, ids, 'department')).values()) if (name) throw new Refusal(12004, { name: name.sourceName });
}

/** Whom a role or a rule means is nothing that goes along by the way: that is a merge. */
async function assertUnused(tx: Tx, means: UseMeans, { ids, moveTo }: Parsed<typeof departmentRemove>): Promise<void> {
  const hanging = moveTo === undefined ? [...(await usersOfDepartments(tx, ids)).values()].flat() : [];
  const naming = (await usesOfDepartments(tx, means, ids)).flatMap(({ kind, title, objects }) =>
    // What the caller may not read is told by its sort.
    objects.length > 0 ? objects : [{ kind, id: '', name: title }],
  );
  const users = [...hanging.filter(({ id }) => !ids.includes(id)), ...naming];
  if (users.length > 0) throw inUse(users.slice(0, mostUsers));
}

/** So much of what stands against a deletion is named. */
const mostUsers = 50;
