import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { CallBodyView, callGet, callUnmask } from '../common/call.contract.ts';
import { targetInRange } from './call.filter.ts';
import type { CallBody, CallStep } from './call-record.ts';
import { viewsOf, type CallLine, type Reading } from './call.query.ts';
import { sealedPlace } from './call-sealed.ts';
import { flushCalls } from './call-writer.ts';

/** How far the moment in an id may be from the row's own. */
const idSlackMillis = 3_600_000;
const aroundMillis = 30 * 60_000;

/** Ids of version 7 begin with their moment. */
const momentIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

type Found = CallLine & { steps: CallStep[]; request: CallBody | null; answer: CallBody | null; sealed: string | null };

/** The row of a call with what was kept of it; 10910 where its system lies outside the range. */
async function found(call: Reading, id: string): Promise<Found> {
  const { caller, db, services } = call;
  await flushCalls(services);
  const range = caller.scope();
  const moment = momentIn(id);
  const { rows } =
    await sql<Found>`select call.*, target.system_id, target.system_code, target.system_name, target.name, target.path, target.kind,
      body.request, body.answer, sealed.sealed
    from call_log call join call_target target on target.interface_id = call.interface_id left join call_body body on body.id = call.id
      left join call_sealed sealed on sealed.id = call.id
    where call.id = ${id}::uuid and call.at between ${moment - idSlackMillis} and ${moment + idSlackMillis}
      and ${targetInRange({ range, directory: services.directory })}`.execute(db);
  const row = rows[0];
  if (!row) throw range.all ? notFound() : outOfRange();
  caller.touch({ kind: 'call', id: row.id, name: row.path });
  return row;
}

/** What was masked of a call, by its path. */
function originals({ services }: Reading, { id, sealed }: Found): Record<string, unknown> {
  return sealed === null ? {} : (JSON.parse(services.secrets.open(sealed, sealedPlace(id))) as Record<string, unknown>);
}

/** One masked value of a call; null where it was not kept. */
export async function unmaskCall(call: Reading, { id, path, reason }: Parsed<typeof callUnmask>): Promise<Reply<typeof callUnmask>> {
  const kept = originals(call, await found(call, id));
  call.caller.note({ path, reason });
  if (!Object.hasOwn(kept, path)) return { value: null };
  const value = kept[path];
  return { value: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** One call with its steps; 10910 where its system lies outside the range. */
export async function getCall(call: Reading, { id }: { id: string }): Promise<Reply<typeof callGet>> {
  const { caller, db, services } = call;
  const range = caller.scope();
  const row = await found(call, id);
  const [view] = await viewsOf(call, [row]);
  const people = row.act_for_id === null ? new Map() : await services.directory.people(db, [row.act_for_id], caller.language, range);
  return {
    ...view!,
    traceId: row.trace_id,
    widgetId: row.widget_id,
    actForId: row.act_for_id,
    actForName: row.act_for_id === null ? null : (people.get(row.act_for_id)?.name ?? null),
    msQueue: row.ms_queue,
    replayOf: row.replay_of,
    steps: row.steps.map(({ detail = null, data = null, ...step }) => ({
      ...step,
      detail,
      data: data as Reply<typeof callGet>['steps'][number]['data'],
    })),
    request: bodyView(row.request),
    answer: bodyView(row.answer),
    around: await aroundOf(call, row),
    sealed: Object.keys(originals(call, row)),
  };
}

const bodyView = (body: CallBody | null): CallBodyView | null =>
  body === null
    ? null
    : {
        contentType: body.contentType ?? null,
        headers: Object.entries(body.headers ?? {}).map(([name, value]) => ({ name, value })),
        text: body.text,
        bytes: body.bytes,
        truncated: body.truncated ?? false,
      };

async function aroundOf({ db }: Reading, { interface_id, at }: CallLine): Promise<{ calls: number; failures: number }> {
  const { rows } = await sql<{
    calls: number;
    failures: number;
  }>`select count(*)::int as calls, (count(*) filter (where class <> 'ok'))::int as failures
    from (select class from call_log where interface_id = ${interface_id}::uuid and not test and at between ${at - aroundMillis} and ${at + aroundMillis} limit 10000) as near`.execute(
    db,
  );
  return rows[0] ?? { calls: 0, failures: 0 };
}
