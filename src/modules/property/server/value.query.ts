import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { readJournal } from '#kit/server/change/journal.service.ts';
import type { Call } from '#kit/server/handle.ts';
import { readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { propertyHistory, propertyResolve, propertyValues, ValueRow } from '../common/value.contract.ts';
import { definitionOf, propertiesById } from './definitions.ts';
import { assertSubject } from './property.query.ts';
import { resolveProperties, resolvedView, shown, type Value } from './resolve.ts';
import { keyOf, scopeNames, valueId, valueInRange } from './scopes.ts';
import { unfit } from './value-check.ts';
import { propertyValueKind } from './value.kind.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;

/** The values of a property that lie in range. */
export async function listValues({ db, caller }: Means, input: Parsed<typeof propertyValues>): Promise<Reply<typeof propertyValues>> {
  const property = (await propertiesById(db, [input.propertyId])).get(input.propertyId);
  const range = caller.scope();
  if (!property) throw notFound();
  const where = [sql<boolean>`property_id = ${property.id}`, valueInRange(range)];
  if (input.scopeKind) where.push(sql<boolean>`scope_kind = ${input.scopeKind}`);
  const order = sql`array_position(array['site', 'app', 'platform', 'department', 'crowd', 'role', 'employee'], scope_kind), scope_id`;
  const { list, ...counted } = await readPage<Value>(db, { columns: sql`*`, from: sql`property_value`, where, order }, input);
  const scopes = list.map((row) => ({ scopeKind: row.scope_kind, scopeId: row.scope_id }));
  const names = await scopeNames(db, scopes, caller.language, caller.scope());
  const rows = list.map(async (row, at): Promise<ValueRow> => ({
    propertyId: row.property_id,
    scopeKind: row.scope_kind,
    scopeId: row.scope_id,
    scopeName: names.get(keyOf(scopes[at]!)) ?? row.scope_id,
    value: shown(property, row.value, row.sealed !== null),
    priority: row.priority,
    from: row.valid_from,
    until: row.valid_until,
    enabled: row.enabled,
    valid: property.secret ? row.sealed !== null : (await unfit(row.value, definitionOf(property))) === undefined,
    ...stampsOf(row),
  }));
  return { list: await Promise.all(rows), ...counted };
}

/** What became of the value at a scope; in range as the journal is. */
export async function valueHistory(
  { caller, services }: Means,
  input: Parsed<typeof propertyHistory>,
): Promise<Reply<typeof propertyHistory>> {
  const objectId = valueId(input.propertyId, input);
  const { list, next } = await readJournal(services, caller, {
    kind: [propertyValueKind.kind],
    objectId,
    after: input.after,
    pageSize: input.pageSize,
  });
  return {
    list: list.map((line, at) => ({
      id: line.id,
      at: line.at,
      by: line.by.name,
      action: line.action,
      reason: line.reason,
      fields: line.fields,
      // The newest is what stands.
      mayReturn:
        caller.can(propertyValueKind.codes.revert) &&
        (input.after !== undefined || at > 0) &&
        !line.fields.some(({ field }) => field === 'sealed'),
    })),
    next,
  };
}

/** What holds for somebody, and why. */
export async function resolveFor(call: Means, input: Parsed<typeof propertyResolve>): Promise<Reply<typeof propertyResolve>> {
  const { namespace, key, ...subject } = input;
  await assertSubject(call, subject);
  const all = await resolveProperties(call.services, call.db, { namespace, key }, subject);
  return { list: await resolvedView(call.db, all, { language: call.caller.language, range: call.caller.scope() }) };
}
