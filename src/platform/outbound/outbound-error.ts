/** Why a call to another system failed; the only thing an administrator may learn of it (no banners, no addresses). */
export type OutboundCategory =
  | 'denied'
  | 'dns'
  | 'refused'
  | 'timeout'
  | 'tls'
  | 'protocol'
  | 'tooLarge'
  | 'busy'
  | 'breaker'
  | 'cancelled';

/** A failed outgoing call. busy: the target's pool and queue are full; breaker: the target failed lately and is left alone. */
export class OutboundError extends Error {
  readonly category: OutboundCategory;
  constructor(category: OutboundCategory, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'OutboundError';
    this.category = category;
  }
}

const refused = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES']);
const dns = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA', 'ESERVFAIL']);
const timedOut = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ESOCKETTIMEDOUT)$/;
const tls =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO)/;

function categoryOfCode(code: string): OutboundCategory | undefined {
  if (refused.has(code)) return 'refused';
  if (dns.has(code)) return 'dns';
  if (timedOut.test(code)) return 'timeout';
  return tls.test(code) ? 'tls' : undefined;
}

const words: Readonly<Record<OutboundCategory, string>> = {
  denied: 'the address may not be reached from here',
  dns: 'the name was not found',
  refused: 'no connection',
  timeout: 'no answer in time',
  tls: 'no trusted encrypted connection',
  protocol: 'the answer was not understood or was cut',
  tooLarge: 'the answer is too large',
  busy: 'too many calls to this system are waiting',
  breaker: 'this system failed lately and is tried again later',
  cancelled: 'cancelled',
};

/** An error of this category with its standard words. */
export function outboundError(category: OutboundCategory, cause?: unknown): OutboundError {
  return new OutboundError(category, words[category], cause === undefined ? undefined : { cause });
}

/** Any error of a socket, of TLS or of the HTTP client as an OutboundError, by the first code known in its chain of causes. */
export function toOutboundError(error: unknown): OutboundError {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if (current instanceof OutboundError) return current;
    if (current.name === 'TimeoutError') return outboundError('timeout', error);
    const code = 'code' in current && typeof current.code === 'string' ? categoryOfCode(current.code) : undefined;
    if (code !== undefined) return outboundError(code, error);
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return outboundError('protocol', error);
}
