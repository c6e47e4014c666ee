import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Services } from '../services.ts';

/** A connection of terminals that stays open (RFC 6455), below /client. Whoever declares it checks who calls: its first frame says so. */
export interface ClientSocket {
  /** Path below `/client/`. */
  readonly path: string;
  /** The subprotocol that both sides speak; a terminal that does not name it is refused. */
  readonly protocol: string;
  /** Bytes of the largest frame. */
  readonly maxPayload: number;
  /** Takes over a connection that was just opened. */
  open(services: Services, socket: WebSocket, request: FastifyRequest): void;
  /** The server begins to end: terminals are told to come back elsewhere. */
  drain(services: Services): void;
}
