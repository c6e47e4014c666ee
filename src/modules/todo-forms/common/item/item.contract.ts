import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { formVersion } from '../form/version.ts';
import { managerPage as page } from '../permissions.ts';
import { answerStates, itemModes, itemStates, personStates } from './words.ts';

/** An item in the list. */
export const itemRow = z.object({
  id: id(),
  title: z.string(),
  systemId: id(),
  systemName: z.string(),
  templateName: z.string(),
  templateVersion: z.int(),
  outId: z.string(),
  /** People who have answered, and all who have a part. */
  done: z.int(),
  people: z.int(),
  state: z.enum(itemStates),
  mode: z.enum(itemModes),
  priority: z.int(),
  dueAt: time().nullable(),
  overdue: z.boolean(),
  pushedAt: time(),
  closedAt: time().nullable(),
  /** Who acted last, with what. */
  actedBy: z.string(),
  action: z.string(),
  answerState: z.enum(answerStates).nullable(),
});
/** An item in the list. */
export type ItemRow = z.output<typeof itemRow>;

/** Filters of items. */
export const itemFilter = z.strictObject({
  text: searchText().optional(),
  systemId: id().optional(),
  templateId: id().optional(),
  templateVersion: z.int().min(1).optional(),
  state: z.enum(itemStates).optional(),
  personId: id().optional(),
  departmentId: id().optional(),
  dueFrom: time().optional(),
  dueTo: time().optional(),
  overdue: z.boolean().optional(),
  priority: z.int().min(0).max(3).optional(),
  outId: searchText().optional(),
  pushedFrom: time().optional(),
  pushedTo: time().optional(),
});
/** Filters of items. */
export type ItemFilter = z.output<typeof itemFilter>;

const read = { method: 'GET', access: { code: page.code }, scope: 'department' } as const;

/** Items of the systems in range. */
export const itemList = endpoint({
  ...read,
  path: 'todo/item/list',
  input: pageQuery(['pushedAt', 'dueAt'] as const).extend(itemFilter.shape),
  reply: pageOf(itemRow),
  dedupe: 'cancel-previous',
  summary: 'To-dos of the business systems in range, the newest first',
});

const part = z.object({
  employeeId: id(),
  name: z.string(),
  departmentName: z.string(),
  state: z.enum(personStates),
  at: time(),
  seenAt: time().nullable(),
  doneAt: time().nullable(),
  fromName: z.string(),
  toName: z.string(),
  reason: z.string(),
});
/** A person's part of an item. */
export type ItemPart = z.output<typeof part>;

/** One item with its people and answers; its content is read by another call. */
export const itemGet = endpoint({
  ...read,
  path: 'todo/item/get',
  input: z.object({ id: id() }),
  reply: itemRow.extend({
    summary: z.array(z.string()),
    stage: z.string(),
    revision: z.int(),
    sender: z.string(),
    url: z.string(),
    groupKey: z.string(),
    closedBy: z.string(),
    closeReason: z.string(),
    parts: z.array(part),
    answers: z.array(
      z.object({
        id: id(),
        name: z.string(),
        action: z.string(),
        at: time(),
        state: z.enum(answerStates),
        attempts: z.int(),
        message: z.string(),
        confirmedAt: time().nullable(),
      }),
    ),
  }),
  summary: 'One to-do with its people and answers, without what its form says',
});
/** One item in full. */
export type ItemDetail = z.output<typeof itemGet.reply>;

/** What the form of an item says. */
export const itemForm = endpoint({
  method: 'GET',
  path: 'todo/item/form',
  access: { code: page.button.viewForm },
  scope: 'department',
  audit: 'todoItem.viewForm',
  reads: true,
  input: z.strictObject({ id: id(), empId: id().optional() }),
  reply: z.object({
    content: formVersion,
    data: z.record(z.string(), z.json()),
    stage: z.string(),
    person: z.object({ uid: z.string(), name: z.string() }),
  }),
  summary: 'The form of a to-do as a person sees it; who reads it is noted',
});

const reason = longText(500).trim().min(1);
const write = { method: 'POST', scope: 'department', errors: [17058, 17062] } as const;

/** Reminds people. */
export const itemRemind = endpoint({
  ...write,
  path: 'todo/item/remind',
  access: { code: page.button.remind },
  audit: 'todoItem.remind',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Reminds everybody whose part of these to-dos waits, at most so often a day; answers how many people',
});

/** Hands items over. */
export const itemTransfer = endpoint({
  ...write,
  path: 'todo/item/transfer',
  access: { code: page.button.transfer },
  audit: 'todoItem.transfer',
  errors: [17055, 17058, 17062],
  input: z.strictObject({ ids: ids(), fromEmpId: id().optional(), toEmpId: id(), reason }),
  reply: count(),
  summary: 'Hands open parts of these to-dos to somebody else: those of one person, or all; answers how many',
});

/** Withdraws items. */
export const itemWithdraw = endpoint({
  ...write,
  path: 'todo/item/withdraw',
  access: { code: page.button.withdraw },
  audit: 'todoItem.withdraw',
  input: z.strictObject({ ids: ids(), reason }),
  reply: count(),
  summary: 'Takes open to-dos back; their system is not told',
});

/** Finishes items. */
export const itemFinish = endpoint({
  ...write,
  path: 'todo/item/finish',
  access: { code: page.button.finish },
  audit: 'todoItem.finish',
  input: z.strictObject({ ids: ids(), reason }),
  reply: count(),
  summary: 'Marks open to-dos as done, where their system has them done already',
});

/** Changes many items. */
export const itemBatchUpdate = endpoint({
  ...write,
  path: 'todo/item/batchUpdate',
  access: { code: page.button.batchUpdate },
  audit: 'todoItem.batchUpdate',
  errors: [17062],
  waits: 'again',
  subject: 'todoItem',
  input: z
    .strictObject({
      ids: ids().optional(),
      filter: itemFilter.optional(),
      priority: z.int().min(0).max(3).optional(),
      dueAt: time().nullable().optional(),
      reason,
    })
    .refine((input) => (input.ids === undefined) !== (input.filter === undefined), { path: ['ids'] })
    .refine((input) => input.priority !== undefined || input.dueAt !== undefined, { path: ['priority'] }),
  reply: z.object({ jobId: id() }),
  summary: 'Changes priority or due date of many open to-dos, as a job',
});

/** Items as a file. */
export const itemExport = endpoint({
  ...write,
  path: 'todo/item/export',
  access: { code: page.button.export },
  audit: 'todoItem.export',
  errors: [],
  waits: 'again',
  subject: 'todoItem',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), ids: ids().optional(), filter: itemFilter.optional() }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes to-dos to a file, as a job; what their forms say is not in it',
});

/** Figures of the frame. */
export const itemStatistics = endpoint({
  method: 'GET',
  path: 'todo/item/statistics',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: z.object({ open: z.int(), overdue: z.int(), waiting: z.int(), failed: z.int(), failingSystems: z.int() }),
  summary: 'Open and overdue to-dos, answers that wait or failed, and systems that fail, in range',
});

/** Systems to choose among. */
export const itemSystems = endpoint({
  method: 'GET',
  path: 'todo/item/systems',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        name: z.string(),
        enabled: z.boolean(),
        templates: z.array(z.object({ id: id(), name: z.string() })),
      }),
    ),
  }),
  summary: 'Business systems in range with their templates, to choose among',
});
