import { sql, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { MailOutboxTable, MailStep } from '#kit/server/mail/mail.table.ts';
import { clock } from '#platform/clock.ts';
import type { SmtpAnswer } from '#platform/mail/smtp-error.ts';
import '../mail.table.ts';

/** A mail that is being sent. */
export type OutboxRow = Selectable<MailOutboxTable>;

const minute = 60_000;
/** Waits before the second, third … try. */
const waits = [1, 5, 15, 60].map((minutes) => minutes * minute);
const longWait = 240 * minute;
/** After that a mail is given up. */
const patienceMillis = 24 * 60 * minute;

/** Whether anything is due; cheaper than a claim, so that idle nodes ask this. */
export async function isMailDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    due: boolean;
  }>`select exists (select from mail_outbox where state in ('queued', 'deferred') and next_at <= ${clock.now()}) as due`.execute(db);
  return rows[0]?.due ?? false;
}

/** Takes the mails that have been due longest. */
export async function claimMails(db: Db, most: number, domain: string): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`update mail_outbox as mail set state = 'sending', attempts = attempts + 1,
      message_id = coalesce(message_id, '<' || mail.id || '@' || ${domain} || '>')
    from (select queued_at, id from mail_outbox where state in ('queued', 'deferred') and next_at <= ${clock.now()}
      order by next_at, id limit ${most} for update skip locked) as due
    where mail.queued_at = due.queued_at and mail.id = due.id returning mail.*`.execute(db);
  return rows;
}

/** What became of a try. */
export interface Outcome {
  readonly server?: number;
  readonly answer?: SmtpAnswer | undefined;
  /** Our word for why it was not sent; absent when it was. */
  readonly failure?: string;
  /** The same mail may be taken later. */
  readonly later?: boolean;
  /** The address itself was refused for good. */
  readonly hard?: boolean;
  /** No server was to be had for so many milliseconds: it says nothing about the mail and is no try of it. */
  readonly restMillis?: number;
  /** Nothing is sent to this address any more. */
  readonly suppressed?: boolean;
  readonly dialogue?: readonly MailStep[];
}

/** The state after a try: sent, for another try later, or given up. */
function nextState(
  row: OutboxRow,
  { failure, later, suppressed, restMillis }: Outcome,
  now: number,
): { state: OutboxRow['state']; next_at: number } {
  if (suppressed) return { state: 'suppressed', next_at: now };
  if (failure === undefined) return { state: 'sent', next_at: now };
  const next = now + (restMillis ?? waits[row.attempts - 1] ?? longWait);
  return later && next <= row.queued_at + patienceMillis
    ? { state: 'deferred', next_at: Math.ceil(next) }
    : { state: 'failed', next_at: now };
}

/** Writes what became of a try; a mail that another node has taken meanwhile is left alone. */
export async function writeOutcome(db: Db, row: OutboxRow, outcome: Outcome): Promise<void> {
  const now = clock.now();
  const { state, next_at } = nextState(row, outcome, now);
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('mail_outbox')
      .set({
        state,
        next_at,
        ...(outcome.restMillis !== undefined && { attempts: row.attempts - 1 }),
        server_index: outcome.server ?? null,
        failure: outcome.failure ?? null,
        answer_code: outcome.answer?.code ?? null,
        answer: outcome.answer?.text ?? null,
        dialogue: outcome.dialogue ? JSON.stringify(outcome.dialogue) : null,
        sent_at: state === 'sent' ? now : null,
        ended_at: state === 'deferred' ? null : now,
      })
      .where('queued_at', '=', row.queued_at)
      .where('id', '=', row.id)
      .where('state', '=', 'sending')
      .where('attempts', '=', row.attempts)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (state === 'sent') await noteSent(tx, row.address, now);
    if (outcome.hard) await noteRefusal(tx, row.address, { answer: outcome.answer?.text ?? null, now });
  });
}

const hardRefusals = 2;

async function noteSent(tx: Db, address: string, now: number): Promise<void> {
  await tx.deleteFrom('mail_suppression').where('address', '=', address).where('since', 'is', null).execute();
  await tx.updateTable('mail_sender').set({ last_sent_at: now, trouble: null, trouble_since: null }).execute();
}

async function noteRefusal(tx: Db, address: string, { answer, now }: { answer: string | null; now: number }): Promise<void> {
  await sql`insert into mail_suppression (id, address, failures, answer, since, updated_at) values (${newId()}, ${address}, 1, ${answer}, null, ${now})
    on conflict (address) do update set failures = mail_suppression.failures + 1, answer = excluded.answer, updated_at = excluded.updated_at,
      since = case when mail_suppression.failures + 1 >= ${hardRefusals} then coalesce(mail_suppression.since, excluded.updated_at) end`.execute(
    tx,
  );
}

/** Whether nothing may be sent to this address. */
export async function isSuppressed(db: Db, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_suppression')
    .select('id')
    .where('address', '=', address)
    .where('since', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that no server accepts mail, for the page and the alerts. */
export async function noteFailure(db: Db, trouble: string): Promise<void> {
  await sql`update mail_sender set trouble = ${trouble}, trouble_since = coalesce(trouble_since, ${clock.now()})`.execute(db);
}

/** What begins the reason of a mail for which no server was to be had. */
export const unreached = 'unreached.';
