import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { Loaded, RunInput } from './run/context.ts';
import type { Trace } from './run/trace.ts';
import type { Snapshot } from './table/snapshot.ts';

/** What one call has come to so far. */
export interface Calling {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly response: FastifyReply;
  readonly snapshot: Snapshot;
  readonly input: RunInput;
  readonly trace: Trace;
  readonly requestId: string;
  readonly at: number;
  readonly language: Language;
}

/** Headers that no system behind and no parameter sees: the connection's, and what only we may say. */
const dropped =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|x-forwarded-.*|x-gateway-identity|cookie)$/;

/** What came with a request, as calls read it. */
export function inputOf(request: FastifyRequest): RunInput {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined || dropped.test(name) ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
  return {
    method: request.method,
    query: request.query as RunInput['query'],
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    contentType: String(request.headers['content-type'] ?? ''),
  };
}

/** Whether the caller gets what the system behind answered as it came. */
export const isRaw = (loaded: Loaded | undefined): boolean => loaded?.definition.answer === 'raw';

/** The trace that a caller names (W3C traceparent). */
export const traceOf = ({ headers }: RunInput): string | null =>
  /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(headers['traceparent'] ?? '')?.[1] ?? null;
