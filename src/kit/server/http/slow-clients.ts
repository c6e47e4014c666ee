import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

/** How much of the server callers may hold while they send little or nothing. */
export interface ClientLimits {
  /** Connections at once, of all callers together. */
  connections: number;
  /** What must arrive of a body, on the average of a window; the first one is twice as long. */
  bytesPerSecond: number;
  windowMillis: number;
}

/** The rate and the 20 seconds before it counts are those of Apache's mod_reqtimeout (body=20,MinRate=500). */
export const usualClients: Omit<ClientLimits, 'connections'> = { bytesPerSecond: 500, windowMillis: 10_000 };

const timeout = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** A body on its way. */
interface Arriving {
  request: IncomingMessage;
  response: ServerResponse;
  /** Bytes of the connection when the window began. */
  before: number;
  /** When the window is over. */
  until: number;
}

/**
 * Cuts callers who hold connections for nothing: one whose body trickles is answered 408 (RFC 9110, 15.5.9), and where connections run
 * out, those go first on which nothing is asked. What is slow because we read slowly is not the caller's fault.
 */
export function guardFromSlow(server: Server, limits: ClientLimits, log: Pick<FastifyBaseLogger, 'warn'>): void {
  cutTricklers(server, limits, log);
  capConnections(server, limits.connections, log);
}

function cutTricklers(server: Server, { bytesPerSecond, windowMillis }: ClientLimits, log: Pick<FastifyBaseLogger, 'warn'>): void {
  const arriving = new Set<Arriving>();
  const least = (bytesPerSecond * windowMillis) / 1_000;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const one = { request, response, before: request.socket.bytesRead, until: performance.now() + 2 * windowMillis };
    arriving.add(one);
    request.once('close', () => arriving.delete(one));
  });
  const look = (): void => {
    const now = performance.now();
    for (const one of arriving) {
      const { request } = one;
      if (request.complete) arriving.delete(one);
      else if (one.until <= now) {
        if (waitsForUs(request) || request.socket.bytesRead - one.before >= least) beginWindow(one, now + windowMillis);
        else cut(one, log);
      }
    }
  };
  const looking = setInterval(look, windowMillis / 4).unref();
  server.once('close', () => clearInterval(looking));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether nobody reads what has come, or not fast enough: the connection is held back by ourselves. */
const waitsForUs = (request: IncomingMessage): boolean =>
  request.readableFlowing !== true || request.readableLength >= request.readableHighWaterMark;

function beginWindow(one: Arriving, until: number): void {
  one.before = one.request.socket.bytesRead;
  one.until = until;
}

function cut({ request, response }: Arriving, log: Pick<FastifyBaseLogger, 'warn'>): void {
  const { socket, url = '' } = request;
  log.warn({ address: socket.remoteAddress, path: url.split('?')[0] }, 'A caller was cut off: the body of its call came too slowly');
  if (!response.headersSent) socket.write(timeout);
  socket.destroySoon();
}

/** How often connections are looked at while a server ends. */
const lookMillis = 50;

/**
 * To be called when a server begins to end. A connection whose last answer goes out after that would be kept for a next request, which
 * nobody takes any more, and the end would wait for it as long as connections are kept (Fastify: 72 s). It is closed once nothing moves on it.
 * One that a browser opened ahead and never used is none of Node's idle ones: the end would wait until its limit for headers is over.
 */
export function letGoOfIdle(server: Server): void {
  const look = (): void => {
    server.closeIdleConnections();
    for (const socket of connected.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  };
  const looking = setInterval(look, lookMillis);
  server.once('close', () => clearInterval(looking));
}

/** How often the same is done or said again. */
const roomMillis = 1_000;
const wordMillis = 60_000;

/** Open connections of servers. */
const connected = new WeakMap<Server, Set<Socket>>();

function capConnections(server: Server, most: number, log: Pick<FastifyBaseLogger, 'warn'>): void {
  server.maxConnections = most;
  const makeRoom = seldom(roomMillis, () => server.closeIdleConnections());
  const tell = seldom(wordMillis, () => log.warn({ connections: most }, 'Connections are refused: MAX_CONNECTIONS of them are open'));
  const open = new Set<Socket>();
  connected.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size > most * 0.9) makeRoom();
  });
  server.on('drop', tell);
}

/** Runs work at once, and then not again for a while. */
function seldom(millis: number, work: () => void): () => void {
  let last = -Infinity;
  return () => {
    if (performance.now() - last < millis) return;
    last = performance.now();
    work();
  };
}
