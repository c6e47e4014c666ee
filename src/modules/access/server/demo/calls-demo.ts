import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import {
  flushCalls,
  recordCall,
  type CallRecord,
  type CallStep,
  type CallTarget,
  type FailureClass,
} from '#modules/call-logs/server/public.ts';

const hourMillis = 3_600_000;

interface Live {
  id: string;
  name: string;
  path: string;
  kind: CallTarget['kind'];
  no: number;
  system: string;
  code: string;
  system_name: string;
  dept: string;
  callers: string[];
  /** A system that was granted it. */
  granted: string | null;
  granted_name: string | null;
  write: boolean;
  cached: boolean;
}

/** What went wrong with every so many of the calls, with the code and status that its caller got. */
const faults: readonly [every: number, how: FailureClass, code: number, status: number, ms: number][] = [
  [37, 'timeout', 14312, 504, 15_000],
  [29, 'fault', 14313, 502, 180],
  [53, 'limited', 14307, 429, 1],
];

/** The same number for the same place, from 0 to 999. */
const spread = (at: number): number => (at * 7919 + (at >> 3) * 104_729 + 17) % 1000;

/** How many calls an interface has on a day: each its own number, few at a weekend and no two days alike. */
function callsOn(live: Live, evening: number): number {
  const day = Math.floor((evening + 8 * hourMillis) / (24 * hourMillis));
  const base = 10 + ((live.path.length * 13) % 31);
  // The first day of the epoch was a Thursday.
  const isFree = (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
  return Math.max(2, Math.round(base * (isFree ? 0.2 : 1) * (0.85 + spread(day + live.path.length) / 3300)));
}

/** A phone, every third time the partner that was granted it; what phones may not call is asked by the product. */
function callerOf({ callers, granted, granted_name }: Live, place: number): CallRecord['caller'] {
  if (!callers.includes('terminals')) return { kind: 'internal', id: 'conversion' };
  if (granted !== null && place % 3 === 0) return { kind: 'system', id: granted, name: granted_name };
  return { kind: 'terminal' };
}

/** An id of that moment: calls are looked up near the moment of their id. */
function idAt(at: number): string {
  const moment = at.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}${newId().slice(13)}`;
}

function callOf(live: Live, begun: number, index: number): CallRecord {
  const place = Math.floor(begun / hourMillis) * 31 + index * 7 + live.path.length;
  const fault = faults.find(([every]) => place % every === 0);
  const kept = live.cached && !fault && place % 4 === 0;
  const ms = fault ? fault[4] : kept ? 0.6 : 18 + Math.round((spread(place) / 1000) ** 3 * 400);
  const at = begun + spread(place + index) * 3_600;
  return {
    id: idAt(at),
    at,
    requestId: `demo-${live.path}-${begun}-${index}`,
    target: {
      interfaceId: live.id,
      systemId: live.system,
      systemCode: live.code,
      systemName: live.system_name,
      name: live.name,
      path: live.path,
      kind: live.kind,
      ownerDeptId: live.dept,
    },
    versionNo: live.no,
    caller: callerOf(live, place),
    address: `10.20.${place % 40}.${(place * 3) % 250}`,
    method: live.write ? 'POST' : 'GET',
    class: fault ? fault[1] : 'ok',
    httpStatus: fault ? fault[3] : 200,
    targetStatus: fault || kept ? null : 200,
    code: fault ? fault[2] : 0,
    ms: { total: ms, target: kept || fault?.[1] === 'limited' ? 0 : ms * 0.9 },
    bytes: { in: 0, out: fault ? 80 : 600 + spread(place) },
    cache: !live.cached ? 'off' : kept ? 'hit' : 'miss',
    steps: stepsOf(live, { ms, how: fault?.[1] ?? 'ok', kept }),
  };
}

/** The steps of such a call, as the gateway keeps them. */
function stepsOf({ kind, cached }: Live, { ms, how, kept }: { ms: number; how: FailureClass; kept: boolean }): CallStep[] {
  const steps: CallStep[] = [];
  let from = 0;
  const add = (step: string, took: number, more: Partial<CallStep> = {}): void => {
    steps.push({ step, from: round(from), ms: round(took), state: 'done', ...more });
    from += took;
  };
  for (const step of ['route', 'method', 'caller', 'grant']) add(step, step === 'caller' ? 0.2 : 0.05);
  add('limits', 0.05, how === 'limited' ? { state: 'failed', detail: how } : {});
  if (how === 'limited') return steps;
  add('params', 0.1);
  add('cache', 0, kept ? { ms: 0.3, detail: 'hit' } : cached ? { detail: 'miss' } : { state: 'skipped', detail: 'off' });
  if (!kept) {
    add('map', 0.1);
    add('target', ms * 0.9, how === 'ok' ? { detail: kind } : { state: 'failed', detail: how });
    if (how !== 'ok') return steps;
    for (const step of ['decode', 'answerMap', 'answerSchema']) add(step, 0.1);
  }
  add('answer', 0.1);
  return steps;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

const lastOf = perProduct(() => ({ evening: 0 }));

/** What was asked of the published interfaces on the day that ends: more before noon and after lunch than in the evening. */
export async function callsOfTheDay(services: Services): Promise<void> {
  const { rows } = await sql<Live>`select i.id, i.name, s.code || '/' || p.code || '/' || i.code as path, i.kind, i.live_version_no as no,
      s.id as system, s.code, s.name as system_name, s.owner_dept_id as dept, i.callers, i.is_write as write, i.cache_on as cached,
      g.id as granted, g.name as granted_name
    from api_interface i join interface_prefix p on p.id = i.prefix_id join access_system s on s.id = i.system_id
      left join lateral (select c.id, c.name from interface_grant o join access_system c on c.id::text = o.grantee_id
        where o.target_kind = 'interface' and o.target_id = i.id::text and o.grantee_kind = 'system' order by c.code limit 1) g on true
    where i.live_version_no is not null and i.enabled order by path`.execute(services.database.db);
  const evening = services.now() - (services.now() % hourMillis);
  // A day may be closed several times.
  const last = lastOf(services);
  if (evening - last.evening < 12 * hourMillis) return;
  last.evening = evening;
  for (const live of rows)
    for (let index = 0; index < callsOn(live, evening); index += 1) {
      const hoursAgo = 1 + ((index * index + live.path.length) % 11);
      recordCall(services, callOf(live, evening - hoursAgo * hourMillis, index));
    }
  if (rows.length > 0) await flushCalls(services);
}
