import type { Connection, RowDataPacket } from 'mysql2';
import { sqlFailure } from './sql-failure.ts';
import { askedOf, type SqlRow, type SqlSession, type SqlWay } from './session.ts';

const connectMs = 10_000;

async function connectTo({ house, source }: SqlWay): Promise<Connection> {
  const { host, port, name, user, tls, ca } = source.config;
  const { createConnection } = await import('mysql2');
  const socket = await house.outbound.connect(host, port, { timeoutMs: connectMs });
  const connection = createConnection({
    stream: () => socket,
    // Not connected to: what the certificate must be for.
    host,
    database: name,
    user,
    password: source.secrets['password'] ?? '',
    connectTimeout: connectMs,
    charset: 'utf8mb4',
    // Moments and long numbers as the database writes them: no digit is lost.
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    flags: ['-LOCAL_FILES'],
    ...(tls && { ssl: { minVersion: 'TLSv1.2', rejectUnauthorized: true, verifyIdentity: true, ...(ca !== '' && { ca }) } }),
  });
  // What breaks between two questions is told by the next one.
  connection.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
  return connection;
}

const run = (connection: Connection, statement: string): Promise<RowDataPacket[]> =>
  new Promise((resolve, reject) => connection.query<RowDataPacket[]>(statement, (error, rows) => (error ? reject(error) : resolve(rows))));

/** Opens MySQL or MariaDB in a transaction that can only read; rows come as they are taken, and the server waits meanwhile. */
export async function openMysql(way: SqlWay): Promise<SqlSession> {
  const { house, source, signal, limits } = way;
  const { host, port } = source.config;
  const where = `${host}:${port}`;
  const asked = askedOf(signal, where);
  const connection = await asked(() => house.outbound.run(`mysql://${where}`, () => connectTo(way), signal));
  const stop = (): void => void kill(way, connection.threadId).finally(() => connection.destroy());
  // A reading that is given up in the middle of its rows has nobody to take them: the connection goes at once.
  const close = async (): Promise<void> => {
    signal.removeEventListener('abort', stop);
    if (!signal.aborted) connection.destroy();
  };
  try {
    await asked(async () => {
      const [version] = await run(connection, 'select version() as version');
      // Both count the time themselves: a client that leaves does not end what it asked for.
      const isMaria = String(version?.['version']).includes('MariaDB');
      await run(
        connection,
        isMaria
          ? `set session max_statement_time = ${limits.statementMs / 1000}`
          : `set session max_execution_time = ${limits.statementMs}`,
      );
      await run(connection, "set session time_zone = '+00:00'");
      await run(connection, 'set session transaction isolation level repeatable read');
      await run(connection, 'start transaction with consistent snapshot, read only');
    });
  } catch (error) {
    await close();
    throw error;
  }
  signal.addEventListener('abort', stop, { once: true });
  return {
    async *rows(statement, atMost = Infinity) {
      let left = atMost;
      let rows: SqlRow[] = [];
      signal.throwIfAborted();
      try {
        // Prepared by the server: it takes one statement, and values never become text of it.
        const stream = connection.execute(statement.text, [...statement.values]).stream({ highWaterMark: limits.rows });
        for await (const row of stream) {
          rows.push({ ...row });
          left -= 1;
          if (rows.length < limits.rows && left > 0) continue;
          yield rows;
          rows = [];
          if (left <= 0) return;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw sqlFailure(error, where);
      }
      signal.throwIfAborted();
      if (rows.length > 0) yield rows;
    },
    close,
  };
}

/** Tells the database to stop what it does for us. */
async function kill(way: SqlWay, thread: number | null): Promise<void> {
  if (thread === null) return;
  try {
    const connection = await connectTo(way);
    await run(connection, `kill query ${thread}`).finally(() => connection.destroy());
  } catch {
    // The limit of a statement ends it then.
  }
}
