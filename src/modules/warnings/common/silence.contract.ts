import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, searchText, stamps, text, time } from '#kit/common/schema.ts';
import { warningSeverities } from '#kit/common/warning/warning-facts.ts';
import { warningPage as page } from './permissions.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** An upkeep window that comes back every week. */
export const weeklyWindow = z.strictObject({
  days: z.array(z.int().min(0).max(6)).min(1).max(7),
  from: clockTime,
  to: clockTime,
  timeZone: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_+\-/]+$/),
});
export type WeeklyWindow = z.output<typeof weeklyWindow>;

/** The longest silence. */
export const mostSilenceDays = 30;

/** What is entered: what is empty matches everything. */
export const silenceDraft = z.strictObject({
  kind: z.string().min(1).max(64).nullable().default(null),
  module: z.string().min(1).max(64).nullable().default(null),
  objectId: z.string().min(1).max(200).nullable().default(null),
  /** Empty: of every severity. */
  severities: z.array(z.enum(warningSeverities)).max(4).default([]),
  from: time().nullable().default(null),
  until: time(),
  weekly: weeklyWindow.nullable().default(null),
  reason: text(500),
});

/** A silence as it is shown. */
export const silenceRow = z.object({
  ...stamps,
  kind: z.string().nullable(),
  title: z.string().nullable(),
  module: z.string().nullable(),
  objectId: z.string().nullable(),
  severities: z.array(z.enum(warningSeverities)),
  from: time(),
  until: time(),
  weekly: weeklyWindow.nullable(),
  reason: z.string(),
  by: z.string(),
  state: z.enum(['coming', 'active', 'paused', 'over']),
  /** Warnings that it hides now. */
  hides: z.int(),
});
export type SilenceRow = z.output<typeof silenceRow>;

/** Silences, those in force first. */
export const silenceList = endpoint({
  method: 'GET',
  path: 'sys/warning/silence/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['until', 'from'] as const).extend({ current: z.boolean().optional(), text: searchText().optional() }),
  reply: pageOf(silenceRow),
  summary: 'Silences of warnings',
});

/** Hides notices of what matches; the warnings stay in view. Answers what it hides now. */
export const silenceAdd = endpoint({
  method: 'POST',
  path: 'sys/warning/silence/add',
  access: { code: page.button.silence },
  scope: 'department',
  audit: 'silence.add',
  dryRun: true,
  input: silenceDraft,
  reply: z.object({ id: id(), hides: z.int() }),
  summary: 'Silences notices',
});

/** Ends a silence now. */
export const silenceEnd = endpoint({
  method: 'POST',
  path: 'sys/warning/silence/end',
  access: { code: page.button.silence },
  scope: 'department',
  audit: 'silence.end',
  dryRun: true,
  input: z.strictObject({ id: id() }),
  reply: z.object({ hides: z.int() }),
  summary: 'Ends a silence',
});
