import { z } from 'zod';
import { id, time } from '../schema.ts';

/** How somebody's sign-in stands, for those who look after the person. */
export const signInState = z.object({
  /** none: no password yet; oneTime: has to be changed at the next sign-in; expired: was sent as a link that has ended. */
  password: z.enum(['none', 'set', 'oneTime', 'expired']),
  passwordChangedAt: time().nullable(),
  /** When the link by which it was sent ends. */
  passwordEndsAt: time().nullable(),
  /** Until when the account is locked after wrong passwords. */
  lockedUntil: time().nullable(),
  lastSignInAt: time().nullable(),
  /** Open sessions, the last used first, at most 50. */
  sessions: z.array(z.object({ id: id(), address: z.string(), userAgent: z.string(), createdAt: time(), lastSeenAt: time() })),
});
export type SignInState = z.output<typeof signInState>;
