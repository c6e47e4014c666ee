import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { localText } from '#kit/common/language.ts';
import { longText } from '#kit/common/schema.ts';
import { deviceForms, deviceOwnerships, fileTypes, levels } from './words.ts';

const each = <T extends string | number>(all: T[]): T[] => [...new Set(all)];
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A network, a span of addresses or one address, with a note. */
export const segment = z.strictObject({ value: z.string().trim().min(1).max(100), note: longText(200).default('') });
/** A network, a span of addresses or one address, with a note. */
export type Segment = z.output<typeof segment>;

/** When a rule holds: days of the week (1 Monday), from one time of day to another (past midnight where that is earlier), in a time zone. */
export const timeWindow = z.strictObject({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((all) => each(all).toSorted((one, other) => one - other)),
  from: clock,
  to: z.union([clock, z.literal('24:00')]),
  zone: z.string().min(1).max(64),
});
/** When a rule holds. */
export type TimeWindow = z.output<typeof timeWindow>;

/** Platforms of terminals; none means all. */
export const platformList = z
  .array(z.literal([...platforms]))
  .max(platforms.length)
  .transform(each);
/** Types of files by content; none means all. */
export const typeList = z.array(z.enum(fileTypes)).max(fileTypes.length).transform(each);
/** Levels of secrecy; none means all. */
export const levelList = z
  .array(z.literal([...levels]))
  .max(levels.length)
  .transform(each);
/** File name extensions in lower case without the dot; none means all. */
export const extensionList = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^\.?[a-z0-9]{1,16}$/)
      .transform((text) => text.replace(/^\./, '')),
  )
  .max(50)
  .transform(each);

/** Under which conditions an action is allowed. */
export const conditions = z.strictObject({
  /** A watermark is drawn into what leaves the server. */
  watermark: z.boolean().default(false),
  /** The content is encrypted for this device alone (age). */
  container: z.boolean().default(false),
  /** Only pictures of pages, never the file. */
  readOnly: z.boolean().default(false),
  /** At most so many a day and person; null: no limit. */
  perDay: z.int().min(1).max(10_000).nullable().default(null),
  /** The person says why. */
  reasonAsked: z.boolean().default(false),
  /** Hours for which a container may be opened without a connection; null: as the level of the file says. */
  offlineHours: z.int().min(0).max(720).nullable().default(null),
});
/** Under which conditions an action is allowed. */
export type Conditions = z.output<typeof conditions>;
/** No condition. */
export const noConditions: Conditions = {
  watermark: false,
  container: false,
  readOnly: false,
  perDay: null,
  reasonAsked: false,
  offlineHours: null,
};

/** A text for the employee in some of the product's languages; in the others the product's own words are shown. */
export const ruleMessage = localText(300).partial().strict();

/** What a rule asks of the device; what is not asked holds for every device. */
export const deviceCondition = z.strictObject({
  ownership: z.array(z.enum(deviceOwnerships)).max(deviceOwnerships.length).transform(each).default([]),
  formFactor: z.array(z.enum(deviceForms)).max(deviceForms.length).transform(each).default([]),
  /** Devices that pass the checks of their rule, or that do not. */
  compliant: z.boolean().nullable().default(null),
  /** Only devices that are bound. */
  boundOnly: z.boolean().default(false),
  /** Only devices whose key lies in secure hardware. */
  hardwareKey: z.boolean().default(false),
});
/** What a rule asks of the device. */
export type DeviceCondition = z.output<typeof deviceCondition>;
/** Every device, also one that is not known. */
export const anyDevice: DeviceCondition = { ownership: [], formFactor: [], compliant: null, boundOnly: false, hardwareKey: false };
