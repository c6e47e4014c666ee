import { isIP } from 'node:net';
import pg from 'pg';
import type { CustomTypesConfig } from 'pg';
import { outboundError } from '#platform/outbound/outbound-error.ts';
import { CallFailure } from '../run/failure.ts';
import { Places } from './places.ts';
import type { SqlPlace, SqlPool, SqlResult, SqlRun } from './sql-types.ts';

const asText = (value: string): string => value;
/** What becomes something else than the text in which the database writes it; moments, decimals and long numbers keep every digit. */
const parsed = new Set([16, 21, 23, 114, 700, 701, 3802, 1000, 1005, 1007, 1009, 1015, 1021, 1022]);
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    parsed.has(oid) ? pg.types.getTypeParser(oid, format) : asText) as CustomTypesConfig['getTypeParser'],
};

async function connect(place: SqlPlace): Promise<pg.Client> {
  const { host, port } = place;
  const checked = await place.services.outbound.resolve(host, port);
  // Without encryption only to where the operator of this installation allowed it.
  if (place.tls === 'off' && !checked.isInside) throw outboundError('denied');
  const bare = host.replace(/^\[|\]$/g, '');
  const client = new pg.Client({
    host: checked.address,
    port,
    database: place.database,
    user: place.account,
    password: place.password,
    application_name: 'wheelhouse-gateway',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types,
    ssl:
      place.tls === 'off'
        ? false
        : {
            minVersion: 'TLSv1.2',
            rejectUnauthorized: place.tls === 'verify' || !checked.isInside,
            ...(place.ca !== '' && { ca: place.ca }),
            ...(isIP(bare) === 0 ? { servername: bare } : { host: bare }),
          },
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

interface Held {
  client: pg.Client;
  pid: number;
}

const cancel = async (place: SqlPlace, pid: number): Promise<void> => {
  const client = await connect(place);
  await client.query('select pg_cancel_backend($1)', [pid]).finally(() => client.end());
};

/** Connections to a PostgreSQL. */
export function openPostgresPool(place: SqlPlace): SqlPool {
  const target = `postgresql://${place.host}:${place.port}/${place.database}`;
  const places = new Places<Held>(place.poolMax, {
    open: () =>
      place.services.outbound.run(target, async () => {
        const client = await connect(place);
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        return { client, pid: rows[0]?.pid ?? 0 };
      }),
    close: async ({ client }) => client.end().catch(() => undefined),
  });
  const run = async (statement: SqlRun): Promise<SqlResult> => {
    const held = await places.take(2_000);
    let isBroken = false;
    const stop = (): void => void cancel(place, held.pid).catch(() => (isBroken = true));
    const { signal } = statement;
    try {
      if (signal.aborted) throw new CallFailure('cancelled');
      // A caller that leaves ends readings, never writes.
      if (!statement.write) signal.addEventListener('abort', stop, { once: true });
      return await inTransaction(held.client, statement);
    } catch (error) {
      isBroken ||=
        !(error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))) && !(error instanceof CallFailure);
      throw signal.aborted && !statement.write ? new CallFailure('cancelled', {}, error) : error;
    } finally {
      signal.removeEventListener('abort', stop);
      places.giveBack(held, isBroken);
    }
  };
  return { run, state: () => places.state(), close: () => places.close() };
}

async function inTransaction(client: pg.Client, { text, values, write, maxRows, timeoutMs }: SqlRun): Promise<SqlResult> {
  await client.query(`begin${write ? '' : ' transaction read only'}`);
  try {
    await client.query(`set local statement_timeout = ${timeoutMs}`);
    if (write) {
      const done = await client.query(text, [...values]);
      const affected = done.rowCount ?? 0;
      if (affected > maxRows) throw new CallFailure('tooLarge', { params: { n: maxRows } });
      await client.query('commit');
      return { rows: [], affected };
    }
    // Declaring a cursor takes nothing but one reading, whatever was overlooked before; it also bounds what is read.
    await client.query({ text: `declare gateway_rows no scroll cursor for ${text}`, values: [...values] });
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${maxRows + 1} from gateway_rows`);
    await client.query('commit');
    return { rows, affected: 0 };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
