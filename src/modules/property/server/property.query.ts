import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { propertyList, propertyNamespaces, PropertyRow } from '../common/property.contract.ts';
import type { Property } from './definitions.ts';
import { resolveProperties, shown, type Subject } from './resolve.ts';
import { keyOf, scopeInRange, scopeNames } from './scopes.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;

const orders = { key: sql`namespace || '/' || key`, type: sql`type`, updatedAt: sql`updated_at` };

/** A page of them, with what holds at the asked scope. */
export async function listProperties(call: Means, input: Parsed<typeof propertyList>): Promise<Reply<typeof propertyList>> {
  const { db } = call;
  const { empId, departmentId, app, platform, crowdId, roleId } = input;
  const subject = { empId, departmentId, app, platform, crowdId, roleId };
  await assertSubject(call, subject);
  const where: RawBuilder<boolean>[] = [];
  if (input.namespace) where.push(sql`namespace = ${input.namespace}`);
  if (input.text) where.push(sql`(key ilike ${containing(input.text)} or description::text ilike ${containing(input.text)})`);
  if (input.type) where.push(sql`type = ${input.type}`);
  if (input.exposure) where.push(sql`exposure = ${input.exposure}`);
  if (input.secret !== undefined) where.push(sql`secret = ${input.secret}`);
  if (input.deprecated !== undefined) where.push(sql`deprecated = ${input.deprecated}`);
  const set = sql<boolean>`exists (select from property_value where property_id = property.id)`;
  if (input.overridden !== undefined) where.push(input.overridden ? set : sql`not ${set}`);
  const source = { columns: sql`*`, from: sql`property`, where, order: orderOf(input.sort ?? 'key', orders, sql`id`) };
  const { list, ...counted } = await readPage<Property>(db, source, input);
  return { list: await viewsOf(call, list, subject), ...counted };
}

/** Who or what is resolved for must lie in the caller's range. */
export async function assertSubject({ db, caller }: Means, { empId, departmentId, crowdId, roleId }: Subject): Promise<void> {
  const range = caller.scope();
  // Crowds and roles need everything, as their values do.
  const allowed =
    ((crowdId === undefined && roleId === undefined) || range.all) &&
    (empId === undefined || (await scopeInRange(db, range, { scopeKind: 'employee', scopeId: empId }))) &&
    (departmentId === undefined || (await scopeInRange(db, range, { scopeKind: 'department', scopeId: departmentId })));
  if (!allowed) throw outOfRange();
}

async function viewsOf({ db, caller, services }: Means, rows: readonly Property[], subject: Subject): Promise<PropertyRow[]> {
  const ids = rows.map(({ id }) => id);
  const [resolved, counts] = await Promise.all([resolveProperties(services, db, { ids }, subject), overridesOf(db, ids)]);
  const byId = new Map(resolved.map((one) => [one.property.id, one]));
  const names = await scopeNames(
    db,
    resolved.flatMap(({ winner }) => winner.scope ?? []),
    caller.language,
    caller.scope(),
  );
  return rows.map((row) => {
    const winner = byId.get(row.id)?.winner;
    const scope = winner?.scope ?? null;
    return {
      namespace: row.namespace,
      key: row.key,
      type: row.type,
      default: row.default_value,
      rules: row.rules as PropertyRow['rules'],
      description: row.description,
      exposure: row.exposure,
      secret: row.secret,
      deprecated: row.deprecated,
      module: row.module,
      value: shown(row, winner?.value ?? null, scope !== null),
      from: {
        scopeKind: scope?.scopeKind ?? 'default',
        scopeId: scope?.scopeId ?? '',
        name: (scope && names.get(keyOf(scope))) ?? scope?.scopeId ?? '',
      },
      overrides: counts.get(row.id) ?? 0,
      ...stampsOf(row),
    };
  });
}

async function overridesOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`select property_id as id, count(*) as count from property_value
    where property_id = any(${ids}::uuid[]) group by property_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** One of them, with what holds for the site. */
export async function getProperty(call: Means, id: string): Promise<PropertyRow> {
  call.caller.scope();
  const row = await call.db.selectFrom('property').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return (await viewsOf(call, [row], {}))[0]!;
}

/** The namespaces. */
export async function listNamespaces(db: Db): Promise<Reply<typeof propertyNamespaces>> {
  const { rows } = await sql<{
    namespace: string;
    count: number;
  }>`select namespace, count(*) as count from property group by namespace order by namespace`.execute(db);
  return { list: rows };
}
