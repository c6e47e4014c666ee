import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { extraLimits, extraTypeChanges, type ExtraTarget, type ExtraType } from '../../common/extra/extra-fields.ts';
import { extraRow } from '../../common/extra/extra.contract.ts';
import { extraDictionary as page } from '../../common/extra/extra.permissions.ts';
import { extraIssues } from './extra.definition.ts';
import { extraFollowers } from './extra.followers.ts';
import { eraseValues } from './extra.index.ts';
import { reindex } from './extra.index.job.ts';
import { extrasChanged, lockExtras, userOfExtra } from './extra.known.ts';

/** What the rules look at. */
const definition = extraRow.omit({ id: true, version: true, createdAt: true, createdBy: true, updatedAt: true, updatedBy: true });

const base = tableKind({
  kind: 'extraField',
  module: 'user-centre',
  codes: { read: page.code, revert: page.button.update },
  table: 'extra_field',
  name: 'name',
  fields: {
    target: { column: 'target' },
    code: { column: 'code' },
    name: { column: 'name' },
    description: { column: 'description' },
    section: { column: 'section' },
    type: { column: 'type' },
    options: { column: 'options' },
    required: { column: 'required' },
    unique: { column: 'is_unique' },
    min: { column: 'min_value' },
    max: { column: 'max_value' },
    maxLength: { column: 'max_length' },
    pattern: { column: 'pattern' },
    default: { column: 'default_value' },
    filterable: { column: 'filterable' },
    listable: { column: 'listable' },
    searchable: { column: 'searchable' },
    sensitive: { column: 'sensitive' },
    editableBy: { column: 'editable_by' },
    order: { column: 'order_no' },
    enabled: { column: 'enabled' },
  },
  unique: { extra_field_code: 'code' },
  check: checkFields,
  impact,
  usedBy,
});

/** Extra fields in the change engine. Values stay where they are when a field is deleted, until it can't come back any more. */
export const extraKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await lockExtras(tx);
    const before = await base.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    const removed = operations.filter(({ action }) => action === 'delete').map(({ id }) => id);
    if (removed.length > 0)
      await sql`insert into extra_code_kept (field_id, target, code) select id, target, code from extra_field where id = any(${removed}::uuid[])
        on conflict do nothing`.execute(tx);
    await base.write(tx, caller, operations);
    const returned = operations.filter(({ action }) => action === 'restore').map(({ id }) => id);
    if (returned.length > 0) await sql`delete from extra_code_kept where field_id = any(${returned}::uuid[])`.execute(tx);
    const pending = await unready(tx, operations);
    for (const operation of operations) {
      const was = before.get(operation.id)?.fields;
      const target = String(operation.after?.['target'] ?? was?.['target']) as ExtraTarget;
      if (isIndexed(operation) || pending.has(operation.id)) await reindex(tx, caller, { target, id: operation.id });
    }
    const turned = operations.filter(turnsFollowers).map(({ id }) => id);
    for (const { turn } of extraFollowers()) await turn(tx, turned, before);
    await extrasChanged(tx);
  },
  purge: async (tx, ids) => {
    const { rows } = await sql<{
      target: ExtraTarget;
      code: string;
    }>`delete from extra_code_kept where field_id = any(${ids}::uuid[]) returning target, code`.execute(tx);
    for (const { target, code } of rows) await eraseValues(tx, target, code);
  },
};

/** Whether what asks about the field may find it no more, or again. */
const turnsFollowers = ({ action, after }: Operation): boolean =>
  action !== 'change' || ['enabled', 'filterable', 'sensitive', 'type'].some((name) => after && name in after);

/** What asks about fields and follows them, by the id of the field. */
async function usedBy(tx: Tx, ids: readonly string[]): Promise<Map<string, { kind: string; id: string; name: string }[]>> {
  const users = new Map<string, { kind: string; id: string; name: string }[]>();
  for (const { uses } of extraFollowers()) {
    const { rows } = await sql<{ field: string; id: string; name: string }>`select f.id as field, u.id, u.name from extra_field f
      join (${uses.uses}) as u on u.target = f.target and u.code = f.code where f.id = any(${ids}::uuid[])`.execute(tx);
    for (const { field, id, name } of rows) users.set(field, [...(users.get(field) ?? []), { kind: uses.kind, id, name }]);
  }
  return users;
}

