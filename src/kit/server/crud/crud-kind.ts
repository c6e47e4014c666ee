import { sql } from 'kysely';
import { columnOf, type AnyField } from '#kit/common/crud/field.ts';
import type { Fields, FieldRule, Kind, Operation, OperationIssue } from '../change/kind.ts';
import { tableKind, type TableField } from '../change/table-kind.ts';
import { unknownParties } from '../audience/audience.ts';
import { newParties } from '../audience/audience.fields.ts';
import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import type { Entity } from './crud-draft.ts';
import { departmentField, departmentPathsOf, directoryOf, idsIn, ranged, seenOf } from './crud-range.ts';

/** The kind of an entity in the change engine, made of its fields. */
export function kindOf(entity: Entity): Kind {
  const { contract, draft, table } = entity;
  const { fields, page } = contract;
  const department = departmentField(entity);
  const base = tableKind({
    kind: contract.kind,
    module: contract.module,
    codes: { read: page.code, revert: revertCode(entity) },
    table,
    name: contract.name,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, tableField(name, field)])),
    unique: Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => (field.is.unique ? [[`${table}_${columnOf(name, field)}`, name]] : [])),
    ),
    ...(department !== undefined && { department: { field: department, paths: departmentPathsOf(entity) } }),
    check: (tx, caller, operations) => checkAll(entity, { tx, caller, operations }),
    ...(draft.impact && { impact: draft.impact }),
    ...(draft.usedBy && { usedBy: draft.usedBy }),
  });
  const kind: Kind = { ...ranged(entity, calledAs(entity, base)), seen: (tx, range, ids) => seenOf(entity, { tx, range, ids }) };
  const { written } = draft;
  if (!written) return kind;
  return {
    ...kind,
    write: async (tx, caller, operations) => {
      await kind.write(tx, caller, operations);
      await written(tx, caller, operations);
    },
  };
}

/** The kind with the names that the module gives to objects which have none of their own. */
function calledAs({ draft, table }: Entity, base: Kind): Kind {
  const { called } = draft;
  if (!called) return base;
  return {
    ...base,
    read: async (tx, ids, lock) => {
      const states = await base.read(tx, ids, lock);
      const { rows } = await sql<{
        id: string;
        name: string | null;
      }>`select t.id::text as id, ${called} as name from ${sql.table(table)} as t
        where t.id = any(${[...states.keys()]}::uuid[])`.execute(tx);
      for (const { id, name } of rows) states.get(id)!.name = name ?? '';
      return states;
    },
  };
}

/** Whoever may change the objects may revert changes of them; where nobody may, whoever may add or delete them. */
function revertCode({ contract: { page, verbs } }: Entity): string {
  const verb = (['update', 'add', 'delete'] as const).find((one) => verbs.includes(one));
  const buttons: Readonly<Record<string, string>> = page.button;
  return (verb && buttons[verb]) ?? page.code;
}

/** The rule of a declared field in the change engine, and its column. */
export function tableField(name: string, field: AnyField): TableField {
  const { traits, is } = field;
  const rule: FieldRule = {
    ...(is.secret && { secret: true }),
    ...(traits.sensitive && { sensitive: true }),
    ...(traits.internal && { internal: true }),
    ...(traits.type === 'moment' && { moment: true }),
    ...(traits.target === 'department' && { refers: 'department' }),
    ...(traits.target === 'employee' && { refers: 'employee' }),
    ...(traits.type === 'audience' && { refers: 'member' }),
  };
  return { ...rule, column: columnOf(name, field) };
}

interface Checking {
  tx: Tx;
  caller: Caller;
  operations: readonly Operation[];
}

/** What is named must be there, and what the module demands must hold. */
async function checkAll(entity: Entity, { tx, caller, operations }: Checking): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>(await entity.draft.check?.(tx, caller, operations));
  const own = departmentField(entity);
  for (const [name, { traits }] of Object.entries(entity.contract.fields)) {
    const missing = missingIssues[traits.target ?? ''];
    // The department to which an object belongs is looked at by the engine.
    if (traits.type === 'audience') await checkAudience(entity, { tx, caller, operations }, { name, issues });
    if (!missing || name === own) continue;
    const named = operations.map(({ before, after }) => newIds(name, before, after));
    if (named.every((ids) => ids.length === 0)) continue;
    const known = await existing(entity, tx, { target: traits.target ?? '', ids: [...new Set(named.flat())] });
    for (const [index, ids] of named.entries())
      if (ids.some((id) => !known.has(id)))
        issues.set(index, [...(issues.get(index) ?? []), { path: name, namespace: 'kit', key: missing }]);
  }
  return issues;
}

/** Nobody unknown is named in an audience; what was named before may be gone by now. */
async function checkAudience(
  entity: Entity,
  { tx, operations }: Checking,
  { name, issues }: { name: string; issues: Map<number, OperationIssue[]> },
): Promise<void> {
  for (const [index, { before, after }] of operations.entries()) {
    const rows = newParties(before?.[name], after?.[name]);
    if (rows.length === 0 || (await unknownParties(tx, directoryOf(entity), rows)).length === 0) continue;
    issues.set(index, [...(issues.get(index) ?? []), { path: name, namespace: 'kit', key: 'issue.noParty' }]);
  }
}

/** What was named before may be gone by now. */
function newIds(name: string, before: Fields | null, after: Fields | null): string[] {
  const known = new Set(idsIn(before?.[name]));
  return idsIn(after?.[name]).filter((id) => !known.has(id));
}

const missingIssues: Readonly<Record<string, string>> = {
  department: 'issue.noDepartment',
  employee: 'issue.noPerson',
  crowd: 'issue.noCrowd',
  role: 'issue.noRole',
};

async function existing(entity: Entity, tx: Tx, { target, ids }: { target: string; ids: readonly string[] }): Promise<ReadonlySet<string>> {
  if (target === 'department') return new Set((await directoryOf(entity).departments(tx, ids)).keys());
  if (target === 'employee') return new Set((await directoryOf(entity).people(tx, ids)).keys());
  if (target === 'crowd') return new Set((await directoryOf(entity).crowds(tx, ids)).keys());
  const { rows } = await sql<{ id: string }>`select id from role where id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
