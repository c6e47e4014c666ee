import type { Selectable } from 'kysely';
import type { PropertyDefinition } from '#kit/common/property.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { PropertyTable } from './property.table.ts';
import type { Checked } from './value-check.ts';

/** A property's row. */
export type Property = Selectable<PropertyTable>;

const declared = new Map<string, PropertyDefinition>();
const nameOf = ({ namespace, key }: { namespace: string; key: string }): string => `${namespace}/${key}`;

/** What a value of this property is checked against: also what its module asks beyond the type. */
export function definitionOf(property: Property): Checked {
  const valid = property.module === null ? undefined : declared.get(nameOf(property))?.valid;
  return { type: property.type, rules: property.rules, ...(valid && { valid }) };
}

/** Properties by id. */
export async function propertiesById(db: Db, ids: readonly string[]): Promise<Map<string, Property>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('property')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes down what the modules declare: new ones are added, changed ones follow the product, and those of a module that no longer declares them are marked as such. */
export async function seedProperties(services: Pick<Services, 'database' | 'properties' | 'now'>): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  for (const definition of services.properties) declared.set(nameOf(definition), definition);
  const known = new Map((await db.selectFrom('property').selectAll().execute()).map((row) => [nameOf(row), row]));
  const fresh = services.properties.filter((definition) => !known.has(nameOf(definition)));
  const shared = { version: 1, created_at: now, created_by: null, updated_at: now, updated_by: null };
  // All at once: the first start makes all of them.
  if (fresh.length > 0)
    await db
      .insertInto('property')
      .values(fresh.map((one) => ({ id: newId(), namespace: one.namespace, key: one.key, ...rowOf(one), ...shared })))
      .onConflict((conflict) => conflict.columns(['namespace', 'key']).doNothing())
      .execute();
  for (const definition of services.properties) {
    const [row, present] = [rowOf(definition), known.get(nameOf(definition))];
    if (present && differs(present, row))
      await db
        .updateTable('property')
        .set({ ...row, version: present.version + 1, updated_at: now })
        .where('id', '=', present.id)
        .execute();
  }
  for (const [name, present] of known)
    if (present.module !== null && !declared.has(name) && !present.deprecated)
      await db
        .updateTable('property')
        .set({ deprecated: true, version: present.version + 1, updated_at: now })
        .where('id', '=', present.id)
        .execute();
}

const rowOf = (definition: PropertyDefinition) => ({
  type: definition.type,
  default_value: JSON.stringify(definition.default),
  rules: definition.rules ? JSON.stringify(definition.rules) : null,
  description: JSON.stringify(definition.description),
  exposure: definition.exposure,
  secret: definition.secret ?? false,
  deprecated: false,
  module: definition.namespace,
});

/** Whether the stored row is not what the product declares now; JSON is compared without regard to the order in which the database keeps it. */
function differs(present: Property, requested: ReturnType<typeof rowOf>): boolean {
  const plain = (value: unknown): string => JSON.stringify(value, sorted);
  return (
    present.type !== requested.type ||
    present.exposure !== requested.exposure ||
    present.secret !== requested.secret ||
    present.deprecated ||
    present.module !== requested.module ||
    plain(present.default_value) !== plain(JSON.parse(requested.default_value)) ||
    plain(present.rules) !== plain(requested.rules === null ? null : JSON.parse(requested.rules)) ||
    plain(present.description) !== plain(JSON.parse(requested.description))
  );
}

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
