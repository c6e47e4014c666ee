import { z } from 'zod';
import { holdingChoices } from '#kit/common/holding.ts';
import { time } from '#kit/common/schema.ts';

/** What happens in somebody's life here. `join`: begins later; `quarantine`: is kept out until a moment, and then leaves. */
export const lifeKinds = ['join', 'transfer', 'leave', 'rehire', 'quarantine'] as const;
/** `waiting`: would now give more than was shown when it was planned, so that somebody has to confirm it. */
export const lifeStates = ['planned', 'waiting', 'running', 'done', 'failed', 'cancelled'] as const;
/** What becomes of direct roles when somebody is transferred. */
export const transferRoles = ['keep', 'remove'] as const;
/** A step of leaving: still to do, done, or refused by something and to be tried again. */
const stepStates = ['open', 'done', 'failed'] as const;

/** One step of the checklist of who leaves. */
export const lifeStep = z.object({
  kind: z.string(),
  title: z.string(),
  choice: z.enum(holdingChoices),
  count: z.int(),
  state: z.enum(stepStates),
  /** How many things changed hands or went. */
  reached: z.int().nullable(),
  /** Why it was not done, in words. */
  trouble: z.string().nullable(),
  at: time().nullable(),
});
/** One step of the checklist of who leaves. */
export type LifeStep = z.output<typeof lifeStep>;

/** One sort of things that somebody holds, and what may become of them. */
export const holdingRow = z.object({
  kind: z.string(),
  title: z.string(),
  count: z.int(),
  /** At most ten. */
  sample: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The first is done where nothing is chosen. */
  choices: z.array(z.enum(holdingChoices)),
});
/** One sort of things that somebody holds. */
export type HoldingRow = z.output<typeof holdingRow>;
