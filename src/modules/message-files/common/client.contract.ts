import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, text } from '#kit/common/schema.ts';
import { fileKinds, typeGroups, typeModes } from './words.ts';

const limit = z.object({
  /** Bytes. */
  maxImage: z.int(),
  maxVideo: z.int(),
  maxFile: z.int(),
  typeMode: z.enum(typeModes),
  types: z.array(z.enum(typeGroups)),
});

/** What holds for files at this terminal. */
export const clientFileConfig = clientEndpoint({
  method: 'GET',
  path: 'im/file/config',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'the last heard, never looser',
  input: z.object({}),
  reply: z.object({
    single: limit,
    group: limit,
    imageQuality: z.int(),
    imageEdge: z.int(),
    keepOriginal: z.boolean(),
    voiceSeconds: z.int(),
    /** Bytes from which a terminal sends in parts that can be resumed. */
    resumableAbove: z.int(),
    previewOn: z.boolean(),
    partBytes: z.int(),
  }),
  summary: 'Sizes and types of files in chats at this terminal, how pictures are made smaller, and how large a part is',
});

/** Bytes of a part at most. */
export const partBytes = 4 * 1024 * 1024;

/** Asks to send a file. */
export const clientFilePrepare = clientEndpoint({
  method: 'POST',
  path: 'im/file/prepare',
  session: fullSession,
  rate: 'write',
  errors: [16002, 16003, 16012, 16041, 16042, 16043, 16044],
  input: z.strictObject({
    conversationId: id().optional(),
    peerId: id().optional(),
    kind: z.enum(fileKinds).default('file'),
    name: text(255),
    size: z.int().min(1),
    /** SHA-256 of the content, in hexadecimal. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  reply: z.object({
    /** Set where the content is there already and the person reaches it: nothing is to be sent. */
    fileId: z.string().nullable(),
    uploadId: z.string().nullable(),
    partBytes: z.int(),
  }),
  summary: 'Asks whether a file may be sent there; answers where to send its parts, or that its content is there already',
});

/** Sends the next part. */
export const clientFilePart = clientEndpoint({
  method: 'POST',
  path: 'im/file/part',
  session: fullSession,
  rate: 'read',
  bodyLimit: 6 * 1024 * 1024,
  errors: [10404, 10412],
  input: z.strictObject({
    uploadId: z.string().regex(/^[0-9a-f]{32}$/),
    offset: z.int().min(0),
    data: z.base64().max(Math.ceil(partBytes / 3) * 4),
  }),
  reply: z.object({ offset: z.int() }),
  summary: 'Sends the next part of a file; one that does not begin where the last one ended is refused with the place',
});

/** Where the next part begins. */
export const clientFileOffset = clientEndpoint({
  method: 'GET',
  path: 'im/file/offset',
  session: fullSession,
  rate: 'read',
  errors: [10404],
  input: z.object({ uploadId: z.string().regex(/^[0-9a-f]{32}$/) }),
  reply: z.object({ offset: z.int(), size: z.int() }),
  summary: 'How far an upload has come: from there it is resumed',
});

/** Makes a file of the parts. */
export const clientFileComplete = clientEndpoint({
  method: 'POST',
  path: 'im/file/complete',
  session: fullSession,
  rate: 'write',
  errors: [10404, 10412, 10413, 16002, 16003, 16012, 16041, 16042, 16043, 16044],
  input: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/) }),
  reply: z.object({ fileId: z.string(), name: z.string(), contentType: z.string(), size: z.int() }),
  summary: 'The file of what has arrived; it is asked about once more, by its content',
});
