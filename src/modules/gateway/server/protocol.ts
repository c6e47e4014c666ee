import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type Language } from '#kit/common/language.ts';
import { newId } from '#kit/server/ids.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Protocol } from '#kit/server/protocol.ts';
import { refused } from '#kit/server/answer.ts';
import type { Services } from '#kit/server/services.ts';
import { builtInInput, builtInResult, builtInTargets, loadedOf, sysApiGrant, type BuiltIn } from './built-in.ts';
import { authorise, identify, nobody } from './caller/callers.ts';
import { identityKeys } from './caller/identity.ts';
import { issueToken } from './caller/system-caller.ts';
import type { Loaded, RunCaller, RunInput, RunResult } from './run/context.ts';
import { CallFailure, envelopeStatus, statusOfCode } from './run/failure.ts';
import { Limits, takeQuota, type RateState } from './run/limits.ts';
import { logCall } from './run/log-call.ts';
import { runCall } from './run/run-call.ts';
import { Trace } from './run/trace.ts';
import { tableOf } from './table/gateway-table.ts';
import type { Snapshot } from './table/snapshot.ts';

const tokenSeconds = 7200;
const bodyLimit = 20 * 1024 * 1024;
const mostInFlight = 2000;

const limitsOf = perProduct(() => ({ limits: new Limits(), inFlight: 0 }));

/** Headers that no system behind and no parameter sees: the connection's, and what only we may say. */
const dropped = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|x-forwarded-.*|x-gateway-identity|cookie)$/;

function inputOf(request: FastifyRequest): RunInput {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (value === undefined || dropped.test(name) ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]])),
  );
  return {
    method: request.method,
    query: request.query as RunInput['query'],
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    contentType: String(request.headers['content-type'] ?? ''),
  };
}

