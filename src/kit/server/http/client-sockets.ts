import { ServerResponse, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { ClientSocket } from '../client/client-socket.ts';
import type { Services } from '../services.ts';

/** Who asks for another protocol on a connection, until the route of its path takes it over. */
interface Upgrade {
  socket: Duplex;
  head: Buffer;
}

/** How long terminals may take to close a connection once they were told that the server ends. */
const drainMillis = 500;

/**
 * Mounts connections of terminals on the port of everything else. A request with `Upgrade` goes the way of every other one (address, proxies,
 * headers), and the route of its path takes the connection over; any other path answers it as a plain request and closes.
 */
export function mountSockets(app: FastifyInstance, services: Services, sockets: readonly ClientSocket[]): void {
  if (sockets.length === 0) return;
  const asked = new WeakMap<IncomingMessage, Upgrade>();
  const open = new Set<WebSocket>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!(socket instanceof Socket)) return socket.destroy();
    socket.on('error', () => socket.destroy());
    asked.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    app.routing(request, response);
  });
  for (const declared of sockets)
    app.get(`/client/${declared.path}`, async (request, reply) => {
      const upgrade = asked.get(request.raw);
      if (!upgrade || !speaks(request, declared.protocol))
        return reply.status(426).header('upgrade', 'websocket').header('sec-websocket-protocol', declared.protocol).send();
      await takeOver({ request, reply, upgrade, declared }, (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        declared.open(services, socket, request);
      });
      return reply;
    });
  app.addHook('preClose', async () => {
    for (const declared of sockets) declared.drain(services);
    if (open.size === 0) return;
    await Promise.race([
      Promise.all([...open].map((socket) => new Promise((resolve) => void socket.once('close', resolve)))),
      new Promise((resolve) => void setTimeout(resolve, drainMillis)),
    ]);
    for (const socket of open) socket.terminate();
  });
}

interface Taking {
  request: FastifyRequest;
  reply: FastifyReply;
  upgrade: Upgrade;
  declared: ClientSocket;
}

async function takeOver({ request, reply, upgrade, declared }: Taking, taken: (socket: WebSocket) => void): Promise<void> {
  // Loaded with the first connection: the start is quicker without.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: declared.maxPayload,
    handleProtocols: () => declared.protocol,
  });
  reply.hijack();
  if (upgrade.socket instanceof Socket) reply.raw.detachSocket(upgrade.socket);
  server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, taken);
}

const speaks = ({ headers }: FastifyRequest, protocol: string): boolean =>
  (headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .includes(protocol);
