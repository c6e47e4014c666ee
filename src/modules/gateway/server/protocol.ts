import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#kit/common/language.ts';
import { newId } from '#kit/server/ids.ts';
import type { Protocol } from '#kit/server/protocol.ts';
import type { Services } from '#kit/server/services.ts';
import { refuse, sendFailure, sendResult } from './answers.ts';
import { builtInInput, builtInResult, builtInTargets, loadedOf, sysApiGrant, type BuiltIn } from './built-in.ts';
import { limit, limitsOf, rateHeaders } from './call-limits.ts';
import { authorise, identify, isOpen, nobody } from './caller/callers.ts';
import { identityKeys } from './caller/identity.ts';
import { issueToken } from './caller/system-caller.ts';
import { inputOf, isRaw, traceOf, type Calling, type GatewayRequest, type GatewayResponse } from './calling.ts';
import { directTo } from './direct.ts';
import type { Loaded, RunCaller, RunInput } from './run/context.ts';
import { CallFailure } from './run/failure.ts';
import { logCall } from './run/log-call.ts';
import { runCall } from './run/run-call.ts';
import { Trace } from './run/trace.ts';
import { tableOf } from './table/gateway-table.ts';

/** Writes are not given up because their caller leaves. */
const never = new AbortController().signal;
const tokenSeconds = 7200;
const bodyLimit = 20 * 1024 * 1024;
const mostInFlight = 2000;

/** Answers one call. */
async function answerCall(services: Services, path: string, request: GatewayRequest, response: GatewayResponse): Promise<void> {
  const trace = new Trace();
  const flight = limitsOf(services);
  const language = languageOf(request.headers['accept-language']);
  const begun = { services, request, response, trace, requestId: newId(), at: services.now(), language };
  response.header('x-request-id', begun.requestId).header('cache-control', 'no-store');
  if (flight.inFlight >= mostInFlight)
    return sendFailure({ ...begun }, new CallFailure('limited', { code: 14317, params: { n: 1 }, retryAfter: 1 }), false);
  flight.inFlight += 1;
  try {
    const table = tableOf(services);
    const snapshot = table.recent() ?? (await table.now());
    await answer({ ...begun, snapshot, input: inputOf(request) }, path);
  } finally {
    flight.inFlight -= 1;
    flight.answered += 1;
  }
}

async function call(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  await answerCall(services, pathOf(request), request, response);
  return response;
}

const pathOf = (request: FastifyRequest): string => {
  const { sysCode = '', '*': rest = '' } = request.params as { sysCode?: string; '*'?: string };
  return `${sysCode}/${rest}`.toLowerCase();
};

async function answer(calling: Calling, path: string): Promise<void> {
  const { services, request, snapshot, input, trace } = calling;
  const loaded = trace.stepNow(
    'route',
    () => snapshot.routes.get(path),
    (found) => ({ detail: found ? `${found.path} v${found.versionNo}` : 'none' }),
  );
  let known: Awaited<ReturnType<typeof identify>>;
  try {
    if (loaded) trace.stepNow('method', () => assertMethod(loaded, input));
    known = await trace.step(
      'caller',
      () => identify(services, snapshot, request, input),
      ({ caller }) => ({ detail: caller.kind === 'none' ? 'none' : `${caller.kind}: ${caller.name}` }),
    );
  } catch (error) {
    refuse(calling, loaded, error, nobody(request.ip));
    return;
  }
  // Who is not known learns nothing of what exists.
  if (known.caller.kind === 'none' && (!loaded || !isOpen(loaded, services.now())))
    return sendFailure(calling, new CallFailure('signIn', { code: 14304 }), isRaw(loaded));
  const builtIn = loaded ? undefined : builtInTargets(services).find(path, request.method);
  if (builtIn) return answerBuiltIn(calling, builtIn, known);
  if (!loaded) return sendFailure(calling, new CallFailure('notFound', { code: 14301 }), false);
  try {
    assertOpen(loaded);
    const grant = trace.stepNow(
      'grant',
      () => authorise(loaded, known, snapshot, services.now()),
      (found) => ({ detail: found ? 'granted' : 'open to it' }),
    );
    const { rate, leave } = await trace.step(
      'limits',
      () => limit(calling, loaded, known, grant),
      (taken) => ({ detail: taken.rate ? `${taken.rate.left} of ${taken.rate.limit} left` : 'none' }),
    );
    try {
      rateHeaders(calling.response, rate);
      await run(calling, loaded, known.caller);
    } finally {
      leave();
    }
  } catch (error) {
    refuse(calling, loaded, error, known.caller);
  }
}

