import type { Socket } from 'node:net';
import type { GateRequest } from '#kit/server/client/terminal-gate.ts';
import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { Loaded, RunInput } from './run/context.ts';
import type { Trace } from './run/trace.ts';
import type { Snapshot } from './table/snapshot.ts';

/** A request to the gateway: the framework's, or one that came past it (direct.ts). */
export interface GatewayRequest extends GateRequest {
  readonly query: unknown;
  readonly body?: unknown;
  readonly raw: { readonly socket: Socket };
}

/** How a call is answered: by the framework, or past it. */
export interface GatewayResponse {
  readonly statusCode: number;
  readonly raw: { readonly writableEnded: boolean };
  header(name: string, value: string): GatewayResponse;
  status(code: number): GatewayResponse;
  type(contentType: string): GatewayResponse;
  send(body: unknown): unknown;
}

/** What one call has come to so far. */
export interface Calling {
  readonly services: Services;
  readonly request: GatewayRequest;
  readonly response: GatewayResponse;
  readonly snapshot: Snapshot;
  readonly input: RunInput;
  readonly trace: Trace;
  readonly requestId: string;
  readonly at: number;
  readonly language: Language;
}

/** Headers that no system behind and no parameter sees: the connection's, and what only we may say. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'x-gateway-identity',
  'cookie',
]);
const isDropped = (name: string): boolean => dropped.has(name) || name.startsWith('proxy-') || name.startsWith('x-forwarded-');
const empty = Buffer.alloc(0);

/** What came with a request, as calls read it. */
export function inputOf(request: GatewayRequest): RunInput {
  const headers: Record<string, string> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value === undefined || isDropped(name)) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return {
    method: request.method,
    query: request.query as RunInput['query'],
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : empty,
    contentType: request.headers['content-type'] ?? '',
  };
}

/** Whether the caller gets what the system behind answered as it came. */
export const isRaw = (loaded: Loaded | undefined): boolean => loaded?.definition.answer === 'raw';

/** The trace that a caller names (W3C traceparent). */
export const traceOf = ({ headers }: RunInput): string | null =>
  headers['traceparent'] === undefined ? null : (/^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(headers['traceparent'])?.[1] ?? null);
