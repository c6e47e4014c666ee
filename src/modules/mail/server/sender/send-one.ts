import type { MailStep } from '#kit/server/mail/mail.table.ts';
import type { Services } from '#kit/server/services.ts';
import { buildMail, type BuiltMail } from '#platform/mail/mail-message.ts';
import type { MailPool } from '#platform/mail/mail-pool.ts';
import { renderMail } from '../render.ts';
import { isSuppressed, unreached, type Outcome, type OutboxRow } from './outbox.ts';
import type { SendingSettings } from './settings.ts';

const mostSteps = 120;

/** Tries to send one mail and says what became of it; `unreached` where no server was to be had, which says nothing about the mail. */
export async function sendOne(
  services: Services,
  { pool, settings }: { pool: MailPool; settings: SendingSettings },
  row: OutboxRow,
): Promise<Outcome & { unreached?: true }> {
  const { db } = services.database;
  if (await isSuppressed(db, row.address)) return { failure: 'suppressed', suppressed: true };
  const mail = await mailOf(services, settings, row);
  if (typeof mail === 'string') return { failure: mail };
  const dialogue: MailStep[] = [];
  const started = Date.now();
  let speaking = -1;
  const note = (who: MailStep['who'], line: string): void => {
    if (dialogue.length < mostSteps) dialogue.push({ who, line, at: Date.now() - started });
  };
  const result = await pool.send(settings.servers, mail, (server, who, line) => {
    if (server !== speaking) note('note', `${settings.servers[server]?.host}:${settings.servers[server]?.port}`);
    speaking = server;
    note(who, line);
  });
  if (result.ok) return { server: result.server, answer: result.answer, dialogue };
  const { error, server } = result;
  note('note', error.reason);
  return {
    server,
    answer: error.answer,
    failure: result.unreached ? `${unreached}${error.reason}` : error.reason,
    later: error.later,
    hard: error.reason === 'recipient' && !error.later,
    dialogue,
    ...(result.unreached && { unreached: true }),
  };
}

/** The mail as it travels, or why there is none. */
async function mailOf(
  services: Pick<Services, 'database' | 'mails'>,
  settings: SendingSettings,
  row: OutboxRow,
): Promise<BuiltMail | string> {
  const template = services.mails.templates.find(({ code }) => code === row.template);
  if (!template) return 'template';
  if (row.content === null) return 'erased';
  const values = await services.mails.valuesOf(services.database.db, { id: row.id, content: row.content });
  const stored = await services.database.db.selectFrom('mail_template').select('texts').where('code', '=', row.template).executeTakeFirst();
  const text = await renderMail(template, { language: row.language, own: stored?.texts ?? {}, values, footer: settings.footer });
  return buildMail(
    {
      ...text,
      messageId: row.message_id ?? `<${row.id}@${settings.domain}>`,
      date: new Date(row.queued_at),
      from: settings.from,
      to: { address: row.address, ...(row.name !== null && { name: row.name }) },
      ...(settings.replyTo && { replyTo: settings.replyTo }),
    },
    { maxBytes: settings.maxBytes, ...(settings.dkim && { dkim: settings.dkim }) },
  );
}
