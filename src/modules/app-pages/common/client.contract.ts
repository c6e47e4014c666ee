import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { day, id, time } from '#kit/common/schema.ts';
import { advertKinds } from './advert.contract.ts';
import { pageTerminals, seenPage } from './page.contract.ts';
import { most } from './tag.ts';

/** The page of the person on this terminal. */
export const clientPageGet = clientEndpoint({
  method: 'GET',
  path: 'page/get',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'The last page',
  input: z.object({ terminal: z.enum(pageTerminals).optional() }),
  reply: seenPage,
  summary: 'The page of the first configuration whose audience holds the person, merged with what they arranged',
});

const keys = z.array(z.string().max(60)).max(400);
// Cards that somebody may add to their page.
const mostAdded = 20;
/** How somebody arranged the cards of a tag. */
const arrangedCards = z.strictObject({
  /** Key of the tag. */
  tag: z.string().max(60),
  /** Keys of its cards in the person’s order. */
  order: keys.default([]),
  /** Keys of its cards that are hidden. */
  hidden: keys.default([]),
  /** Widgets whose cards the person added; those that they may not use are left out. */
  added: z.array(id()).max(mostAdded).default([]),
});
/** Keeps how the person arranged the page. */
export const clientPageSave = clientEndpoint({
  method: 'POST',
  path: 'page/save',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({
    configId: id(),
    /** Keys of tags in the person’s order. */
    order: keys,
    /** Keys of tags that are hidden. */
    hidden: keys.default([]),
    cards: z
      .array(arrangedCards)
      .max(most.tags)
      .refine((all) => all.reduce((sum, { added }) => sum + added.length, 0) <= mostAdded)
      .default([]),
    base: z.int().min(0),
  }),
  reply: seenPage,
  errors: [13051],
  summary:
    'Keeps the order of tags and of their cards, which are hidden and which widget cards were added; what is locked stays where it is',
});
/** Takes back what the person arranged. */
export const clientPageReset = clientEndpoint({
  method: 'POST',
  path: 'page/reset',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ configId: id() }),
  reply: seenPage,
  summary: 'Takes back what the person arranged',
});

/** An advert as terminals get it. */
export const clientAdvert = z.object({
  advertId: z.string(),
  title: z.string(),
  fileId: z.string().nullable(),
  link: z.string().nullable(),
  widgetId: z.string().nullable(),
  params: z.string(),
  startTime: time(),
  endTime: time(),
  seconds: z.int(),
  skip: z.literal([0, 1]),
  perDay: z.int(),
});
/** Adverts for the person on this terminal. */
export const clientAdverts = clientEndpoint({
  method: 'GET',
  path: 'app/adverts',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'Within their period',
  input: z.object({ kind: z.enum(advertKinds) }),
  reply: z.object({ display: z.literal([0, 1]), intervalTime: z.int(), keepDays: z.int(), list: z.array(clientAdvert) }),
  summary: 'Adverts that are shown now, and those of the next seven days for showing them offline',
});
/** A picture of an advert. */
export const clientPicture = clientEndpoint({
  method: 'GET',
  path: 'app/picture',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  input: z.object({ fileId: id() }),
  reply: z.unknown(),
  summary: 'A picture of an advert',
});
/** What was shown and opened. */
export const clientAdvertReport = clientEndpoint({
  method: 'POST',
  path: 'advert/report',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({
    counts: z
      .array(z.strictObject({ advertId: id(), day: day(), shown: z.int().min(0).max(10_000), opened: z.int().min(0).max(10_000) }))
      .min(1)
      .max(200),
  }),
  reply: z.object({ accepted: z.int() }),
  summary: 'Counts how often adverts were shown and opened, by day; what was counted of a terminal’s day before is replaced',
});
