import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { count, email, id, ids, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { noticeChannels, warningSeverities } from '#kit/common/warning/warning-facts.ts';
import { warningPage as page } from './permissions.ts';

const channel = z.enum(noticeChannels);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Bodies that other systems take. */
export const webhookPresets = ['plain', 'wecom', 'dingtalk', 'feishu'] as const;

/** What somebody wants to be told of: a kind, or all of them with `*`. */
export const subscription = z.strictObject({
  kind: z.string().min(1).max(64),
  module: z.string().max(64).nullable().default(null),
  minSeverity: z.enum(warningSeverities),
  delayMinutes: z.int().min(0).max(240).default(0),
  /** Null: all channels of the person. */
  channels: z.array(channel).min(1).max(noticeChannels.length).nullable().default(null),
});
export type Subscription = z.output<typeof subscription>;

/** When somebody is left alone; what is critical breaks through unless it is switched off. */
export const quietHours = z.strictObject({
  from: clockTime,
  to: clockTime,
  /** 0 Sunday to 6 Saturday: the day on which they begin. */
  days: z.array(z.int().min(0).max(6)).min(1).max(7),
  criticalToo: z.boolean().default(false),
});
export type QuietHours = z.output<typeof quietHours>;

const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+\-/]+$/);

const fields = {
  employeeId: id().nullable(),
  name: text(60).nullable(),
  email: email().nullable(),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .nullable(),
  webhookPreset: z.enum(webhookPresets),
  channels: z.array(channel).min(1).max(noticeChannels.length),
  subscriptions: z.array(subscription).min(1).max(100),
  /** Null: the first language. */
  language: z.enum(languages).nullable(),
  timeZone: timeZone.nullable(),
  quiet: quietHours.nullable(),
  escalateTo: id().nullable(),
  escalateAfterMinutes: z.int().min(5).max(1440).nullable(),
  expiresAt: time().nullable(),
  licence: z.boolean(),
};
/** Signs what is sent to a webhook; never answered. */
const secret = z.string().min(8).max(200).optional();

/** What is entered for a new one. */
export const noticePersonDraft = z.strictObject({
  employeeId: fields.employeeId.default(null),
  name: fields.name.default(null),
  email: fields.email.default(null),
  webhookUrl: fields.webhookUrl.default(null),
  webhookPreset: fields.webhookPreset.default('plain'),
  channels: fields.channels,
  subscriptions: fields.subscriptions.default([{ kind: '*', module: null, minSeverity: 'warning', delayMinutes: 0, channels: null }]),
  language: fields.language.default(null),
  timeZone: fields.timeZone.default(null),
  quiet: fields.quiet.default(null),
  escalateTo: fields.escalateTo.default(null),
  escalateAfterMinutes: fields.escalateAfterMinutes.default(null),
  expiresAt: fields.expiresAt.default(null),
  licence: fields.licence.default(false),
  webhookSecret: secret,
});

const { employeeId: _who, ...changeable } = fields;
/** A change; who it is stays. */
export const noticePersonChange = z.strictObject({
  id: id(),
  version: version(),
  ...z.object(changeable).partial().shape,
  webhookSecret: secret,
});

/** What leaves. */
export const noticePersonRow = z.object({
  ...stamps,
  ...fields,
  name: z.string(),
  email: z.string().nullable(),
  webhookPreset: fields.webhookPreset.nullable(),
  way: z.enum(['employee', 'mail', 'webhook']),
  hasSecret: z.boolean(),
  verified: z.boolean(),
  enabled: z.boolean(),
  escalateName: z.string().nullable(),
  tests: z.array(z.object({ channel, at: time(), ok: z.boolean(), answer: z.string() })),
});
export type NoticePersonRow = z.output<typeof noticePersonRow>;

const read = { access: { code: page.code }, scope: 'department' } as const;

/** Who is told of warnings. */
export const noticePersonList = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/noticePerson/list',
  input: pageQuery(['name', 'updatedAt'] as const).extend({
    text: searchText().optional(),
    enabled: z.boolean().optional(),
    channel: channel.optional(),
  }),
  reply: pageOf(noticePersonRow),
  dedupe: 'cancel-previous',
  summary: 'Who is told of warnings',
});

/** One of them. */
export const noticePersonGet = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/noticePerson/get',
  input: z.object({ id: id() }),
  reply: noticePersonRow,
  summary: 'One notice person',
});

/** A new one; an outside address of mail must be proven before anything else goes there. */
export const noticePersonAdd = endpoint({
  method: 'POST',
  path: 'sys/noticePerson/add',
  access: { code: page.button.addPerson },
  scope: 'department',
  audit: 'noticePerson.add',
  dryRun: true,
  input: noticePersonDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a notice person',
});

/** Changed fields of one. */
export const noticePersonUpdate = endpoint({
  method: 'POST',
  path: 'sys/noticePerson/update',
  access: { code: page.button.updatePerson },
  scope: 'department',
  audit: 'noticePerson.update',
  dryRun: true,
  input: noticePersonChange,
  reply: noticePersonRow,
  summary: 'Changes a notice person',
});

/** Enables or disables; an unproven address can't be enabled (11047). */
export const noticePersonStatus = endpoint({
  method: 'POST',
  path: 'sys/noticePerson/status/update',
  access: { code: page.button.statusPerson },
  scope: 'department',
  audit: 'noticePerson.status',
  dryRun: true,
  errors: [11047],
  input: z.strictObject({ id: id(), status: z.enum(['enabled', 'disabled']) }),
  reply: count(),
  summary: 'Enables or disables a notice person',
});

/** Removes them. */
export const noticePersonRemove = endpoint({
  method: 'POST',
  path: 'sys/noticePerson/delete',
  access: { code: page.button.deletePerson },
  scope: 'department',
  audit: 'noticePerson.delete',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Deletes notice persons',
});

/** Sends a trial by one channel and answers what came of it; to an unproven address a code to prove it by. */
export const noticePersonTest = endpoint({
  method: 'POST',
  path: 'sys/noticePerson/test',
  access: { code: page.button.testPerson },
  scope: 'department',
  audit: 'noticePerson.test',
  timeout: 30_000,
  input: z.strictObject({ id: id(), channel }),
  reply: z.object({ ok: z.boolean(), answer: z.string(), proving: z.boolean() }),
  summary: 'Tries a channel of a notice person',
});

/** Proves an outside address by the code that was sent there. */
export const noticePersonVerify = endpoint({
  method: 'POST',
  path: 'sys/noticePerson/verify',
  access: { code: page.button.updatePerson },
  scope: 'department',
  audit: 'noticePerson.verify',
  errors: [11047],
  input: z.strictObject({ id: id(), code: z.string().regex(/^\d{6}$/) }),
  reply: noticePersonRow,
  summary: 'Proves the address of a notice person',
});
