import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { warningsAround } from '#modules/warnings/server/public.ts';
import { operationList } from '../../common/operation-log.contract.ts';
import type { AroundEvent, operationAround } from '../../common/unmask.contract.ts';
import { readSlice } from '../log-slice.ts';
import { whereOf } from './operation.filter.ts';
import { operationSource } from './operation.query.ts';
import { viewsOf, type ViewedRow } from './operation.view.ts';

/** Events on each side of the moment. */
const most = 100;
const minuteMillis = 60_000;

/** What was done around a moment. */
export async function aroundMoment(
  call: Call,
  { at, minutes, module }: Parsed<typeof operationAround>,
): Promise<Reply<typeof operationAround>> {
  const [from, to] = [Math.max(0, at - minutes * minuteMillis), at + minutes * minuteMillis];
  const filter = operationList.input.parse({ ...(module !== undefined && { module: [module] }) });
  const before = await readSlice<ViewedRow>(call.db, operationSource, await whereOf(call, { ...filter, from, to: at }), { pageSize: most });
  const request = await whereOf(call, { ...filter, from: at + 1, to });
  const { rows: later } = await sql<ViewedRow>`select ${operationSource.columns} from audit_log
    where at >= ${request.from} and at <= ${request.to} and ${sql.join([...request.where], sql` and `)} order by at, id limit ${most}`.execute(
    call.db,
  );
  const rows = await viewsOf(call, [...before.rows.toReversed(), ...later]);
  const events = rows.map(({ id, at: moment, what, name, account, objectName, result }): AroundEvent => ({
    at: moment,
    kind: 'operation',
    id,
    what,
    objectName,
    result,
    name: name || account,
  }));
  const jobs = module === undefined ? await jobsBetween(call, from, to) : [];
  return {
    list: [...events, ...jobs, ...(await warningsBetween(call, { from, to, module }))].toSorted((one, other) => one.at - other.at),
    more: before.next !== null || later.length === most,
  };
}

/** What was wrong around the moment, and what was right again. */
async function warningsBetween(call: Call, span: { from: number; to: number; module: string | undefined }): Promise<AroundEvent[]> {
  const { services, caller } = call;
  const found = await warningsAround(call, { ...span, limit: most });
  return found.map(({ id, at, over, text, severity }): AroundEvent => ({
    at,
    kind: 'warning',
    id,
    what: services.texts.text(caller.language, 'logs', over ? 'operation.warningOver' : 'operation.warningBegan', { text }),
    name: '',
    objectName: null,
    result: over ? 'ok' : severity === 'info' || severity === 'warning' ? 'refused' : 'failed',
  }));
}

/** Long work that began or ended in this time: of everybody for who sees everybody, else one's own. */
async function jobsBetween({ db, caller, services }: Call, from: number, to: number): Promise<AroundEvent[]> {
  const whose = caller.scope().all ? sql`true` : sql`uid = ${caller.uid}`;
  const { rows } = await sql<{ id: string; kind: string; at: number; state: string; name: string | null; payload: never }>`
    select id, kind, coalesce(ended_at, created_at) as at, state, caller->>'name' as name, payload from job
    where coalesce(ended_at, created_at) between ${from} and ${to} and ${whose} order by 3 limit ${most}`.execute(db);
  return rows.map(({ id, kind, at, state, name, payload }): AroundEvent => {
    const known = services.jobs.kindOf(kind);
    const title = known && services.texts.text(caller.language, known.title.namespace, known.title.key, known.params?.(payload) ?? {});
    return { at, kind: 'job', id, what: title ?? kind, name: name ?? '', objectName: null, result: state === 'failed' ? 'failed' : 'ok' };
  });
}
