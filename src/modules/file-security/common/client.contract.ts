import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, text, time } from '#kit/common/schema.ts';
import { conditions } from './rule-fields.ts';
import { configGroupsStored } from './config-groups.ts';
import { fileActions, fileFunctions, fileTypes, levels, screenPlaces, verdicts } from './words.ts';

/** To whom something is sent. */
const target = z.strictObject({
  employeeIds: z.array(id()).max(1000).default([]),
  /** People outside the company are among the recipients. */
  external: z.boolean().default(false),
});

const verdict = z.object({
  verdict: z.enum(verdicts),
  conditions,
  /** 0, or by which code it is refused. */
  code: z.int(),
  /** The refusal as it is shown to the person. */
  text: z.string().nullable(),
  /** The code of the decision. */
  ref: z.string(),
});

/** What holds for the person with files on this terminal. */
export const clientFilePolicy = clientEndpoint({
  method: 'GET',
  path: 'file/policy',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'the last heard, never looser',
  input: z.object({}),
  reply: z.object({
    functions: z.array(z.enum(fileFunctions)),
    groups: configGroupsStored,
    /** The watermark of this person, with everything but time and code filled in. */
    watermark: z.string(),
    container: z.record(z.string(), z.enum(['off', 'onDownload'])),
    /** Hours for which a container may be opened without a connection, by level. */
    offlineHours: z.record(z.string(), z.int()),
    epoch: z.string(),
  }),
  summary: 'File functions and settings of the roles of this person, strictest values first',
});

/** Asks before something is done. */
export const clientFileDecide = clientEndpoint({
  method: 'POST',
  path: 'file/decide',
  session: fullSession,
  rate: 'read',
  input: z.strictObject({
    action: z.enum(fileActions),
    /** A file that is there, or one that is about to be made. */
    fileId: id().optional(),
    file: z
      .strictObject({ name: text(255), type: z.enum(fileTypes), size: z.int().min(0), level: z.literal([...levels]).optional() })
      .optional(),
    target: target.optional(),
  }),
  reply: verdict,
  offline: 'refused',
  errors: [10404, 18241],
  summary: 'Asks whether something may be done with a file, and under which conditions',
});

/** Asks for many files at once, to draw buttons. */
export const clientFileDecideAll = clientEndpoint({
  method: 'POST',
  path: 'file/decide/batch',
  session: fullSession,
  rate: 'read',
  reads: true,
  input: z.strictObject({ action: z.enum(fileActions), fileIds: z.array(id()).min(1).max(100) }),
  reply: z.object({ list: z.array(z.object({ fileId: z.string(), verdict: z.enum(verdicts) })) }),
  offline: 'refused',
  errors: [18241],
  summary: 'What holds for an action with many files; files that are not reached are blocked, nothing is written down',
});

/** Asks for permission to fetch a file once. */
export const clientFileTicket = clientEndpoint({
  method: 'POST',
  path: 'file/ticket',
  session: fullSession,
  rate: 'file',
  input: z.strictObject({
    fileId: id(),
    action: z.enum(['preview', 'download', 'print', 'openWith', 'offline', 'saveToAlbum']),
    reason: text(500).optional(),
    /** The public key of this device for encrypted contents (age, X25519). */
    recipient: z
      .string()
      .regex(/^age1[02-9ac-hj-np-z]{58}$/)
      .optional(),
  }),
  reply: z.object({
    ticket: z.string(),
    expiresAt: time(),
    conditions,
    ref: z.string(),
    /** Where to go with it: the file, or pictures of its pages. */
    fetch: z.enum(['content', 'preview']),
    file: z.object({ name: z.string(), type: z.string(), size: z.int(), level: z.int() }),
  }),
  errors: [10404, 18240, 18241, 18245, 18250],
  summary: 'A ticket to fetch a file once from this device; a refusal carries the code of its decision',
});

/** The file itself. */
export const clientFileContent = clientEndpoint({
  method: 'GET',
  path: 'file/content',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  input: z.object({ ticket: z.string().min(1).max(100) }),
  reply: z.unknown(),
  errors: [18240, 18241, 18242, 18244],
  summary: 'The content of a file under a ticket, with its watermark, encrypted for the device where that is asked',
});

/** A picture of a page. */
export const clientFilePreview = clientEndpoint({
  method: 'GET',
  path: 'file/preview',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  input: z.object({
    ticket: z.string().min(1).max(100),
    page: z.int().min(1).max(10_000).default(1),
    width: z.int().min(64).max(2560).default(1280),
  }),
  reply: z.unknown(),
  errors: [18240, 18241, 18242, 18244],
  summary: 'A page of a file as a picture with its watermark, under a ticket',
});

/** What became of a print. */
export const clientFilePrinted = clientEndpoint({
  method: 'POST',
  path: 'file/printed',
  session: fullSession,
  rate: 'write',
  reserved: true,
  input: z.strictObject({
    ticket: z.string().min(1).max(100),
    pages: z.int().min(0).max(100_000),
    copies: z.int().min(1).max(1000),
    printer: text(200),
    result: z.enum(['printed', 'cancelled', 'failed']),
  }),
  reply: z.null(),
  errors: [18242],
  summary: 'Reports what became of a print for which there was a ticket',
});

/** What happened on the terminal. */
export const clientFileEvent = clientEndpoint({
  method: 'POST',
  path: 'file/event',
  session: fullSession,
  rate: 'write',
  reserved: true,
  input: z.strictObject({
    events: z
      .array(
        z.strictObject({
          /** Of the terminal; the same is taken once. */
          id: z.string().min(1).max(64),
          kind: z.enum(['screenshot', 'recording']),
          at: time(),
          place: z.enum(screenPlaces),
          prevented: z.boolean().default(false),
          fileId: id().optional(),
        }),
      )
      .min(1)
      .max(200),
  }),
  reply: z.object({ taken: z.array(z.string()) }),
  summary: 'Reports screenshots and recordings, also of the time without a connection',
});

/** Raises the level of an own file. */
export const clientFileLevel = clientEndpoint({
  method: 'POST',
  path: 'file/level',
  session: fullSession,
  rate: 'write',
  audit: 'file.levelRaised',
  input: z.strictObject({ fileId: id(), level: z.literal([...levels]) }),
  reply: z.object({ level: z.int() }),
  errors: [10404, 18240, 18251],
  summary: 'Raises the level of a file that this person uploaded',
});

/** Until when containers may be opened without a connection. */
export const clientFileLease = clientEndpoint({
  method: 'POST',
  path: 'file/lease',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ fileIds: z.array(id()).min(1).max(100) }),
  reply: z.object({
    list: z.array(
      z.object({
        fileId: z.string(),
        /** Null: it may not be opened any more, and stays closed. */
        until: time().nullable(),
        ref: z.string(),
      }),
    ),
  }),
  errors: [18241],
  summary: 'Renews until when encrypted files on the terminal may be opened without a connection',
});
