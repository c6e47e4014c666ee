import { z } from 'zod';
import { endpoint } from '../contract.ts';

const count = () => z.int();
/** Address of the page that tells more. */
const to = () => z.string();
const line = () => z.array(count());

/** A department that the reader administers. */
const scopeDepartment = z.object({ id: z.string(), name: z.string(), people: count() });

/** How things stand for who looks, each figure in the range of the page that tells more; null where that page is not granted. */
export const homeOverview = endpoint({
  method: 'GET',
  path: 'home/overview',
  access: { signedIn: true },
  input: z.object({
    /** Minutes by which the reader's days begin before those of UTC. */
    offset: z.coerce.number().int().min(-840).max(840).default(0),
  }),
  reply: z.object({
    /** The first moment of each day, the last is today. */
    days: z.array(z.int()),
    people: z.object({ now: count(), days: line(), to: to() }).nullable(),
    /** Sign-ins to the console and refusals of it. */
    signIns: z.object({ today: count(), days: line(), failed: line(), to: to() }).nullable(),
    /** Open and acknowledged ones, whoever was told of them. */
    warnings: z.object({ open: count(), critical: count(), days: line(), to: to() }).nullable(),
    /** Requests that wait for the reader's word. */
    waiting: z.object({ now: count(), days: line(), to: to() }).nullable(),
    /** Writes that were done. */
    changes: line().nullable(),
    /** What the reader administers, where that is not everything. */
    scope: z.object({ departments: z.array(scopeDepartment), more: count(), people: count() }).nullable(),
  }),
  summary: 'Figures of the home page with their last thirty days',
});

/** The steps of a new installation. */
export const setupSteps = ['company', 'mail', 'directory', 'factor', 'roles', 'backup', 'licence', 'invite'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Setup steps of a new installation that are done; only steps whose page is granted. */
export const homeSetup = endpoint({
  method: 'GET',
  path: 'home/setup',
  access: { signedIn: true },
  input: z.object({}),
  reply: z.object({ steps: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean(), to: to() })) }),
  summary: 'What of a new installation is set up',
});
