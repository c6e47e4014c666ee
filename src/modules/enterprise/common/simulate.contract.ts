import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, time } from '#kit/common/schema.ts';
import { deciders, memberActions, segmentActions } from './limit-words.ts';
import { contactLimitPage, segmentLimitPage } from './permissions.ts';

/** Everything that can be tried. */
export const simulatedActions = [...segmentActions, ...memberActions] as const;

/** One question that was asked, and what it said. */
const answer = z.object({
  /** What was asked for: the action itself, or sending the message that it takes. */
  question: z.enum(['file', 'message', 'member']),
  allowed: z.boolean(),
  by: z.enum(deciders),
  rule: z.object({ id: z.string(), name: z.string() }).nullable(),
  priority: z.int().nullable(),
  /** Of a rule that only looks on: it would be refused otherwise. */
  wouldRefuse: z.boolean(),
});
export type SimulatedAnswer = z.output<typeof answer>;

/** What a person tries to do. */
export const simulateRequest = z.strictObject({
  from: id(),
  /** Whom they have to do with; actions with others need it. */
  to: id().nullable().default(null),
  /** As the server would see it; unknown is outside of every segment. */
  address: z.string().trim().max(64).default(''),
  platform: z.literal([...platforms]).default(4),
  action: z.enum(simulatedActions),
  /** Now unless said. */
  at: time().nullable().default(null),
  /** In a chat that was there before. */
  existing: z.boolean().default(false),
});

/** Whether an action would be allowed, and by which rule it is decided. */
export const limitSimulate = endpoint({
  method: 'POST',
  path: 'im/limit/simulate',
  reads: true,
  access: { anyOf: [segmentLimitPage.button.simulate, contactLimitPage.button.simulate] },
  scope: 'employee',
  input: simulateRequest,
  reply: z.object({
    verdict: z.boolean(),
    rule: z.object({ id: z.string(), name: z.string() }).nullable(),
    priority: z.int().nullable(),
    answers: z.array(answer),
  }),
  summary: 'Whether an action would be allowed, and which rule decides',
});
