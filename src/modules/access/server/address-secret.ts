import { sql } from 'kysely';
import type { Endpoint } from '#kit/common/contract.ts';
import type { Means } from '#kit/server/crud/crud-draft.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';

/** A change of something that has a secret. */
interface SecretChange {
  readonly id: string;
  readonly secret?: string | null | undefined;
}

/** A declared entity whose secret belongs to an address. */
interface Keeper<T extends SecretChange> {
  readonly operation: Endpoint;
  readonly table: string;
  /** The fields that say where it leads, with their columns. */
  readonly columns: Readonly<Partial<Record<keyof T & string, string>>>;
  readonly server: {
    update(tx: Tx, call: Pick<Call, 'caller' | 'services'>, change: T): Promise<void>;
    one(means: Means, id: string): Promise<unknown>;
  };
}

/**
 * The update of what has a secret: a stored one goes away where the other side becomes another (host, port, TLS, account), because it must
 * never be sent to somewhere that it was not entered for. One that is entered along stays.
 */
export function updateBesideSecret<T extends SecretChange>({ operation, table, columns, server }: Keeper<T>): BoundRoute {
  return handle(operation, (call, input) =>
    call.write(async (tx) => {
      const change = input as T;
      await server.update(tx, call, await withoutOldSecret(tx, table, columns, change));
      return server.one({ ...call, db: tx }, change.id);
    }),
  );
}

async function withoutOldSecret<T extends SecretChange>(db: Db, table: string, columns: Keeper<T>['columns'], change: T): Promise<T> {
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
