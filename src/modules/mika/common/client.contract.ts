import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { localText } from '#kit/common/language.ts';
import { id, longText, time } from '#kit/common/schema.ts';
import { mikaAnswerView } from './decision.ts';
import { sessionStates } from './words.ts';

const turn = z.object({
  sessionId: id(),
  n: z.int(),
  at: time(),
  state: z.enum(sessionStates),
  answer: mikaAnswerView,
});
/** A turn as a terminal gets it. */
export type ClientTurn = z.output<typeof turn>;

/** What mika says first, and the session that is going on. */
export const clientMikaStart = clientEndpoint({
  method: 'GET',
  path: 'mika/start',
  session: fullSession,
  rate: 'read',
  preview: true,
  errors: [17037],
  input: z.object({
    /** Turns behind this one of the session that is going on. */
    after: z.int().min(0).max(1000).default(0),
  }),
  reply: z.object({
    name: localText(40),
    greeting: localText(500),
    suggestions: z.array(localText(100)),
    wakeWord: z.string(),
    /** Whether scenes that write are open to this person. */
    mayWrite: z.boolean(),
    going: z
      .object({
        sessionId: id(),
        state: z.enum(sessionStates),
        takenBy: z.string(),
        turns: z.array(z.object({ n: z.int(), at: time(), text: z.string().nullable(), answer: mikaAnswerView.nullable() })),
      })
      .nullable(),
  }),
  summary: 'What mika is called and says first, and the session of the person that is going on with its turns',
});

const asked = {
  /** The session that is going on; without one another begins. */
  sessionId: id().optional(),
  /** The terminal's own id of it: the same one is answered the same. */
  clientId: id(),
};

/** Asks mika. */
export const clientMikaAsk = clientEndpoint({
  method: 'POST',
  path: 'mika/ask',
  session: fullSession,
  rate: 'write',
  errors: [17037, 17038],
  input: z.strictObject({ ...asked, text: longText(100_000).trim().min(1) }),
  reply: turn,
  summary: 'Asks mika something, or answers what it asked; of long texts the first 1,000 characters count',
});

/** Chooses one of the options. */
export const clientMikaChoose = clientEndpoint({
  method: 'POST',
  path: 'mika/choose',
  session: fullSession,
  rate: 'write',
  errors: [17037, 17038],
  input: z.strictObject({ sessionId: id(), clientId: id(), option: longText(100).min(1) }),
  reply: turn,
  summary: 'Chooses one of the options of the last answer: a scene, a value, or yes or no before something is done',
});

/** Keeps whether a session helped. */
export const clientMikaHelped = clientEndpoint({
  method: 'POST',
  path: 'mika/helped',
  session: fullSession,
  rate: 'write',
  errors: [17037],
  input: z.strictObject({ sessionId: id(), helped: z.boolean() }),
  reply: z.object({ sessionId: id() }),
  summary: 'Says whether a session helped, also after it has ended',
});

/** Ends the session. */
export const clientMikaEnd = clientEndpoint({
  method: 'POST',
  path: 'mika/end',
  session: fullSession,
  rate: 'write',
  errors: [17037],
  input: z.strictObject({ sessionId: id() }),
  reply: z.object({ sessionId: id() }),
  summary: 'Ends a session; one that has ended stays as it is',
});
