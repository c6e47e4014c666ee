import { sql, type RawBuilder } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { caseKinds, caseStates } from '../../common/words.ts';

/** A case as it is stored. */
export interface StoredCase {
  id: string;
  version: number;
  number: string;
  kind: (typeof caseKinds)[number];
  reason: string;
  people: string[];
  pairsOnly: boolean;
  groupIds: string[];
  fromAt: number;
  toAt: number;
  days: number;
  state: (typeof caseStates)[number];
  needsApproval: boolean;
  requestedBy: string;
  decidedBy: string | null;
  decidedAt: number | null;
  opensAt: number | null;
  endsAt: number | null;
  note: string;
  createdAt: number;
}

/** The columns of a case; an open one whose days are over is expired, whatever its row says. */
export const caseColumns = (now: number): RawBuilder<unknown> => sql`k.id, k.version, k.number, k.kind, k.reason, k.people,
  k.pairs_only as "pairsOnly", k.group_ids as "groupIds", k.from_at as "fromAt", k.to_at as "toAt", k.days,
  case when k.state = 'open' and k.ends_at <= ${now} then 'expired' else k.state end as state, k.needs_approval as "needsApproval",
  k.requested_by as "requestedBy", k.decided_by as "decidedBy", k.decided_at as "decidedAt", k.opens_at as "opensAt", k.ends_at as "endsAt",
  k.note, k.created_at as "createdAt"`;

/** The open case of the caller: without one nothing is read (16071). */
export async function openCaseOf(call: Pick<Call, 'db' | 'services' | 'caller'>, id: string): Promise<StoredCase> {
  const now = call.services.now();
  const { rows } = await sql<StoredCase>`select ${caseColumns(now)} from im_case k where k.id = ${id}::uuid`.execute(call.db);
  const [found] = rows;
  if (!found || found.requestedBy !== call.caller.uid || found.state !== 'open') throw new Refusal(16071);
  return found;
}

/** Refuses a reading that names a chat or a time which the case does not cover (16072). */
export function assertCovered(
  { people, pairsOnly, groupIds, fromAt, toAt }: StoredCase,
  request: { from?: number | undefined; to?: number | undefined; groupId?: string | undefined; pair: readonly (string | undefined)[] },
): void {
  const pair = request.pair.filter((one) => one !== undefined);
  const known = pair.filter((one) => people.includes(one)).length;
  const isOutside =
    (request.from !== undefined && request.from < fromAt) ||
    (request.to !== undefined && request.to > toAt) ||
    (request.groupId !== undefined && !groupIds.includes(request.groupId)) ||
    known < (pairsOnly ? pair.length : pair.length - 1);
  if (isOutside) throw new Refusal(16072);
}

/** Writes a reading inside a case into the sealed log, before anything leaves; where that can't be written, nothing does. */
export async function noteReading(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  found: StoredCase,
  reading: { chat: string; ids: readonly string[] } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { ids, ...query } = reading;
  await services.readLog.note(caller, {
    area: 'message',
    query: { caseId: found.id, case: found.number, ...query },
    rows: ids.length,
    objectIds: [...ids],
    reason: found.reason,
  });
  caller.touch({ kind: 'imCase', id: found.id, name: found.number });
}

/** SQL condition on `msg` and `c`: what a case covers. Chats of who reads are never among it. */
export function caseWhere({ people, pairsOnly, groupIds, fromAt, toAt, requestedBy }: StoredCase): RawBuilder<boolean> {
  const pair = pairsOnly
    ? sql`c.one_id = any(${people}::uuid[]) and c.other_id = any(${people}::uuid[])`
    : sql`(c.one_id = any(${people}::uuid[]) or c.other_id = any(${people}::uuid[]))`;
  return sql`(msg.sent_at between ${fromAt} and ${toAt}
    and ((c.kind = 'single' and ${pair}) or (c.kind = 'group' and c.group_id = any(${groupIds}::uuid[])))
    and not exists (select from im_member own where own.conversation_id = c.id and own.employee_id::text = ${requestedBy}))`;
}
