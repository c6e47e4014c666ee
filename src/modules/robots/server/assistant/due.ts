import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import { announce, openSystemChat, postIn, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';
import { siteZone } from '#modules/people/server/public.ts';
import type { Language } from '#kit/common/language.ts';
import type { DigestRule } from '../../common/assistant/assistant.contract.ts';
import type { ReminderRepeat } from '../../common/assistant/words.ts';
import { directory } from '../directory.ts';
import { robotSettings } from '../setting/robot-settings.ts';
import { digestPartsOf } from './digest-parts.ts';
import { allowedFunctions, assistantOf, countAction, does } from './own-assistant.ts';
import { personPlace } from './person-place.ts';
import { dayIn, nextDigest, nextReminder } from './times.ts';

const mostAtOnce = 200;
const dayMillis = 86_400_000;

interface DueReminder {
  id: string;
  employeeId: string;
  text: string;
  at: number;
  repeat: ReminderRepeat;
}

/** Delivers the reminders that are due: told and moved on in one transaction, so that of several processes one delivers each, once. */
export const deliverReminders = (services: Services): Promise<void> =>
  deliver(services, async (tx, now) => {
    const { rows } = await sql<DueReminder>`select id, employee_id as "employeeId", text, at, repeat from assistant_reminder
      where next_at <= ${now} order by next_at limit ${mostAtOnce} for update skip locked`.execute(tx);
    const told: MessageChange[] = [];
    for (const row of rows) {
      const { id, employeeId } = row;
      const { zone, departmentId, language } = await personPlace(tx, employeeId);
      const { calendar } = await robotSettings(services, departmentId);
      const nextAt = row.repeat === 'none' ? null : nextReminder(row, now, { zone, calendar });
      await sql`update assistant_reminder set next_at = ${nextAt} where id = ${id}::uuid`.execute(tx);
      if (!(await mayAct(services, tx, employeeId, 'reminder'))) continue;
      const text = services.secrets.open(row.text, { table: 'assistant_reminder', column: 'text', row: id });
      told.push(...(await tell(tx, services, employeeId, { title: services.texts.text(language, 'robots', 'assistant.reminder'), text })));
      await countAction(tx, employeeId, dayIn(now, siteZone()), 'reminder');
    }
    return told;
  });

/** Delivers the digests that are due, with what the modules say for its parts; one without a line is not sent. */
export const deliverDigests = (services: Services): Promise<void> =>
  deliver(services, async (tx, now) => {
    const { rows } = await sql<{ employeeId: string; digest: DigestRule }>`select employee_id as "employeeId", digest
      from assistant where digest_next_at <= ${now} order by digest_next_at limit ${mostAtOnce} for update skip locked`.execute(tx);
    const told: MessageChange[] = [];
    for (const { employeeId, digest } of rows) {
      const { zone, language } = await personPlace(tx, employeeId);
      await sql`update assistant set digest_next_at = ${nextDigest(digest, now, zone)} where employee_id = ${employeeId}::uuid`.execute(tx);
      if (!(await mayAct(services, tx, employeeId, 'digest'))) continue;
      const lines = await linesOf(services, digest, { id: employeeId, language });
      if (lines.length === 0) continue;
      const title = services.texts.text(language, 'robots', 'assistant.digest');
      told.push(...(await tell(tx, services, employeeId, { title, text: lines.join('\n') })));
      await countAction(tx, employeeId, dayIn(now, siteZone()), 'digest');
    }
    return told;
  });

async function deliver(services: Services, work: (tx: Tx, now: number) => Promise<MessageChange[]>): Promise<void> {
  const told = await services.database.db.transaction().execute((tx) => work(tx, services.now()));
  await announce(services, told);
}

async function mayAct(services: Services, tx: Tx, employeeId: string, what: 'reminder' | 'digest'): Promise<boolean> {
  const assistant = await assistantOf(tx, employeeId);
  return assistant !== undefined && does(assistant, what) && (await allowedFunctions(services, employeeId)).has(what);
}

async function linesOf(services: Services, { parts }: DigestRule, person: { id: string; language: Language }): Promise<string[]> {
  const lines: string[] = [];
  for (const part of parts) {
    const line = await digestPartsOf(services).get(part)?.(services, person);
    if (line) lines.push(line);
  }
  return lines;
}

/** Writes a notice to somebody who works here. */
async function tell(tx: Tx, services: Services, uid: string, body: { title: string; text: string }): Promise<MessageChange[]> {
  const { rows } = await sql`select from (${directory.activeEmployees()}) as who where who.id = ${uid}::uuid`.execute(tx);
  if (rows.length === 0) return [];
  const conversationId = await openSystemChat(tx, uid);
  const sent = await postIn(tx, services, { conversationId, sender: systemSender, kind: 'notice', body });
  return [{ what: 'message', conversation: sent.conversationId, seq: sent.seq }];
}

/** Forgets to whom was answered on days that are over, and counts that nobody reads any more. */
export const forgetAnswered = upkeepEvery(dayMillis / 24, async ({ database, now }: Services) => {
  const at = now();
  await sql`delete from assistant_answered where day < ${dayIn(at - 2 * dayMillis, siteZone())}`.execute(database.db);
  await sql`delete from assistant_action where day < ${dayIn(at - 400 * dayMillis, siteZone())}`.execute(database.db);
});
