import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, text, time } from '#kit/common/schema.ts';
import { loginEvents, loginReasons, loginResults, sessionEnds } from '#kit/common/session/sign-in-facts.ts';

/** Days that one looks back on the own sign-ins. */
export const ownLoginDays = 90;

/** A sign-in, refusal or sign-out of oneself, wherever it was. */
const ownLogin = z.object({
  id: id(),
  at: time(),
  side: z.enum(['console', 'client']),
  event: z.enum(loginEvents),
  result: z.enum(loginResults),
  reason: z.enum(loginReasons).nullable(),
  kind: z.string(),
  factor: z.string(),
  address: z.string(),
  /** Browser and system, as people know them; of terminals what they say of themselves. */
  browser: z.string(),
  platform: z.int().nullable(),
  appVersion: z.string().nullable(),
  deviceModel: z.string().nullable(),
  /** Hints: an address or device that is new, failures before it. */
  flags: z.array(z.string()),
  /** More than one where refusals were counted. */
  count: z.int(),
  sessionId: z.string().nullable(),
  /** It is the session that asks. */
  current: z.boolean(),
  /** Where the line began a session that was ended. */
  endedBy: z.enum(sessionEnds).nullable(),
  endedAt: time().nullable(),
});

/** Own sign-ins of the last 90 days, the newest first. */
export const meLogins = clientEndpoint({
  method: 'GET',
  path: 'me/logins',
  session: fullSession,
  rate: 'read',
  offline: 'The last one',
  input: z.object({
    /** The `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .optional(),
    pageSize: z.int().min(1).max(100).default(30),
  }),
  reply: z.object({ list: z.array(ownLogin), next: z.string().nullable() }),
  summary: 'Own sign-ins, refusals and sign-outs of 90 days, in the console and at terminals',
});

/** Reports that a sign-in was another person's: every other session ends, and a password of this product must be changed. */
export const meNotMe = clientEndpoint({
  method: 'POST',
  path: 'me/logins/notMe',
  session: fullSession,
  rate: 'write',
  reserved: true,
  audit: 'terminalMe.notMe',
  input: z.strictObject({ id: id(), note: text(500).optional() }),
  reply: z.object({
    /** Sessions that were ended, of the console and of terminals. */
    count: z.int(),
    /** What this terminal has to do now; null where the password is kept by another system. */
    next: z.enum(['password']).nullable(),
  }),
  summary: 'Says that a sign-in was not one’s own: ends every other session and asks for a new password',
});