/** What one call has come to so far. */
interface Calling {
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

async function call(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const trace = new Trace();
  const flight = limitsOf(services);
  const language = languageOf(request.headers['accept-language']);
  const begun = { services, request, response, trace, requestId: newId(), at: services.now(), language };
  response.header('x-request-id', begun.requestId).header('cache-control', 'no-store');
  if (flight.inFlight >= mostInFlight) return sendFailure({ ...begun }, new CallFailure('limited', { code: 14317, params: { n: 1 }, retryAfter: 1 }), false);
  flight.inFlight += 1;
  try {
    const snapshot = await tableOf(services).now();
    return await answer({ ...begun, snapshot, input: inputOf(request) });
  } finally {
    flight.inFlight -= 1;
  }
}

const pathOf = (request: FastifyRequest): string => {
  const { sysCode = '', '*': rest = '' } = request.params as { sysCode?: string; '*'?: string };
  return `${sysCode}/${rest}`.toLowerCase();
};

async function answer(calling: Calling): Promise<FastifyReply> {
  const { services, request, snapshot, input, trace } = calling;
  const path = pathOf(request);
  const loaded = await trace.step('route', () => snapshot.routes.get(path), (found) => ({ detail: found ? `${found.path} v${found.versionNo}` : 'none' }));
  let known: Awaited<ReturnType<typeof identify>>;
  try {
    if (loaded) await trace.step('method', () => assertMethod(loaded, input));
    known = await trace.step('caller', () => identify(services, snapshot, request, input), ({ caller }) => ({ detail: caller.kind === 'none' ? 'none' : `${caller.kind}: ${caller.name}` }));
  } catch (error) {
    return refuse(calling, loaded, error, nobody(request.ip));
  }
  // Who is not known learns nothing of what exists.
  if (known.caller.kind === 'none' && (!loaded || loaded.auth)) return sendFailure(calling, new CallFailure('signIn', { code: 14304 }), isRaw(loaded));
  const builtIn = loaded ? undefined : builtInTargets(services).find(path, request.method);
  if (builtIn) return answerBuiltIn(calling, builtIn, known);
  if (!loaded) return sendFailure(calling, new CallFailure('notFound', { code: 14301 }), false);
  try {
    assertOpen(loaded);
    const grant = await trace.step('grant', () => authorise(loaded, known, snapshot, services.now()), (found) => ({ detail: found ? 'granted' : 'open to it' }));
    const { rate, leave } = await trace.step('limits', () => limit(calling, loaded, known, grant), (taken) => ({ detail: taken.rate ? `${taken.rate.left} of ${taken.rate.limit} left` : 'none' }));
    try {
      rateHeaders(calling.response, rate);
      return await run(calling, loaded, known.caller);
    } finally {
      leave();
    }
  } catch (error) {
    return refuse(calling, loaded, error, known.caller);
  }
}

/** A function of the product itself: caller, grant, limits and log as of any interface. */
async function answerBuiltIn(calling: Calling, builtIn: BuiltIn, known: Awaited<ReturnType<typeof identify>>): Promise<FastifyReply> {
  const { services, snapshot, trace } = calling;
  const loaded = loadedOf(builtIn, snapshot);
  try {
    if (!loaded || !known.system) throw new CallFailure('permission', { code: 14305, params: { reason: 'grant' } });
    const { system } = known;
    const grant = await trace.step('grant', () => sysApiGrant(snapshot, system.id, builtIn.target.interfaceId, services.now()));
    const { rate, leave } = await trace.step('limits', () => limit(calling, loaded, known, grant));
    try {
      rateHeaders(calling.response, rate);
      const given = { grant, caller: known.caller, systemId: system.id, employeeId: known.caller.employee?.uid ?? null, input: builtInInput(calling.input) };
      const result = await trace.step('target', () => builtIn.run(given));
      const made = builtInResult(result);
      const sent = await sendResult(calling, loaded, made);
      const { at, requestId, input } = calling;
      logCall({ services, at, requestId, traceId: traceOf(input), loaded, caller: known.caller, input, result: made, trace, hidden: new Set(), ...sent, test: false });
      return calling.response;
    } finally {
      leave();
    }
  } catch (error) {
    return refuse(calling, loaded, error, known.caller);
  }
}

function assertMethod({ definition }: Loaded, input: RunInput): void {
  if (!(definition.methods as string[]).includes(input.method)) throw new CallFailure('schema', { code: 14310, params: { reason: input.method } });
  if (input.body.length > definition.behaviour.maxInBytes) throw new CallFailure('tooLarge', { code: 14310, status: 413, params: { reason: `${input.body.length}` } });
}

function assertOpen(loaded: Loaded): void {
  if (!loaded.enabled || !loaded.system.enabled) throw new CallFailure('off', { code: 14302, params: { name: loaded.name } });
  if (!loaded.prefix.enabled) throw new CallFailure('off', { params: { name: loaded.prefix.code } });
}

async function limit(
  { services }: Calling,
  loaded: Loaded,
  { caller, system }: Awaited<ReturnType<typeof identify>>,
  grant: { id: string; rate: number | null; quotaDay: number | null } | null,
): Promise<{ rate: RateState | undefined; leave: () => void }> {
  const { limits } = limitsOf(services);
  const { definition } = loaded;
  const whose = caller.employee?.uid ?? caller.id ?? caller.address;
  const wanted = [
    ...(definition.limits.rate === null ? [] : [{ key: `i ${loaded.id}`, rate: definition.limits.rate, burst: definition.limits.rate }]),
    ...(definition.limits.callerRate === null ? [] : [{ key: `c ${loaded.id} ${whose}`, rate: definition.limits.callerRate, burst: definition.limits.callerRate }]),
    ...(grant?.rate == null ? [] : [{ key: `g ${grant.id}`, rate: grant.rate, burst: grant.rate }]),
    ...(system ? [{ key: `s ${system.id}`, rate: system.rate, burst: system.burst }] : []),
    // What anybody may call is held to 20 a second.
    ...(loaded.auth ? [] : [{ key: `o ${loaded.id}`, rate: 20, burst: 20 }]),
  ];
  const rates = wanted.map(({ key, ...bucket }) => limits.take(key, bucket));
  if (system?.quotaDay != null) await takeQuota(services.database.db, system.id, system.quotaDay, services.now());
  if (grant?.quotaDay != null) await takeQuota(services.database.db, grant.id, grant.quotaDay, services.now());
  const leaves = [limits.enter(`i ${loaded.id}`, definition.behaviour.concurrency), ...(system ? [limits.enter(`s ${system.id}`, system.concurrency)] : [])];
  return { rate: rates.toSorted((one, other) => one.left - other.left)[0], leave: () => leaves.forEach((give) => give()) };
}

function rateHeaders(response: FastifyReply, rate: RateState | undefined): void {
  if (rate) response.header('ratelimit-limit', String(rate.limit)).header('ratelimit-remaining', String(rate.left)).header('ratelimit-reset', String(rate.reset));
}

const isRaw = (loaded: Loaded | undefined): boolean => loaded?.definition.answer === 'raw';

async function run(calling: Calling, loaded: Loaded, caller: RunCaller): Promise<FastifyReply> {
  const { services, snapshot, input, trace, requestId, request, at } = calling;
  const gone = new AbortController();
  const leave = (): void => {
    if (!calling.response.raw.writableEnded) gone.abort();
  };
  request.raw.socket.once('close', leave);
  const asked = Number(input.headers['x-timeout-ms']);
  const most = loaded.definition.behaviour.timeoutMs;
  const timeoutMs = Number.isFinite(asked) && asked > 0 ? Math.min(asked, most) : most;
  const hidden = new Set<string>();
  try {
    const signal = loaded.isWrite ? new AbortController().signal : gone.signal;
    const mock = loaded.definition.mock.on;
    const result = await runCall({ services, snapshot, loaded, input, caller, requestId, trace, signal, timeoutMs, hidden, mock, noCache: false });
    const sent = await sendResult(calling, loaded, result);
    logCall({ services, at, requestId, traceId: traceOf(input), loaded, caller, input, result, trace, hidden, ...sent, test: false });
    return calling.response;
  } finally {
    request.raw.socket.removeListener('close', leave);
  }
}

const traceOf = ({ headers }: RunInput): string | null => /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(headers['traceparent'] ?? '')?.[1] ?? null;

const passed = ['content-disposition', 'etag', 'last-modified', 'content-language', 'location'];

async function sendResult(calling: Calling, loaded: Loaded, result: RunResult): Promise<{ answer: Buffer; httpStatus: number }> {
  const { response, trace } = calling;
  if (result.cache !== 'off') response.header('x-gateway-cache', result.cache);
  if (result.class !== 'ok') {
    const made = failureAnswer(calling, { class: result.class, code: result.code, params: result.params, status: result.status }, isRaw(loaded));
    if (result.retryAfter !== undefined) response.header('retry-after', String(result.retryAfter));
    await response.status(made.status).type('application/json; charset=utf-8').send(made.body);
    return { answer: made.body, httpStatus: made.status };
  }
  const raw = isRaw(loaded) && result.raw !== null;
  const body = raw ? result.raw! : Buffer.from(JSON.stringify({ code: 0, msg: 'ok', data: result.data }));
  await trace.step('answer', () => undefined, () => ({ detail: `${raw ? result.status : 200}, ${body.length} bytes` }));
  if (raw) for (const name of passed) if (result.headers[name] !== undefined) response.header(name, result.headers[name]);
  const status = raw ? result.status : 200;
  // What a system behind serves is never a page of ours.
  if (raw) response.header('content-security-policy', 'sandbox').header('x-content-type-options', 'nosniff');
  await response.status(status).type(raw ? result.contentType || 'application/octet-stream' : 'application/json; charset=utf-8').send(body);
  return { answer: body, httpStatus: status };
}

function failureAnswer(
  { services, language, response }: Pick<Calling, 'services' | 'language' | 'response'>,
  failure: { class: string; code: number; params: Readonly<Record<string, unknown>>; status: number },
  raw: boolean,
): { body: Buffer; status: number } {
  response.header('x-gateway-error', failure.class);
  const msg = services.texts.text(language, 'access', `error.${failure.code}`, { ms: '', reason: '', n: '', name: '', path: '', class: failure.class, issues: '', day: 'day', ...failure.params });
  const data = failure.code === 14309 ? { issues: failure.params['issues'] ?? '' } : null;
  const status = failure.status > 0 ? failure.status : raw ? statusOfCode(failure.code) : envelopeStatus(failure.code);
  return { body: Buffer.from(JSON.stringify({ code: failure.code, msg, data })), status };
}

function sendFailure(calling: Pick<Calling, 'services' | 'language' | 'response'>, failure: CallFailure, raw: boolean): FastifyReply {
  const made = failureAnswer(calling, { class: failure.class, code: failure.code, params: failure.facts.params ?? {}, status: failure.facts.status ?? 0 }, raw);
  if (failure.facts.retryAfter !== undefined) calling.response.header('retry-after', String(failure.facts.retryAfter));
  void calling.response.status(made.status).type('application/json; charset=utf-8').send(made.body);
  return calling.response;
}

/** Answers a call that came to no run: refused by its caller, grant or limits. Of a known interface it stands in the log. */
function refuse(calling: Calling, loaded: Loaded | undefined, error: unknown, caller: RunCaller): FastifyReply {
  const { services, response, language, requestId, at, input, trace } = calling;
  if (!(error instanceof CallFailure)) {
    const told = refused(error, language, services.texts);
    if (!told) throw error;
    return response.status(told.status).send(told.body);
  }
  sendFailure(calling, error, isRaw(loaded));
  if (loaded) {
    const result: RunResult = {
      class: error.class,
      code: error.code,
      params: error.facts.params ?? {},
      status: 0,
      targetStatus: null,
      data: null,
      raw: null,
      contentType: 'application/json',
      headers: {},
      cache: 'off',
      tries: 0,
      msTarget: 0,
      sent: '',
      received: '',
    };
    logCall({ services, at, requestId, traceId: traceOf(input), loaded, caller, input, result, trace, hidden: new Set(), answer: Buffer.alloc(0), httpStatus: response.statusCode, test: false });
  }
  return response;
}

/** Client credentials (RFC 6749, 4.4): an opaque token for two hours. */
async function token(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const [keyId = '', secret = ''] = basic === undefined ? [form.get('client_id') ?? '', form.get('client_secret') ?? ''] : Buffer.from(basic, 'base64').toString('utf8').split(':', 2).map(decodeURIComponent);
  response.header('cache-control', 'no-store').header('pragma', 'no-cache');
  if (form.get('grant_type') !== 'client_credentials') return response.status(400).send({ error: 'unsupported_grant_type' });
  const made = randomBytes(32).toString('base64url');
  const isGiven = await issueToken(services, await tableOf(services).now(), { keyId, secret, token: made, seconds: tokenSeconds });
  if (!isGiven) return response.status(401).header('www-authenticate', 'Basic realm="gateway"').send({ error: 'invalid_client' });
  return response.send({ access_token: made, token_type: 'Bearer', expires_in: tokenSeconds });
}

/** The gateway at run time. */
export const gatewayProtocol: Protocol = {
  prefix: '/gateway',
  raw: true,
  routes: [
    { method: 'POST', path: '/sys/oauth/token', bodyLimit: 65_536, handle: token },
    { method: 'GET', path: '/sys/identity/keys', handle: async (services, _request, response) => response.send(await identityKeys(services)) },
    ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ method, path: '/:sysCode/*', bodyLimit, handle: call })),
  ],
  fail: (error, request, response) => {
    const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status >= 500) request.log.error(error);
    const code = status === 413 || status === 415 ? 14310 : status >= 500 ? 10500 : 14309;
    return response.status(status).send({ code, msg: status >= 500 ? 'Internal error' : 'Not allowed', data: null });
  },
};
