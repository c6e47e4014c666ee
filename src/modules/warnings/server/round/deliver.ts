import { sql } from 'kysely';
import type { NoticeChannel, NoticeReason } from '#kit/common/warning/warning-facts.ts';
import type { Services } from '#kit/server/services.ts';
import '#kit/server/mail/mail.table.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';
import { notifyByWechat } from '#modules/sign-in/server/public.ts';
import { compose, type Message, type Reader, type NotifiedAlert } from './compose.ts';
import { settled, type Person } from './persons.ts';
import { postWebhook, type Delivered } from './webhook.ts';

const minuteMillis = 60_000;
/** After how many minutes a webhook is tried again. */
const retries = [1, 5, 15];
/** How long a delivery belongs to the process that took it. */
const leaseMillis = minuteMillis;
const atOnce = 50;

interface Part {
  message_id: string;
  channel: NoticeChannel;
  person_id: string | null;
  uid: string | null;
  attempts: number;
}

/** Sends what is due: each message by each of its channels; on several nodes each takes others. */
export async function deliver(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  await followMails(services, now);
  const { rows: parts } = await sql<Part>`with due as (
      select id from warning_notice where state = 'queued' and message_id is not null and mail_id is null and next_at <= ${now}
      order by next_at limit ${atOnce * 20} for update skip locked
    ), taken as (
      update warning_notice set next_at = ${now + leaseMillis} where id in (select id from due) returning message_id, channel, person_id, uid, attempts
    ) select message_id, channel, person_id, uid, max(attempts) as attempts from taken group by 1, 2, 3, 4`.execute(db);
  for (let at = 0; at < parts.length; at += atOnce)
    await Promise.all(
      parts
        .slice(at, at + atOnce)
        .map((part) =>
          deliverPart(services, part, now).catch((error: unknown) =>
            services.log.error({ err: error, message: part.message_id }, 'A notice could not be sent'),
          ),
        ),
    );
}

async function deliverPart(services: Services, part: Part, now: number): Promise<void> {
  const { db } = services.database;
  const row =
    part.person_id === null
      ? undefined
      : await db.selectFrom('notice_person').selectAll().where('id', '=', part.person_id).executeTakeFirst();
  const person = row && (await settled(db, services, row));
  if (part.person_id !== null && !person?.enabled) return finish(services, part, { ok: false, answer: 'disabled' });
  const { rows: told } = await sql<
    NotifiedAlert & { reason: NoticeReason }
  >`select warning_id, reason, notice.severity, kind, object_id, object_name, object_kind, dept_id, facts, count, first_at
    from warning_notice notice join warning on warning.id = warning_id
    where message_id = ${part.message_id}::uuid and channel = ${part.channel} and notice.state = 'queued' order by notice.id`.execute(db);
  if (told.length === 0) return;
  const uid = person ? person.employee_id : part.uid;
  const reader: Reader = { uid, language: person?.language ?? 'zh_CN', timeZone: person?.time_zone ?? null };
  const message = await compose(db, services, { told, reader });
  if (part.channel === 'console') return notifyConsole(services, part, { message, uid, now });
  if (!person) return finish(services, part, { ok: false, answer: 'nobody' });
  if (part.channel === 'mail') return notifyByMail(services, part, { message, person, now });
  if (part.channel === 'wechat' || part.channel === 'im')
    return settle(services, part, await notifyEmployee(services, { ...person, channel: part.channel }, message));
  await settle(services, part, await postWebhook(services, person, { message, id: part.message_id, at: now }));
}

async function notifyConsole(
  services: Services,
  part: Part,
  { message, uid, now }: { message: Message; uid: string | null; now: number },
): Promise<void> {
  const enters = uid === null ? undefined : await services.directory.byUid(services.database.db, uid);
  if (uid === null || !enters?.mayEnter) return finish(services, part, { ok: false, answer: 'gone' });
  await finish(services, part, { ok: true, answer: '' });
  await services.live.send({ uid }, 'alarm', { id: part.message_id, title: message.title, at: now });
}

/** Tells an employee by WeCom, or in the chat in which the product writes. */
export async function notifyEmployee(
  services: Services,
  { employee_id: uid, channel }: Pick<Person, 'employee_id'> & { channel: 'wechat' | 'im' },
  message: Message,
): Promise<Delivered> {
  if (uid === null) return { ok: false, answer: 'gone' };
  return channel === 'im' ? notifyPerson(services, uid, message) : notifyByWechat(services, uid, message);
}

