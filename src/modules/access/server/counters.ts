import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { callersOf, countsOf } from '#modules/call-logs/server/public.ts';
import { clock } from '#platform/clock.ts';

/** Interfaces whose draft or live version uses a connection, by the connection. */
export async function interfacesOn(
  db: Db,
  field: string,
  ids: readonly string[],
): Promise<Map<string, { kind: string; id: string; name: string }[]>> {
  const found = new Map<string, { kind: string; id: string; name: string }[]>();
  if (ids.length === 0) return found;
  const { rows } = await sql<{ connection: string; id: string; name: string }>`
    select distinct used.connection, i.id, i.name from api_interface as i
      left join interface_version as v on v.interface_id = i.id and v.no = i.live_version_no
      cross join lateral (values (i.definition -> 'target' ->> ${field}), (v.definition -> 'target' ->> ${field})) as used(connection)
    where used.connection = any(${[...ids]}::text[]) order by i.name`.execute(db);
  for (const { connection, id, name } of rows)
    found.set(connection, [...(found.get(connection) ?? []), { kind: 'apiInterface', id, name }]);
  return found;
}

/** The last test of connections, by id. */
export async function lastTests(db: Db, ids: readonly string[]): Promise<Map<string, { at: number; class: string; ms: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('connection_test')
    .selectAll()
    .where('connection_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ connection_id, at, class: how, ms }) => [connection_id, { at, class: how, ms }]));
}

const monthMillis = 30 * 86_400_000;

/** What touches these interfaces, in figures of thirty days: how often they were called, and by how many systems and modules. */
export async function impactOfInterfaces(db: Db, ids: readonly string[]): Promise<Record<string, number>> {
  const now = clock.now();
  const [counts, callers] = await Promise.all([countsOf(db, ids, now - monthMillis, now), callersOf(db, ids, now - monthMillis, now)]);
  const calls = [...counts.values()].reduce((sum, one) => sum + one.calls, 0);
  return calls === 0 ? {} : { calls30: calls, callers: callers.length };
}

/** What switching off, deleting or changing connections touches: the interfaces on them, with their calls. */
export async function impactOn(
  db: Db,
  field: string,
  operations: readonly { action: string; id: string }[],
): Promise<Record<string, number>> {
  const ids = operations.filter(({ action }) => action !== 'create').map(({ id }) => id);
  const interfaces = [...(await interfacesOn(db, field, ids)).values()].flat().map(({ id }) => id);
  if (interfaces.length === 0) return {};
  return { interfaces: new Set(interfaces).size, ...(await impactOfInterfaces(db, [...new Set(interfaces)])) };
}
