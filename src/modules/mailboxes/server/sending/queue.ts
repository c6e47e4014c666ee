import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import { keepMade } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, Overload, Refusal } from '#kit/server/refusal.ts';
import type * as contract from '../../common/terminal/write.contract.ts';
import { mailConnectionsOf } from '../engine/connections.ts';
import { inFolder } from '../engine/mails.ts';
import { folderFor } from '../terminal/folders.ts';
import { subjectPlace, type MailSendingTable } from '../terminal/mail.table.ts';
import { openBox, talking, type OpenedBox } from '../terminal/open-box.ts';
import { settingOf, writers } from '../terminal/read.ts';
import { composeMail } from './compose.ts';
import { prepareMail } from './prepare.ts';
import { sendersOf } from './work.ts';

const mebibyte = 1024 * 1024;
const hourMillis = 3_600_000;
const dayMillis = 86_400_000;

const openedToWrite = (call: ClientCall, accountId: string, action: 'send' | 'draft'): Promise<OpenedBox> =>
  openBox(call, { accountId, folder: null, uses: 'send', rights: writers, action });

/** Puts a mail into the queue; the same id again is answered with what became of it. */
export async function send(
  call: ClientCall,
  input: ClientInput<typeof contract.clientMailSend>,
): Promise<ClientReply<typeof contract.clientMailSend>> {
  const { db, services, caller } = call;
  const known = await sendingOf(db, caller.uid, input.id);
  if (known) return shown(known);
  const opened = await openedToWrite(call, input.accountId, 'send');
  const { box } = opened;
  const now = services.now();
  const { undo, later } = await settingOf(call);
  if (input.sendAt !== undefined && input.sendAt > now + later * dayMillis)
    throw new InvalidInput([{ path: 'sendAt', namespace: 'mailboxes', key: 'issue.later', params: { n: later } }]);
  await assertRate(db, box.id, { most: box.limits.sendPerHour, now });
  const { recipients, ...mail } = await prepareMail(call, opened, input, { draft: false, asBox: input.asBox });
  const due = Math.max(now + undo * 1000, input.sendAt ?? 0);
  const composed = { ...mail, date: new Date(due) };
  const draft = { name: 'mail.eml', type: 'message/rfc822', purpose: 'mailSending', owner: caller.uid, keepMillis: null };
  const file = await keepMade(services, await composeMail(services, composed), draft);
  try {
    if (file.size > box.limits.messageSize * mebibyte) throw new Refusal(17007, { n: `${box.limits.messageSize} MiB` });
    const id = newId();
    const { rows } = await sql<MailSendingTable>`insert into mail_sending (id, client_id, employee_id, account_id, language, platform,
        message_id, from_address, sender_address, recipients, subject, file_id, size, state, attempts, queued_at, due_at, next_at, draft_uid)
      values (${id}::uuid, ${input.id}::uuid, ${caller.uid}::uuid, ${box.id}::uuid, ${caller.language}, ${call.terminal.platform},
        ${mail.messageId}, ${mail.from.address}, ${mail.sender?.address ?? null}, ${JSON.stringify(recipients)}::jsonb,
        ${services.secrets.seal(mail.subject, subjectPlace(id))}, ${file.id}::uuid, ${file.size}, 'waiting', 0, ${now}, ${due}, ${due},
        ${input.draft ?? null}) on conflict (employee_id, client_id) do nothing returning *`.execute(db);
    const [row] = rows;
    if (row) {
      sendersOf(services).wake();
      return shown(row);
    }
  } catch (error) {
    await dropFile(db, file.id, now);
    throw error;
  }
  // The same mail came twice at once: the other one was first.
  await dropFile(db, file.id, now);
  const first = await sendingOf(db, caller.uid, input.id);
  if (!first) throw notFound();
  return shown(first);
}

const shown = ({ client_id, message_id, next_at }: MailSendingTable): ClientReply<typeof contract.clientMailSend> => ({
  id: client_id,
  messageId: message_id,
  sendsAt: next_at,
});

async function sendingOf(db: Db, uid: string, clientId: string): Promise<MailSendingTable | undefined> {
  const { rows } = await sql<MailSendingTable>`select * from mail_sending where employee_id = ${uid}::uuid
    and client_id = ${clientId}::uuid`.execute(db);
  return rows[0];
}

/** Forgets what a mail says. */
async function dropFile(db: Db, fileId: string | null, now: number): Promise<void> {
  if (fileId !== null) await sql`update file set expires_at = ${now} where id = ${fileId}::uuid`.execute(db);
}

async function assertRate(db: Db, accountId: string, { most, now }: { most: number; now: number }): Promise<void> {
  if (most === 0) return;
  const { rows } = await sql<{ n: number; first: number | null }>`select count(*)::int as n, min(queued_at) as first from mail_sending
    where account_id = ${accountId}::uuid and queued_at > ${now - hourMillis} and state <> 'cancelled'`.execute(db);
  const { n = 0, first = null } = rows[0] ?? {};
  if (n >= most) throw new Overload(Math.max(1, Math.ceil(((first ?? now) + hourMillis - now) / 1000)));
}

/** Takes a mail back that still waits, and was not tried yet. */
export async function undoSend(
  { db, services, caller }: ClientCall,
  { id }: ClientInput<typeof contract.clientMailUndoSend>,
): Promise<ClientReply<typeof contract.clientMailUndoSend>> {
  const now = services.now();
  const { rows } = await sql<{ file_id: string | null }>`update mail_sending set state = 'cancelled', ended_at = ${now}
    where employee_id = ${caller.uid}::uuid and client_id = ${id}::uuid and state = 'waiting' returning file_id`.execute(db);
  const [undone] = rows;
  if (undone) await dropFile(db, undone.file_id, now);
  else if (!(await sendingOf(db, caller.uid, id))) throw notFound();
  return { undone: undone !== undefined };
}

/** Keeps a mail among the drafts; the state that it takes the place of goes once the new one is there. */
export async function draft(
  call: ClientCall,
  input: ClientInput<typeof contract.clientMailDraft>,
): Promise<ClientReply<typeof contract.clientMailDraft>> {
  const opened = await openedToWrite(call, input.accountId, 'draft');
  const { box } = opened;
  const mail = await prepareMail(call, opened, input, { draft: true });
  const raw = await buffer(await composeMail(call.services, mail, true));
  const most = box.limits.messageSize;
  if (raw.length > most * mebibyte) throw new Refusal(17007, { n: `${most} MiB` });
  return talking(() =>
    mailConnectionsOf(call.services).use(
      box,
      async (client) => {
        const folder = (await folderFor(client, box, 'drafts')) ?? (await client.mailboxCreate('Drafts')).path;
        const kept = await client.append(folder, raw, ['\\Draft', '\\Seen'], mail.date);
        const { replaces } = input;
        if (replaces !== undefined) await inFolder(client, { folder, write: true }, () => client.messageDelete([replaces], { uid: true }));
        return { folder, uid: (kept === false ? undefined : kept.uid) ?? null };
      },
      { millis: 120_000 },
    ),
  );
}
