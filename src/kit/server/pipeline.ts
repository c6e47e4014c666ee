import { channel } from 'node:diagnostics_channel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DryRunReply, wireInputOf, requestOf } from '#kit/common/change/dry-run.ts';
import { batchHeader } from '#kit/common/change/batch-header.ts';
import { code } from '#kit/common/codes.ts';
import { codesByInput, codesOf, isWrite, type Endpoint } from '#kit/common/contract.ts';
import { languageOf } from '#kit/common/language.ts';
import { done, invalid, issuesOf, refused, type Answer } from './answer.ts';
import { writeAudit } from './audit/write-audit.ts';
import { callerOf, type Caller, type Grants } from './caller.ts';
import { callerOn } from './change/callers.ts';
import { inUseSeen } from './change/uses-seen.ts';
import { tryCall } from './change/dry-run.ts';
import { coercerOf } from './coerce.ts';
import { underKey, type KeyedWrite } from './first-answer.ts';
import { callOf, type BoundRoute } from './handle.ts';
import { limitedTo, sharedGrants } from './narrow-grants.ts';
import { NoRoom, outOfRange, Refusal } from './refusal.ts';
import type { Services, SessionView } from './services.ts';
import { assertText } from './http/strict-json.ts';

/** Told of a call that was refused for a right (65002) which its operation does not declare: what OpenAPI says of it is not true. */
export const undeclaredRight = channel('wheelhouse:undeclared-right');

/** The work behind one operation: session → access → parse → scope → handler → audit → reply → envelope. */
export function pipelineOf(services: Services, module: string, route: BoundRoute) {
  const { operation } = route;
  const input = wireInputOf(operation);
  const coerce = coercerOf(input);
  const dangerous = isDangerous(operation, services.resources);

  return async (request: FastifyRequest, response: FastifyReply): Promise<Answer | undefined> => {
    const started = performance.now();
    const language = languageOf(request.headers['accept-language']);
    let caller: Caller | undefined;
    let audited = false;
    let permitted = false;
    let keyed: KeyedWrite | undefined;
    // A try is a read: neither what it would do nor its refusal is written down.
    let tried = asksToTry(operation, request);
    const facts = (answer: number) => ({
      path: operation.path,
      module,
      dangerous,
      code: answer,
      durationMs: Math.round(performance.now() - started),
    });
    try {
      const session = await sessionOf(services, operation, request);
      caller = await callerOfRequest({ services, operation, request, session });
      assertAccess(operation, caller, services);
      if (!services.licence.covers(module)) throw new Refusal(code.licence, {}, { module });
      await assertRoom(operation, services);
      assertEncoding(operation, request);
      const parsed = input.safeParse(coerce(valuesOf(operation, request)), { reportInput: true });
      if (!parsed.success) {
        // Whoever has a session leaves a row for what was tried, as with every other refusal.
        if (isWrite(operation) && !tried && caller.uid !== '') await writeAudit(services.database.db, caller, facts(code.invalid));
        return invalid(issuesOf(parsed.error, language, services.texts), language, services.texts);
      }
      caller = permittedFor(operation, caller, parsed.data);
      permitted = operation.permitMore === undefined;
      const call = callOf(services, caller, { request, response }, async (tx, result) => {
        audited = true;
        await writeAudit(tx, caller!, { ...facts(code.done), batchId: caller!.batch() });
        await keyed?.written(tx, result);
      });
      const { request: wanted, isTried, reason } = requestOf(operation, parsed.data);
      tried = isTried;
      if (tried) {
        const previewed = await tryCall(call, (trying) => route.handler(trying, wanted));
        assertScoped(operation, caller);
        const approval = await services.approvals?.foresee(call, operation, previewed);
        return done(DryRunReply.parse({ ...previewed, ...(approval && { approval }) }));
      }
      const key = await underKey({ services, operation, caller, request, input: parsed.data });
      // Its audit row is that of the first call.
      if (key && 'before' in key) return key.before;
      keyed = key?.write;
      if (operation.dryRun || operation.waits) await services.approvals?.hold(call, { module, route, request: wanted, reason });
      const reply = await route.handler(call, wanted);
      assertScoped(operation, caller);
      if (operation.audit && !audited) await writeAudit(services.database.db, caller, facts(code.done));
      if (operation.answer === 'raw') return undefined;
      const answer = done(operation.reply.parse(reply));
      tellBatch(services, caller, response);
      await keyed?.answered(answer);
      return answer;
    } catch (thrown) {
      const error = caller ? await inUseSeen(services.database.db, { caller, kinds: services.kinds }, thrown) : thrown;
      if (permitted && error instanceof Refusal && error.answer === code.notGranted) undeclaredRight.publish(operation.path);
      const answer = refused(error, language, services.texts);
      await keyed?.failed(error, answer).catch((cause: unknown) => request.log.error(cause));
      // Without room the refusal can't be written down either.
      if (caller && isWrite(operation) && !tried && !(error instanceof NoRoom) && !(error instanceof Refusal && error.isLogged))
        await writeAudit(services.database.db, caller, facts(answer?.body.code ?? code.internal)).catch((cause: unknown) =>
          request.log.error(cause),
        );
      if (!answer) throw error;
      return answer;
    }
  };
}

