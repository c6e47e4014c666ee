import { isIP, type connect, type Socket } from 'node:net';
import { Client } from 'ldapts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { outboundError, toOutboundError, type OutboundError } from '#platform/outbound/outbound-error.ts';
import type { LdapConfig } from '../../common/auth-config.ts';
import { failureOf, WayFailure } from '../failure.ts';
import type { Trace } from '../trace.ts';

type Connection = LdapConfig['connection'];

/** How long it may take, and who writes down how it went. */
interface Way {
  signal: AbortSignal;
  trace: Trace;
}

/** Longest wait for a connection to one server, ms: there may be a next one. */
const oneServerMs = 4_000;

/**
 * Works with the first server that can be reached, through the guard of outgoing connections, encrypted before anything is said. A
 * directory that hangs fills a queue of its own and nobody else's.
 */
export async function withLdap<T>(outbound: Outbound, connection: Connection, way: Way, work: (client: Client) => Promise<T>): Promise<T> {
  let last = new WayFailure('dns');
  for (const server of connection.servers) {
    if (way.signal.aborted) throw new WayFailure('timeout');
    let reached = false;
    const talk = async (): Promise<T> => {
      const { client, close } = await openOne(outbound, { ...connection, server }, way);
      reached = true;
      try {
        return await work(client);
      } catch (error) {
        // Counts against the directory, so that the next ones are told at once.
        throw way.signal.aborted ? outboundError('timeout', error) : error;
      } finally {
        close();
      }
    };
    try {
      return await outbound.run(`ldap://${server.host}:${server.port}`, talk, way.signal);
    } catch (error) {
      if (reached) throw error;
      last = failureOf(error);
    }
  }
  throw last;
}

async function openOne(
  outbound: Outbound,
  { server, security, ca }: Connection & { server: { host: string; port: number } },
  { signal, trace }: Way,
): Promise<{ client: Client; close(): void }> {
  const { host, port } = server;
  const where = `${host}:${port}`;
  const tls = ca === '' ? {} : { ca };
  await trace('dns', where, () => outbound.resolve(host, port));
  const socket = await trace(security === 'ldaps' ? 'tls' : 'tcp', where, () =>
    outbound
      .connect(host, port, { timeoutMs: oneServerMs, ...(security === 'ldaps' && { tls }) })
      .catch((error: unknown) => Promise.reject(security === 'ldaps' ? noTls(error) : error)),
  );
  const client = clientOver(socket);
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  const close = (): void => {
    signal.removeEventListener('abort', end);
    // Not waited for: who is asked to go has nothing more to say.
    client.unbind().catch(() => undefined);
    socket.destroySoon();
  };
  try {
    if (security === 'startTls') await trace('tls', where, () => encrypt(client, host, ca));
    return { client, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The library speaks over a socket whose address was checked; it never opens one of its own. */
function clientOver(socket: Socket): Client {
  let given: Socket | undefined = socket;
  return new Client({
    url: 'ldap://checked',
    createConnection: (() => {
      if (!given) throw new WayFailure('protocol');
      const mine = given;
      given = undefined;
      return mine;
    }) as typeof connect,
  });
}

async function encrypt(client: Client, host: string, ca: string): Promise<void> {
  const bare = host.replace(/^\[|\]$/g, '');
  try {
    await client.startTLS({
      minVersion: 'TLSv1.2',
      ...(ca !== '' && { ca }),
      ...(isIP(bare) === 0 ? { servername: bare } : { host: bare }),
    });
  } catch (error) {
    throw noTls(error);
  }
}

/** What is no failure of the certificate is a server that does not encrypt. */
function noTls(error: unknown): OutboundError {
  const failure = toOutboundError(error);
  return failure.category === 'protocol' ? outboundError('tls', error) : failure;
}
