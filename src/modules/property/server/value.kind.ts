import type { Caller } from '#kit/server/caller.ts';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { propertyPage as page } from '../common/permissions.ts';
import type { ScopeOfValue } from '../common/value.contract.ts';
import { notifyingTerminals } from './property-changes.ts';
import { definitionOf, propertiesById } from './definitions.ts';
import { isScope, pathsOfScope, scopeExists, scopeInRange, type Scope } from './scopes.ts';
import { unfit } from './value-check.ts';

const base = tableKind({
  kind: 'propertyValue',
  module: 'property',
  codes: { read: page.code, revert: page.button.rollback },
  table: 'property_value',
  name: 'label',
  fields: {
    propertyId: { column: 'property_id', internal: true },
    label: { column: 'label', internal: true },
    scopeKind: { column: 'scope_kind' },
    scopeId: { column: 'scope_id' },
    objectId: { column: 'object_id', internal: true },
    value: { column: 'value' },
    sealed: { column: 'sealed', secret: true },
    priority: { column: 'priority' },
    from: { column: 'valid_from' },
    until: { column: 'valid_until' },
    enabled: { column: 'enabled' },
  },
  unique: { property_value_scope: 'scopeId' },
});
const { unranged: _unranged, ...ranged } = base;

/** The scope of a state or of an operation that creates or deletes. */
const scopeIn = (fields: Readonly<Record<string, unknown>> | null): Scope | undefined =>
  fields && typeof fields['scopeKind'] === 'string'
    ? { scopeKind: fields['scopeKind'] as ScopeOfValue, scopeId: String(fields['scopeId'] ?? '') }
    : undefined;

/** The scope of operations; of changes it is read, because it never changes. */
async function scopesOf(db: Db, operations: readonly Operation[]): Promise<(Scope | undefined)[]> {
  const changed = operations.filter(({ before, after }) => !scopeIn(after) && !scopeIn(before)).map(({ id }) => id);
  const rows =
    changed.length === 0
      ? []
      : await db.selectFrom('property_value').select(['id', 'scope_kind', 'scope_id']).where('id', 'in', changed).execute();
  const stored = new Map(rows.map((row): [string, Scope] => [row.id, { scopeKind: row.scope_kind, scopeId: row.scope_id }]));
  return operations.map(({ id, before, after }) => scopeIn(after) ?? scopeIn(before) ?? stored.get(id));
}

/** Values in the change engine: in range by the department or person that is their scope, right by the type of their property. */
export const propertyValueKind: Kind = notifyingTerminals({
  ...ranged,
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    for (const state of states.values()) {
      const scope = scopeIn(state.fields);
      state.path = (scope && (await pathsOfScope(tx, scope))[0]) ?? null;
    }
    return states;
  },
  outside: async (tx, range, operations) => {
    const outside = new Set<number>();
    if (range.all) return outside;
    const scopes = await scopesOf(tx, operations);
    for (const [index, scope] of scopes.entries()) if (!scope || !(await scopeInRange(tx, range, scope))) outside.add(index);
    return outside;
  },
  check: checkValues,
});

async function checkValues(tx: Tx, _caller: Caller, operations: readonly Operation[]) {
  const broken = new Map<number, { path: string; namespace: string; key: string }[]>();
  const set = (index: number, path: string, why: string): void =>
    void broken.set(index, [{ path, namespace: 'property', key: `reason.${why}` }]);
  const states = await base.read(
    tx,
    operations.map(({ id }) => id),
    false,
  );
  const fieldsOf = ({ id, after }: Operation) => ({ ...states.get(id)?.fields, ...after });
  const properties = await propertiesById(
    tx,
    operations.flatMap((operation) => (operation.after ? String(fieldsOf(operation)['propertyId']) : [])),
  );
  for (const [index, operation] of operations.entries()) {
    if (!operation.after) continue;
    const fields = fieldsOf(operation);
    const scope = scopeIn(fields);
    const property = properties.get(String(fields['propertyId']));
    if (!property) set(index, 'propertyId', 'property');
    else if (!scope || !isScope(scope) || (operation.action === 'create' && !(await scopeExists(tx, scope))))
      set(index, 'scopeId', 'scope');
    else if (Number(fields['until'] ?? Infinity) <= Number(fields['from'] ?? 0)) set(index, 'until', 'until');
    else if (!property.secret && 'value' in operation.after) {
      const why = await unfit(fields['value'], definitionOf(property));
      if (why) set(index, 'value', why);
    }
  }
  return broken;
}
