import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

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
