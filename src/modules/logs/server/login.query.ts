import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { clientLoginList, consoleLoginList, LoginDetail } from '../common/login-log.contract.ts';
import { operationLog } from '../common/permissions.ts';
import { archiveSource } from './cleaning/archive.source.ts';
import { readSlice, type LogSource } from './log-slice.ts';
import { loginInRange, loginWhere, type LoginSide } from './login.filter.ts';
import { loginViews, type LoginLine } from './login.view.ts';
import { listOperations } from './operation/operation.query.ts';

/** What is read of the log of sign-ins. */
export const loginSource: LogSource = {
  table: 'login_log',
  columns: sql`id, at, tx, side, event, result, reason, account, account_hash, uid, name, kind, factor, session_id, address, user_agent,
    platform, app_id, app_version, os_version, device_id, device_model, network_kind, flags, count`,
};

/** A page of the sign-ins of a side. */
export async function listLogins(
  call: Call,
  side: LoginSide,
  input: Parsed<typeof consoleLoginList> & Partial<Parsed<typeof clientLoginList>>,
): Promise<Reply<typeof consoleLoginList>> {
  const { after, pageSize, archive, ...filter } = input;
  // Both sides lie in the same months.
  const place = await archiveSource(call.db, loginSource, { archive });
  const request = await loginWhere(call, side, { ...place.span, ...filter });
  const { rows, ...facts } = await readSlice<LoginLine>(call.db, place.source, request, { after, pageSize });
  return { list: await loginViews(call, rows), ...facts };
}

/** How many related lines stand in a drawer. */
const related = 10;
/** How far the moment in an id may be from the row's own. */
const idSlackMillis = 5_000;

/** One line with its session's operations and other sign-ins of the account and of the address. */
export async function getLogin(call: Call, side: LoginSide, id: string): Promise<LoginDetail> {
  const range = call.caller.scope();
  const moment = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const near = sql<boolean>`id = ${id}::uuid and at between ${moment - idSlackMillis} and ${moment + idSlackMillis}`;
  const [line] = await linesOf(call, side, near, 1);
  if (!line) throw range.all ? notFound() : outOfRange();
  const beside = (condition: RawBuilder<boolean>): Promise<LoginLine[]> =>
    linesOf(call, side, sql<boolean>`${condition} and id <> ${id}::uuid and at > ${line.at - 90 * 86_400_000}`, related);
  const [ofAccount, ofAddress, operations] = await Promise.all([
    line.uid !== null ? beside(sql`uid = ${line.uid}::uuid`) : line.account === null ? [] : beside(sql`account = ${line.account}`),
    beside(sql`address = ${line.address}`),
    operationsOf(call, line.session_id),
  ]);
  const [views, accounts, addresses] = await Promise.all([
    loginViews(call, [line]),
    loginViews(call, ofAccount),
    loginViews(call, ofAddress),
  ]);
  return { ...views[0]!, userAgent: line.user_agent, operations, ofAccount: accounts, ofAddress: addresses };
}

async function linesOf({ db, caller }: Call, side: LoginSide, condition: RawBuilder<boolean>, limit: number): Promise<LoginLine[]> {
  const { rows } = await sql<LoginLine>`select ${loginSource.columns} from login_log
    where side = ${side} and ${loginInRange(caller.scope())} and ${condition} order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** What was done in a session, for who may read the operation log. */
async function operationsOf(call: Call, sessionId: string | null): Promise<LoginDetail['operations']> {
  if (sessionId === null || !call.caller.can(operationLog.code)) return [];
  const reader = { ...call.caller, scope: () => rangeOn(call.caller, operationLog.code) };
  const { list } = await listOperations({ ...call, caller: reader }, { sessionId, pageSize: 20 });
  return list.map(({ id, at, what, objectName, result }) => ({ id, at, what, objectName, result }));
}
