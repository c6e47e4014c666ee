import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, pageOf, pageQuery, time } from '#kit/common/schema.ts';
import { managerPage as page, systemPage } from '../permissions.ts';
import { differenceStates } from './words.ts';

/** A comparison in the list. */
export const differenceRow = z.object({
  id: id(),
  systemId: id(),
  systemName: z.string(),
  at: time(),
  byName: z.string(),
  openHere: z.int(),
  openThere: z.int(),
  missing: z.int(),
  stale: z.int(),
  state: z.enum(differenceStates),
  reason: z.string(),
  secondAt: time().nullable(),
});
/** A comparison in the list. */
export type DifferenceRow = z.output<typeof differenceRow>;

const read = { method: 'GET', access: { code: page.code }, scope: 'department' } as const;

/** Comparisons of open items with their systems. */
export const differenceList = endpoint({
  ...read,
  path: 'todo/difference/list',
  input: pageQuery(['at'] as const).extend({ systemId: id().optional(), state: z.enum(differenceStates).optional() }),
  reply: pageOf(differenceRow),
  summary: 'Comparisons of open to-dos with what is open in their systems, the newest first',
});

/** One comparison. */
export const differenceGet = endpoint({
  ...read,
  path: 'todo/difference/get',
  input: z.object({ id: id() }),
  reply: differenceRow.extend({
    missingIds: z.array(z.string()),
    staleItems: z.array(z.object({ itemId: id(), outId: z.string(), title: z.string(), state: z.string() })),
  }),
  summary: 'One comparison: what is open there and not here, and what is open here and not there',
});
/** One comparison in full. */
export type DifferenceDetail = z.output<typeof differenceGet.reply>;

/** Compares a system. */
export const compareSystem = endpoint({
  method: 'POST',
  path: 'todo/compare',
  access: { anyOf: [page.button.compare, systemPage.button.compare] },
  scope: 'department',
  audit: 'todoItem.compare',
  waits: 'again',
  subject: 'todoDifference',
  errors: [17062],
  input: z.strictObject({ systemId: id() }),
  reply: z.object({ jobId: id() }),
  summary: 'Compares open to-dos with the open ones of their system, as a job; what is closed there is looked at again ten minutes later',
});

/** Closes what a comparison found. */
export const differenceApply = endpoint({
  method: 'POST',
  path: 'todo/difference/apply',
  access: { code: page.button.compare },
  scope: 'department',
  audit: 'todoItem.apply',
  errors: [17062],
  input: z.strictObject({ id: id(), itemIds: z.array(id()).min(1).max(1000), choice: z.enum(['close', 'ask']) }),
  reply: count(),
  summary: 'Closes to-dos that are over in their system, or lets the second look ask once more',
});
