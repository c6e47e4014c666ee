import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, id, text, time } from '#kit/common/schema.ts';

/** Stored facts of an uploaded file. */
export const FileRow = z.object({ fileId: id(), name: z.string(), type: z.string(), size: z.int(), expiresAt: time().nullable() });
export type FileView = z.output<typeof FileRow>;

/** Bytes that one plain upload may have; larger files go the resumable way. */
export const uploadLimit = 20 * 1024 * 1024;
/** Bytes that a resumable upload may have. */
export const resumableLimit = 4 * 1024 * 1024 * 1024;

/** One file in a multipart body, field `file`; its content must be what its name and type say (10400 at `file`, 10413 when too large). */
export const uploadFile = endpoint({
  method: 'POST',
  path: 'file/upload',
  summary: 'Uploads one file of at most 20 MiB; it vanishes after a day unless something takes it',
  access: { signedIn: true },
  audit: 'file.upload',
  encoding: 'multipart',
  bodyLimit: uploadLimit + 64 * 1024,
  timeout: 330_000,
  // A query parameter: the body is the file alone.
  input: z.object({ purpose: codeText(32).default('import') }),
  reply: FileRow,
});

/** Turns a finished resumable upload (tus 1.0 at `/api/file/tus`) into a file. */
export const finishUpload = endpoint({
  method: 'POST',
  path: 'file/finish',
  summary: 'Checks and keeps what a resumable upload brought',
  access: { signedIn: true },
  audit: 'file.upload',
  timeout: 330_000,
  input: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/), name: text(255), purpose: codeText(32).default('import') }),
  reply: FileRow,
});

/** A file's content, whole or a byte range; always as an attachment. */
export const downloadFile = endpoint({
  method: 'GET',
  path: 'file/download',
  summary: "The content of one of the caller's files; ranges of bytes may be asked for",
  access: { signedIn: true },
  answer: 'raw',
  input: z.object({ fileId: id() }),
  reply: z.unknown(),
});
