import { z } from 'zod';
import { day, email, english, id, longText, text } from '#kit/common/schema.ts';

/** What a mapping may write of a person. `extra.<code>` are extra fields. */
export const employeeTargets = [
  'externalId',
  'account',
  'name',
  'nameEn',
  'alias',
  'nameReading',
  'employeeNo',
  'mobile',
  'workPhone',
  'email',
  'personalEmail',
  'gender',
  'birthday',
  'hireDate',
  'title',
  'jobLevel',
  'workplace',
  'costCentre',
  'employmentType',
  'locale',
  'timeZone',
  'remark',
  'avatar',
  /** External ids of departments, the primary first. */
  'departments',
  /** Names from the source's root down, separated by `/`: instead of ids. */
  'departmentPath',
  /** External id, account or employee number of the manager. */
  'manager',
  /** True where the other side says that somebody can't sign in. */
  'disabled',
  /** True where the other side says that somebody has left. */
  'left',
  'expiresAt',
] as const;

/** What a mapping may write of a department. */
export const departmentTargets = [
  'externalId',
  'parent',
  'name',
  'nameEn',
  'nameJa',
  'code',
  'path',
  'order',
  'managers',
  'phone',
  'email',
  'address',
  'costCentre',
  'description',
  'disabled',
] as const;

/** How a value is changed on its way, one after another. */
export const transform = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['trim', 'lower', 'upper', 'first', 'last', 'number', 'adTime', 'photo']) }),
  z.strictObject({ do: z.literal('replace'), from: z.string().max(200), to: z.string().max(200) }),
  z.strictObject({ do: z.literal('split'), by: z.string().min(1).max(20) }),
  z.strictObject({ do: z.literal('join'), by: z.string().max(20) }),
  z.strictObject({
    do: z.literal('map'),
    values: z.record(z.string().max(200), z.string().max(200)),
    other: z.string().max(200).optional(),
  }),
  z.strictObject({ do: z.literal('bool'), truths: z.array(z.string().max(50)).max(20).default(['1', 'true', 'yes', 'y']) }),
  z.strictObject({ do: z.literal('date'), format: text(40) }),
  z.strictObject({ do: z.literal('bit'), n: z.int().min(0).max(31) }),
  z.strictObject({ do: z.literal('dn'), part: english(20), index: z.int().min(0).max(20).default(0) }),
  z.strictObject({ do: z.literal('phone'), region: z.string().regex(/^[A-Z]{2}$/) }),
  /** In linear time; the first group, else the whole match, else nothing. */
  z.strictObject({ do: z.literal('regex'), pattern: z.string().min(1).max(300) }),
]);
export type Transform = z.output<typeof transform>;

/** One row of the mapping: from an attribute, a constant, or a template (`{givenName} {sn}`: no code). */
export const mappingRow = z.strictObject({
  of: z.enum(['employee', 'department']).default('employee'),
  target: z.union([z.enum(employeeTargets), z.enum(departmentTargets), z.string().regex(/^extra\.[A-Za-z0-9_-]{1,64}$/)]),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('attribute'), name: text(200) }),
    z.strictObject({ kind: z.literal('constant'), value: z.string().max(500) }),
    z.strictObject({ kind: z.literal('template'), text: text(500) }),
  ]),
  transforms: z.array(transform).max(10).default([]),
  /** What an absent or empty value does: the field stays, is cleared, or the record is invalid. */
  whenMissing: z.enum(['keep', 'clear', 'reject']).default('keep'),
  /** Whose the field is: always the source's; only where nobody filled it; the source's first value, then whoever changes it. */
  own: z.enum(['always', 'ifEmpty', 'first']).default('always'),
});
export type MappingRow = z.output<typeof mappingRow>;

/** Which records are read, beyond what the connection itself filters. */
export const sourceScope = z.strictObject({
  /** External ids or paths of departments; empty takes all. */
  include: z.array(text(500)).max(200).default([]),
  exclude: z.array(text(500)).max(200).default([]),
  /** Records that are taken: each attribute compared with its values. */
  filter: z
    .array(
      z.strictObject({
        attribute: text(200),
        op: z.enum(['is', 'isNot', 'startsWith', 'contains', 'empty', 'notEmpty']),
        values: z.array(z.string().max(200)).max(100).default([]),
      }),
    )
    .max(20)
    .default([]),
});
export type SourceScope = z.output<typeof sourceScope>;

/** What becomes of people who are gone from the source, or have left there. */
export const leaverPolicy = z.strictObject({
  do: z.enum(['keep', 'quarantine', 'disable', 'leave']).default('quarantine'),
  /** Days of quarantine before they leave. */
  days: z.int().min(1).max(90).default(7),
});
export type LeaverPolicy = z.output<typeof leaverPolicy>;

const share = (percent: readonly [number, number, number], floor: number) =>
  z
    .strictObject({
      percent: z.int().min(percent[0]).max(percent[1]).default(percent[2]),
      floor: z.int().min(1).max(100).default(floor),
    })
    .prefault({});

/** When a run is held: share of the people linked and active above a floor, or a number whatever the share. What can't be switched off has no setting. */
export const brakeRules = z.strictObject({
  /** People read fewer than at the last good run, percent. */
  shrink: z.int().min(5).max(50).default(20),
  lose: z
    .strictObject({
      percent: z.int().min(1).max(30).default(5),
      floor: z.int().min(1).max(100).default(10),
      cap: z.int().min(1).max(5_000).default(500),
    })
    .prefault({}),
  departments: share([1, 30, 5], 3),
  moved: share([5, 100, 20], 50),
  renamed: share([1, 50, 5], 20),
  invalid: share([1, 50, 10], 20),
});
export type BrakeRules = z.output<typeof brakeRules>;

/** When it runs by itself. */
export const sourceSchedule = z.strictObject({
  kind: z.enum(['off', 'every', 'daily']).default('off'),
  everyMinutes: z.int().min(5).max(1440).default(60),
  times: z
    .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/))
    .max(24)
    .default([]),
  zone: z.string().max(60).default(''),
  /** Days after which an incremental kind is read wholly again. */
  fullEvery: z.int().min(1).max(30).default(7),
});
export type SourceSchedule = z.output<typeof sourceSchedule>;

/** Events that are notified. */
export const alarmEvents = ['held', 'failed', 'late', 'conflict', 'applied'] as const;
export const alarmPerson = z
  .strictObject({
    employeeId: id().optional(),
    address: email().optional(),
    channels: z
      .array(z.enum(['mail', 'console']))
      .min(1)
      .default(['mail', 'console']),
    on: z.array(z.enum(alarmEvents)).min(1).default(['held', 'failed', 'late']),
  })
  .refine(({ employeeId, address }) => (employeeId === undefined) !== (address === undefined), { path: ['employeeId'] });
export type AlarmPerson = z.output<typeof alarmPerson>;

/** Keys by which unlinked people are matched, in order. */
export const matchKeys = ['employeeNo', 'account', 'email', 'mobile'] as const;

/** A day, for filters. */
export const between = { from: day().optional(), to: day().optional() };
/** Why somebody decided so. */
export const reason = () => longText(500).refine((value) => value.trim() !== '');