/** Names the batch of the journal that the call wrote, to callers who may revert it: what was done is then taken back from where it was done. */
function tellBatch({ kinds }: Pick<Services, 'kinds'>, caller: Caller, response: FastifyReply): void {
  const batch = caller.batch();
  const mayUndo = (name: string): boolean => {
    const kind = kinds.find((one) => one.kind === name);
    return kind !== undefined && caller.can(kind.codes.revert);
  };
  if (batch !== null && caller.touched.length > 0 && caller.touched.every(({ kind }) => mayUndo(kind))) response.header(batchHeader, batch);
}

/** One that needs the password again, or whose button asks before it is done. */
function isDangerous(operation: Endpoint, resources: Services['resources']): boolean {
  const codes = codesOf(operation.access);
  return (
    operation.stepUp === true ||
    resources.some((page) => page.buttons.some((button) => button.dangerous && codes.includes(`${page.code}:${button.verb}`)))
  );
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

/** A body travels as its contract says: a form of another page can't stand in for JSON. */
function assertEncoding(operation: Endpoint, request: FastifyRequest): void {
  const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (sent === undefined || operation.method === 'GET' || sent === contentTypes[operation.encoding ?? 'json']) return;
  throw Object.assign(new Error('The content type does not fit the operation'), { statusCode: 415 });
}

function valuesOf(operation: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const params = request.params as Record<string, string>;
  const query = request.query as Record<string, unknown>;
  // Bodies in JSON are looked at when they are read; what comes in the address is text of the same rules.
  assertText(query);
  assertText(params);
  if (operation.encoding === 'form') assertText(request.body);
  const body = operation.method === 'GET' ? {} : (request.body ?? {});
  // Operations without a body (DELETE) take their values from the query; a body that is no object is left for the schema to refuse.
  return typeof body === 'object' && !Array.isArray(body) ? { ...query, ...body, ...params } : { body };
}

/** Whether a call says, before it is parsed, that it is to be tried only. */
function asksToTry(operation: Endpoint, request: FastifyRequest): boolean {
  if (!operation.dryRun) return false;
  const [query, body] = [request.query, request.body].map((part) => (typeof part === 'object' ? part : null));
  // What is neither yes nor no was not meant to be done either.
  return !['undefined', 'false'].includes(String(Reflect.get({ ...query, ...body }, 'dryRun')));
}

async function sessionOf(
  services: Pick<Services, 'sessions'>,
  operation: Endpoint,
  request: FastifyRequest,
): Promise<SessionView | undefined> {
  const token = request.headers['accesstoken'];
  const open = 'open' in operation.access;
  if (open && token === undefined) return undefined;
  const found = await services.sessions.find(typeof token === 'string' ? token : undefined, request.headers.cookie, request.ip);
  if (!('refused' in found)) return found;
  if (open) return undefined;
  throw new Refusal(found.refused);
}

interface CallerFacts {
  services: Services;
  operation: Endpoint;
  request: FastifyRequest;
  session: SessionView | undefined;
}

const noGrants: Grants = { superAdmin: false, codes: new Map(), roles: [], widest: { all: false, paths: [], self: false, uid: '' } };

async function callerOfRequest({ services, operation, request, session }: CallerFacts): Promise<Caller> {
  return callerOf({
    uid: session?.uid ?? '',
    account: session?.account ?? '',
    name: session?.name ?? '',
    language: languageOf(request.headers['accept-language']),
    sessionId: session && !session.token ? session.id : null,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    requestId: request.id,
    operation: operation.audit ?? operation.path,
    grants: session ? await grantsIn(services, session) : noGrants,
    confirmedAt: session?.confirmedAt ?? 0,
    mustChangePassword: session?.mustChangePassword ?? false,
    factorDue: session?.factorDue ?? null,
    ...(session?.token && { token: session.token }),
    ...(session?.viewing && { viewing: session.viewing }),
    codes: codesOf(operation.access),
  });
}

/** The rights of a session: a program has some of its person's, who looks on as another has what both may do. */
async function grantsIn({ access }: Pick<Services, 'access'>, { uid, token, viewing }: SessionView): Promise<Grants> {
  const own = await access.grants(uid);
  if (token) return limitedTo(own, token.codes);
  return viewing ? sharedGrants(own, await access.grants(viewing.uid)) : own;
}

/** Whatever stores something asks, also a call that only makes a plan or a file. */
async function assertRoom(operation: Endpoint, services: Pick<Services, 'room'>): Promise<void> {
  if (isWrite(operation) && !operation.reserved && (await services.room.isFull())) throw new NoRoom();
}

const stepUpMillis = 5 * 60_000;

function assertAccess(operation: Endpoint, caller: Caller, services: Pick<Services, 'now'>): void {
  const codes = codesOf(operation.access);
  const closed = !('open' in operation.access);
  if (caller.factorDue && closed && !operation.whileFactorDue) throw new Refusal(code.factorDue);
  // A first or expired password opens nothing but its change.
  if (caller.mustChangePassword && closed && !operation.whilePasswordDue && !(caller.factorDue && operation.whileFactorDue))
    throw new Refusal(code.passwordDue);
  if (caller.token && operation.inPerson) throw new Refusal(code.inPerson);
  if (caller.viewing && !operation.whileViewing && (isWrite(operation) || operation.stepUp)) throw new Refusal(code.viewOnly);
  if (codes.length > 0 && !codes.some((one) => caller.can(one)))
    throw new Refusal(code.notGranted, { code: codes.join(', ') }, { code: codes[0] });
  if (operation.scope === 'site' && !caller.scope().all)
    throw operation.siteCode === undefined ? outOfRange() : new Refusal(operation.siteCode);
  // Whoever made the token, under the password, named this very operation, or a code that is nothing else.
  const isNamed = caller.token !== undefined && (operation.byToken === true || caller.token.stepUps.includes(operation.audit ?? ''));
  if (operation.stepUp && !isNamed && services.now() - caller.confirmedAt > stepUpMillis) throw new Refusal(code.stepUp);
}

/** Asks for what this very input needs. Where that is one of several codes of the operation, its range is the one that holds. */
function permittedFor(operation: Endpoint, caller: Caller, input: unknown): Caller {
  const needed = codesByInput(operation, input);
  if (needed.length === 0) return caller;
  if (!needed.some((one) => caller.can(one))) throw new Refusal(code.notGranted, { code: needed.join(', ') }, { code: needed[0] });
  const [only, ...others] = needed;
  return only !== undefined && others.length === 0 && codesOf(operation.access).includes(only) ? callerOn(caller, only) : caller;
}

function assertScoped(operation: Endpoint, caller: Caller): void {
  if (operation.scope !== undefined && operation.scope !== 'none' && !caller.scoped()) {
    throw new Error(`${operation.path} answered without looking at the data range (scope: ${operation.scope})`);
  }
}
