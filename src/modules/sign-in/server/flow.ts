import { randomBytes } from 'node:crypto';
import type { Db } from '#kit/server/directory.ts';
import { hashOf } from '#kit/server/session/session-cookie.ts';
import { AnswerRefused } from './answer-refused.ts';
import './auth-setting/auth-setting.table.ts';

const flowMillis = 15 * 60_000;
const ticketMillis = 60_000;

/** A sign-in on its way. */
interface Flow {
  settingId: string;
  /** Hash of the cookie of the browser that left. */
  browser: Buffer;
  kept: Record<string, string>;
  triedBy: string | null;
}

const random = (): string => randomBytes(32).toString('base64url');
const included = (hashes: readonly Buffer[], hash: Buffer): boolean => hashes.some((one) => one.equals(hash));

/** A new state: what the other system gives back unchanged, and by which the answer is known again. */
export const newState = random;

/** Remembers a sign-in that leaves for the other system, bound to its browser. */
export async function beginFlow(db: Db, state: string, flow: Flow & { now: number; millis?: number }): Promise<void> {
  await db.deleteFrom('sign_in_flow').where('expires_at', '<', flow.now).execute();
  await db
    .insertInto('sign_in_flow')
    .values({
      state_hash: hashOf(state),
      setting_id: flow.settingId,
      browser_hash: flow.browser,
      kept: JSON.stringify(flow.kept),
      tried_by: flow.triedBy,
      expires_at: flow.now + (flow.millis ?? flowMillis),
    })
    .execute();
}

/** Takes a sign-in up again, once. Refuses an answer that nobody asked for, and a second one. */
export async function takeFlow(db: Db, answer: { state: string | undefined; settingId: string; now: number }): Promise<Flow> {
  const row = await db
    .deleteFrom('sign_in_flow')
    .where('state_hash', '=', hashOf(answer.state ?? ''))
    .where('setting_id', '=', answer.settingId)
    .returningAll()
    .executeTakeFirst();
  if (!row || row.expires_at <= answer.now) throw new AnswerRefused('state');
  return { settingId: row.setting_id, browser: row.browser_hash, kept: row.kept, triedBy: row.tried_by };
}

/** Refuses an answer in another browser than the one that left. */
export function assertBrowser({ browser }: Flow, browsers: readonly Buffer[]): void {
  if (!included(browsers, browser)) throw new AnswerRefused('browser');
}

/** A word that opens one session within a minute, in the same browser. */
export async function makeTicket(
  db: Db,
  ticket: { settingId: string; browser: Buffer; uid: string; strong: boolean; link: string | null; now: number },
): Promise<string> {
  const word = random();
  await db.deleteFrom('sign_in_ticket').where('expires_at', '<', ticket.now).execute();
  await db
    .insertInto('sign_in_ticket')
    .values({
      ticket_hash: hashOf(word),
      setting_id: ticket.settingId,
      browser_hash: ticket.browser,
      uid: ticket.uid,
      strong: ticket.strong,
      link: ticket.link,
      expires_at: ticket.now + ticketMillis,
    })
    .execute();
  return word;
}

/** Uses a ticket up; undefined when it is unknown, used, too old, of another way or in another browser. */
export async function takeTicket(
  db: Db,
  word: string,
  from: { settingId: string; browsers: readonly Buffer[]; now: number },
): Promise<{ uid: string; strong: boolean; link: string | null } | undefined> {
  const row = await db.deleteFrom('sign_in_ticket').where('ticket_hash', '=', hashOf(word)).returningAll().executeTakeFirst();
  const fits = row && row.expires_at > from.now && row.setting_id === from.settingId && included(from.browsers, row.browser_hash);
  return fits ? { uid: row.uid, strong: row.strong, link: row.link } : undefined;
}
