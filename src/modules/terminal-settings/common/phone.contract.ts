import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, stamps, text, time, version } from '#kit/common/schema.ts';
import { audience } from './audience.ts';
import { submitPhonePage as page } from './permissions.ts';

/** Whether people are asked for a number: not at all, with the right to put it off, or before anything else. */
export const phoneModes = ['off', 'ask', 'require'] as const;
export type PhoneMode = (typeof phoneModes)[number];
/** How a number is proved: not at all, by a code sent to it, or by an administrator. */
export const phoneProofs = ['none', 'sms', 'approval'] as const;
export type PhoneProof = (typeof phoneProofs)[number];
/** The life of a submission. */
export const submissionStates = ['submitted', 'waiting', 'applied', 'rejected', 'expired'] as const;
export type SubmissionState = (typeof submissionStates)[number];

const setting = {
  mode: z.enum(phoneModes),
  /** How often one may put it off. */
  skips: z.int().min(0).max(10),
  audience: audience(),
  /** Calling codes that are taken; all where none is named. */
  regions: z.array(z.string().regex(/^\+[1-9]\d{0,3}$/)).max(50),
  proof: z.enum(phoneProofs),
  /** Months after which a number is asked for again; 0 for never. */
  againMonths: z.int().min(0).max(36),
  onlyWhenEmpty: z.boolean(),
};

/** Who is asked for a number, and how it is proved. */
export const phoneSettingRow = z.object({ ...stamps, ...setting });
export type PhoneSettingView = z.output<typeof phoneSettingRow>;
/** A change of it. */
export const phoneSettingChange = z.strictObject({ version: version(), ...z.object(setting).partial().shape });

/** A number that somebody submitted; numbers are masked. */
export const submissionRow = z.object({
  ...stamps,
  employeeId: id(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  former: z.string().nullable(),
  number: z.string(),
  proof: z.enum(phoneProofs),
  state: z.enum(submissionStates),
  reason: z.string().nullable(),
  submittedAt: time(),
  decidedAt: time().nullable(),
  decidedBy: z.string().nullable(),
});
export type SubmissionView = z.output<typeof submissionRow>;

/** The setting. */
export const phoneGet = endpoint({
  method: 'GET',
  path: 'im/submitPhone/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: phoneSettingRow,
  summary: 'Who is asked for a mobile number, and how it is proved',
});

/** Changes the setting. */
export const phoneSave = endpoint({
  method: 'POST',
  path: 'im/submitPhone/save',
  access: { code: page.button.save },
  scope: 'department',
  audit: 'submitPhone.save',
  dryRun: true,
  input: phoneSettingChange,
  reply: phoneSettingRow,
  summary: 'Changes who is asked for a mobile number',
});

const filters = {
  person: text(100).optional(),
  state: z.array(z.enum(submissionStates)).optional(),
  from: time().optional(),
  to: time().optional(),
};

/** What was submitted. */
export const submissionList = endpoint({
  method: 'GET',
  path: 'im/submitPhone/list',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ ...pageQuery(['submittedAt', 'state'] as const).shape, ...filters }),
  reply: pageOf(submissionRow),
  summary: 'Submitted numbers, masked, with what became of them',
});

/** Takes submitted numbers over. */
export const submissionApprove = endpoint({
  method: 'POST',
  path: 'im/submitPhone/approve',
  access: { code: page.button.approve },
  scope: 'employee',
  audit: 'submitPhone.approve',
  input: z.strictObject({ ids: ids(), reason: text(500).optional() }),
  reply: count(),
  summary: 'Approves submissions: the numbers become those of the people',
});

/** Refuses submitted numbers. */
export const submissionReject = endpoint({
  method: 'POST',
  path: 'im/submitPhone/reject',
  access: { code: page.button.reject },
  scope: 'employee',
  audit: 'submitPhone.reject',
  input: z.strictObject({ ids: ids(), reason: text(500) }),
  reply: count(),
  summary: 'Rejects submissions with a reason',
});

/** What was submitted, as a file. */
export const submissionExport = endpoint({
  method: 'POST',
  path: 'im/submitPhone/export',
  access: { code: page.button.export },
  scope: 'employee',
  audit: 'submitPhone.export',
  waits: 'unseen',
  subject: 'phoneSubmission',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), filter: z.strictObject(filters).default({}) }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes submissions to a file, numbers masked, as a job',
});

/** Reminds people who have not submitted a number. */
export const submissionRemind = endpoint({
  method: 'POST',
  path: 'im/submitPhone/remind',
  access: { code: page.button.remind },
  scope: 'employee',
  audit: 'submitPhone.remind',
  input: z.strictObject({}),
  reply: z.object({ jobId: id() }),
  summary: 'Mails those who are asked for a number and have not submitted one, as a job; its result is { mailed, already, noMail }',
});