/** A function of the product itself: caller, grant, limits and log as of any interface. */
async function answerBuiltIn(calling: Calling, builtIn: BuiltIn, known: Awaited<ReturnType<typeof identify>>): Promise<void> {
  const { services, snapshot, trace } = calling;
  const loaded = loadedOf(builtIn, snapshot);
  try {
    if (!loaded || !known.system) throw new CallFailure('permission', { code: 14305, params: { reason: 'grant' } });
    const { system } = known;
    const grant = trace.stepNow('grant', () => sysApiGrant(snapshot, system.id, builtIn.target.interfaceId, services.now()));
    const { rate, leave } = await trace.step('limits', () => limit(calling, loaded, known, grant));
    try {
      rateHeaders(calling.response, rate);
      const given = {
        grant,
        caller: known.caller,
        systemId: system.id,
        employeeId: known.caller.employee?.uid ?? null,
        input: builtInInput(calling.input),
      };
      const result = await trace.step('target', () => builtIn.run(given));
      const made = builtInResult(result);
      const sent = await sendResult(calling, loaded, made);
      const { at, requestId, input } = calling;
      logCall({
        services,
        at,
        requestId,
        traceId: traceOf(input),
        loaded,
        caller: known.caller,
        input,
        result: made,
        trace,
        hidden: new Set(),
        ...sent,
        test: false,
      });
    } finally {
      leave();
    }
  } catch (error) {
    refuse(calling, loaded, error, known.caller);
  }
}

function assertMethod({ definition, settings }: Loaded, input: RunInput): void {
  if (!(definition.methods as string[]).includes(input.method))
    throw new CallFailure('schema', { code: 14310, params: { reason: input.method } });
  if (input.body.length > Math.min(definition.behaviour.maxInBytes, settings.maxInBytes))
    throw new CallFailure('tooLarge', { code: 14310, status: 413, params: { reason: `${input.body.length}` } });
}

function assertOpen(loaded: Loaded): void {
  if (!loaded.enabled || !loaded.system.enabled) throw new CallFailure('off', { code: 14302, params: { name: loaded.name } });
  if (!loaded.prefix.enabled) throw new CallFailure('off', { params: { name: loaded.prefix.code } });
}

async function run(calling: Calling, loaded: Loaded, caller: RunCaller): Promise<void> {
  const { services, snapshot, input, trace, requestId, request, at } = calling;
  // Who is answered from what is kept never leaves before the answer.
  let gone: AbortController | undefined;
  const leave = (): void => {
    if (!calling.response.raw.writableEnded) gone?.abort();
  };
  const watched = (): AbortSignal => {
    if (!gone) request.raw.socket.once('close', leave);
    gone ??= new AbortController();
    if (request.raw.socket.destroyed) gone.abort();
    return gone.signal;
  };
  const asked = Number(input.headers['x-timeout-ms']);
  const most = Math.min(loaded.definition.behaviour.timeoutMs, loaded.settings.timeoutMs);
  const timeoutMs = Number.isFinite(asked) && asked > 0 ? Math.min(asked, most) : most;
  const hidden = new Set<string>();
  try {
    const signal = (): AbortSignal => (loaded.isWrite ? never : watched());
    const mock = loaded.definition.mock.on;
    const result = await runCall({
      services,
      snapshot,
      loaded,
      input,
      caller,
      requestId,
      trace,
      signal,
      timeoutMs,
      hidden,
      mock,
      noCache: false,
    });
    const sent = await sendResult(calling, loaded, result);
    logCall({ services, at, requestId, traceId: traceOf(input), loaded, caller, input, result, trace, hidden, ...sent, test: false });
  } finally {
    if (gone) request.raw.socket.removeListener('close', leave);
  }
}

/** Client credentials (RFC 6749, 4.4): an opaque token for two hours. */
async function token(services: Services, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
  const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const [keyId = '', secret = ''] =
    basic === undefined
      ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
      : Buffer.from(basic, 'base64').toString('utf8').split(':', 2).map(decodeURIComponent);
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
  direct: (services) => (request, response, addressOf) =>
    directTo({ request, response, addressOf }, (path, asked, answered) => answerCall(services, path, asked, answered)),
  routes: [
    { method: 'POST', path: '/sys/oauth/token', bodyLimit: 65_536, handle: token },
    {
      method: 'GET',
      path: '/sys/identity/keys',
      handle: async (services, _request, response) => response.send(await identityKeys(services)),
    },
    ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ method, path: '/:sysCode/*', bodyLimit, handle: call })),
  ],
  fail: (error, request, response) => {
    const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status >= 500) request.log.error(error);
    const code = status === 413 || status === 415 ? 14310 : status >= 500 ? 10500 : 14309;
    return response.status(status).send({ code, msg: status >= 500 ? 'Internal error' : 'Not allowed', data: null });
  },
};
