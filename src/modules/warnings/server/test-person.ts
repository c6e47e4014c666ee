import { setTimeout as sleep } from 'node:timers/promises';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { NoticeChannel } from '#kit/common/warning/warning-facts.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import type { noticePersonTest } from '../common/notice-person.contract.ts';
import { sendProof } from './notice-person.service.ts';
import { consoleAddress, type Message } from './round/compose.ts';
import { addressOf, notifyEmployee } from './round/deliver.ts';
import { settled, type Person } from './round/persons.ts';
import { postWebhook, type Delivered } from './round/webhook.ts';
import { assertSiteWide } from './site-wide.ts';

/** How long a test waits for the mail servers' answer. */
const mailMillis = 15_000;

/** Sends a trial by a channel and answers what came of it. To an address that is not proven it sends the code to prove it by. */
export async function testPerson(call: Call, { id, channel }: Parsed<typeof noticePersonTest>): Promise<Reply<typeof noticePersonTest>> {
  const { caller, db } = call;
  assertSiteWide(caller);
  const person = await db.selectFrom('notice_person').selectAll().where('id', '=', id).executeTakeFirst();
  if (!person) throw notFound();
  if (!person.channels.includes(channel)) throw new InvalidInput([{ path: 'channel', namespace: 'warnings', key: 'issue.channel' }]);
  caller.touch({ kind: 'noticePerson', id, name: person.name });
  const proving = channel === 'mail' && person.email !== null && person.verified_at === null;
  const result = proving ? await prove(call, person) : await trial(call, person, channel);
  await call.write(async (tx) => {
    const values = { at: call.services.now(), ...result };
    await tx
      .insertInto('notice_test')
      .values({ person_id: id, channel, ...values })
      .onConflict((on) => on.columns(['person_id', 'channel']).doUpdateSet(values))
      .execute();
    caller.note({ channel, ok: result.ok });
  });
  return { ...result, proving };
}

async function prove(call: Call, person: Person): Promise<Delivered> {
  const { email, id } = person;
  if (email === null) return { ok: false, answer: 'no address' };
  const queued = await call.db.transaction().execute(async (tx) => {
    await sendProof(tx, call, { id, email, language: person.language ?? call.caller.language });
    return tx.selectFrom('mail_outbox').select('id').where('address', '=', email).orderBy('id', 'desc').executeTakeFirst();
  });
  return queued ? followMail(call, queued.id) : { ok: true, answer: '' };
}

async function trial(call: Call, person: Person, channel: NoticeChannel): Promise<Delivered> {
  const { services, caller } = call;
  const { language } = await settled(services.database.db, services, person);
  const title = services.texts.text(language, 'warnings', 'notice.trial', { name: caller.name });
  const message: Message = { title, text: title, link: `${consoleAddress(services)}/sys_warning_manager?tab=persons`, lines: [] };
  if (channel === 'webhook') return postWebhook(services, person, { message, id: newId(), at: services.now() });
  if (channel === 'wechat' || channel === 'im') return notifyEmployee(services, { ...person, channel }, message);
  if (channel === 'mail') {
    const to = await addressOf(services, person);
    if (to === undefined) return { ok: false, answer: services.texts.text(caller.language, 'warnings', 'notice.noAddress') };
    const id = await services.mails.queue(services.database.db, {
      template: 'warning.notice',
      to: { address: to, name: person.name },
      language,
      values: { title, text: message.text, link: message.link },
    });
    return id === undefined ? { ok: false, answer: '' } : followMail(call, id);
  }
  const uid = person.employee_id;
  const enters = uid === null ? undefined : await services.directory.byUid(services.database.db, uid);
  if (uid === null || !enters?.mayEnter) return { ok: false, answer: services.texts.text(caller.language, 'warnings', 'notice.gone') };
  await services.live.send({ uid }, 'alarm', { id: newId(), title, at: services.now() });
  return { ok: true, answer: services.texts.text(caller.language, 'warnings', 'notice.shown') };
}

/** What becomes of a mail, as far as it is known in time. */
async function followMail({ services, caller }: Call, id: string): Promise<Delivered> {
  const { db } = services.database;
  const t = (key: string): string => services.texts.text(caller.language, 'warnings', key);
  for (const end = performance.now() + mailMillis; performance.now() < end; await sleep(300)) {
    const mail = await db.selectFrom('mail_outbox').select(['state', 'answer', 'failure']).where('id', '=', id).executeTakeFirst();
    if (mail?.state === 'sent') return { ok: true, answer: mail.answer ?? '' };
    if (mail && ['failed', 'suppressed', 'cancelled', 'deferred'].includes(mail.state))
      return { ok: false, answer: [mail.failure, mail.answer].filter(Boolean).join(' ') };
  }
  return { ok: false, answer: t('notice.waiting') };
}
