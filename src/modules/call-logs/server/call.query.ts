import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { callList, CallView } from '../common/call.contract.ts';
import { whereOf, type CallFilters, type CallWhere } from './call.filter.ts';
import './call.table.ts';
import type { CallLogTable, CallTargetTable } from './call.table.ts';
import { flushCalls } from './call-writer.ts';

/** What reading the log needs. */
export type Reading = Pick<Call, 'caller' | 'db' | 'services'>;

/** A row of the log with what it called. */
export type CallLine = Omit<CallLogTable, 'steps'> & Omit<CallTargetTable, 'interface_id'>;

/** Milliseconds that a search may take. */
const limitMillis = 10_000;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const columns = sql`call.id, call.at, call.request_id, call.trace_id, call.interface_id, call.version_no, call.test, call.caller_kind, call.caller_id,
  call.caller_name, call.employee_id, call.act_for_id, call.widget_id, call.address, call.method, call.class, call.http_status, call.target_status,
  call.code, call.ms_total, call.ms_target, call.ms_queue, call.bytes_in, call.bytes_out, call.cache, call.tries, call.node, call.replay_of,
  target.system_id, target.system_code, target.system_name, target.name, target.path, target.kind, target.owner_dept_id`;

const source = sql`call_log call join call_target target on target.interface_id = call.interface_id`;

/** A page of the log, the newest first, read on from a cursor. */
export async function listCalls(call: Reading, request: Parsed<typeof callList>): Promise<Reply<typeof callList>> {
  await flushCalls(call.services);
  const where = whereIn(call, request);
  const before = placeOf(request.after) ?? { at: where.to, id: last };
  const found = await inTime(call.db, (tx) => readLines(tx, where, before, request.pageSize));
  const rows = found ?? [];
  const end = rows.at(-1);
  const isFull = rows.length === request.pageSize && end !== undefined;
  const total = isFull && request.after === undefined ? await estimate(call.db, where) : rows.length;
  return {
    list: await viewsOf(call, rows),
    next: isFull ? `${end.at}.${end.id}` : null,
    total: Math.max(total, rows.length),
    estimated: isFull,
    partial: found === undefined,
    from: where.from,
    to: where.to,
  };
}

/** The filter of a reader. */
export const whereIn = ({ caller, services }: Reading, filters: CallFilters): CallWhere =>
  whereOf({ range: caller.scope(), directory: services.directory }, filters, services.now());

/** SQL of a whole filter. */
const allOf = ({ where, from, to }: CallWhere): RawBuilder<boolean> =>
  sql<boolean>`call.at >= ${from} and call.at <= ${to} and ${sql.join([...where], sql` and `)}`;

/** Rows before a place, the newest first. */
export async function readLines(db: Db, where: CallWhere, before: { at: number; id: string }, limit: number): Promise<CallLine[]> {
  const { rows } = await sql<CallLine>`select ${columns} from ${source} where ${allOf(where)} and call.at <= ${before.at}
    and (call.at, call.id) < (${before.at}, ${before.id}::uuid) order by call.at desc, call.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Work whose statements end when the time is up, which is answered by undefined. */
async function inTime<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${String(limitMillis)}, true)`.execute(tx);
        return work(tx);
      });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') return undefined;
    throw error;
  }
}

function placeOf(cursor: string | undefined): { at: number; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', id = ''] = cursor.split('.');
  return { at: Number(at), id };
}

/** How many rows the planner expects: nothing is counted. */
async function estimate(db: Db, where: CallWhere): Promise<number> {
  const plan = sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
  }>`explain (format json) select from ${source} where ${allOf(where)}`;
  const { rows } = await plan.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Rows as they are answered: people outside the reader's range are a word. */
export async function viewsOf({ caller, db, services }: Reading, rows: readonly CallLine[]): Promise<CallView[]> {
  const ids = [...new Set(rows.flatMap(({ employee_id }) => employee_id ?? []))];
  const people = await services.directory.people(db, ids, caller.language, caller.scope());
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    requestId: row.request_id,
    interfaceId: row.interface_id,
    interfaceName: row.name,
    path: row.path,
    kind: row.kind,
    systemId: row.system_id,
    systemName: row.system_name,
    versionNo: row.version_no,
    test: row.test,
    callerKind: row.caller_kind,
    callerId: row.caller_id,
    callerName: row.caller_name,
    employeeId: row.employee_id,
    employeeName: row.employee_id === null ? null : (people.get(row.employee_id)?.name ?? null),
    address: row.address,
    method: row.method,
    class: row.class,
    httpStatus: row.http_status,
    targetStatus: row.target_status,
    code: row.code,
    ms: row.ms_total,
    msTarget: row.ms_target,
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    cache: row.cache,
    tries: row.tries,
    node: row.node,
  }));
}
