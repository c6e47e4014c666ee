import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { snoRecall, snoRecallAck } from '../../common/client.contract.ts';
import { count } from '../push/counters.ts';
import { wakePushes } from '../send/wake.ts';

const pageSize = 200;

/** The oldest first: what this person's terminals must remove. */
export async function listRecalls(call: ClientCall, { after }: ClientInput<typeof snoRecall>): Promise<ClientReply<typeof snoRecall>> {
  const { uid } = sessionOf(call);
  const [at = '0', id = '00000000-0000-0000-0000-000000000000'] = after?.split('.') ?? [];
  const from = Number.isSafeInteger(Number(at)) ? Number(at) : 0;
  const behind = /^[0-9a-f-]{36}$/.test(id) ? id : '00000000-0000-0000-0000-000000000000';
  const { rows } = await sql<{ pushId: string; messageId: string | null; orderedAt: number }>`select t.push_id as "pushId",
      t.message_id as "messageId", t.recall_at as "orderedAt" from push_target t
    where t.employee_id = ${uid}::uuid and t.recall_state is not null and (t.recall_at, t.push_id) > (${from}::bigint, ${behind}::uuid)
    order by t.recall_at, t.push_id limit ${pageSize + 1}`.execute(call.db);
  const list = rows.slice(0, pageSize).map((row) => ({ ...row, orderedAt: Number(row.orderedAt) }));
  const last = list.at(-1);
  return { list, next: rows.length > pageSize && last ? `${last.orderedAt}.${last.pushId}` : null };
}

/** Notes that a terminal removed withdrawn pushes; what was never ordered for this person changes nothing. */
export async function acknowledge(
  call: ClientCall,
  { ids, result }: ClientInput<typeof snoRecallAck>,
): Promise<ClientReply<typeof snoRecallAck>> {
  const { uid } = sessionOf(call);
  const now = call.services.now();
  const given = [...new Set(ids)];
  const answer = await call.write(async (tx) => {
    // What a terminal could not remove is still there.
    if (result === 'failed') return { taken: 0, ignored: 0 };
    const { rows } = await sql<{ id: string }>`update push_target set recall_state = 'terminal', recall_at = ${now}
      where employee_id = ${uid}::uuid and push_id = any(${given}::uuid[]) and recall_state in ('ordered', 'server', 'notReached', 'unreachable')
      returning push_id as id`.execute(tx);
    for (const { id } of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) await count(tx, id, { recalled: 1 });
    const { rows: known } = await sql<{ n: number }>`select count(*)::int as n from push_target
      where employee_id = ${uid}::uuid and push_id = any(${given}::uuid[]) and recall_state is not null`.execute(tx);
    return { taken: known[0]!.n, ignored: given.length - known[0]!.n };
  });
  wakePushes(call.services);
  return answer;
}
