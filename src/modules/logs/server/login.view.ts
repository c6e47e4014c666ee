import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { LoginLogTable } from '#kit/server/session/login-log.table.ts';
import type { EndedBy } from '#kit/common/session/sign-in-facts.ts';
import type { Call } from '#kit/server/handle.ts';
import type { LoginView } from '../common/login-log.contract.ts';
import { deviceOf } from '#kit/common/session/device-name.ts';
import { isSealed, sealedUntil, type SealedPlace } from './sealed-until.ts';

/** A line of login_log as it is read. */
export type LoginLine = Omit<Selectable<LoginLogTable>, 'paths' | 'flags'> & { flags: LoginView['flags'] };

type Reading = Pick<Call, 'db' | 'services'>;

interface SessionEnd {
  at: number | null;
  by: EndedBy | null;
}

/** Lines as they are answered: how the sessions they began stand, and whether they are sealed. */
export async function loginViews(call: Reading, lines: readonly LoginLine[]): Promise<LoginView[]> {
  if (lines.length === 0) return [];
  const ids = lines.flatMap((line) => (begins(line) && line.session_id !== null ? [line.session_id] : []));
  const [ends, sealed, networks] = await Promise.all([endsOf(call, ids), sealedUntil(call, 'login_log'), networksOf(call, lines)]);
  return loginViewsWith(lines, { ends, sealed, networks });
}

/** What the networks of these lines are called. */
export const networksOf = ({ db, services }: Reading, lines: readonly LoginLine[]): Promise<ReadonlyMap<string, string>> =>
  services.networkNames(
    db,
    lines.map(({ address }) => address),
  );

/** What is known beside the lines: how their sessions ended, how far the log is sealed, names of networks. */
interface Beside {
  ends: ReadonlyMap<string, SessionEnd>;
  sealed: SealedPlace;
  networks: ReadonlyMap<string, string>;
}

/** The same where what is beside them is known. */
export const loginViewsWith = (lines: readonly LoginLine[], beside: Beside): LoginView[] =>
  lines.map((line) => viewOf(line, begins(line) ? beside.ends.get(line.session_id ?? '') : undefined, beside));

const begins = (line: LoginLine): boolean => line.result === 'ok' && (line.event === 'signIn' || line.event === 'refresh');

function viewOf(line: LoginLine, end: SessionEnd | undefined, { sealed, networks }: Beside): LoginView {
  return {
    id: line.id,
    at: line.at,
    event: line.event,
    result: line.result,
    reason: line.reason,
    account: line.account,
    accountHidden: line.account_hash !== null,
    uid: line.uid,
    name: line.name,
    kind: line.kind,
    factor: line.factor,
    address: line.address,
    network: networks.get(line.address) ?? null,
    browser: deviceOf(line.user_agent),
    platform: line.platform,
    appId: line.app_id,
    appVersion: line.app_version,
    osVersion: line.os_version,
    deviceId: line.device_id,
    deviceModel: line.device_model,
    networkKind: line.network_kind,
    flags: line.flags,
    count: line.count,
    sessionId: line.session_id,
    sessionState: end === undefined ? null : end.at === null ? 'live' : 'ended',
    sessionMs: end === undefined || end.at === null ? null : Math.max(0, end.at - line.at),
    endedBy: end?.by ?? null,
    endedAt: end?.at ?? null,
    sealed: isSealed(line, sealed),
  };
}

/** How sessions ended: as it was noted, by their own time, or not yet (`at` is null). One that is known nowhere any more is absent. */
export async function endsOf({ db, services }: Reading, ids: readonly string[]): Promise<Map<string, SessionEnd>> {
  if (ids.length === 0) return new Map();
  const now = services.now();
  const idle = (await services.policy.now()).session.idleMinutes * 60_000;
  const { rows } = await sql<{ id: string; at: number | null; by: EndedBy | null }>`
    select given.id, coalesce(login_end.at, case when ts.refresh_until < ${now} then ts.refresh_until end, case when least(ends_at, seen_at + ${idle}) < ${now} then least(ends_at, seen_at + ${idle}) end) as at,
      coalesce(login_end.ended_by, case when ts.refresh_until < ${now} then 'idle' end, case when seen_at + ${idle} < least(ends_at, ${now}) then 'idle' when ends_at < ${now} then 'whole' end) as by
    from unnest(${ids}::text[]) as given(id)
    left join login_end on login_end.session_id = given.id
    left join session on session.id::text = given.id and session.ended_at is null
    left join terminal_session ts on ts.id = ${sessionIdIn('given.id')} and ts.ended_at is null
    where login_end.session_id is not null or session.id is not null or ts.id is not null`.execute(db);
  return new Map(rows.map(({ id, at, by }) => [id, { at, by }]));
}

/** SQL: a session's id in a column of texts, null for what is none. */
export const sessionIdIn = (column: string): RawBuilder<string | null> =>
  sql`case when ${sql.ref(column)} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${sql.ref(column)}::uuid end`;
