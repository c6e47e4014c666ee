import type { ClientEndpoint } from '#kit/common/client/client-endpoint.ts';
import { languageOf } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { rememberBody } from '#kit/server/http/strict-body.ts';
import { z } from 'zod';
import type { Loaded, RunCaller, RunInput } from '../run/context.ts';
import { CallFailure } from '../run/failure.ts';
import { grantKey, type GrantEntry, type Snapshot, type SystemEntry } from '../table/snapshot.ts';
import type { GatewayRequest } from '../calling.ts';
import { inNetworks } from './networks.ts';
import { widgetSources } from './widget-source.ts';
import { systemCaller } from './system-caller.ts';

/** A caller with what it may. */
export interface Called {
  readonly caller: RunCaller;
  readonly system: SystemEntry | null;
  readonly grant: GrantEntry | null;
}

/** As what the gate of terminals sees a call of the gateway. */
const operationFor = (method: string): ClientEndpoint => ({
  face: 'client',
  method: method === 'GET' ? 'GET' : 'POST',
  path: 'gateway',
  session: ['full'],
  rate: method === 'GET' ? 'read' : 'write',
  input: z.object({}),
  reply: z.null(),
  summary: '',
});

/** Nobody, from this address. */
export const nobody = (address: string, locale = 'zh_CN'): RunCaller => ({
  kind: 'none',
  id: null,
  name: '',
  systemCode: '',
  employee: null,
  actForId: null,
  widgetId: null,
  platform: null,
  locale,
  address,
});

/** Who calls: a system by its signature, token or key, else a terminal by its session; nobody where there is neither. */
export async function identify(
  services: Services,
  snapshot: Snapshot,
  request: GatewayRequest,
  input: RunInput,
): Promise<{ caller: RunCaller; system: SystemEntry | null }> {
  const locale = languageOf(request.headers['accept-language']);
  const address = request.ip;
  const known = await systemCaller(services, snapshot, { method: request.method, url: request.url, address, input });
  if (known) {
    const { system } = known;
    const caller = { ...nobody(address, locale), kind: 'system' as const, id: system.id, name: system.name, systemCode: system.code };
    return { caller: { ...caller, ...(await actingFor(services, system, input.headers['x-act-for'])) }, system };
  }
  const ticket = input.headers['x-widget-ticket'];
  if (ticket !== undefined) return { caller: await holderOf(services, ticket, input, nobody(address, locale)), system: null };
  if (input.headers['accesstoken'] === undefined) return { caller: nobody(address, locale), system: null };
  if (!services.terminals) throw new CallFailure('signIn', { code: 14304, params: { reason: 'terminal' } });
  rememberBody(request, input.body);
  const { session, platform } = await services.terminals.admit(operationFor(request.method), request);
  if (!session) throw new Refusal(65001);
  const widgetId = input.headers['widgetid'] ?? null;
  if (widgetId !== null && !(await widgetSources(services).mayUse(services, widgetId, session.uid)))
    throw new CallFailure('permission', { code: 14305, params: { reason: 'widget' } });
  return {
    caller: {
      ...nobody(address, locale),
      kind: 'terminal',
      id: widgetId,
      name: session.name,
      employee: { uid: session.uid, account: session.account, name: session.name },
      widgetId,
      platform,
    },
    system: null,
  };
}

/** Somebody at a page of a widget, which calls with its ticket in the place of the terminal's session. */
async function holderOf(services: Services, ticket: string, input: RunInput, base: RunCaller): Promise<RunCaller> {
  const holder = await widgetSources(services).byTicket(services, ticket, input.headers['origin']);
  if (!holder) throw new CallFailure('signIn', { code: 14304, params: { reason: 'ticket' } });
  const { uid, account, name, widgetId, platform } = holder;
  return { ...base, kind: 'terminal', id: widgetId, name, employee: { uid, account, name }, widgetId, platform };
}

/** The employee for whom a system acts, where it may and names one. */
async function actingFor(services: Services, system: SystemEntry, named: string | undefined): Promise<Partial<RunCaller>> {
  if (named === undefined || named === '') return {};
  const refused = new CallFailure('permission', { code: 14320, params: { reason: 'act for' } });
  if (system.actFor === 'none') throw refused;
  const { db } = services.database;
  const { directory } = services;
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(named);
  const person = isId ? await directory.byUid(db, named) : await directory.byAccount(db, named);
  if (!person) throw refused;
  const [above, paths] = [await directory.departments(db, [system.ownerDeptId]), await directory.pathsOf(db, person.uid)];
  const root = above.get(system.ownerDeptId)?.path;
  if (root === undefined || !paths.some((path) => path === root || path.startsWith(`${root}.`))) throw refused;
  const found = await directory.people(db, [person.uid]);
  const one = found.get(person.uid);
  return { employee: { uid: person.uid, account: one?.account ?? '', name: one?.name ?? '' }, actForId: person.uid };
}

/** Whether anybody may call an interface at this moment: its authentication is off, and the end of that has not come. */
export const isOpen = ({ openUntil }: Pick<Loaded, 'openUntil'>, now: number): boolean => openUntil !== null && openUntil > now;

/** Whether a caller may call an interface; 14304 for nobody, 14305 without a grant. */
export function authorise(
  loaded: Loaded,
  { caller, system }: { caller: RunCaller; system: SystemEntry | null },
  snapshot: Snapshot,
  now: number,
): GrantEntry | null {
  if (isOpen(loaded, now)) {
    if (!inNetworks(caller.address, loaded.definition.limits.addresses))
      throw new CallFailure('permission', { code: 14306, params: { reason: caller.address } });
    return null;
  }
  if (caller.kind === 'none') throw new CallFailure('signIn', { code: 14304, params: { reason: 'nobody' } });
  const side = caller.kind === 'terminal' ? 'terminals' : caller.kind === 'system' ? 'systems' : 'internal';
  if (!loaded.callers.includes(side)) throw new CallFailure('permission', { code: 14305, params: { reason: side } });
  if (!inNetworks(caller.address, loaded.definition.limits.addresses))
    throw new CallFailure('permission', { code: 14306, params: { reason: caller.address } });
  if (caller.kind === 'internal') return null;
  if (system) return grantOf(snapshot, `system:${system.id}`, loaded, now);
  // Without a widget a session reaches what is open to terminals; a widget needs its grant.
  return caller.widgetId === null ? null : grantOf(snapshot, `widget:${caller.widgetId}`, loaded, now);
}

function grantOf(snapshot: Snapshot, grantee: string, loaded: Loaded, now: number): GrantEntry {
  const grant =
    snapshot.grants.get(grantKey(grantee, `interface:${loaded.id}`)) ??
    snapshot.grants.get(grantKey(grantee, `prefix:${loaded.prefix.id}`));
  if (!grant || (grant.until !== null && Number(grant.until) <= now))
    throw new CallFailure('permission', { code: 14305, params: { reason: 'grant' } });
  return grant;
}
