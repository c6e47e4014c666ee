import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { operationHistogram, operationList } from '../../common/operation-log.contract.ts';
import { archiveSource } from '../cleaning/archive.source.ts';
import { allOf, countMillis, inTime, readSlice, type LogSource, type LogWhere } from '../log-slice.ts';
import { resultColumn, whereOf } from './operation.filter.ts';
import { viewsOf, type ViewedRow } from './operation.view.ts';

type Reading = Pick<Call, 'caller' | 'db' | 'services'>;

/** What is read of the operation log: what a list shows, without the long values that only one row shows. */
export const operationSource: LogSource = {
  table: 'audit_log',
  columns: sql`id, at, tx, uid, account, name, address, request_id, operation, module, object_kind, object_id, object_name, object_count,
    batch_id, code, duration_ms, session_id, actor_kind, dangerous`,
};

/** A page of the operation log. */
export async function listOperations(call: Reading, input: Parsed<typeof operationList>): Promise<Reply<typeof operationList>> {
  const { after, pageSize, archive, ...filter } = input;
  const place = await archiveSource(call.db, operationSource, { archive, kind: 'operation' });
  const request = await whereOf(call, { ...place.span, ...filter });
  const { rows, ...facts } = await readSlice<ViewedRow>(call.db, place.source, request, { after, pageSize });
  return { list: await viewsOf(call, rows), ...facts };
}

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;

/** How many there were in each hour or day, by result. */
export async function countOperations(call: Reading, input: Parsed<typeof operationHistogram>): Promise<Reply<typeof operationHistogram>> {
  const request = await whereOf(call, input);
  const from = request.from > 0 ? request.from : await oldest(call.db, request);
  const step = input.step ?? (request.to - from <= 3 * dayMillis ? 'hour' : 'day');
  const length = step === 'hour' ? hourMillis : dayMillis;
  const shift = step === 'hour' ? 0 : input.offset * 60_000;
  const list = await inTime(call.db, countMillis, (tx) => countsOf(tx, request, { length, shift }));
  return { step, from, to: request.to, partial: list === undefined, list: list ?? [] };
}

/** All are counted from an index alone; what was not done is little, and looked at. */
async function countsOf(db: Db, request: LogWhere, { length, shift }: { length: number; shift: number }) {
  const bar = sql`(at + ${shift}::bigint) / ${length}::bigint * ${length}::bigint - ${shift}::bigint`;
  const { rows } = await sql<{ at: number; ok: number; refused: number; failed: number }>`
    with every as (select ${bar} as at, count(*)::int as rows from audit_log where ${allOf(request)} group by 1),
      undone as (select ${bar} as at, (count(*) filter (where ${resultColumn} = 'refused'))::int as refused, count(*)::int as rows
        from audit_log where code <> 0 and ${allOf(request)} group by 1)
    select every.at, every.rows - coalesce(undone.rows, 0) as ok, coalesce(undone.refused, 0) as refused,
      coalesce(undone.rows - undone.refused, 0) as failed
    from every left join undone on undone.at = every.at order by every.at`.execute(db);
  return rows.map((row) => ({ ...row, at: Math.max(0, row.at) }));
}

async function oldest(db: Db, request: LogWhere): Promise<number> {
  const { rows } = await sql<{ at: number }>`select at from audit_log where ${allOf(request)} order by at limit 1`.execute(db);
  return rows[0]?.at ?? request.to;
}
