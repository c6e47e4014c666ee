import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';
import { mailConnectionsOf } from '../engine/connections.ts';
import { subjectPlace, type MailSendingTable } from '../terminal/mail.table.ts';
import { deliver, noteUse, saveSent, talksOf, type Tried } from './deliver.ts';

const minute = 60_000;
/** Waits before the second, third … try, and after them. */
const waits = [1, 5, 15, 60].map((minutes) => minutes * minute);
const longWait = 60 * minute;
/** After that a mail is given up. */
const patienceMillis = 24 * 60 * minute;
/** A node that has a mail for longer has died on it. */
const claimMillis = 10 * minute;
const lookMillis = 1_000;
const atOnce = 4;
const drainMillis = 3_000;

/** Takes a mail that is due. */
async function claim({ database, now }: CoreServices): Promise<MailSendingTable | undefined> {
  const at = now();
  const { rows } = await sql<MailSendingTable>`update mail_sending m set claimed_until = ${at + claimMillis},
      state = case when m.state = 'saving' then 'saving' else 'sending' end, attempts = m.attempts + 1
    from (select id from mail_sending where (state = 'waiting' or (state in ('sending', 'saving') and coalesce(claimed_until, 0) < ${at}))
      and next_at <= ${at} order by next_at, id limit 1 for update skip locked) as due
    where m.id = due.id returning m.*`.execute(database.db);
  return rows[0];
}

const nextAt = (row: MailSendingTable, now: number): number => now + (waits[row.attempts - 1] ?? longWait);

/** Writes what became of a mail; one that another node took meanwhile is left alone. */
async function write({ database }: CoreServices, row: MailSendingTable, values: Partial<MailSendingTable>): Promise<boolean> {
  const fields = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { numAffectedRows } = await sql`update mail_sending set claimed_until = null, ${sql.join(fields)} where id = ${row.id}::uuid
    and attempts = ${row.attempts} and state in ('sending', 'saving')`.execute(database.db);
  return numAffectedRows !== 0n;
}

async function end(services: CoreServices, row: MailSendingTable, values: Partial<MailSendingTable>): Promise<void> {
  const now = services.now();
  if ((await write(services, row, { ...values, ended_at: now })) && row.file_id !== null)
    await sql`update file set expires_at = ${now} where id = ${row.file_id}::uuid`.execute(services.database.db);
}

/** Tells who wrote a mail, in the words of the server. */
async function tell(services: CoreServices, row: MailSendingTable, key: string, params: Record<string, string>): Promise<void> {
  const subject = services.secrets.open(row.subject, subjectPlace(row.id));
  const say = (part: string): string => services.texts.text(row.language, 'mailboxes', `notice.${key}.${part}`, { ...params, subject });
  await notifyPerson(services, row.employee_id, { title: say('title'), text: say('text'), link: '' });
}

const reasonOf = (services: CoreServices, row: MailSendingTable, { failure, words }: Extract<Tried, { ok: false }>): string => {
  const said = services.texts.text(row.language, 'mailboxes', `fault.${failure}`);
  return words === '' ? said : `${said} (${words})`;
};

async function sendOne(services: CoreServices, row: MailSendingTable): Promise<void> {
  const tried = await deliver(services, row);
  const now = services.now();
  if (tried.ok) {
    const refused = tried.refused.map(({ address, words }) => `${address}: ${words}`).join('; ');
    if (tried.append) await write(services, row, { state: 'saving', attempts: 0, next_at: now, failure: null, words: refused });
    else await end(services, row, { state: 'sent', failure: null, words: refused });
    await noteUse(services.database.db, row.account_id, now);
    if (refused !== '') await tell(services, row, 'partly', { refused });
    return;
  }
  const next = nextAt(row, now);
  const told = { failure: tried.failure, words: tried.words };
  if (tried.later && next <= row.due_at + patienceMillis) {
    await write(services, row, { state: 'waiting', next_at: next, ...told });
    return;
  }
  await end(services, row, { state: 'failed', ...told });
  await tell(services, row, 'unsent', { reason: reasonOf(services, row, tried) });
}

/** The copy among the sent ones is tried as long as the mail itself would be; then it is left. */
async function saveOne(services: CoreServices, row: MailSendingTable): Promise<void> {
  try {
    await saveSent(services, row);
    await end(services, row, { state: 'sent' });
  } catch (error) {
    const next = nextAt(row, services.now());
    services.log.warn({ err: error, mail: row.id }, 'A sent mail could not be put among the sent ones');
    if (next <= row.due_at + patienceMillis) await write(services, row, { next_at: next });
    else await end(services, row, { state: 'sent' });
  }
}

/** Sends everything that is due; answers how many mails it had. */
async function sendDue(services: CoreServices): Promise<number> {
  let done = 0;
  for (let row = await claim(services); row; row = await claim(services)) {
    done += 1;
    try {
      await (row.state === 'saving' ? saveOne(services, row) : sendOne(services, row));
    } catch (error) {
      services.log.error({ err: error, mail: row.id }, 'A mail could not be sent');
      await write(services, row, { state: row.state === 'saving' ? 'saving' : 'waiting', next_at: nextAt(row, services.now()) });
    }
  }
  return done;
}

/** Who sends in this process: woken when something was put into the queue. */
export const sendersOf = perProduct(() => {
  const listeners = new Set<() => void>();
  return {
    wake: (): void => listeners.forEach((one) => one()),
    listen: (one: () => void): (() => void) => {
      listeners.add(one);
      return () => void listeners.delete(one);
    },
  };
});

/** Sends until it is stopped, a few mails at once; then the connections of the mailboxes end as well. */
export function runSending(services: CoreServices): { stop(): Promise<void> } {
  let stopped = false;
  const running = new Set<Promise<void>>();
  const begin = (): void => {
    if (stopped || running.size >= atOnce) return;
    const turn: Promise<void> = sendDue(services)
      // Where there was something there may be more: another one begins beside it.
      .then((done) => (done > 0 ? setImmediate(begin) : undefined))
      .then(() => undefined)
      .catch((error: unknown) => services.log.error({ err: error }, 'Mails to send could not be looked at'))
      .finally(() => running.delete(turn));
    running.add(turn);
  };
  const timer = setInterval(begin, lookMillis);
  const forget = sendersOf(services).listen(begin);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      forget();
      // What is nearly done ends by itself; the rest is cut and tried again after the start.
      await Promise.race([Promise.all(running), sleep(drainMillis, undefined, { ref: false })]);
      for (const talk of talksOf(services)) talk.cut();
      await Promise.race([Promise.all(running), sleep(drainMillis, undefined, { ref: false })]);
      await mailConnectionsOf(services).close();
    },
  };
}
