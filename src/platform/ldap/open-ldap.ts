import { isIP, type connect, type Socket } from 'node:net';
import { Client } from 'ldapts';
import type { Outbound } from '../outbound/outbound.ts';
import { outboundError, toOutboundError, type OutboundError } from '../outbound/outbound-error.ts';
import { readQuickly } from './quick-entries.ts';

/** Where a directory is, and how it is spoken to. */
export interface LdapPlace {
  /** Asked in this order until one is there. */
  readonly servers: readonly LdapServer[];
  readonly security: 'ldaps' | 'startTls' | 'plain';
  /** Authorities to trust instead of the usual ones, PEM. */
  readonly ca: string;
}

/** One server of a directory. */
export interface LdapServer {
  readonly host: string;
  readonly port: number;
}

/** How long it may take, and who writes down how it went. */
export interface LdapWay {
  readonly signal: AbortSignal;
  /** Does a step on the way; `tls` of LDAPS holds the connection too. */
  readonly trace?: <T>(step: 'dns' | 'tcp' | 'tls', where: string, work: () => Promise<T>) => Promise<T>;
}

/** An open connection; nobody is bound yet. */
export interface OpenLdap {
  readonly client: Client;
  readonly server: LdapServer;
  close(): void;
}

/** Longest wait for a connection to one server, ms: there may be a next one. */
const oneServerMs = 4_000;

/** Does something with the first server that can be reached; what goes wrong after that is not tried on the next one. */
async function firstServer<T>(outbound: Outbound, place: LdapPlace, way: LdapWay, work: (open: OpenLdap) => Promise<T>): Promise<T> {
  let last: unknown = outboundError('dns');
  for (const server of place.servers) {
    if (way.signal.aborted) throw outboundError('timeout');
    let reached = false;
    const talk = async (): Promise<T> => {
      const open = await openOne(outbound, { ...place, server }, way);
      reached = true;
      try {
        return await work(open);
      } catch (error) {
        // Counts against the directory, so that the next ones are told at once.
        throw way.signal.aborted ? outboundError('timeout', error) : error;
      }
    };
    try {
      return await outbound.run(`ldap://${server.host}:${server.port}`, talk, way.signal);
    } catch (error) {
      if (reached) throw error;
      last = error;
    }
  }
  throw last;
}

/**
 * Works with the first server that can be reached, through the guard of outgoing connections, encrypted before anything is said. A
 * directory that hangs fills a queue of its own and nobody else's.
 */
export function withLdap<T>(outbound: Outbound, place: LdapPlace, way: LdapWay, work: (client: Client) => Promise<T>): Promise<T> {
  return firstServer(outbound, place, way, async ({ client, close }) => {
    try {
      return await work(client);
    } finally {
      close();
    }
  });
}

/** The first server that can be reached, for who stays longer; `begin` is what every connection starts with (a bind). */
export function openLdap(outbound: Outbound, place: LdapPlace, way: LdapWay, begin: (client: Client) => Promise<void>): Promise<OpenLdap> {
  return firstServer(outbound, place, way, async (open) => {
    try {
      await begin(open.client);
      return open;
    } catch (error) {
      open.close();
      throw error;
    }
  });
}

async function openOne(
  outbound: Outbound,
  { server, security, ca }: LdapPlace & { server: LdapServer },
  { signal, trace = (_step, _where, work) => work() }: LdapWay,
): Promise<OpenLdap> {
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
    return { client, server, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The library speaks over a socket whose address was checked; it never opens one of its own. */
function clientOver(socket: Socket): Client {
  let given: Socket | undefined = socket;
  const client = new Client({
    url: 'ldap://checked',
    createConnection: (() => {
      if (!given) throw outboundError('protocol');
      const mine = given;
      given = undefined;
      return mine;
    }) as typeof connect,
  });
  readQuickly(client);
  return client;
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
