import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { clientAddress } from '#kit/common/client/client-endpoint.ts';
import { code } from '#kit/common/codes.ts';
import { addressOf } from '#kit/common/contract.ts';
import { languageOf } from '#kit/common/language.ts';
import { isDatabaseAway } from '#platform/database/away.ts';
import { isConflict } from '#platform/database/retry-conflicts.ts';
import { isRoomError } from '#platform/disk-capacity.ts';
import { openAdmission, type Admission, type AdmissionLimits } from './http/admission.ts';
import { invalid, refused, send, type Answer } from './answer.ts';
import { clientHeaders, clientPipelineOf } from './client/client-pipeline.ts';
import type { BoundClientRoute } from './client/handle-client.ts';
import { mountResumable } from './files/resumable.ts';
import type { BoundRoute } from './handle.ts';
import { newId } from './ids.ts';
import type { ServerModule } from './module.ts';
import { pipelineOf } from './pipeline.ts';
import { mountProtocol } from './protocol.ts';
import { Busy, NoRoom, Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import { answerDirectly } from './http/direct.ts';
import { mountSockets } from './http/client-sockets.ts';
import { guardFromSlow, letGoOfIdle, usualClients, type ClientLimits } from './http/slow-clients.ts';
import { addStrictJson } from './http/strict-body.ts';
import { JsonRefused } from './http/strict-json.ts';
import { drainUnread } from './http/unread-bodies.ts';

const megabyte = 1024 * 1024;

/** How many calls are answered at once, and what callers may hold; the usual where nothing is said. */
interface ServerLimits {
  calls?: AdmissionLimits;
  clients?: Partial<ClientLimits>;
}

/**
 * The HTTP server over the modules' operations. Headers and body must arrive within 15 and 330 seconds, a body at 500 bytes a second at
 * least, and nobody holds a connection for 330 seconds on which nothing moves; a path below /api or /client that no contract names
 * answers a JSON 404.
 */
export async function createHttpServer(
  services: Services,
  modules: readonly Pick<ServerModule, 'name' | 'routes' | 'clientRoutes' | 'clientSockets' | 'protocols'>[],
  limits: ServerLimits = {},
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = services.log;
  const app = fastify({
    loggerInstance,
    bodyLimit: megabyte,
    genReqId: newId,
    trustProxy: trustOf(services.settings.trustProxy),
    requestTimeout: 330_000,
    connectionTimeout: 330_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 200 },
    logController: new LogController({ disableRequestLogging: true }),
  });
  const direct = modules.flatMap(({ protocols = [] }) => protocols.flatMap((protocol) => protocol.direct?.(services) ?? []));
  answerDirectly(app, services.settings.trustProxy, direct);
  guardFromSlow(app.server, { connections: services.settings.maxConnections, ...usualClients, ...limits.clients }, services.log);
  drainUnread(app);
  await registerPlugins(app);
  readStrictJson(app);
  app.setErrorHandler((error: FastifyError, request, response) => send(response, answerOf(error, request, services)));
  const admit = openAdmission(limits.calls);
  for (const module of modules) for (const route of module.routes) mount(app, services, admit, { module: module.name, route });
  for (const { name, clientRoutes = [] } of modules) for (const route of clientRoutes) mountClient(app, services, name, route);
  for (const { protocols = [] } of modules) for (const protocol of protocols) await mountProtocol(app, services, protocol);
  await mountResumable(app, services);
  mountSockets(
    app,
    services,
    modules.flatMap(({ clientSockets = [] }) => clientSockets),
  );
  // Streams of news never end by themselves; a drain would wait for them.
  app.addHook('preClose', async () => {
    services.live.close();
    if (app.server.listening) letGoOfIdle(app.server);
  });
  app.get('/healthz', async () => ({ status: 'up' }));
  app.get('/readyz', async (_request, response) => {
    const ready = await readiness(services);
    return response
      .header('cache-control', 'no-store')
      .status(ready.status === 'not ready' ? 503 : 200)
      .send(ready);
  });
  return app;
}

