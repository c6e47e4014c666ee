import { sql } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import { systemSender } from '../system-sender.ts';
import { openSystemChat } from './conversations.ts';
import { announce } from './message-events.ts';
import { postIn } from './post.ts';

/** What the product tells somebody. */
export interface PersonNotice {
  readonly title: string;
  readonly text: string;
  /** Where to go; empty where there is nothing to see. */
  readonly link: string;
}

/** Writes to somebody in the chat in which the product itself writes; who is not an active employee is not reached. */
export async function notifyPerson(services: CoreServices, uid: string, notice: PersonNotice): Promise<{ ok: boolean; answer: string }> {
  const { db } = services.database;
  const { rows } = await sql`select from (${services.directory.activeEmployees()}) as who where who.id::text = ${uid}`.execute(db);
  if (rows.length === 0) return { ok: false, answer: 'gone' };
  const { title, text, link } = notice;
  const sent = await db.transaction().execute(async (tx) => {
    const conversationId = await openSystemChat(tx, uid);
    const body = { title, text: text === title ? '' : text, ...(link !== '' && { link }) };
    return postIn(tx, services, { conversationId, sender: systemSender, kind: 'notice', body });
  });
  await announce(services, [{ what: 'message', conversation: sent.conversationId, seq: sent.seq }]);
  return { ok: true, answer: 'sent' };
}