const indexing = ['type', 'filterable', 'searchable', 'unique'] as const;
const isIndexed = ({ action, after }: Operation): boolean =>
  action === 'restore' || (action !== 'delete' && action !== 'create' && indexing.some((name) => after && name in after));

/** Fields whose rows a job is still making: for another definition it begins again. */
async function unready(tx: Tx, operations: readonly Operation[]): Promise<Set<string>> {
  const ids = operations.flatMap(({ action, id }) => (action === 'delete' ? [] : [id]));
  const { rows } = await sql<{ id: string }>`select id from extra_field where id = any(${ids}::uuid[]) and not ready`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Rules of fields: bounds of their number, allowed changes of type, codes that are kept, and everything that the definition itself tells. */
async function checkFields(tx: Tx, _caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const found = new Map<number, OperationIssue[]>();
  const before = await base.read(
    tx,
    operations.map(({ id }) => id),
    false,
  );
  for (const [index, operation] of operations.entries()) {
    const was = before.get(operation.id)?.fields;
    const user =
      was && hides(operation, was) ? await userOfExtra(tx, { target: was['target'] as ExtraTarget, code: String(was['code']) }) : undefined;
    if (user !== undefined) found.set(index, [{ path: '', namespace: 'user-centre', key: 'issue.extra.used', params: { name: user } }]);
    if (operation.action === 'delete' || !operation.after) continue;
    const requested = operation.after['type'];
    if (was && requested !== undefined && requested !== was['type'] && extraTypeChanges[was['type'] as ExtraType] !== requested)
      throw new Refusal(12042, {}, { field: 'type' });
    const issues = await extraIssues(definition.parse({ ...was, ...operation.after }));
    if (issues.length > 0) found.set(index, [...(found.get(index) ?? []), ...issues]);
    if (operation.action !== 'create') continue;
    const { rows } =
      await sql`select from extra_code_kept where target = ${operation.after['target']} and lower(code) = lower(${operation.after['code']})`.execute(
        tx,
      );
    if (rows.length > 0) found.set(index, [...issues, { path: 'code', namespace: 'user-centre', key: 'issue.extra.codeKept' }]);
  }
  await checkNumber(tx, operations);
  return found;
}

/** Whether what asks for the field would not find it any more: also where a file or an undoing says so, and no form was before it. */
const hides = ({ action, after }: Operation, was: Fields): boolean =>
  action === 'delete' ||
  (was['enabled'] === true && after?.['enabled'] === false) ||
  (was['filterable'] === true && after?.['filterable'] === false) ||
  (was['sensitive'] === false && after?.['sensitive'] === true);

async function checkNumber(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const more = operations.filter(({ action, after }) => action === 'create' || action === 'restore' || after?.['filterable'] === true);
  if (more.length === 0) return;
  const { rows } = await sql<{ id: string; target: string; filterable: boolean }>`select id, target, filterable from extra_field`.execute(
    tx,
  );
  const all = new Map(rows.map((row) => [row.id, row]));
  for (const { id, after } of more) {
    const was = all.get(id);
    all.set(id, { id, target: String(after?.['target'] ?? was?.target), filterable: (after?.['filterable'] ?? was?.filterable) === true });
  }
  for (const target of ['employee', 'department']) {
    const own = [...all.values()].filter((field) => field.target === target);
    if (own.length > extraLimits.fields) throw new Refusal(12041, { n: extraLimits.fields });
    if (own.filter(({ filterable }) => filterable).length > extraLimits.filterable)
      throw new Refusal(12041, { n: extraLimits.filterable }, { field: 'filterable' });
  }
}

/** Whose values are no longer seen. */
async function impact(tx: Tx, _caller: Caller, operations: readonly Operation[]): Promise<Record<string, number>> {
  const hidden = operations.filter(({ action }) => action === 'delete' || action === 'disable').map(({ id }) => id);
  if (hidden.length === 0) return {};
  const { rows } = await sql<{ people: number; departments: number }>`select
      (select count(*) from employee e where e.status <> 'deleted' and e.extra ?| array(select code from extra_field where target = 'employee' and id = any(${hidden}::uuid[]))) as people,
      (select count(*) from department d where d.extra ?| array(select code from extra_field where target = 'department' and id = any(${hidden}::uuid[]))) as departments`.execute(
    tx,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0));
}
