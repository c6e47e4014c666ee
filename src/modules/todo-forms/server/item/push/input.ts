import { z } from 'zod';
import { id, text, time } from '#kit/common/schema.ts';
import { itemModes } from '../../../common/item/words.ts';

/** Items of one call, and people of one item. */
export const mostItems = 500;
export const mostPeople = 500;

const outId = text(100);
const data = z.record(z.string().min(1).max(64), z.json());
const who = z.union([z.string(), z.number()]).transform(String).pipe(text(128));
const file = z
  .strictObject({
    name: text(200),
    fileId: id().optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(1000)
      .optional(),
  })
  .refine((one) => (one.fileId === undefined) !== (one.url === undefined), { path: ['url'] });
const stage = z.string().max(32);
const priority = z.int().min(0).max(3);
const url = z.url({ protocol: /^https?$/ }).max(1000);

/** An item as a system pushes it. */
export const pushedItem = z.strictObject({
  outId,
  template: z.string().min(1).max(64),
  stage: stage.optional(),
  title: text(200).optional(),
  data: data.default({}),
  people: z.array(who).min(1).max(5_000),
  mode: z.enum(itemModes).default('any'),
  dueAt: time().nullable().default(null),
  priority: priority.default(0),
  files: z.array(file).max(20).default([]),
  url: url.optional(),
  sender: z.string().max(100).default(''),
  groupKey: z.string().max(100).default(''),
  /** Take the people who are known, and leave the others out. */
  partial: z.boolean().default(false),
});
/** An item as a system pushes it. */
export type PushedItem = z.output<typeof pushedItem>;

const reason = z.string().max(500).default('');

/** What a system changes about an item of its own. */
export const changedItem = z.strictObject({
  outId,
  /** The revision that the system knows; another one is 10409. */
  revision: z.int().min(1).optional(),
  stage: stage.optional(),
  title: text(200).optional(),
  data: data.optional(),
  dueAt: time().nullable().optional(),
  priority: priority.optional(),
  url: url.optional(),
  people: z.strictObject({ add: z.array(who).max(mostPeople).default([]), remove: z.array(who).max(mostPeople).default([]) }).optional(),
  reason,
});
/** What a system changes about an item of its own. */
export type ChangedItem = z.output<typeof changedItem>;

/** An item that is over for its system, as a whole or for one person. */
export const finishedItem = z.strictObject({ outId, person: who.optional(), reason });
/** An item that its system takes back. */
export const withdrawnItem = z.strictObject({ outId, reason });
/** An item that its system asks for. */
export const askedItem = z.strictObject({ outId });
/** Open items of a system, after one of them. */
export const askedOpen = z.strictObject({
  after: z.string().max(100).default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
});

/** The first mistake of an input: its path. */
export const wrongAt = (error: z.ZodError, prefix = ''): string => {
  const [issue] = error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [prefix, ...(issue?.path ?? []), ...keys].filter((part) => part !== '').join('.');
};
