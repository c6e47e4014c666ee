import { sql } from 'kysely';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';

/** Ownership of entered values: writing a field takes it from the person who entered it; who writes about themselves says so afterwards. */
export async function takeOwnFields(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const written = operations.flatMap(({ id, after }) => (after ? [{ id, fields: Object.keys(after) }] : []));
  if (written.length === 0) return;
  await sql`update employee e set own_fields = e.own_fields - w.fields
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w(id uuid, fields text[])
    where e.id = w.id and e.own_fields <> '{}' and e.own_fields ?| w.fields`.execute(tx);
}
