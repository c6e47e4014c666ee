import { z } from 'zod';
import { id, time } from '#kit/common/schema.ts';
import { advertLink, deptWidget } from './advert.contract.ts';

/** Tabs that are pages of the application itself. */
export const systemKeys = ['messages', 'contacts', 'appCentre', 'me'] as const;
/** Widgets of a card, adverts of a card, cards of a tab, tabs of a page. */
export const most = { tagWidgets: 60, tagAdverts: 10, cards: 30, tags: 8 } as const;

const onOff = z.literal([0, 1]);
/** Names in three languages; the first is asked for when the page is saved. */
const langs = z.strictObject({
  zh_CN: z.string().trim().max(12).default(''),
  en_US: z.string().trim().max(12).default(''),
  ja_JP: z.string().trim().max(12).default(''),
});
const titles = z.strictObject({
  zh_CN: z.string().trim().max(100).default(''),
  en_US: z.string().trim().max(100).default(''),
  ja_JP: z.string().trim().max(100).default(''),
});

/** An advert that stands in a card of a tag. */
const tagAdvert = z.strictObject({
  advertId: id().optional(),
  title: titles,
  fileId: id().nullable().default(null),
  link: advertLink.nullable().default(null),
  pcLink: advertLink.nullable().default(null),
  deptIds: z.array(id()).max(200).default([]),
  deptWidgetInfo: z.array(deptWidget).max(200).default([]),
  startTime: time(),
  endTime: time(),
  pcEnable: onOff.default(1),
  mobileEnable: onOff.default(1),
});

const widgetCard = z.strictObject({
  cardType: z.literal(1),
  cardIndex: z.int().min(0).max(1000),
  isLock: onOff.default(1),
  widgetId: id(),
});
const platformCard = z.strictObject({
  cardType: z.literal(0),
  cardIndex: z.int().min(0).max(1000),
  isLock: onOff.default(1),
  platformId: id().nullable().default(null),
  platformType: z.literal([1, 2]),
  name: z.string().trim().max(30).default(''),
  icon: z.string().max(20).nullable().default(null),
  intervalTime: z.int().min(2).max(30).nullable().default(null),
  langs: langs.default({ zh_CN: '', en_US: '', ja_JP: '' }),
  /** 1: what stands in the tag. 0: what the platform card itself holds. */
  isTagConfig: onOff.default(0),
  tagWidgets: z
    .array(z.strictObject({ widgetId: id(), widgetIdentifier: z.string().max(64).default('') }))
    .max(most.tagWidgets)
    .default([]),
  tagAdverts: z.array(tagAdvert).max(most.tagAdverts).default([]),
});
/** A card of a tag: of the platform, or of a widget. */
const card = z.discriminatedUnion('cardType', [platformCard, widgetCard]);
/** A card. */
export type Card = z.output<typeof card>;
/** A card of the platform. */
export type PlatformCard = z.output<typeof platformCard>;

/** A tag: a tab of a page. */
export const tag = z.strictObject({
  tagIndex: z.int().min(0).max(1000),
  /** 0: a tab of the application; 1: a page of cards. */
  tagType: z.literal([0, 1]),
  systemKey: z.enum(systemKeys).nullable().default(null),
  isLock: onOff.default(1),
  cardArray: z.array(card).max(most.cards).default([]),
  langs,
  icon: z.string().max(20).nullable().default(null),
});
/** A tag. */
export type Tag = z.output<typeof tag>;

/** A tag as it is answered. */
export const tagView = z.object(tag.shape);
