import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, text, time } from '#kit/common/schema.ts';
import { reasonLetters } from './export.contract.ts';
import { results } from './operation-log.contract.ts';
import { operationLog } from './permissions.ts';

/** One masked value of a row in full, before and after; 19032 without a reason. */
export const operationUnmask = endpoint({
  method: 'POST',
  path: 'logs/operation/unmask',
  summary: 'Shows one masked value of a row of the operation log in full; noted with its reason',
  access: { code: operationLog.button.unmask },
  scope: 'journal',
  stepUp: true,
  audit: 'read.unmask',
  waits: 'again',
  subject: 'operation',
  errors: [19032],
  input: z.strictObject({
    id: id(),
    at: time().optional(),
    /** Which of the changed objects. */
    lineId: id(),
    field: z.string().max(100),
    reason: text(reasonLetters.most).optional(),
  }),
  reply: z.object({ before: z.json(), after: z.json() }),
});

const Event = z.object({
  at: time(),
  kind: z.enum(['operation', 'job', 'warning']),
  /** Of the row, the job or the warning. */
  id: id(),
  what: z.string(),
  name: z.string(),
  objectName: z.string().nullable(),
  result: z.enum(results),
});
export type AroundEvent = z.output<typeof Event>;

/** What was done around a moment, in the order of time: changes by people and by the product itself, long work that began or ended, and for who may read warnings those that began or were over. */
export const operationAround = endpoint({
  method: 'GET',
  path: 'logs/operation/around',
  summary: 'Operations, long work and warnings around a moment, oldest first; the nearest ones where there are many',
  access: { code: operationLog.code },
  scope: 'journal',
  input: z.object({ at: time(), minutes: z.int().min(1).max(120).default(10), module: z.string().max(100).optional() }),
  reply: z.object({ list: z.array(Event), more: z.boolean() }),
});
