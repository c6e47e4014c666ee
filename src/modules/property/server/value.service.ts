import type { Selectable } from 'kysely';
import type { ChangeOperationTable } from '#kit/server/change/change.table.ts';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal, stale, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { propertyRollback, propertyValueClear, propertyValueSet } from '../common/value.contract.ts';
import { definitionOf, propertiesById, type Property } from './definitions.ts';
import { isScope, objectOf, pathsOfScope, valueId, type Scope } from './scopes.ts';
import { propertyValueKind } from './value.kind.ts';
import { unfit } from './value-check.ts';

/** Where a secret value is sealed for. */
export const sealedPlace = (id: string) => ({ table: 'property_value', column: 'sealed', row: id });

type Setting = Parsed<typeof propertyValueSet>;
type Means = Pick<Call, 'caller'> & { services: Pick<Services, 'secrets' | 'texts'> };

/** What stands in the journal as the name of a value. */
export const labelOf = ({ namespace, key }: Pick<Property, 'namespace' | 'key'>, { scopeKind, scopeId }: Scope): string =>
  [`${namespace}/${key}`, scopeKind, scopeId].filter((part) => part !== '').join(' · ');

/** A value as the change engine keeps it; a secret is sealed. */
export function fieldsOf(
  { property, id }: { property: Property; id: string },
  input: Omit<Setting, 'reason' | 'version'>,
  secrets: Services['secrets'] | null,
): Fields {
  const { scopeKind, scopeId, priority, from, until, enabled } = input;
  const sealed = property.secret ? secrets?.seal(String(input.value), sealedPlace(id)) : undefined;
  return {
    propertyId: property.id,
    label: labelOf(property, input),
    scopeKind,
    scopeId,
    objectId: objectOf(input),
    value: property.secret ? null : (input.value as Json),
    ...(sealed !== undefined && { sealed }),
    priority,
    from,
    until,
    enabled,
  };
}

/** Why a value is refused: 11045 in words. */
async function assertFits(means: Means, property: Property, value: unknown): Promise<void> {
  const why = await unfit(value, property.secret ? { type: property.type, rules: property.rules } : definitionOf(property));
  if (!why) return;
  const { texts } = means.services;
  const { language } = means.caller;
  throw new Refusal(
    11045,
    {
      key: property.key,
      type: texts.text(language, 'property', `property.type.${property.type}`),
      reason: texts.text(language, 'property', `reason.${why}`),
    },
    { field: 'value' },
  );
}

/** Sets a value, whether there was one or not. Refuses with 11045, 10409 where another one stands than was read, 10910. */
export async function setValue(tx: Tx, means: Means, input: Setting): Promise<{ id: string }> {
  const { caller, services } = means;
  if (!isScope(input)) throw new InvalidInput([{ path: 'scopeId', namespace: 'property', key: 'reason.scope' }]);
  const property = (await propertiesById(tx, [input.propertyId])).get(input.propertyId);
  if (!property) throw notFound();
  const id = valueId(property.id, input);
  const present = await tx.selectFrom('property_value').select('version').where('id', '=', id).executeTakeFirst();
  // A secret that is left out stays.
  const keeps = property.secret && input.value === undefined && present !== undefined;
  if (!keeps) await assertFits(means, property, input.value);
  const fields = fieldsOf({ property, id }, input, keeps ? null : services.secrets);
  const options = { reason: input.reason ?? null };
  if (!present) {
    if (input.version !== undefined) throw stale(null);
    const path = (await pathsOfScope(tx, input))[0] ?? null;
    await createObjects(tx, caller, propertyValueKind, [{ id, name: labelOf(property, input), path, fields }], options);
  } else await changeObjects(tx, caller, propertyValueKind, [{ id, version: input.version ?? null, fields }], options);
  return { id };
}

/** Takes values away; answers how many. */
export function clearValues(tx: Tx, caller: Caller, { ids, reason }: Parsed<typeof propertyValueClear>): Promise<number> {
  return removeObjects(tx, caller, propertyValueKind, ids, { reason: reason ?? null });
}

type Line = Pick<Selectable<ChangeOperationTable>, 'id' | 'object_id' | 'object_name' | 'path' | 'action' | 'before' | 'after'>;

/** Puts a value back to what it was after a change. What a secret was is not known any more (10412). */
export async function rollBack(tx: Tx, means: Means, { operationId, reason }: Parsed<typeof propertyRollback>): Promise<void> {
  const { caller } = means;
  const target = await lineOf(tx, operationId);
  const range = caller.scope();
  if (!target) throw range.all ? notFound() : outOfRange();
  const id = target.object_id;
  const later = await linesAfter(tx, id, operationId);
  const state = (await propertyValueKind.read(tx, [id], true)).get(id);
  const requested = stateAfter(state?.fields ?? null, later);
  const options = { reason: reason ?? null };
  const scope = state?.fields ?? requested;
  // Nothing stands and nothing would: there is nothing that the engine could refuse.
  if (!scope && !range.all) throw outOfRange();
  if (!requested) {
    if (state) await removeObjects(tx, caller, propertyValueKind, [id], options);
    return;
  }
  if (requested['sealed'] !== undefined && requested['sealed'] !== null) throw wrongState('secret');
  if (state) await changeObjects(tx, caller, propertyValueKind, [{ id, version: null, fields: requested }], options);
  else
    await createObjects(tx, caller, propertyValueKind, [{ id, name: target.object_name, path: target.path, fields: requested }], options);
}

const lineFields = ['id', 'object_id', 'object_name', 'path', 'action', 'before', 'after'] as const;

async function lineOf(db: Db, id: string): Promise<Line | undefined> {
  return db
    .selectFrom('change_operation')
    .select(lineFields)
    .where('id', '=', id)
    .where('kind', '=', propertyValueKind.kind)
    .executeTakeFirst();
}

async function linesAfter(db: Db, objectId: string, operationId: string): Promise<Line[]> {
  return db
    .selectFrom('change_operation')
    .select(lineFields)
    .where('kind', '=', propertyValueKind.kind)
    .where('object_id', '=', objectId)
    .where('id', '>', operationId)
    .orderBy('id', 'desc')
    .execute();
}

/** What a value was before these changes, the newest of which comes first; null where there was none. */
function stateAfter(now: Fields | null, later: readonly Line[]): Fields | null {
  let state = now;
  for (const { action, before } of later) {
    if (action === 'create' || action === 'restore') state = null;
    else if (action === 'delete') state = before as Fields;
    else state = { ...state, ...(before as Fields) };
  }
  return state;
}
