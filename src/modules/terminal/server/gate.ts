import { sql } from 'kysely';
import { fullSession, type ClientEndpoint } from '#kit/common/client/client-endpoint.ts';
import type { SessionStage } from '#kit/common/client/client-facts.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { GateParts, GateRequest, Terminal, TerminalGate } from '#kit/server/client/terminal-gate.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { readHeaders } from './headers.ts';
import { openTerminalSessions, type LiveSession, type NoSession, type TerminalSessions } from './open-terminal-sessions.ts';
import { readProof } from './proof.ts';
import { openRates } from './rates.ts';
import { openSpentProofs } from './spent-proofs.ts';

/** The gate with what signing in needs beside it. */
export interface TerminalHouse extends TerminalGate {
  readonly sessions: TerminalSessions;
}

/** The house of the calls at hand. */
export const houseOf = ({ services }: { services: Services }): TerminalHouse => services.terminals as TerminalHouse;

/** Opens what stands before every call of a terminal. */
export function openGate(parts: GateParts): TerminalHouse {
  const sessions = openTerminalSessions(parts);
  const rates = openRates();
  const spent = openSpentProofs(parts.database.db);
  return {
    sessions,
    admit: async (operation, request) => {
      const known = await parts.appKeys?.();
      const facts = readHeaders(request, (appKey) => known?.has(appKey) ?? false);
      const from = { address: request.ip, installId: facts.installId };
      const now = parts.now();
      rates.count(operation.rate, from, now);
      if (operation.session === null && !operation.proof) return { ...facts, thumbprint: null, session: null };
      const token = operation.session === null && !operation.known ? undefined : tokenOf(request);
      const proof = readProof({ request, origins: originsOf(parts, request), accessToken: token, now });
      if (!(await spent.spend({ hash: proof.hash, everywhere: request.method !== 'GET' }, now)))
        throw new Refusal(23014, {}, { why: 'jti' });
      const { thumbprint } = proof;
      if (operation.session === null && token === undefined) return { ...facts, thumbprint, session: null };
      const session = foundOr(token === undefined ? { refused: 65001 } : await sessions.find(token, { address: request.ip, ...facts }));
      if (session.thumbprint !== thumbprint) throw new Refusal(18030);
      assertSame(facts, session);
      rates.proven(from, now);
      assertStage(operation, session.stage);
      if (session.stage === 'full') await assertDevice(parts, { operation, session, address: request.ip });
      const refusing = operation.session === null ? undefined : (await parts.buildRule?.())?.(facts, operation.path);
      if (refusing !== undefined) throw new Refusal(refusing);
      return { ...facts, thumbprint, session };
    },
    epoch: async (services, terminal) => {
      const counted = await Promise.all(services.clientEpochs.map((count) => count(services, terminal?.session?.uid)));
      const sum = (of: 'site' | 'person'): number => counted.reduce((total, one) => total + (one[of] ?? 0), 0);
      // Applications and devices have no decisions of their own yet.
      return `${sum('site')}.0.${sum('person')}.0`;
    },
    endAll: (tx, uids, reason) => sessions.endAll(tx, uids, reason),
    watch: (uid, listener) => sessions.watch(uid, listener),
    holderOf: (db, sessionId) => holderOf(db, sessionId),
    openAmong,
    end: (tx, uid, ids) => sessions.end(tx, { uid, ids }, 'administrator'),
    endOfKeys: (tx, keys, uid) => sessions.endOfKeys(tx, keys, uid),
    stageOfKey: (tx, of, stage) => sessions.stageOfKey(tx, of, stage),
  };
}

/** Refuses a call that waits once its session is over. */
export async function assertStillOpen(call: ClientCall): Promise<void> {
  const token = tokenOf(call.request);
  const from = { address: call.request.ip, buildNo: call.terminal.buildNo };
  foundOr(token === undefined ? { refused: 65001 as const } : await houseOf(call).sessions.find(token, from));
}

/** What was bound a moment ago is asked about at each call: a rule, a lock or an address that no longer holds refuses the next one. */
async function assertDevice(
  { database, devices }: GateParts,
  { operation, session, address }: { operation: ClientEndpoint; session: LiveSession; address: string },
): Promise<void> {
  const { uid, thumbprint, platform, appKey } = session;
  const stage = await devices?.stageOf(database.db, { uid, thumbprint, platform, appKey, address, asked: 'call' });
  if (stage !== undefined) assertStage(operation, stage);
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function holderOf(db: Db, sessionId: string): Promise<string | undefined> {
  if (!isUuid.test(sessionId)) return undefined;
  const open = db.selectFrom('terminal_session').select('employee_id').where('id', '=', sessionId).where('ended_at', 'is', null);
  return (await open.executeTakeFirst())?.employee_id;
}

async function openAmong(db: Db, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from terminal_session where id = any(${sessionIds}::uuid[]) and ended_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** The refusal of a session that is not there; its end is told with the reason. */
export function foundOr<T extends object>(found: T | NoSession): T {
  if (!('refused' in found)) return found;
  const reason = found.refused === 65003 ? { reason: found.reason } : null;
  throw new Refusal(found.refused, {}, reason);
}

function tokenOf(request: GateRequest): string | undefined {
  const token = request.headers['accesstoken'];
  return typeof token === 'string' ? token : undefined;
}

/** Where the product has an address of its own, a proof made for another one serves nobody, whatever host the call names. */
function originsOf({ settings }: GateParts, request: GateRequest): string[] {
  const here = settings.publicUrl ?? `${request.protocol}://${request.host}`;
  return URL.canParse(here) ? [new URL(here).origin] : [];
}

/** A session belongs to the installation that began it. */
function assertSame(facts: Pick<Terminal, 'appKey' | 'installId' | 'platform'>, session: LiveSession): void {
  const names = (['appKey', 'installId', 'platform'] as const).filter((name) => facts[name] !== session[name]);
  if (names.length > 0) throw new Refusal(23001, { names: names.join(', ') }, { names });
}

function assertStage({ session, known }: ClientEndpoint, stage: SessionStage): void {
  if (!(session ?? (known ? fullSession : [])).includes(stage)) throw new Refusal(23010, { next: stage }, { next: stage });
}
