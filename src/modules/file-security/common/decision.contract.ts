import { z } from 'zod';
import { endpoint, type Reply } from '#kit/common/contract.ts';
import { count, day, id, ids, longText, text, time } from '#kit/common/schema.ts';
import { decisionView } from './case.ts';
import { fileSecurity, printLogPage } from './permissions.ts';
import { fileActions, levels, stepNames, verdicts } from './words.ts';

const after = () => z.string().max(64).optional();
const slice = {
  from: time().optional(),
  to: time().optional(),
  after: after(),
  pageSize: z.int().min(1).max(200).default(50),
};
const sliceOf = <R extends z.ZodType>(row: R) => z.object({ list: z.array(row), next: z.string().nullable() });

const decisionRow = z.object({
  id: z.string(),
  ref: z.string(),
  at: time(),
  employeeId: z.string(),
  employeeName: z.string(),
  departmentName: z.string(),
  action: z.enum(fileActions),
  occasion: z.enum(['ask', 'ticket', 'send']),
  fileName: z.string(),
  platform: z.int(),
  address: z.string(),
  verdict: z.enum(verdicts),
  step: z.enum(stepNames),
  ruleName: z.string(),
});
/** A decision in a list. */
export type DecisionRow = z.output<typeof decisionRow>;

/** Decisions, the newest first. */
export const decisionList = endpoint({
  method: 'GET',
  path: 'security/file/decision/list',
  access: { code: fileSecurity.button.decisions },
  scope: 'employee',
  input: z.object({
    ...slice,
    ref: z.string().trim().max(16).optional(),
    empId: id().optional(),
    fileId: id().optional(),
    ruleId: id().optional(),
    action: z.enum(fileActions).optional(),
    verdict: z.enum(verdicts).optional(),
  }),
  reply: sliceOf(decisionRow),
  dedupe: 'cancel-previous',
  summary: 'Decisions about files of people in range, newest first',
});

/** A decision with its steps, by the code that the person saw. */
export const decisionGet = endpoint({
  method: 'GET',
  path: 'security/file/decision/get',
  access: { anyOf: [fileSecurity.button.decisions, printLogPage.code] },
  scope: 'employee',
  input: z.object({ ref: z.string().trim().min(1).max(16) }),
  reply: decisionRow.extend({ decision: decisionView, setNumber: z.int(), deviceName: z.string() }),
  errors: [18231],
  summary: 'One decision with the steps that were taken, by its code',
});

/** The life of a file. */
export const fileTrail = endpoint({
  method: 'GET',
  path: 'security/file/trail',
  access: { code: fileSecurity.button.trail },
  scope: 'employee',
  reads: true,
  audit: 'fileTrail.read',
  input: z.strictObject({
    /** One of the two: the file, or the code of a decision about it, as it stands in a watermark or a refusal. */
    fileId: id().optional(),
    code: text(16).optional(),
    reason: text(500),
    /** Also files with the same content. */
    withCopies: z.boolean().default(true),
  }),
  reply: z.object({
    file: z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      size: z.int(),
      level: z.literal([...levels]),
      /** On hold: nothing can be done with it. */
      held: z.boolean(),
      uploadedAt: time(),
      owner: z.string(),
    }),
    copies: z.array(z.object({ id: z.string(), name: z.string(), uploadedAt: time(), owner: z.string() })),
    events: z.array(
      z.object({
        at: time(),
        kind: z.enum(['uploaded', 'asked', 'blocked', 'allowed', 'fetched', 'printed', 'screenshot']),
        action: z.enum(fileActions).nullable(),
        person: z.string(),
        fileName: z.string(),
        detail: z.string(),
        ref: z.string(),
      }),
    ),
  }),
  errors: [18231],
  summary: 'The life of a file and of its copies: uploaded, asked for, fetched, printed, photographed from the screen',
});

/** A file with its marks: level and hold. */
export type MarkedFile = Reply<typeof fileTrail>['file'];

/** Sets how secret files are. */
export const fileLevel = endpoint({
  method: 'POST',
  path: 'security/file/level',
  access: { code: fileSecurity.button.setLevel },
  scope: 'employee',
  audit: 'file.level',
  input: z.strictObject({
    fileIds: ids(),
    level: z.literal([...levels]).optional(),
    /** On hold: nothing can be done with it. */
    held: z.boolean().optional(),
    reason: longText(500).min(1),
  }),
  reply: count(),
  summary: 'Sets the level of files, or puts them on hold',
});

