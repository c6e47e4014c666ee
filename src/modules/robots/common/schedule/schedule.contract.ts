import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, moment, refers, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, text as textOf, time } from '#kit/common/schema.ts';
import { robotService } from '../permissions.ts';
import { missedRules, runClasses, scheduleCalendars, scheduleLimits, scheduleStates } from './words.ts';

const { company, companyDetail } = robotService;
const { button } = companyDetail;
const mayRead = { anyOf: [company.code, companyDetail.code] } as const;

/** Five fields: minute, hour, day of the month, month, day of the week. */
const cron = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\d*/,A-Za-z?#-]+( +[\d*/,A-Za-z?#-]+){4}$/);

/** What a schedule posts. */
export const scheduleContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: localText(2000).strict() }),
  z.strictObject({ kind: z.literal('markdown'), text: localText(5000).strict() }),
  /** Calls an interface as the owner of the robot, and posts its data by a template: `{path}` stands for a value. */
  z.strictObject({
    kind: z.literal('interface'),
    path: z
      .string()
      .regex(/^[\w-]+(\/[\w.-]+)+$/)
      .max(200),
    template: localText(2000).strict(),
    /** Nothing is posted where the template stays empty. */
    skipEmpty: z.boolean().default(true),
  }),
]);
/** What a schedule posts. */
export type ScheduleContent = z.output<typeof scheduleContent>;

const timing = {
  cron: value(cron).nullable().default(null).example('0 9 * * *'),
  /** Once, in place of a rule. */
  onceAt: moment().nullable().default(null).example(null),
  /** By whose clock: an IANA name. */
  zone: text(64).example('Asia/Tokyo'),
  calendar: choice(scheduleCalendars).default('all'),
};

/** A schedule of a robot: what it posts by itself, and when. */
export const robotSchedule = crudContract({
  module: 'robots',
  kind: 'robotSchedule',
  path: 'robot/schedule',
  title: { zh_CN: '定时任务', en_US: 'Schedule', ja_JP: 'スケジュール' },
  page: { code: companyDetail.code, button: { add: button.addSchedule, update: button.updateSchedule, delete: button.deleteSchedule } },
  scope: 'inside',
  fields: {
    robotId: refers('robot').immutable().filtered(),
    name: text(50).searched().sorted(),
    ...timing,
    content: value(scheduleContent).example({ kind: 'text', text: { zh_CN: 'ok' } }),
    /** Groups of the robot; none of them and no people: every group that it is in. */
    groups: value(z.array(id()).max(scheduleLimits.targets), z.array(z.string())).default([]).example([]),
    people: refersToMany('employee', scheduleLimits.targets).default([]),
    mentionAll: bool().default(false),
    startsAt: moment().nullable().default(null).example(null),
    endsAt: moment().nullable().default(null).example(null),
    onMissed: choice(missedRules).default('skip'),
    state: choice(scheduleStates).readOnly().default('on').filtered(),
  },
  without: ['enable', 'disable'],
  sort: ['name', 'updatedAt', '-updatedAt'],
  more: {
    row: {
      nextAt: time().nullable(),
      lastAt: time().nullable(),
      lastClass: z.enum(runClasses).nullable(),
      failures: z.int(),
    },
    /** The next five times. */
    detail: { next: z.array(time()) },
  },
  operations: {
    list: { access: mayRead },
    get: { access: mayRead },
    add: { errors: [17097] },
    update: { errors: [17097] },
  },
});
/** A schedule in a list. */
export type ScheduleRow = CrudRow<typeof robotSchedule>;
/** A schedule in full. */
export type ScheduleDetail = CrudDetail<typeof robotSchedule>;

/** When a schedule that is not saved yet would run. */
export const scheduleNext = endpoint({
  method: 'POST',
  path: 'robot/schedule/next',
  reads: true,
  access: mayRead,
  scope: 'department',
  input: z.strictObject({
    robotId: id(),
    cron: cron.nullable().default(null),
    onceAt: time().nullable().default(null),
    zone: textOf(64),
    calendar: z.enum(scheduleCalendars).default('all'),
    startsAt: time().nullable().default(null),
    endsAt: time().nullable().default(null),
  }),
  reply: z.object({ next: z.array(time()) }),
  errors: [17097],
  summary: 'The next five times of a rule, by the holidays that hold for the robot',
});

/** Posts now. */
export const scheduleRunNow = endpoint({
  method: 'POST',
  path: 'robot/schedule/runNow',
  access: { code: button.runNow },
  scope: 'department',
  audit: 'robotSchedule.runNow',
  waits: 'unseen',
  subject: 'robotSchedule',
  input: z.strictObject({ id: id() }),
  reply: z.object({ class: z.enum(runClasses), posted: z.int(), failed: z.int() }),
  summary: 'Runs a schedule once, now, whatever its state; its planned times stay',
});

/** Pauses schedules, or lets them go on. */
export const schedulePause = endpoint({
  method: 'POST',
  path: 'robot/schedule/pause',
  access: { code: button.pause },
  scope: 'department',
  audit: 'robotSchedule.pause',
  dryRun: true,
  input: z.strictObject({ ids: ids(), paused: z.boolean() }),
  reply: count(),
  summary: 'Pauses schedules, or lets them go on from now; times in between are not made up for',
});
