import { sql } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { messageInRange } from '../console/message.query.ts';
import { caseWhere, openCaseOf } from './case.scope.ts';

/**
 * Refuses (16071, 16072) unless an open case of the caller covers a message, and writes the reading into the sealed log: where that can't be
 * written, nothing leaves. For areas that hand out what lies in a message: its files.
 */
export async function assertCovered(call: Call, { caseId, messageId }: { caseId: string; messageId: string }): Promise<void> {
  const { services, caller, db } = call;
  const found = await openCaseOf(call, caseId);
  const { rows } = await sql`select from im_message msg join im_conversation c on c.id = msg.conversation_id
    where msg.id = ${messageId}::uuid and ${caseWhere(found)} and ${messageInRange(call, caller.scope(), true)}`.execute(db);
  if (rows.length === 0) throw new Refusal(16072);
  await services.readLog.note(caller, {
    area: 'message',
    query: { caseId, case: found.number, file: true },
    rows: 1,
    objectIds: [messageId],
    reason: found.reason,
  });
}
