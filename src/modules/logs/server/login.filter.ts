import { isIP } from 'node:net';
import { sql, type RawBuilder } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { clientLoginList, consoleLoginList } from '../common/login-log.contract.ts';
import { contentDays } from '../common/operation-log.contract.ts';
import type { LogWhere } from './log-slice.ts';
import { inNetwork } from './operation/operation.filter.ts';
import { personInRange } from './operation/operation.range.ts';
import { sessionIdIn } from './login.view.ts';

export type LoginSide = 'console' | 'client';

type Filter = Omit<Parsed<typeof consoleLoginList>, 'after' | 'pageSize'> & Partial<Parsed<typeof clientLoginList>>;

const dayMillis = 86_400_000;

/** SQL condition on login_log: the person's department lies in the range; lines of nobody are for who sees everybody. */
export function loginInRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  const parts = [sql<boolean>`false`, ...personInRange(range)];
  if (range.self) parts.push(sql<boolean>`uid = ${range.uid}::uuid`);
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** SQL of what sign-ins of a side are narrowed by, in the caller's range. */
export async function loginWhere(call: Pick<Call, 'caller' | 'db' | 'services'>, side: LoginSide, filter: Filter): Promise<LogWhere> {
  const { caller, services } = call;
  const { uid, sessionId, address, sessionState } = filter;
  const to = filter.to ?? services.now();
  const marked = sessionId !== undefined || uid !== undefined;
  const from = filter.from ?? (sessionId === undefined ? Math.max(0, to - dayMillis) : 0);
  const content = [
    ...(address && isIP(address) === 0 ? [inNetwork(address)] : []),
    ...(sessionState === undefined ? [] : [await stateCondition(sessionState, services)]),
  ];
  const slow = content.length > 0 && !marked;
  if (slow && (to - from) / dayMillis > contentDays + 1) throw new Refusal(19030, { n: contentDays });
  const where = [sql<boolean>`side = ${side}`, loginInRange(caller.scope()), ...plain(filter), ...content];
  if (filter.account) where.push(await accountCondition(call, filter.account));
  if (filter.departmentId !== undefined) where.push(await departmentCondition(call, filter.departmentId));
  return { where, from, to, slow };
}

function plain(filter: Filter): RawBuilder<boolean>[] {
  const { uid, event, result, reason, kind, factor, address, flag, sessionId, platform, appVersion, osVersion, deviceId } = filter;
  const { appId, networkKind } = filter;
  const among = (column: string, values: readonly (string | number)[] | undefined) =>
    values?.length ? [sql<boolean>`${sql.ref(column)} in (${sql.join([...values])})`] : [];
  const equal = (column: string, value: string | undefined) => (value ? [sql<boolean>`${sql.ref(column)} = ${value}`] : []);
  return [
    ...(uid === undefined ? [] : [sql<boolean>`uid = ${uid}::uuid`]),
    ...among('event', event),
    ...among('result', result),
    ...among('reason', reason),
    ...among('kind', kind),
    ...among('factor', factor),
    ...among('platform', platform),
    ...equal('session_id', sessionId),
    ...equal('app_version', appVersion),
    ...equal('os_version', osVersion),
    ...equal('device_id', deviceId),
    ...equal('app_id', appId),
    ...equal('network_kind', networkKind),
    ...(address && isIP(address) > 0 ? equal('address', address) : []),
    ...(flag?.length ? [sql<boolean>`flags && ${flag}::text[]`] : []),
  ];
}

/** SQL condition: the session that the line began goes on, or is over. */
async function stateCondition(
  state: 'live' | 'ended',
  { policy, now }: Pick<Call['services'], 'policy' | 'now'>,
): Promise<RawBuilder<boolean>> {
  const at = now();
  const idleMillis = (await policy.now()).session.idleMinutes * 60_000;
  const live = sql<boolean>`(exists (select from session where session.id::text = login_log.session_id and session.ended_at is null
      and session.ends_at > ${at} and session.seen_at > ${at - idleMillis})
    or exists (select from terminal_session ts where ts.id = ${sessionIdIn('login_log.session_id')} and ts.ended_at is null
      and ts.refresh_until > ${at}))`;
  return sql<boolean>`(event in ('signIn', 'refresh') and result = 'ok' and ${state === 'live' ? live : sql<boolean>`not ${live}`})`;
}

/** Who has the account now, and what was typed just so. */
async function accountCondition({ db, services }: Pick<Call, 'db' | 'services'>, account: string): Promise<RawBuilder<boolean>> {
  const person = await services.directory.byAccount(db, account);
  return person ? sql`(uid = ${person.uid}::uuid or account = ${account})` : sql`account = ${account}`;
}

async function departmentCondition({ db, services }: Pick<Call, 'db' | 'services'>, id: string): Promise<RawBuilder<boolean>> {
  const path = (await services.directory.departments(db, [id])).get(id)?.path;
  return path === undefined ? sql`false` : sql`paths <@ ${path}::ltree`;
}