/** What became of a print. */
export const printResults = ['open', 'printed', 'cancelled', 'failed', 'refused', 'unknown'] as const;

/** A print that was asked for. */
const printRow = z.object({
  id: z.string(),
  at: time(),
  employeeId: z.string(),
  employeeName: z.string(),
  departmentName: z.string(),
  fileName: z.string(),
  level: z.int(),
  pages: z.int().nullable(),
  copies: z.int().nullable(),
  printer: z.string(),
  deviceName: z.string(),
  platform: z.int(),
  address: z.string(),
  result: z.enum(printResults),
  ruleName: z.string(),
  ref: z.string(),
});

/** Prints, also refused ones. */
export const printList = endpoint({
  method: 'POST',
  path: 'print/query/list',
  reads: true,
  access: { code: printLogPage.code },
  scope: 'employee',
  input: z.object({
    ...slice,
    empId: id().optional(),
    deptId: id().optional(),
    platform: z.int().optional(),
    printer: text(200).optional(),
    result: z.enum(printResults).optional(),
  }),
  reply: sliceOf(printRow),
  dedupe: 'cancel-previous',
  summary: 'Prints of people in range, also refused ones, newest first',
});

const screenRow = z.object({
  id: z.string(),
  at: time(),
  reportedAt: time(),
  employeeId: z.string(),
  employeeName: z.string(),
  departmentName: z.string(),
  kind: z.enum(['screenshot', 'recording']),
  place: z.string(),
  fileName: z.string(),
  prevented: z.boolean(),
  platform: z.int(),
  deviceName: z.string(),
  address: z.string(),
});

/** Screenshots and recordings that terminals reported. */
export const screenshotList = endpoint({
  method: 'POST',
  path: 'screenshot/query/list',
  reads: true,
  access: { code: printLogPage.button.screenshot },
  scope: 'employee',
  input: z.object({
    ...slice,
    pageNum: z.int().min(1).max(100).default(1),
    empId: id().optional(),
    deptId: id().optional(),
    platform: z.int().optional(),
    place: text(40).optional(),
    kind: z.enum(['screenshot', 'recording']).optional(),
    fileId: id().optional(),
  }),
  reply: z.object({
    list: z.array(screenRow),
    next: z.string().nullable(),
    total: z.int(),
    pages: z.int(),
    /** The total was counted up to a cap. */
    estimated: z.boolean(),
  }),
  dedupe: 'cancel-previous',
  summary: 'Screenshots and recordings that terminals of people in range reported, newest first',
});

const format = z.enum(['xlsx', 'csv']).default('xlsx');
const job = { method: 'POST', scope: 'employee', waits: 'unseen', reply: z.object({ jobId: id() }) } as const;

/** Writes prints in range to a file. */
export const printExport = endpoint({
  ...job,
  path: 'print/export',
  access: { code: printLogPage.button.export },
  audit: 'print.export',
  subject: 'print',
  input: z.strictObject({ format, filter: z.strictObject(printList.input.omit({ after: true, pageSize: true }).shape).optional() }),
  summary: 'Exports prints',
});
/** Writes screenshots in range to a file. */
export const screenshotExport = endpoint({
  ...job,
  path: 'screenshot/export',
  access: { code: printLogPage.button.exportScreenshot },
  audit: 'screenshot.export',
  subject: 'screenshot',
  input: z.strictObject({
    format,
    filter: z.strictObject(screenshotList.input.omit({ after: true, pageSize: true, pageNum: true }).shape).optional(),
  }),
  summary: 'Exports screenshots and recordings',
});

/** Whose watermark it is. */
export const watermarkFind = endpoint({
  method: 'GET',
  path: 'security/file/watermark/find',
  access: { code: fileSecurity.button.trail },
  scope: 'employee',
  reads: true,
  audit: 'watermark.find',
  input: z.strictObject({
    /** The eight characters of the watermark, or the day and the account that can be read in it. */
    code: z.string().trim().max(16).optional(),
    day: day().optional(),
    account: z.string().trim().max(100).optional(),
    reason: text(500),
  }),
  reply: z.object({ list: z.array(decisionRow.extend({ deviceName: z.string(), fileId: z.string().nullable() })) }),
  errors: [18231],
  summary: 'Whose watermark it is: person, device, file and minute',
});
