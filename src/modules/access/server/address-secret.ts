import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

/**
 * What an update says of a secret: a stored one goes away where the other side becomes another (host, port, TLS, account), because it must
 * never be sent to somewhere that it was not entered for. One that is entered along stays.
 */
export async function withoutOldSecret<T extends { id: string; secret?: string | null | undefined }>(
  db: Db,
  table: string,
  columns: Readonly<Partial<Record<keyof T & string, string>>>,
  change: T,
): Promise<T> {
  if (change.secret !== undefined) return change;
  const named = Object.entries(columns).filter(([field]) => change[field as keyof T] !== undefined);
  if (named.length === 0) return change;
  const { rows } = await sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(t) as row from ${sql.table(table)} as t where id = ${change.id}::uuid`.execute(db);
  const row = rows[0]?.row;
  if (!row || row['secret'] === null) return change;
  const differs = named.some(([field, column]) => JSON.stringify(row[column as string]) !== JSON.stringify(change[field as keyof T]));
  return differs ? { ...change, secret: null } : change;
}
