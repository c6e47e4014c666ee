import { OutboundError, toOutboundError } from '#platform/outbound/outbound-error.ts';

/** How a call ended; the same words at the gateway, in the workbench, in tests of connections and in the log. */
const callClasses = [
  'ok',
  'dns',
  'refused',
  'tls',
  'connectTimeout',
  'timeout',
  'signIn',
  'permission',
  'notFound',
  'protocol',
  'fault',
  'schema',
  'empty',
  'tooLarge',
  'egress',
  'transform',
  'breaker',
  'limited',
  'off',
  'cancelled',
  'internal',
] as const;
export type CallClass = (typeof callClasses)[number];

const codes: Readonly<Record<CallClass, number>> = {
  ok: 0,
  dns: 14311,
  refused: 14311,
  tls: 14311,
  connectTimeout: 14311,
  egress: 14311,
  timeout: 14312,
  signIn: 14313,
  permission: 14313,
  notFound: 14313,
  protocol: 14313,
  fault: 14313,
  empty: 14313,
  schema: 14315,
  transform: 14316,
  tooLarge: 14322,
  breaker: 14314,
  limited: 14307,
  off: 14303,
  cancelled: 14317,
  internal: 14313,
};

const statuses: Readonly<Record<number, number>> = {
  14301: 404,
  14302: 503,
  14303: 503,
  14304: 401,
  14305: 403,
  14306: 403,
  14307: 429,
  14308: 429,
  14309: 400,
  14310: 405,
  14311: 502,
  14312: 504,
  14313: 502,
  14314: 503,
  14315: 502,
  14316: 502,
  14317: 503,
  14318: 401,
  14319: 401,
  14320: 403,
  14321: 409,
  14322: 502,
};

/** HTTP status of a code in raw mode. */
export const statusOfCode = (code: number): number => (code === 0 ? 200 : (statuses[code] ?? 500));

/** HTTP statuses that an answer in an envelope carries too. */
const kept = new Set([403, 413, 415, 429, 503]);

/** HTTP status of a code in an envelope. */
export const envelopeStatus = (code: number): number => (code !== 14306 && kept.has(statusOfCode(code)) ? statusOfCode(code) : 200);

/** What is known of a failure beside its class. */
export interface FailureFacts {
  readonly code?: number;
  /** Fill the sentence of the code. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly targetStatus?: number;
  /** What the other side answered, for the workbench. */
  readonly received?: string;
  readonly retryAfter?: number;
  /** HTTP status in place of the usual. */
  readonly status?: number;
}

/** A call that ended badly. */
export class CallFailure extends Error {
  readonly class: CallClass;
  readonly code: number;
  readonly facts: FailureFacts;
  constructor(how: CallClass, facts: FailureFacts = {}, cause?: unknown) {
    super(`The call failed: ${how}`, cause === undefined ? undefined : { cause });
    this.class = how;
    this.code = facts.code ?? codes[how];
    this.facts = facts;
  }
}

const ofOutbound: Readonly<Record<string, CallClass>> = {
  denied: 'egress',
  dns: 'dns',
  refused: 'refused',
  timeout: 'timeout',
  tls: 'tls',
  protocol: 'protocol',
  tooLarge: 'tooLarge',
  busy: 'limited',
  breaker: 'breaker',
  cancelled: 'cancelled',
};

const codeIn = (error: unknown): string => {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && current.code.startsWith('UND_ERR_CONNECT')) return current.code;
    current = current.cause;
  }
  return '';
};

/** Any error of a connection as a failure with its class. */
export function failureOf(error: unknown, ms = 0): CallFailure {
  if (error instanceof CallFailure) return error;
  const outbound = error instanceof OutboundError ? error : toOutboundError(error);
  const how = codeIn(error) === '' ? (ofOutbound[outbound.category] ?? 'internal') : 'connectTimeout';
  if (how === 'limited') return new CallFailure('limited', { code: 14317, params: { n: 1 }, retryAfter: 1 }, error);
  const params = { class: how, ms, reason: how, n: 10 };
  return new CallFailure(how, how === 'breaker' ? { params, retryAfter: 10 } : { params }, error);
}
