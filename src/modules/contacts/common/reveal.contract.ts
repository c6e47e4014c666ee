import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, pageOf, pageQuery, time } from '#kit/common/schema.ts';
import { personDetail } from './permissions.ts';
import { fieldKey } from './field-key.ts';

const access = { code: personDetail.button.revealLog } as const;
const person = z.object({ id: z.string(), name: z.string() });
const filter = {
  viewerId: id().optional(),
  targetId: id().optional(),
  field: fieldKey().optional(),
  from: time().optional(),
  to: time().optional(),
};

/** A value that was shown clear. */
export const revealRow = z.object({
  id: z.string(),
  at: time(),
  viewer: person,
  target: person,
  field: fieldKey(),
  /** What the field is called. */
  fieldName: z.string(),
  terminal: z.string(),
});
/** A value that was shown clear. */
export type RevealRow = z.output<typeof revealRow>;

/** Who had which value shown clear. */
export const revealList = endpoint({
  method: 'GET',
  path: 'contact/reveal/list',
  access,
  scope: 'employee',
  audit: 'contact.reveal.read',
  reads: true,
  input: pageQuery(['at'] as const).extend({ ...filter, after: z.string().max(64).optional() }),
  reply: pageOf(revealRow).extend({
    next: z.string().nullable(),
    /** Who had the most shown in the time that was asked for. */
    top: z.array(person.extend({ count: z.int() })),
  }),
  summary: 'Who had which value of whom shown clear',
});

/** Writes the reveals to a file. The job's result is `{ fileId, rows }`. */
export const revealExport = endpoint({
  method: 'POST',
  path: 'contact/reveal/export',
  access,
  scope: 'employee',
  audit: 'contact.reveal.export',
  waits: 'unseen',
  subject: 'reveal',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx'), filter: z.strictObject(filter).default({}) }),
  reply: z.object({ jobId: id() }),
  summary: 'Exports who had which value of whom shown clear',
});

/** Person who opened too many different cards. */
export const scrapeRow = z.object({
  id: z.string(),
  viewer: person,
  state: z.enum(['watched', 'blocked', 'cleared', 'over']),
  cards: z.int(),
  since: time(),
  until: time(),
  clearedAt: time().nullable(),
});

/** Who opened too many different cards. */
export const scrapeList = endpoint({
  method: 'GET',
  path: 'contact/scrape/list',
  access,
  scope: 'employee',
  input: pageQuery(['since'] as const).extend({
    state: z.enum(['watched', 'blocked', 'cleared', 'over']).optional(),
    empId: id().optional(),
  }),
  reply: pageOf(scrapeRow),
  summary: 'Who opened more different cards than the settings allow',
});

/** Lets somebody open cards again. */
export const scrapeClear = endpoint({
  method: 'POST',
  path: 'contact/scrape/clear',
  access,
  scope: 'employee',
  audit: 'contact.scrape.clear',
  input: z.strictObject({ ids: z.array(id()).min(1).max(500) }),
  reply: count(),
  summary: 'Lets people open cards again before the day is over',
});
