import type { FastifyReply, FastifyRequest } from 'fastify';
import { isClientWrite, type ClientEndpoint } from '#kit/common/client/client-endpoint.ts';
import { code } from '#kit/common/codes.ts';
import { languageOf, type Language } from '#kit/common/language.ts';
import { done, invalid, issuesOf, refused, type Answer } from '../answer.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { callerOf, type Caller, type Grants } from '../caller.ts';
import { coercerOf } from '../coerce.ts';
import { callOf } from '../handle.ts';
import { NoRoom, Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { assertText } from '../http/strict-json.ts';
import type { BoundClientRoute } from './handle-client.ts';
import type { Terminal } from './terminal-gate.ts';

/** Whoever calls by a terminal calls as an employee, who reaches their own record: what they may do in the console is no matter here. */
const rightsOf = (uid: string): Grants => ({
  superAdmin: false,
  codes: new Map(),
  roles: [],
  widest: { all: false, paths: [], self: uid !== '', uid },
});

interface Facts {
  request: FastifyRequest;
  response: FastifyReply;
  language: Language;
}

/** The work behind one operation of terminals: gate (headers, rate, proof, session, person) → parse → handler → reply → epoch and ETag. */
export function clientPipelineOf(services: Services, module: string, route: BoundClientRoute) {
  const { operation } = route;
  const coerce = coercerOf(operation.input);

  const answerTo = async ({ request, response, language }: Facts, terminal: Terminal): Promise<Answer | undefined> => {
    const started = performance.now();
    const caller = callerIn(request, operation, { terminal, language });
    let audited = false;
    const facts = (answer: number) => ({
      path: operation.path,
      module,
      dangerous: false,
      code: answer,
      durationMs: Math.round(performance.now() - started),
    });
    try {
      if (!services.licence.covers(module)) throw new Refusal(code.licence, {}, { module });
      if (isClientWrite(operation) && !operation.reserved && (await services.room.isFull())) throw new NoRoom();
      const parsed = operation.input.safeParse(coerce(valuesOf(operation, request)), { reportInput: true });
      if (!parsed.success) return invalid(issuesOf(parsed.error, language, services.texts), language, services.texts);
      const call = callOf(services, caller, { request, response }, async (tx) => {
        if (operation.audit === undefined) return;
        audited = true;
        await writeAudit(tx, caller, { ...facts(code.done), batchId: caller.batch() });
      });
      const reply = await route.handler({ ...call, terminal }, parsed.data);
      if (operation.audit && !audited) await writeAudit(services.database.db, caller, facts(code.done));
      return operation.answer === 'raw' ? undefined : done(operation.reply.parse(reply));
    } catch (error) {
      const answer = refused(error, language, services.texts);
      if (operation.audit && !(error instanceof NoRoom) && !(error instanceof Refusal && error.isLogged))
        await writeAudit(services.database.db, caller, facts(answer?.body.code ?? code.internal)).catch((cause: unknown) =>
          request.log.error(cause),
        );
      if (!answer) throw error;
      return answer;
    }
  };

  return async (request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> => {
    const language = languageOf(request.headers['accept-language']);
    const { terminals } = services;
    let terminal: Terminal | undefined;
    let answer: Answer | undefined;
    try {
      if (!terminals) throw new Refusal(code.unavailable);
      terminal = await terminals.admit(operation, request);
      assertEncoding(operation, request);
      answer = await answerTo({ request, response, language }, terminal);
    } catch (error) {
      answer = refused(error, language, services.texts);
      if (!answer) throw error;
    }
    if (response.sent) return response;
    if (terminals) response.header('epoch', await terminals.epoch(services, terminal));
    return answer ? sendClient(services, { operation, request, response }, { answer, terminal }) : response;
  };
}

function callerIn(request: FastifyRequest, operation: ClientEndpoint, of: { terminal: Terminal; language: Language }): Caller {
  const { session } = of.terminal;
  return callerOf({
    uid: session?.uid ?? '',
    account: session?.account ?? '',
    name: session?.name ?? '',
    language: of.language,
    sessionId: session?.id ?? null,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    requestId: request.id,
    operation: operation.audit ?? operation.path,
    grants: rightsOf(session?.uid ?? ''),
    confirmedAt: 0,
    mustChangePassword: false,
    codes: [],
  });
}

function assertEncoding({ method }: ClientEndpoint, request: FastifyRequest): void {
  const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (method === 'GET' || sent === undefined || sent === 'application/json') return;
  throw Object.assign(new Error('The content type does not fit the operation'), { statusCode: 415 });
}

function valuesOf({ method }: ClientEndpoint, request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>;
  assertText(query);
  if (method === 'GET') return query;
  const body: unknown = request.body ?? {};
  // Values of a write come in its body alone: the proof covers nothing else.
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : { body };
}

interface Exchange {
  operation: ClientEndpoint;
  request: FastifyRequest;
  response: FastifyReply;
}

/** Sends an answer; a reading that the terminal has already is a 304. Equal content of two people has two tags. */
function sendClient(
  { secrets }: Pick<Services, 'secrets'>,
  { operation, request, response }: Exchange,
  { answer, terminal }: { answer: Answer; terminal: Terminal | undefined },
): FastifyReply {
  response.header('cache-control', 'private, no-store');
  if (answer.retryAfter !== undefined) response.header('retry-after', String(answer.retryAfter));
  if (operation.method === 'GET' && answer.body.code === code.done && terminal) {
    const whose = `${terminal.session?.uid ?? ''}|${terminal.installId}|${request.url}\n`;
    const tag = `"${secrets
      .mac('client etag', whose + JSON.stringify(answer.body.data))
      .toString('base64url')
      .slice(0, 22)}"`;
    response.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return response.status(304).send();
  }
  return response.status(answer.status).send(answer.body);
}

/** Adds the server's time and the call's id in the logs to every answer to a terminal. */
export function clientHeaders(now: () => number) {
  return async (request: FastifyRequest, response: FastifyReply): Promise<void> => {
    response.header('serverTime', String(now())).header('requestId', request.id);
  };
}
