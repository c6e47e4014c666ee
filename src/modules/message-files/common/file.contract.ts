import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, searchText, time } from '#kit/common/schema.ts';
import { fileListPage as page } from './permissions.ts';
import { chatKinds, fileKinds, fileStates, storageBy } from './words.ts';

/** A file in a chat as the console shows it; what it holds is no part of it. */
export const fileRow = z.object({
  id: z.string(),
  version: z.int(),
  fileId: z.string(),
  messageId: z.string(),
  name: z.string(),
  kind: z.enum(fileKinds),
  contentType: z.string(),
  size: z.int(),
  senderId: z.string(),
  senderName: z.string(),
  chat: z.enum([...chatKinds, 'system']),
  groupId: z.string().nullable(),
  /** Null in a single chat: who the other one is stands with the message. */
  groupName: z.string().nullable(),
  sentAt: time(),
  /** Chats in which the same content lies. */
  copies: z.int(),
  downloads: z.int(),
  /** Null: kept for ever. */
  expiresAt: time().nullable(),
  state: z.enum(fileStates),
  held: z.boolean(),
});
/** A file in a chat. */
export type FileRow = z.output<typeof fileRow>;

const filters = {
  text: searchText(100).optional(),
  chat: z.enum(chatKinds).optional(),
  kind: z.enum(fileKinds).optional(),
  state: z.enum(fileStates).optional(),
  senderId: id().optional(),
  departmentId: id().optional(),
  groupId: id().optional(),
  /** MiB at least. */
  minSize: z.int().min(0).max(20_480).optional(),
  /** In more chats than one. */
  shared: z.boolean().optional(),
  from: time().optional(),
  to: time().optional(),
};

/** The files of chats. */
export const fileList = endpoint({
  method: 'GET',
  path: 'im/file/list',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({
    ...filters,
    after: z.string().max(200).optional(),
    pageSize: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({ list: z.array(fileRow), next: z.string().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'Files sent in chats, the newest first',
});

/** Writes the list to a file. */
export const fileExport = endpoint({
  method: 'POST',
  path: 'im/file/export',
  access: { code: page.button.export },
  scope: 'employee',
  audit: 'imFile.export',
  waits: 'unseen',
  subject: 'imFile',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), filter: z.strictObject(filters).default({}) }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the list of files to a file, as a job; what they hold is no part of it',
});

/** One file with the other chats in which the same content lies. */
export const fileGet = endpoint({
  method: 'GET',
  path: 'im/file/get',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: fileRow.extend({
    digest: z.string(),
    others: z.array(fileRow),
    /** Copies in chats outside the range. */
    hidden: z.int(),
  }),
  summary: 'One file of a chat with its copies',
});

/** What fills the storage. */
export const fileStorage = endpoint({
  method: 'GET',
  path: 'im/file/storage',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ by: z.enum(storageBy).default('person'), limit: z.int().min(1).max(100).default(20) }),
  reply: z.object({
    files: z.int(),
    bytes: z.int(),
    /** Bytes that came within thirty days. */
    grown: z.int(),
    rows: z.array(z.object({ id: z.string(), name: z.string(), files: z.int(), bytes: z.int() })),
  }),
  summary: 'What fills the storage of chats: by person, group, kind, department or age',
});

/** Why: a few words at least. */
const reason = () => z.string().trim().min(5).max(500);
const many = z.strictObject({ ids: ids(), reason: reason() });

/** Takes back the messages that carry files. */
export const fileRecall = endpoint({
  method: 'POST',
  path: 'im/file/recall',
  access: { code: page.button.recall },
  scope: 'employee',
  audit: 'imFile.recall',
  errors: [16009],
  input: many,
  reply: z.object({ recallOrderId: z.string(), messages: z.int() }),
  summary: 'Recalls the messages that carry these files, at every terminal',
});

const write = <const V extends 'quarantine' | 'expire' | 'delete'>(verb: V, summary: string) =>
  endpoint({
    method: 'POST',
    path: `im/file/${verb}`,
    access: { code: page.button[verb] },
    scope: 'employee',
    // What is deleted stays in the list until its bytes go: no object vanishes, so that the word is not that of a deletion.
    audit: `imFile.${verb === 'delete' ? 'remove' : verb}`,
    dryRun: true,
    errors: [16075],
    input: many,
    reply: count(),
    summary,
  });

/** Keeps content away from everybody, with all of its copies. */
export const fileQuarantine = write('quarantine', 'Nobody fetches or sends the content of these files any more, in whichever chat it lies');
/** Ends the time of files. */
export const fileExpire = write('expire', 'Ends the time of these files now; their bytes go after the days in which they can be restored');
/** Deletes files. */
export const fileDelete = write(
  'delete',
  'Deletes these files from their chats; their bytes go after the days in which they can be restored',
);

/** Gives files back. */
export const fileRelease = endpoint({
  method: 'POST',
  path: 'im/file/release',
  access: { code: page.button.release },
  scope: 'employee',
  audit: 'imFile.release',
  dryRun: true,
  errors: [16044],
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Gives back files that were in quarantine, expired or deleted, while their bytes are there',
});

/** Keeps files longer. */
export const fileExtend = endpoint({
  method: 'POST',
  path: 'im/file/extend',
  access: { code: page.button.extend },
  scope: 'employee',
  audit: 'imFile.extend',
  dryRun: true,
  input: z.strictObject({ ids: ids(), expiresAt: time() }),
  reply: count(),
  summary: 'Keeps these files until a day, whatever the keeping time says',
});

/** Fetches a file into the console. */
export const fileDownload = endpoint({
  method: 'POST',
  path: 'im/file/download',
  access: { code: page.button.download },
  scope: 'employee',
  audit: 'imFile.download',
  inPerson: true,
  errors: [16044, 16071, 16072, 16074],
  input: z.strictObject({ id: id(), reason: reason(), caseId: id().optional() }),
  reply: z.object({ fileId: z.string(), name: z.string(), size: z.int() }),
  summary:
    'A copy of a file for the caller, for an hour; in a single chat only inside an open case, and never without a reading in the log',
});
