import { sql, type Selectable } from 'kysely';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { clientReport } from '../../common/client/client.contract.ts';
import { openBody } from '../engine/content.ts';
import { ownMessage } from '../engine/history.ts';
import type { MessageTable } from '../im.table.ts';
import { abilitiesOf } from '../role/functions.ts';

/** So many messages before and after the reported one belong to it. */
const around = 5;

/** Where the evidence of a report is sealed for. */
export const evidencePlace = (id: string) => ({ table: 'im_report', column: 'evidence', row: id });

/** Tells the administrators of a message that the person can read, with what stands around it; the same one again answers the first report. */
export async function report(call: ClientCall, input: ClientInput<typeof clientReport>): Promise<{ id: string }> {
  const { services, db, caller } = call;
  const message = await ownMessage(db, caller.uid, input.messageId);
  if (!(await abilitiesOf(services)(caller.uid)).functions.has('im.report'))
    throw new Refusal(16001, { function: { namespace: 'messaging', key: 'function.im.report' } }, { function: 'im.report' });
  const { rows } = await sql<Selectable<MessageTable>>`select msg.* from im_message msg join im_member m
      on m.conversation_id = msg.conversation_id and m.employee_id = ${caller.uid}::uuid
    where msg.conversation_id = ${message.conversation_id}::uuid and msg.seq between ${message.seq - around} and ${message.seq + around}
      and msg.seq > m.from_seq and (m.left_seq is null or msg.seq <= m.left_seq) order by msg.seq`.execute(db);
  const evidence = rows.map((row) => ({
    id: row.id,
    seq: row.seq,
    senderId: row.sender_id,
    kind: row.kind,
    at: row.sent_at,
    body: openBody(services, row, row.body),
  }));
  const id = newId();
  return call.write(async (tx) => {
    const made = await sql<{
      id: string;
    }>`insert into im_report (id, at, message_id, conversation_id, by_id, reason, words, evidence, state)
      values (${id}::uuid, ${services.now()}, ${message.id}::uuid, ${message.conversation_id}::uuid, ${caller.uid}::uuid, ${input.reason},
        ${input.words}, ${services.secrets.seal(JSON.stringify(evidence), evidencePlace(id))}, 'open')
      on conflict (message_id, by_id) do nothing returning id`.execute(tx);
    await sql`update im_message set flags = array_append(flags, 'reported') where id = ${message.id}::uuid and not flags @> '{reported}'`.execute(
      tx,
    );
    if (made.rows[0]) return { id };
    const { rows: before } = await sql<{ id: string }>`select id from im_report where message_id = ${message.id}::uuid
      and by_id = ${caller.uid}::uuid`.execute(tx);
    return { id: before[0]!.id };
  });
}
