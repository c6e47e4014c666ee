import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id } from '#kit/common/schema.ts';
import { fileActions } from './limit-words.ts';

/** What was decided: a terminal learns the code and the name of the limit, never why it is there. */
export const clientVerdict = z.object({
  allowed: z.boolean(),
  /** 0, or by which kind of limit it is refused. */
  code: z.int(),
  /** The refusal as it is shown to the person. */
  text: z.string().nullable(),
});
/** A decision as a terminal gets it. */
export type ClientVerdict = z.output<typeof clientVerdict>;

/** Whether something may be done with a file, from where the terminal is now. */
export const clientFileCheck = clientEndpoint({
  method: 'POST',
  path: 'file/limit/check',
  session: fullSession,
  rate: 'read',
  reads: true,
  offline: 'refused',
  input: z.strictObject({ action: z.enum(fileActions) }),
  reply: clientVerdict,
  summary: 'Asks whether a file may be uploaded, downloaded, previewed or forwarded from here and now; counted as a decision',
});

const verdicts = z.object({
  upload: clientVerdict,
  download: clientVerdict,
  preview: clientVerdict,
  forward: clientVerdict,
  /** Sending messages and opening chats. */
  message: clientVerdict,
});
const memberVerdicts = z.object({
  id: id(),
  chat: clientVerdict,
  createGroup: clientVerdict,
  addToGroup: clientVerdict,
  call: clientVerdict,
  sendFile: clientVerdict,
});
/** What each limit says of one other person. */
export type MemberVerdicts = z.output<typeof memberVerdicts>;
/** What may be done from here and now. */
export const clientLimits = clientEndpoint({
  method: 'GET',
  path: 'limits/get',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'the last heard, never looser',
  input: z.object({
    /** Other people with whom something is about to be done. */
    people: z.array(id()).max(50).default([]),
  }),
  reply: z.object({
    /** Grows or changes with every change of a limit. */
    epoch: z.string(),
    actions: verdicts,
    people: z.array(memberVerdicts),
  }),
  summary:
    'What network segments, file rules and member limits say to this person at this terminal; the server decides again at each action',
});
