import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { callerOf, type Caller } from '#kit/server/caller.ts';
import type { DryRun } from '#kit/server/change/dry-run-result.ts';
import { tryOut } from '#kit/server/change/dry-run.ts';
import { callOf, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { code } from '#kit/common/codes.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import type { RequestData } from './approvers.ts';
import { heldOf, placeOf, type HeldWrite } from './held.ts';
import { withoutHttp } from './unsafe.ts';

/** Who asked, with the rights of now. */
export async function requesterOf(services: Pick<Services, 'access' | 'now'>, request: RequestData): Promise<Caller> {
  const { confirmed, ...facts } = request.caller;
  return callerOf({
    ...facts,
    uid: request.requester,
    grants: await services.access.grants(request.requester),
    sessionId: null,
    askedAt: request.at,
    // What asks for a fresh password asked for it then.
    confirmedAt: confirmed ? services.now() : 0,
    mustChangePassword: false,
    codes: request.codes,
  });
}

/** 65002 where the one who asked may not do it any more. */
export async function assertMay(services: Pick<Services, 'database' | 'directory'>, request: RequestData, caller: Caller): Promise<void> {
  const person = await services.directory.byUid(services.database.db, request.requester);
  const lost = request.codes.length > 0 && !request.codes.some((one) => caller.can(one));
  if (!person?.mayEnter || lost) throw new Refusal(code.notGranted, { code: request.codes.join(', ') });
}

/** The handler of a request's operation and its input, as it was asked for. */
export function requestOf(
  services: Pick<Services, 'routes' | 'secrets'>,
  request: RequestData,
): { module: string; route: BoundRoute; request: unknown } {
  const bound = services.routes.find(({ route }) => route.operation.path === request.path);
  // A later version may lack the operation.
  if (!bound || request.input === null) throw new Refusal(code.notFound);
  return { ...bound, request: JSON.parse(services.secrets.open(request.input, placeOf(request.id))) };
}

/** Whether a request, once agreed to, waits for who asked to ask again: nobody else could take the answer. */
export const runsWhenAskedAgain = (services: Pick<Services, 'routes'>, { path }: Pick<RequestData, 'path'>): boolean =>
  services.routes.some(({ route }) => route.operation.path === path && route.operation.waits === 'again');

/** What the same change would do now. */
export async function tryNow(services: Services, request: RequestData): Promise<{ previewed: DryRun; kept: HeldWrite }> {
  const { route, request: wanted } = requestOf(services, request);
  const caller = await requesterOf(services, request);
  await assertMay(services, request, caller);
  const found = await tryOut(callAs(services, caller, undefined), (call) => route.handler(call, wanted));
  return { previewed: found.previewed, kept: heldOf(services, found, { path: route.operation.path, request: wanted }) };
}

/** A call in the requester's name; `inside` stands in the transaction of its write, after what it did. */
export const callAs = (services: Services, caller: Caller, inside: ((tx: Tx, batchId: string | null) => Promise<void>) | undefined): Call =>
  callOf(services, caller, withoutHttp<FastifyRequest, FastifyReply>(), async (tx) => inside?.(tx, caller.batch()));

/** The audit row of a write that was done in somebody's name. */
export async function auditOf(
  tx: Tx,
  caller: Caller,
  facts: { path: string; module: string; requestId: string; batchId: string | null },
): Promise<void> {
  const { requestId, ...rest } = facts;
  await writeAudit(tx, caller, { ...rest, code: code.done, durationMs: 0, detail: { ...caller.note(), approval: requestId } });
}
