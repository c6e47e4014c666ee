import { z } from 'zod';
import { localText } from '#kit/common/language.ts';
import { day } from '#kit/common/schema.ts';

/** Who makes new robots at terminals: nobody but administrators of the console, or whoever has the function `robot.create`. */
const robotCreators = ['administrators', 'holders'] as const;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Hours from one time of day to another one, on the next day where it is not later. */
export const quietWindow = z.strictObject({ from: clockTime, to: clockTime });
/** Hours from one time of day to another one. */
export type QuietWindow = z.output<typeof quietWindow>;

const days = z
  .array(day())
  .max(400)
  .transform((all) => [...new Set(all)].toSorted());
/** Days that are holidays whatever their weekday, and days of a weekend on which work is done. */
const calendarDays = z.strictObject({ closed: days, open: days.default([]) });

/** `example.com`, or `*.example.com` for all below it. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\*\.)?([a-z0-9_-]+\.)*[a-z0-9_-]+(:\d{1,5})?$/);

/** What is set for robots and assistants. */
export const robotValues = z.strictObject({
  whoCreates: z.enum(robotCreators),
  /** New robots wait for an administrator. */
  approveNew: z.boolean(),
  /** Reading all messages of a group waits for one. */
  approveReadAll: z.boolean(),
  /** Robots that somebody owns at most. */
  maxPerPerson: z.int().min(0).max(50),
  /** Robots in one group at most. */
  maxPerGroup: z.int().min(1).max(20),
  /** Messages a minute and group. */
  rate: z.int().min(1).max(600),
  /** Hosts that robots may call; none: every one that the network allows. */
  hosts: z
    .array(host)
    .max(100)
    .transform((all) => [...new Set(all)].toSorted()),
  /** Days after which a key should be changed; 0: never. */
  keyLifeDays: z.union([z.literal(0), z.int().min(30).max(730)]),
  calendar: calendarDays,
  /** When robots post nothing by themselves; null: never. */
  quietHours: quietWindow.nullable(),
  /** Messages of robots carry a label. */
  label: z.boolean(),
  /** What the label says. */
  labelText: localText(20).strict(),
  /** Days without a call after which a robot is disabled, with a notice; 0: never. */
  unusedDays: z.int().min(0).max(3650),
  /** Days for which calls of robots are kept. */
  logDays: z.int().min(7).max(180),
});
/** What is set for robots and assistants, on the site. */
export type RobotValues = z.output<typeof robotValues>;
/** A setting. */
export type RobotSettingName = keyof RobotValues;
/** The settings, in their order. */
export const robotSettingNames = Object.keys(robotValues.shape) as RobotSettingName[];

/** What a company says of its own; null: what stands above holds. */
export type OwnValues = { readonly [N in RobotSettingName]: RobotValues[N] | null };

/** Nothing of its own: what stands above holds. */
export const noValues: OwnValues = {
  whoCreates: null,
  approveNew: null,
  approveReadAll: null,
  maxPerPerson: null,
  maxPerGroup: null,
  rate: null,
  hosts: null,
  keyLifeDays: null,
  calendar: null,
  quietHours: null,
  label: null,
  labelText: null,
  unusedDays: null,
  logDays: null,
};

/** What holds: of the site and of the companies above, each time the narrower one. */
export interface EffectiveValues extends Omit<RobotValues, 'quietHours'> {
  readonly quietHours: readonly QuietWindow[];
}
