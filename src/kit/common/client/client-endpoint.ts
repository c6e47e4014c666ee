import type { z } from 'zod';
import type { RateClass, SessionStage } from './client-facts.ts';

/** One operation that terminals call, below /client. */
export interface ClientEndpoint<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly face: 'client';
  readonly method: 'GET' | 'POST';
  /** Path below `/client/`, `area/verb`. */
  readonly path: string;
  readonly input: I;
  readonly reply: R;
  /** One sentence for OpenAPI and for people who read the contract. */
  readonly summary: string;
  /** Stages in which the session of the terminal may call it (`fullSession` mostly); null: no session is needed. A session always comes with its proof. */
  readonly session: readonly SessionStage[] | null;
  /** The key of the device is proven although there is no session yet. */
  readonly proof?: true;
  /** With `session: null` and `proof`: a session that is sent along counts, and one that has ended is refused. */
  readonly known?: true;
  /** Class by which calls are counted. */
  readonly rate: RateClass;
  /** Audit word of a write that belongs into the audit; most calls of terminals have logs of their own. */
  readonly audit?: string;
  /** A POST that only reads: taken while the disk is full. */
  readonly reads?: true;
  /** A write of a few bytes that is taken even while the disk is nearly full. */
  readonly reserved?: true;
  /** A read that decides what is seen: a preview may ask it. */
  readonly preview?: true;
  /** What a terminal may go by without the server. */
  readonly offline?: string;
  /** `raw`: the handler answers a picture instead of the envelope. */
  readonly answer?: 'raw';
  /** Bytes; 1 MiB unless said. */
  readonly bodyLimit?: number;
  /** Module codes this call may answer, beside the common ones. */
  readonly errors?: readonly number[];
}

/** Input of a terminal's call as its handler receives it, after parsing. */
export type ClientInput<E extends ClientEndpoint> = z.output<E['input']>;
/** Input of a terminal's call as the terminal sends it. */
export type ClientGiven<E extends ClientEndpoint> = z.input<E['input']>;
/** Reply of a terminal's call. */
export type ClientReply<E extends ClientEndpoint> = z.output<E['reply']>;

/** Called only by a session that has ended: what most calls say. */
export const fullSession: readonly SessionStage[] = ['full'];

/** Declares an operation of terminals; it feeds validation, the order of checks, OpenAPI and the tests of all calls. */
export function clientEndpoint<I extends z.ZodType, R extends z.ZodType>(
  definition: Omit<ClientEndpoint<I, R>, 'face'>,
): ClientEndpoint<I, R> {
  return Object.freeze({ ...definition, face: 'client' as const });
}

/** The full address below the origin. */
export const clientAddress = ({ path }: Pick<ClientEndpoint, 'path'>): string => `/client/${path}`;

/** Whether a call changes something. */
export const isClientWrite = ({ method, reads }: Pick<ClientEndpoint, 'method' | 'reads'>): boolean => method === 'POST' && reads !== true;
