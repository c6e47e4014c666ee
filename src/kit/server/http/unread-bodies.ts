import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Bytes that are read to nowhere after an answer: as much as the largest body that any operation takes. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Reads what is left of a body once its answer has gone out. Who refuses an upload half way has read the first part of it, and Node then
 * leaves the rest where it is: the caller's next call on this connection would never be read. A body without end costs the connection.
 */
export function drainUnread(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _response, done) => {
    drain(request.raw);
    done();
  });
}

function drain(body: IncomingMessage): void {
  if (body.readableEnded || body.destroyed) return;
  // Whoever was reading it does so no more, or slows it down.
  body.unpipe();
  let left = mostBytes;
  body.on('data', (part: Buffer) => {
    left -= part.length;
    if (left < 0) body.socket.destroy();
  });
  body.resume();
}
