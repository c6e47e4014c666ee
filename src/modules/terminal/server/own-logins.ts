import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { deviceOf } from '#kit/common/session/device-name.ts';
import type { EndedBy } from '#kit/common/session/sign-in-facts.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';
import '#kit/server/session/login-log.table.ts';
import '#kit/server/session/session.table.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { meLogins, meNotMe, ownLoginDays } from '../common/own-logins.contract.ts';
import { houseOf } from './gate.ts';
import './terminal.table.ts';

/** Said when somebody finds a sign-in of a stranger among the own ones. */
export const notMeWarning: WarningKind = {
  kind: 'login.notMe',
  title: local('本人否认的登录', 'A sign-in that was somebody else’s', '本人以外のサインインの報告'),
  sentence: local(
    '{name} 表示 {at} 来自 {address} 的登录并非本人操作；其他会话已全部结束',
    '{name} says that the sign-in of {at} from {address} was not theirs; all other sessions were ended',
    '{name} は {at} の {address} からのサインインが本人のものではないと報告しました。他のセッションはすべて終了しました',
  ),
  severity: 'error',
  moment: true,
  clearMinutes: 24 * 60,
  facts: {
    at: { label: local('时间', 'Time', '日時'), as: 'time' },
    address: { label: local('地址', 'Address', 'アドレス') },
    sessions: { label: local('结束的会话', 'Sessions ended', '終了したセッション'), as: 'number' },
    note: { label: local('说明', 'Note', 'メモ') },
  },
  link: ({ id }) => `/logs_system_login/console_login?uid=${id}`,
};

/** Own sign-ins at a terminal. */
export const ownLoginRoutes: readonly BoundClientRoute[] = [handleClient(meLogins, listOwn), handleClient(meNotMe, sayNotMe)];

const dayMillis = 86_400_000;
const since = ({ services }: ClientCall): number => services.now() - ownLoginDays * dayMillis;

async function listOwn(call: ClientCall, { after, pageSize }: ClientInput<typeof meLogins>): Promise<ClientReply<typeof meLogins>> {
  const { caller, db } = call;
  const [at, id] = (after ?? '').split('.');
  const rows = await db
    .selectFrom('login_log')
    .leftJoin('login_end', (join) =>
      join.onRef('login_end.session_id', '=', 'login_log.session_id').on('login_log.event', 'in', ['signIn', 'refresh']),
    )
    .selectAll('login_log')
    .select(['login_end.at as ended_at', 'login_end.ended_by'])
    .where('login_log.uid', '=', caller.uid)
    .where('login_log.at', '>=', since(call))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(login_log.at, login_log.id) < (${at}::bigint, ${id}::uuid)`))
    .orderBy('login_log.at', 'desc')
    .orderBy('login_log.id', 'desc')
    .limit(pageSize)
    .execute();
  const last = rows.length === pageSize ? rows.at(-1) : undefined;
  return {
    list: rows.map((row) => ({
      id: row.id,
      at: row.at,
      side: row.side,
      event: row.event,
      result: row.result,
      reason: row.reason,
      kind: row.kind,
      factor: row.factor,
      address: row.address,
      browser: deviceOf(row.user_agent),
      platform: row.platform,
      appVersion: row.app_version,
      deviceModel: row.device_model,
      flags: row.flags,
      count: row.count,
      sessionId: row.session_id,
      current: row.session_id !== null && row.session_id === caller.sessionId,
      endedBy: row.ended_by as EndedBy | null,
      endedAt: row.ended_at,
    })),
    next: last ? `${last.at}.${last.id}` : null,
  };
}

async function sayNotMe(call: ClientCall, { id, note }: ClientInput<typeof meNotMe>): Promise<ClientReply<typeof meNotMe>> {
  const { caller, db, services } = call;
  const session = sessionOf(call);
  const line = await db
    .selectFrom('login_log')
    .select(['at', 'address'])
    .where('id', '=', id)
    .where('uid', '=', caller.uid)
    .where('at', '>=', since(call))
    .executeTakeFirst();
  if (!line) throw notFound();
  return call.write(async (tx) => {
    const count = await endOthers(tx, call);
    // Whatever was trusted may have been trusted by the stranger.
    await tx.deleteFrom('factor_trust').where('uid', '=', caller.uid).execute();
    const own = await tx
      .updateTable('credential')
      .set({ must_change: true })
      .where('uid', '=', caller.uid)
      .returning('uid')
      .executeTakeFirst();
    const next = own && session.way === localWay ? ('password' as const) : null;
    if (next) await houseOf(call).sessions.advance(tx, session, { stage: next, factor: session.factor });
    caller.touch({ kind: 'employee', id: caller.uid, name: caller.name });
    caller.note({ line: id, address: line.address, sessions: count, ...(note !== undefined && { note }) });
    await services.warnings.raise(tx, {
      kind: notMeWarning.kind,
      object: { kind: 'employee', id: caller.uid, name: caller.name },
      facts: { at: line.at, address: line.address, sessions: count, note: note ?? null },
    });
    return { count, next };
  });
}

/** Ends every session of the person but the one that asks; answers how many. */
async function endOthers(tx: Tx, call: ClientCall): Promise<number> {
  const { caller, services } = call;
  const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
  const inConsole = idsOf(
    await tx.selectFrom('session').select('id').where('uid', '=', caller.uid).where('ended_at', 'is', null).execute(),
  );
  const others = idsOf(
    await tx
      .selectFrom('terminal_session')
      .select('id')
      .where('employee_id', '=', caller.uid)
      .where('ended_at', 'is', null)
      .where('id', '<>', sessionOf(call).id)
      .execute(),
  );
  const ended = inConsole.length > 0 ? await services.sessions.end(tx, caller.uid, inConsole, 'ended') : 0;
  return ended + (others.length > 0 ? await houseOf(call).sessions.end(tx, { uid: caller.uid, ids: others }, 'employee') : 0);
}
