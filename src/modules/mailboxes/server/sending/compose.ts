import type { Readable } from 'node:stream';
import type { Services } from '#kit/server/services.ts';
import { cleanHtml } from '#modules/mail/server/public.ts';
import type { MailParty } from '../../common/terminal/atoms.ts';

/** A mail with everything decided: who it is from, what it carries. */
export interface ComposedMail {
  readonly messageId: string;
  readonly date: Date;
  readonly from: MailParty;
  /** Who writes on behalf of `from`. */
  readonly sender: MailParty | null;
  readonly to: readonly MailParty[];
  readonly cc: readonly MailParty[];
  /** Only where the mail is a draft: what leaves does not name them. */
  readonly bcc: readonly MailParty[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly inReplyTo: string | undefined;
  readonly references: readonly string[];
  readonly files: readonly { readonly name: string; readonly type: string; readonly hash: string }[];
}

/** Puts a mail together as a stream; files are read while it is read. The library may open neither files nor addresses. */
export async function composeMail(services: Pick<Services, 'files'>, mail: ComposedMail, keepBcc = false): Promise<Readable> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const attachments = [];
  for (const { name, type, hash } of mail.files)
    attachments.push({ filename: name, contentType: type, content: await services.files.open(hash) });
  const composed = new MailComposer({
    messageId: mail.messageId,
    date: mail.date,
    from: mail.from,
    ...(mail.sender && { sender: mail.sender }),
    to: [...mail.to],
    cc: [...mail.cc],
    ...(keepBcc && { bcc: [...mail.bcc] }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== '' && { html: await cleanHtml(mail.html) }),
    ...(mail.inReplyTo !== undefined && { inReplyTo: mail.inReplyTo }),
    ...(mail.references.length > 0 && { references: [...mail.references] }),
    attachments,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  composed.keepBcc = keepBcc;
  return composed.createReadStream();
}
