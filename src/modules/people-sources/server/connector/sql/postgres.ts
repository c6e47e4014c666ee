import { isIP } from 'node:net';
import pg from 'pg';
import type { CustomTypesConfig } from 'pg';
import { askedOf, type SqlRow, type SqlSession, type SqlWay } from './session.ts';

const text = (value: string): string => value;
/** What is read as something else than the text in which the database writes it: so that no digit of a moment or number is lost. */
const parsed = new Set([16, 17, 21, 23, 700, 701, 1000, 1005, 1007, 1009, 1015, 1021, 1022]);
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    parsed.has(oid) ? pg.types.getTypeParser(oid, format) : text) as CustomTypesConfig['getTypeParser'],
};

async function connectTo({ house, source, limits }: SqlWay): Promise<pg.Client> {
  const { host, port, name, user, tls, ca } = source.config;
  const checked = await house.outbound.resolve(host, port);
  const bare = host.replace(/^\[|\]$/g, '');
  const client = new pg.Client({
    // The address that was checked, not the name that might lead elsewhere by now.
    host: checked.address,
    port,
    database: name,
    user,
    password: source.secrets['password'] ?? '',
    application_name: 'wheelhouse',
    connectionTimeoutMillis: 10_000,
    query_timeout: limits.statementMs + 15_000,
    keepAlive: true,
    types,
    ssl: tls
      ? { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca !== '' && { ca }), ...(isIP(bare) === 0 && { servername: bare }) }
      : false,
  });
  // What breaks between two questions is told by the next one.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Opens PostgreSQL in a transaction that can only read; rows come through a cursor of the server. */
export async function openPostgres(way: SqlWay): Promise<SqlSession> {
  const { house, source, signal, limits } = way;
  const { host, port } = source.config;
  const where = `${host}:${port}`;
  const asked = askedOf(signal, where);
  const client = await asked(() => house.outbound.run(`postgresql://${where}`, () => connectTo(way), signal));
  const stop = (): void => void cancel(way, pid).finally(() => client.end().catch(() => undefined));
  let pid = 0;
  const close = async (): Promise<void> => {
    signal.removeEventListener('abort', stop);
    if (!signal.aborted) await client.end().catch(() => undefined);
  };
  try {
    await asked(async () => {
      await client.query('begin transaction isolation level repeatable read, read only');
      await client.query(`set local statement_timeout = ${limits.statementMs}`);
      // Between two portions rows are written down: the database waits.
      await client.query('set local idle_in_transaction_session_timeout = 0');
      await client.query("set local time zone 'UTC'");
      await client.query("set local datestyle = 'ISO, YMD'");
      const own = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      pid = own.rows[0]?.pid ?? 0;
    });
  } catch (error) {
    await close();
    throw error;
  }
  signal.addEventListener('abort', stop, { once: true });
  let cursors = 0;
  return {
    async *rows(statement, atMost = Infinity) {
      const cursor = `source_${(cursors += 1)}`;
      // Declaring a cursor takes nothing but one SELECT, whatever was overlooked before.
      await asked(() => client.query({ text: `declare ${cursor} no scroll cursor for ${statement.text}`, values: [...statement.values] }));
      let left = atMost;
      for (;;) {
        const size = Math.min(limits.rows, left);
        const { rows } = await asked(() => client.query<SqlRow>(`fetch ${size} from ${cursor}`));
        if (rows.length > 0) yield rows;
        left -= rows.length;
        if (rows.length < size || left <= 0) break;
      }
      await asked(() => client.query(`close ${cursor}`));
    },
    close,
  };
}

/** Tells the database to stop what it does for us. */
async function cancel(way: SqlWay, pid: number): Promise<void> {
  if (pid === 0) return;
  try {
    const client = await connectTo(way);
    await client.query('select pg_cancel_backend($1)', [pid]).finally(() => client.end());
  } catch {
    // The limit of a statement ends it then.
  }
}
