import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { boxKinds, boxRights, boxStates, mailFunctions, notices } from '../boxes/words.ts';
import { folderUses, mailErrors, mailMarks, mailParty, mailRow, place, uid } from './atoms.ts';

/** A mail of the person that has not ended: it waits, or it was given up. */
const waitingMail = z.object({
  id: z.string(),
  accountId: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'sending', 'failed']),
  /** When it leaves, or is tried again. */
  sendsAt: time(),
  attempts: z.int(),
  /** Class of the last failure, and the words of the server. */
  failure: z.string().nullable(),
  words: z.string(),
});

/** What somebody may do with mail on this terminal, and the boxes. */
export const clientMailAccounts = clientEndpoint({
  method: 'GET',
  path: 'mail/accounts',
  session: fullSession,
  rate: 'read',
  errors: [17001],
  offline: 'the last heard; a box is closed once its offline days are over',
  input: z.object({}),
  reply: z.object({
    functions: z.array(z.enum(mailFunctions)),
    offlineDays: z.int(),
    setting: z.object({
      blockRemoteImages: z.boolean(),
      notify: z.enum(notices),
      undoSendSeconds: z.int(),
      sendLaterDays: z.int(),
      keepCacheDays: z.int(),
    }),
    accounts: z.array(
      z.object({
        id: z.string(),
        address: z.string(),
        name: z.string(),
        kind: z.enum(boxKinds),
        own: z.boolean(),
        rights: z.array(z.enum(boxRights)),
        /** Null: all of them. */
        folders: z.array(z.string()).nullable(),
        state: z.enum(boxStates),
        /** The person types the password once, here. */
        asksPassword: z.boolean(),
        /** Addresses that a mail may come from. */
        addresses: z.array(z.string()),
        signature: z.string(),
        /** Bytes of a mail at most. */
        messageSize: z.int(),
        /** Days that are listed; 0 is all. */
        syncDays: z.int(),
      }),
    ),
    waiting: z.array(waitingMail),
  }),
  summary: 'The mailboxes that somebody may open on this terminal with their rights, what holds there, and mails that have not left yet',
});

/** Folders of a box. */
export const clientMailFolders = clientEndpoint({
  method: 'GET',
  path: 'mail/folders',
  session: fullSession,
  rate: 'read',
  errors: mailErrors,
  input: z.object({ accountId: id() }),
  reply: z.object({
    folders: z.array(
      z.object({
        path: z.string(),
        name: z.string(),
        use: z.enum(folderUses).nullable(),
        total: z.int(),
        unseen: z.int(),
      }),
    ),
    quota: z.object({ used: z.int(), limit: z.int() }).nullable(),
    /** Set where the mail server is away and this is what was kept. */
    keptAt: time().nullable(),
  }),
  summary: 'The folders of a mailbox with their counts; while the mail server is away as they were last seen',
});

/** Mails of a folder. */
export const clientMailList = clientEndpoint({
  method: 'GET',
  path: 'mail/list',
  session: fullSession,
  rate: 'read',
  errors: mailErrors,
  input: z.object({
    ...place,
    /** Those before this one. */
    before: uid.optional(),
    unseen: z.boolean().optional(),
    flagged: z.boolean().optional(),
  }),
  reply: z.object({
    uidValidity: z.string(),
    total: z.int(),
    list: z.array(mailRow),
    /** What to ask for next; null at the end. */
    before: z.int().nullable(),
    keptAt: time().nullable(),
  }),
  summary: 'Mails of a folder, 50 a page, the newest first; while the mail server is away the first page as it was last seen',
});

/** A mail. */
export const clientMailGet = clientEndpoint({
  method: 'GET',
  path: 'mail/get',
  session: fullSession,
  rate: 'read',
  errors: mailErrors,
  input: z.object({ ...place, uid, images: z.boolean().optional() }),
  reply: z.object({
    ...mailRow.shape,
    cc: z.array(mailParty),
    bcc: z.array(mailParty),
    replyTo: z.array(mailParty),
    sender: mailParty.nullable(),
    inReplyTo: z.string(),
    references: z.array(z.string()),
    text: z.string(),
    /** Cleaned; empty where the mail has none. */
    html: z.string(),
    /** Whether text or html were cut. */
    cut: z.boolean(),
    /** Pictures of other servers that were left out. */
    blockedImages: z.int(),
    /** Where links really lead. */
    links: z.array(z.object({ text: z.string(), host: z.string(), differs: z.boolean() })),
    /** Shown above a mail from outside; null for one from inside. */
    banner: z.string().nullable(),
    parts: z.array(
      z.object({
        part: z.string(),
        name: z.string(),
        contentType: z.string(),
        size: z.int(),
        inline: z.boolean(),
        contentId: z.string(),
      }),
    ),
  }),
  summary:
    'A mail: text, cleaned HTML without pictures of other servers unless they are allowed, its links with their hosts, its attachments',
});

/** An attachment. */
export const clientMailPart = clientEndpoint({
  method: 'GET',
  path: 'mail/part',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  errors: [...mailErrors, 17007, 18240, 18241, 18244],
  input: z.object({
    ...place,
    uid,
    part: z.string().regex(/^\d{1,4}(?:\.\d{1,4}){0,20}$/),
  }),
  reply: z.unknown(),
  summary: 'An attachment as it is; file security is asked before',
});

/** Looks for mails. */
export const clientMailSearch = clientEndpoint({
  method: 'GET',
  path: 'mail/search',
  session: fullSession,
  rate: 'read',
  errors: mailErrors,
  input: z.object({
    ...place,
    text: searchText(200).default(''),
    from: searchText(200).default(''),
    to: searchText(200).default(''),
    subject: searchText(200).default(''),
    since: time().optional(),
    until: time().optional(),
    unseen: z.boolean().optional(),
    flagged: z.boolean().optional(),
  }),
  reply: z.object({ total: z.int(), list: z.array(mailRow) }),
  summary: 'Mails of a folder that hold something; the server looks, and the newest 50 are answered',
});

/** What changed in a folder. */
export const clientMailChanges = clientEndpoint({
  method: 'GET',
  path: 'mail/changes',
  session: fullSession,
  rate: 'sync',
  errors: mailErrors,
  input: z.object({
    ...place,
    /** As the last answer said; without them everything is new. */
    uidValidity: z.string().max(20).optional(),
    uidNext: uid.optional(),
    modseq: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
  }),
  reply: z.object({
    /** The folder was replaced: the terminal drops what it has of it. */
    reset: z.boolean(),
    uidValidity: z.string(),
    uidNext: z.int(),
    modseq: z.string(),
    /** New mails, the newest 50. */
    list: z.array(mailRow),
    more: z.boolean(),
    /** Marks that changed. */
    marks: z.array(z.object({ uid: z.int(), set: z.array(z.enum(mailMarks)) })),
    /** Mails that are there, as ranges (`1:4,7`): others are gone. */
    present: z.string(),
  }),
  summary: 'What changed in a folder since the last answer: new mails, marks, and which mails are still there',
});
