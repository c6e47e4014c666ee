import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { changeApproval } from '../common/permissions.ts';
import { waitingFor } from './request.read.ts';

/** Requests that wait for the caller's word and how many did at the end of each day; nothing for who may not open their page. */
export async function waitingDays(
  services: Services,
  db: Db,
  caller: Caller,
  days: readonly number[],
): Promise<{ now: number; days: number[] } | null> {
  if (!caller.can(changeApproval.code)) return null;
  const waiting = await waitingFor(services, db, caller.uid);
  // Those that the caller answered meanwhile waited until then.
  const { rows } = await sql<{ from: number; to: number }>`select r.at as "from", min(e.at) as "to" from change_request r
    join change_request_event e on e.request_id = r.id and e.uid = ${caller.uid} and e.event in ('approved', 'rejected', 'reviewed', 'disputed')
    where r.requester <> ${caller.uid} and e.at >= ${days[0] ?? 0} group by r.id, r.at`.execute(db);
  const spans = [...rows, ...waiting.map((request) => ({ from: request.at, to: Number.POSITIVE_INFINITY }))];
  return {
    now: waiting.length,
    days: days.map((_, at) => {
      const end = days[at + 1] ?? Number.POSITIVE_INFINITY;
      return spans.filter(({ from, to }) => from < end && to >= end).length;
    }),
  };
}
