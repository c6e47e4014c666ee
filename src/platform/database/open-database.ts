import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartError } from '#platform/start-error.ts';
import { startServer } from './embedded/launcher.ts';
import { preparing } from './prepared.ts';
import type { Tables } from './tables.ts';
import { columnTypes } from './types.ts';

/** Name of the database inside the embedded server. */
const DATABASE_NAME = 'wheelhouse';

/** The server ends a statement after this time. */
const statementMillis = 30_000;
const answerMillis = statementMillis + 15_000;

/** The open database; every part of the product shares this one. */
export interface Database {
  db: Kysely<Tables>;
  pool: pg.Pool;
  /** To open a further client of one's own, for example for LISTEN. */
  config: pg.ClientConfig;
  embedded: boolean;
  /** Ends all connections and, when embedded, the server. */
  close(): Promise<void>;
}

/** Options of openDatabase. */
export interface DatabaseOptions {
  /** Where the embedded server keeps its files; unused with databaseUrl. */
  dataDir: string;
  databaseUrl?: string;
  /** Connections at most; 10 when absent. */
  poolSize?: number;
  /** Milliseconds after which a server that says nothing is given up; 45,000 when absent. */
  answerMillis?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Told about connections lost while idle and about the embedded server's end. */
  onFailure?: (sentence: string) => void;
}

/** Opens the PostgreSQL at databaseUrl, or starts the embedded one in dataDir; throws StartError when it can't. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const own = { application_name: options.applicationName ?? 'wheelhouse', types: columnTypes };
  if (options.databaseUrl !== undefined) {
    const database = connectDatabase({ ...own, connectionString: options.databaseUrl }, options);
    await checkServer(database);
    return database;
  }
  const server = await startServer({
    dataDir: options.dataDir,
    database: DATABASE_NAME,
    ...(options.onFailure && { onFailure: options.onFailure }),
  });
  const config = { ...own, ...server.address, database: DATABASE_NAME };
  try {
    await ensureDatabase({ ...own, ...server.address, database: 'postgres' });
  } catch (error) {
    await server.stop();
    throw error;
  }
  const database = connectDatabase(config, options);
  return {
    ...database,
    embedded: true,
    close: async () => database.close().finally(() => server.stop()),
  };
}

/** Connects to a server that runs already; close ends the connections only. */
export function connectDatabase(
  config: pg.ClientConfig,
  options: Pick<DatabaseOptions, 'poolSize' | 'onFailure' | 'answerMillis'> = {},
): Database {
  const pool = new pg.Pool({
    ...config,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementMillis,
    idle_in_transaction_session_timeout: 300_000,
  });
  // Without a listener a connection lost while idle would end the process.
  pool.on('error', (error) => options.onFailure?.(`A connection to the database was lost: ${error.message}.`));
  // So would one that is lost while somebody holds it between two statements: its next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool, options.answerMillis ?? answerMillis) }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only when it has used it.
    if (!pool.ended) await pool.end();
  };
  return { db, pool, config, embedded: false, close };
}

async function checkServer(database: Database): Promise<void> {
  try {
    const ask = () =>
      database.pool.query<{ version: number; encoding: string }>(
        `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
      );
    // The program is loaded meanwhile, and on a slow machine that alone can keep this process from hearing the server in time.
    const { rows } = await ask().catch(ask);
    const { version = 0, encoding = '' } = rows[0] ?? {};
    if (version < 150_000)
      throw new StartError(`The PostgreSQL at DATABASE_URL is of version ${Math.floor(version / 10_000)}: 15 or newer is needed.`);
    if (encoding !== 'UTF8') throw new StartError(`The database at DATABASE_URL is encoded in ${encoding}: create it with UTF8.`);
  } catch (error) {
    await database.close();
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The PostgreSQL at DATABASE_URL can't be reached: ${error instanceof Error ? error.message || error.name : String(error)}.`,
    );
  }
}

async function ensureDatabase(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
