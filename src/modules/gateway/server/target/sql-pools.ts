import type { RunServices } from '../run/context.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { CallFailure } from '../run/failure.ts';
import type { SqlPlace, SqlPool } from './sql-types.ts';
import type { ConnectionRow } from '../table/snapshot.ts';

/** A row of the connections as a place, with its secret; signIn where there is none (14010). */
function placeOf(services: Pick<RunServices, 'outbound' | 'secrets'>, row: ConnectionRow): SqlPlace {
  if (row.secret === null) throw new CallFailure('signIn', { code: 14313, params: { reason: 'secret' } });
  return {
    services,
    kind: String(row['kind']),
    host: String(row['host']),
    port: Number(row['port']),
    database: String(row['database']),
    account: String(row['account']),
    password: services.secrets.open(row.secret, { table: 'access_database', column: 'secret', row: row.id }),
    tls: row['tls'] as SqlPlace['tls'],
    ca: String(row['ca'] ?? ''),
    poolMax: Number(row['pool_max'] ?? 10),
  };
}

const poolsOf = perProduct(() => new Map<string, { version: number; pool: Promise<SqlPool> }>());

/** Opens connections to a place. */
export async function openPool(place: SqlPlace): Promise<SqlPool> {
  if (place.kind === 'postgresql') return (await import('./sql-postgres.ts')).openPostgresPool(place);
  return (await import('./sql-mysql.ts')).openMysqlPool(place);
}

/** The pool of a database; a changed one is opened again and the old one closed. */
export async function poolFor(services: RunServices, row: ConnectionRow): Promise<SqlPool> {
  const pools = poolsOf(services);
  const known = pools.get(row.id);
  if (known && known.version === row.version) return known.pool;
  void known?.pool.then((pool) => pool.close()).catch(() => undefined);
  const pool = openPool(placeOf(services, row));
  pools.set(row.id, { version: row.version, pool });
  pool.catch(() => pools.delete(row.id));
  return pool;
}

/** Closes what a product has open. */
export async function closePools(services: Pick<RunServices, 'database'>): Promise<void> {
  const pools = poolsOf(services);
  const all = [...pools.values()];
  pools.clear();
  await Promise.all(all.map(async ({ pool }) => (await pool).close().catch(() => undefined)));
}
