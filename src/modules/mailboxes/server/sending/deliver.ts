import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { openSmtp, type SmtpSession, type SmtpTaken } from '#platform/mail/smtp-session.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { SmtpError, smtpErrorOf } from '#platform/mail/smtp-error.ts';
import { OutboundError, outboundError } from '#platform/outbound/outbound-error.ts';
import { platforms } from '#kit/common/client/platforms.ts';
import type { MailFaultClass } from '../../common/engine/words.ts';
import { readBox, type EngineBox } from '../engine/box.ts';
import { mailConnectionsOf } from '../engine/connections.ts';
import { mailFaultOf, smtpFaultOf } from '../engine/fault.ts';
import { inFolder } from '../engine/mails.ts';
import { noteRefusal } from '../engine/sign-in-state.ts';
import { smtpServerOf } from '../engine/smtp.ts';
import { boxesOf, mayUseMail } from '../reach.ts';
import { folderFor } from '../terminal/folders.ts';
import type { MailSendingTable } from '../terminal/mail.table.ts';

/** What became of a try. */
export type Tried =
  | { readonly ok: true; readonly refused: readonly { readonly address: string; readonly words: string }[]; readonly append: boolean }
  | { readonly ok: false; readonly failure: MailFaultClass | 'notAllowed' | 'gone'; readonly words: string; readonly later: boolean };

/** Whether who wrote a mail may still send it: rights may have gone while it waited. */
async function mayStill(db: Db, { employee_id, account_id, platform, sender_address }: MailSendingTable): Promise<boolean> {
  const use = await mayUseMail(db, employee_id, platforms.find((one) => one === platform) ?? 2);
  if (!use?.functions.has('send')) return false;
  const ways = (await boxesOf(db, employee_id)).filter(({ account }) => account.id === account_id);
  return ways.some(({ rights }) => rights.includes('sendAs') || (sender_address !== null && rights.includes('sendOnBehalf')));
}

const gone = (failure: 'notAllowed' | 'gone'): Tried => ({ ok: false, failure, words: '', later: false });

async function hashOf(db: Db, fileId: string | null): Promise<string | undefined> {
  if (fileId === null) return undefined;
  return (await db.selectFrom('file').select('hash').where('id', '=', fileId).executeTakeFirst())?.hash;
}

/** Tries to hand a mail over to its server. Never rejects for what the server does. */
export async function deliver(services: CoreServices, row: MailSendingTable): Promise<Tried> {
  const { db } = services.database;
  const box = await readBox(services, db, row.account_id);
  const hash = await hashOf(db, row.file_id);
  if (!box || hash === undefined) return gone('gone');
  if (!(await mayStill(db, row))) return gone('notAllowed');
  // Nobody asks a server again that refused the person three times: the mail waits until they signed in.
  if (!box.signIn || box.state === 'failing') return { ok: false, failure: 'signIn', words: '', later: true };
  try {
    const taken = await handOver(services, box, { row, hash });
    const refused = (taken.refused ?? []).map(({ address, answer }) => ({ address, words: answer.text }));
    return { ok: true, refused, append: box.saveSent === 'append' };
  } catch (error) {
    const smtp = error instanceof SmtpError ? error : smtpErrorOf(error, 'connect');
    const fault = smtpFaultOf(error);
    if (fault.fault === 'signIn') await noteRefusal(services, box.id);
    return { ok: false, failure: fault.fault, words: fault.words, later: smtp.later };
  }
}

/** Talks that go on: a product that ends cuts them. */
export const talksOf = perProduct(() => new Set<SmtpSession>());

const counted = ['dns', 'refused', 'timeout', 'tls', 'protocol'] as const;

async function handOver(services: CoreServices, box: EngineBox, of: { row: MailSendingTable; hash: string }): Promise<SmtpTaken> {
  const { outbound } = services;
  const { outgoing } = box.places;
  const { row, hash } = of;
  const silent = (): void => undefined;
  // Opening counts against the server, so that while it is away the next ones are told at once; a mail that it refuses does not.
  const session = await outbound
    .run(`smtp://${outgoing.host}:${outgoing.port}`, async () => {
      try {
        return await openSmtp(outbound, smtpServerOf(outgoing, box.signIn), silent);
      } catch (error) {
        const { reason } = smtpErrorOf(error, 'connect');
        const category = counted.find((one) => one === (reason === 'certificate' ? 'tls' : reason));
        throw category === undefined ? error : outboundError(category, error);
      }
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError && error.cause instanceof SmtpError ? error.cause : error;
    });
  const talks = talksOf(services).add(session);
  try {
    const raw = await services.files.open(hash);
    return await session.send({ from: row.from_address, to: row.recipients, raw, size: row.size }, silent);
  } finally {
    talks.delete(session);
    session.end();
  }
}

/** Puts a sent mail among the sent ones, unless it is there already, and takes its draft away. Rejects with MailFault. */
export async function saveSent(services: CoreServices, row: MailSendingTable): Promise<void> {
  const { db } = services.database;
  const box = await readBox(services, db, row.account_id);
  const hash = await hashOf(db, row.file_id);
  if (!box || hash === undefined) return;
  const raw = await buffer(await services.files.open(hash));
  try {
    await mailConnectionsOf(services).use(
      box,
      async (client) => {
        const folder = (await folderFor(client, box, 'sent')) ?? (await client.mailboxCreate('Sent')).path;
        const there = await inFolder(client, { folder }, () => client.search({ header: { 'message-id': row.message_id } }, { uid: true }));
        if (there === false || there === undefined || there.length === 0)
          await client.append(folder, raw, ['\\Seen'], new Date(row.due_at));
        const drafts = row.draft_uid === null ? undefined : await folderFor(client, box, 'drafts');
        if (drafts !== undefined && row.draft_uid !== null) {
          const uid = row.draft_uid;
          await inFolder(client, { folder: drafts, write: true }, () => client.messageDelete([uid], { uid: true }));
        }
      },
      { millis: 120_000 },
    );
  } catch (error) {
    throw mailFaultOf(error);
  }
}

/** Notes nothing but that a mail was sent: when the box was last used. */
export async function noteUse(db: Db, accountId: string, now: number): Promise<void> {
  await sql`update mail_account set last_used_at = ${now} where id = ${accountId}::uuid and coalesce(last_used_at, 0) < ${now - 60_000}`.execute(
    db,
  );
}
