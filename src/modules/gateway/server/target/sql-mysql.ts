import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2';
import { outboundError } from '#platform/outbound/outbound-error.ts';
import { CallFailure } from '../run/failure.ts';
import { Places } from './places.ts';
import type { SqlPlace, SqlPool, SqlResult, SqlRun } from './sql-types.ts';

const connectMs = 10_000;

async function connect(place: SqlPlace): Promise<Connection> {
  const { createConnection } = await import('mysql2');
  const { host, port, tls, ca } = place;
  const checked = await place.services.outbound.resolve(host, port);
  if (tls === 'off' && !checked.isInside) throw outboundError('denied');
  const socket = await place.services.outbound.connect(host, port, { timeoutMs: connectMs });
  const connection = createConnection({
    stream: () => socket,
    // Not connected to: what the certificate must be for.
    host,
    database: place.database,
    user: place.account,
    password: place.password,
    connectTimeout: connectMs,
    charset: 'utf8mb4',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    flags: ['-LOCAL_FILES'],
    ...(tls !== 'off' && {
      ssl: {
        minVersion: 'TLSv1.2',
        rejectUnauthorized: tls === 'verify' || !checked.isInside,
        verifyIdentity: tls === 'verify',
        ...(ca !== '' && { ca }),
      },
    }),
  });
  connection.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
  return connection;
}

const run = (connection: Connection, statement: string): Promise<RowDataPacket[]> =>
  new Promise((resolve, reject) => connection.query<RowDataPacket[]>(statement, (error, rows) => (error ? reject(error) : resolve(rows))));

interface Held {
  connection: Connection;
  isMaria: boolean;
  /** How the session stands: what is right already is not said again. */
  timeoutMs: number;
  rows: number | 'default';
}

async function kill(place: SqlPlace, thread: number | null): Promise<void> {
  if (thread === null) return;
  const connection = await connect(place);
  await run(connection, `kill query ${thread}`).finally(() => connection.destroy());
}

/** Connections to a MySQL or MariaDB. */
export function openMysqlPool(place: SqlPlace): SqlPool {
  const target = `mysql://${place.host}:${place.port}/${place.database}`;
  const places = new Places<Held>(place.poolMax, {
    open: () =>
      place.services.outbound.run(target, async () => {
        const connection = await connect(place);
        const [version] = await run(connection, 'select version() as version');
        // A reading is a transaction of its own, and one that can only read; writings open theirs.
        await run(connection, 'set session transaction read only');
        return { connection, isMaria: String(version?.['version']).includes('MariaDB'), timeoutMs: 0, rows: 'default' };
      }),
    close: async ({ connection }) => connection.destroy(),
  });
  return {
    run: async (statement) => {
      const held = await places.take(2_000);
      const { signal } = statement;
      let isBroken = false;
      const stop = (): void => void kill(place, held.connection.threadId).catch(() => (isBroken = true));
      try {
        if (signal.aborted) throw new CallFailure('cancelled');
        if (!statement.write) signal.addEventListener('abort', stop, { once: true });
        return await inTransaction(held, statement);
      } catch (error) {
        isBroken ||=
          !(error instanceof Error && 'code' in error && String(error.code).startsWith('ER_')) && !(error instanceof CallFailure);
        throw signal.aborted && !statement.write ? new CallFailure('cancelled', {}, error) : error;
      } finally {
        signal.removeEventListener('abort', stop);
        places.giveBack(held, isBroken);
      }
    },
    state: () => places.state(),
    close: () => places.close(),
  };
}

/** Time is told to the server in steps of this: nearly every call of an interface needs the same. */
const timeStep = 250;

async function prepareSession(held: Held, { timeoutMs, write, maxRows }: SqlRun): Promise<void> {
  const { connection, isMaria } = held;
  const time = Math.ceil(timeoutMs / timeStep) * timeStep;
  if (held.timeoutMs !== time) {
    await run(connection, isMaria ? `set session max_statement_time = ${time / 1000}` : `set session max_execution_time = ${time}`);
    held.timeoutMs = time;
  }
  const rows = write ? 'default' : maxRows + 1;
  if (held.rows !== rows) {
    await run(connection, `set session sql_select_limit = ${rows}`);
    held.rows = rows;
  }
}

async function inTransaction(held: Held, statement: SqlRun): Promise<SqlResult> {
  const { connection } = held;
  const { write, maxRows } = statement;
  await prepareSession(held, statement);
  if (!write) return execute(connection, statement);
  await run(connection, 'start transaction read write');
  try {
    const result = await execute(connection, statement);
    if (result.affected > maxRows) throw new CallFailure('tooLarge', { params: { n: maxRows } });
    await run(connection, 'commit');
    return result;
  } catch (error) {
    await run(connection, 'rollback').catch(() => undefined);
    throw error;
  }
}

/** Prepared by the server: it takes one statement, and values never become text of it. */
function execute(connection: Connection, { text, values, write }: SqlRun): Promise<SqlResult> {
  const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as (string | number | null)[];
  if (write)
    return new Promise((resolve, reject) =>
      connection.execute<ResultSetHeader>(text, bound, (error, done) =>
        error ? reject(error) : resolve({ rows: [], affected: done.affectedRows ?? 0 }),
      ),
    );
  return new Promise((resolve, reject) =>
    connection.execute<RowDataPacket[]>(text, bound, (error, rows) => {
      if (error) reject(error);
      else resolve({ rows, affected: 0 });
    }),
  );
}
