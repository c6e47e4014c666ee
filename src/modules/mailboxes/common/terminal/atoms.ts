import { z } from 'zod';
import { id, time } from '#kit/common/schema.ts';

/** Most mails that one call touches. */
const mostMails = 200;
/** Mails of a page of a list. */
export const pageMails = 50;
/** Most recipients of a mail, all kinds together. */
export const mostRecipients = 500;
/** Most attachments of a mail. */
export const mostAttachments = 50;

/** Path of a folder as the server names it. */
export const folderPath = z
  .string()
  .min(1)
  .max(500)
  .refine((path) => !/[\p{Cc}\p{Cs}]/u.test(path));
/** Number of a mail in its folder. */
export const uid = z.int().min(1).max(4_294_967_295);
/** Mails of one folder. */
export const uids = z
  .array(uid)
  .min(1)
  .max(mostMails)
  .transform((all) => [...new Set(all)]);

/** Where a call looks. */
export const place = { accountId: id(), folder: folderPath.default('INBOX') };

/** Name and address of a party as the mail gives them; nobody has checked them. */
export const mailParty = z.object({ name: z.string(), address: z.string() });
/** Name and address of a party as the mail gives them. */
export type MailParty = z.output<typeof mailParty>;

/** A mail in a list. */
export const mailRow = z.object({
  uid: z.int(),
  from: mailParty.nullable(),
  to: z.array(mailParty),
  subject: z.string(),
  date: time().nullable(),
  size: z.int(),
  seen: z.boolean(),
  flagged: z.boolean(),
  answered: z.boolean(),
  draft: z.boolean(),
  attachments: z.boolean(),
  messageId: z.string(),
});
/** A mail in a list. */
export type MailRow = z.output<typeof mailRow>;

/** Marks of a mail. */
export const mailMarks = ['seen', 'flagged', 'answered'] as const;
/** A mark of a mail. */
export type MailMark = (typeof mailMarks)[number];

/** Where a folder is used for something; null for all others. */
export const folderUses = ['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive'] as const;

/** Refusals of a call that talks with a mail server. */
export const mailErrors = [10404, 17001, 17002, 17003, 17005] as const;