/** A number of proxies in front of us becomes the rule that so many hops are believed. */
function trustOf(setting: Services['settings']['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

async function registerPlugins(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    hsts: { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, response) => {
    response.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  });
  await app.register(formbody);
  await app.register(multipart, { limits: { fileSize: 20 * megabyte, files: 1, fields: 50, fieldSize: megabyte, headerPairs: 50 } });
  await app.register(compress, { encodings: ['gzip'], threshold: 2048 });
}

/** A store that does not answer within this is not there: whoever asks for readiness gives up soon after. */
const readyMillis = 3_000;

/**
 * Whether the stores that every answer needs are there: database, file store, and the queue of jobs that lies in the database. A full
 * disk refuses writes alone, so the node stays in service for readings.
 */
async function readiness(
  services: Pick<Services, 'database' | 'files' | 'room'>,
): Promise<{ status: 'ready' | 'read only' | 'not ready'; missing: string[] }> {
  const tries = {
    database: async () => services.database.pool.query('select 1 from job limit 1'),
    files: async () => services.files.size('0'.repeat(64)),
  };
  const late = sleep(readyMillis, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
  const results = await Promise.allSettled(Object.values(tries).map((one) => Promise.race([one(), late])));
  const missing = Object.keys(tries).filter((_name, at) => results[at]?.status === 'rejected');
  if (missing.length > 0) return { status: 'not ready', missing };
  return (await services.room.isFull()) ? { status: 'read only', missing: ['room'] } : { status: 'ready', missing };
}

/** Replaces Fastify's own JSON reader by the stricter one. */
function readStrictJson(app: FastifyInstance): void {
  // Plain text would otherwise be taken as a body without a look.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  addStrictJson(app, 'application/json');
}

interface Mounted {
  module: string;
  route: BoundRoute;
}

function mount(app: FastifyInstance, services: Services, admit: Admission, { module, route }: Mounted): void {
  const { operation } = route;
  const run = pipelineOf(services, module, route);
  app.route({
    method: operation.method,
    url: addressOf(operation).replace('{sysCode}', ':sysCode'),
    ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
    handler: async (request, response) => {
      const answer = await admit(operation, () => run(request, response)).catch((error: unknown) => {
        if (!(error instanceof Busy)) throw error;
        return refused(error, languageOf(request.headers['accept-language']), services.texts);
      });
      return answer ? send(response, answer) : response;
    },
  });
}

function mountClient(app: FastifyInstance, services: Services, module: string, route: BoundClientRoute): void {
  const { operation } = route;
  app.route({
    method: operation.method,
    url: clientAddress(operation),
    ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
    onRequest: clientHeaders(services.now),
    handler: clientPipelineOf(services, module, route),
  });
}

/** What a caller reads of an error nobody expected, or of the protocol itself: never a stack, a statement or a path. */
function answerOf(error: FastifyError, request: FastifyRequest, services: Pick<Services, 'texts'>): Answer {
  const language = languageOf(request.headers['accept-language']);
  if (error instanceof JsonRefused)
    return invalid([{ path: '', message: services.texts.text(language, 'kit', error.key, error.params) }], language, services.texts);
  const status = error.statusCode ?? 500;
  if (status === 413)
    return { status, body: { code: code.tooLarge, msg: services.texts.text(language, 'kit', `error.${code.tooLarge}`), data: null } };
  if (status >= 400 && status < 500) {
    const text = services.texts.text(language, 'kit', status === 415 ? 'issue.contentType' : 'issue.body');
    return { ...invalid([{ path: '', message: text }], language, services.texts), status: status === 415 ? 415 : 200 };
  }
  const refusal = refusalOf(error, request.id);
  const busy = refused(refusal, language, services.texts);
  const path = request.url.split('?')[0];
  // Where the database is away every call says the same: a line each, without a stack.
  if (refusal.answer === code.unavailable) request.log.warn({ path, reason: error.message }, 'A call was refused with 10503');
  else request.log.error({ err: error, path }, 'A call failed');
  return busy ?? { status: 500, body: { code: code.internal, msg: '', data: null } };
}

function refusalOf(error: FastifyError, requestId: string): Refusal {
  if (isRoomError(error)) return new NoRoom();
  // 57014: the statement took too long, as it does when too many run. A conflict is one that did not end however often it was tried.
  const isAway = isDatabaseAway(error) || error.code === '57014' || isConflict(error);
  return new Refusal(isAway ? code.unavailable : code.internal, { requestId }, { requestId });
}

/** A nonce for one page's styles (CSP level 3). */
export const newNonce = (): string => randomBytes(16).toString('base64');

/** The answer to an address that no contract names. */
export function unknownAddress(request: FastifyRequest, response: FastifyReply, services: Pick<Services, 'texts'>): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  return response
    .status(404)
    .header('cache-control', 'no-store')
    .send({ code: code.notFound, msg: services.texts.text(language, 'kit', `error.${code.notFound}`), data: null });
}