/** What becomes of the mail is looked up in the outbox. */
async function notifyByMail(
  services: Services,
  part: Part,
  { message, person, now }: { message: Message; person: Person; now: number },
): Promise<void> {
  const { db } = services.database;
  const to = await addressOf(services, person);
  if (to === undefined) return finish(services, part, { ok: false, answer: 'no address' });
  await db.transaction().execute(async (tx) => {
    const mail = await services.mails.queue(tx, {
      template: 'warning.notice',
      to: { address: to, name: person.name },
      language: person.language ?? 'zh_CN',
      values: { title: message.title, text: message.text, link: message.link },
      dedupeKey: `warning ${part.message_id}`,
    });
    await tx
      .updateTable('warning_notice')
      .set({
        mail_id: mail ?? null,
        attempts: 1,
        ...(mail === undefined && { state: 'suppressed', suppressed_by: 'dedupe', ended_at: now }),
      })
      .where('message_id', '=', part.message_id)
      .where('channel', '=', 'mail')
      .execute();
  });
}

/** Where mail to a notice person goes: an employee's own address, or an outside one that was proven. */
export async function addressOf(services: Pick<Services, 'directory' | 'database'>, person: Person): Promise<string | undefined> {
  if (person.employee_id === null) return person.verified_at === null ? undefined : (person.email ?? undefined);
  const employee = await services.directory.byUid(services.database.db, person.employee_id);
  return employee?.mayEnter ? (employee.email ?? undefined) : undefined;
}

async function followMails(services: Services, now: number): Promise<void> {
  await sql`update warning_notice notice set state = case when mail.state = 'sent' then 'sent' else 'failed' end, ended_at = ${now},
      attempts = mail.attempts, answer = coalesce(mail.answer, mail.failure, '')
    from mail_outbox mail where mail.id = mail_id and notice.state = 'queued' and mail.state in ('sent', 'failed', 'suppressed', 'cancelled')`.execute(
    services.database.db,
  );
  await lookAtFailed(services);
}

/** Who was not reached may have somebody after them. */
async function lookAtFailed(services: Pick<Services, 'database' | 'now'>): Promise<void> {
  const now = services.now();
  await sql`update warning set look_at = 0 where state = 'open' and look_at > 0 and exists (select from warning_notice notice where warning_id = warning.id
    and notice.state = 'failed' and ended_at > ${now - 2 * minuteMillis})`.execute(services.database.db);
}

async function finish(services: Services, part: Part, { ok, answer }: Delivered): Promise<void> {
  await services.database.db
    .updateTable('warning_notice')
    .set({ state: ok ? 'sent' : 'failed', answer, ended_at: services.now(), attempts: part.attempts + 1 })
    .where('message_id', '=', part.message_id)
    .where('channel', '=', part.channel)
    .where('state', '=', 'queued')
    .execute();
  if (!ok) await lookAtFailed(services);
}

/** A failure is tried again after 1, 5 and 15 minutes. Three in a row are a warning of their own. */
async function settle(services: Services, part: Part, delivered: Delivered): Promise<void> {
  const { db } = services.database;
  const pause = retries[part.attempts];
  if (part.person_id !== null) await noteChannel(services, { ...part, person_id: part.person_id }, delivered);
  if (delivered.ok || pause === undefined) return finish(services, part, delivered);
  await db
    .updateTable('warning_notice')
    .set({ attempts: part.attempts + 1, next_at: services.now() + pause * minuteMillis, answer: delivered.answer })
    .where('message_id', '=', part.message_id)
    .where('channel', '=', part.channel)
    .where('state', '=', 'queued')
    .execute();
}

const troubles = 3;

async function noteChannel(
  services: Pick<Services, 'database' | 'warnings'>,
  part: Part & { person_id: string },
  { ok, answer }: Delivered,
): Promise<void> {
  const { db } = services.database;
  const object = `${part.person_id}:${part.channel}`;
  if (ok) return services.warnings.clear(db, 'warning.channel', object);
  if (part.attempts + 1 < troubles) return;
  const person = await db.selectFrom('notice_person').select('name').where('id', '=', part.person_id).executeTakeFirst();
  await services.warnings.raise(db, {
    kind: 'warning.channel',
    object: { kind: 'noticePerson', id: object, name: person?.name ?? '' },
    facts: { channel: part.channel, answer },
  });
}
