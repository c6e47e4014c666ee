import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { FeedbackFile } from '../common/feedback.contract.ts';

interface NewReply {
  id: string;
  feedbackId: string;
  byEmployee: boolean;
  uid: string;
  text: string;
  files: readonly FeedbackFile[];
  at: number;
}

/** Writes a word of a conversation down. */
export async function addReply(tx: Tx, { id, feedbackId, byEmployee, uid, text, files, at }: NewReply): Promise<void> {
  await sql`insert into feedback_reply (id, feedback_id, by_employee, uid, text, files, at)
    values (${id}::uuid, ${feedbackId}::uuid, ${byEmployee}, ${uid}::uuid, ${text}, ${JSON.stringify(files)}::jsonb, ${at})`.execute(tx);
}
