import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, longText, time } from '#kit/common/schema.ts';
import { formOption, formVersion } from '../form/version.ts';
import { answerStates, itemModes, itemStates, personStates } from './words.ts';

const read = { method: 'GET', session: fullSession, rate: 'read' } as const;
const write = { method: 'POST', session: fullSession, rate: 'write' } as const;

const localText = z.object({ zh_CN: z.string(), en_US: z.string(), ja_JP: z.string() });

/** An item in the list of a terminal. */
export const clientItem = z.object({
  itemId: id(),
  title: z.string(),
  summary: z.array(z.string()),
  systemId: id(),
  systemCode: z.string(),
  systemName: z.string(),
  systemIcon: z.string(),
  templateName: z.string(),
  sender: z.string(),
  priority: z.int(),
  dueAt: time().nullable(),
  overdue: z.boolean(),
  pushedAt: time(),
  changedAt: time(),
  state: z.enum(itemStates),
  /** The state of the person's own part; `submitted`: the answer is being sent. */
  mine: z.enum(personStates),
  seen: z.boolean(),
  /** Its system is disabled: nothing can be answered now. */
  readOnly: z.boolean(),
  mode: z.enum(itemModes),
  revision: z.int(),
  formDigest: z.string(),
});
/** An item in the list of a terminal. */
export type ClientItem = z.output<typeof clientItem>;

/** Items of the person. */
export const clientTodoList = clientEndpoint({
  ...read,
  path: 'todo/list',
  input: z.object({
    /** `open`: those that wait for the person; `done`: those that are over for them. */
    tab: z.enum(['open', 'done']).default('open'),
    systemId: id().optional(),
    text: z.string().max(100).optional(),
    after: z.string().max(120).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  reply: z.object({ list: z.array(clientItem), next: z.string().nullable() }),
  summary: 'To-dos of the person: those that wait, by what is due first, or those that are over, the latest first',
});

/** Numbers for badges. */
export const clientTodoCount = clientEndpoint({
  ...read,
  path: 'todo/count',
  input: z.object({}),
  reply: z.object({
    open: z.int(),
    overdue: z.int(),
    unseen: z.int(),
    systems: z.array(z.object({ systemId: id(), name: z.string(), icon: z.string(), open: z.int() })),
  }),
  summary: 'How many to-dos wait for the person, in all and by system',
});

const entered = z.record(z.string().max(65), z.json());

/** One item in full. */
export const clientTodoGet = clientEndpoint({
  ...read,
  path: 'todo/get',
  input: z.object({ itemId: id() }),
  reply: clientItem.extend({
    data: entered,
    stage: z.string(),
    url: z.string(),
    files: z.array(z.object({ name: z.string(), url: z.string(), fileId: z.string() })),
    /** Id of the version whose form shows it. */
    versionId: id(),
    people: z.array(
      z.object({
        id: id(),
        name: z.string(),
        state: z.enum(personStates),
        doneAt: time().nullable(),
        fromName: z.string(),
        toName: z.string(),
      }),
    ),
    draft: z.object({ input: entered, comment: z.string() }).nullable(),
    /** The person's last answer, with what the system said and what was entered. */
    lastAnswer: z
      .object({
        id: id(),
        action: z.string(),
        state: z.enum(answerStates),
        message: z.string(),
        fields: z.record(z.string(), z.string()),
        input: entered,
        comment: z.string(),
        at: time(),
      })
      .nullable(),
    closedBy: z.string(),
    closeReason: z.string(),
    mayTransfer: z.boolean(),
  }),
  summary: 'One to-do of the person with its data, people, draft and last answer',
});
/** One item in full. */
export type ClientItemDetail = z.output<typeof clientTodoGet.reply>;

/** The form of a version. */
export const clientTodoForm = clientEndpoint({
  ...read,
  path: 'todo/form',
  input: z.object({ versionId: id() }),
  reply: z.object({ versionId: id(), digest: z.string(), template: z.string(), name: localText, number: z.int(), content: formVersion }),
  summary: 'The form of a version, for whoever has an item of it; it never changes, so that terminals keep it by its digest',
});

/** Answers an item. */
export const clientTodoAct = clientEndpoint({
  ...write,
  path: 'todo/act',
  errors: [17053, 17058, 17059, 17060, 17064, 17066],
  input: z.strictObject({
    /** The terminal's id of the answer: the same again is the same answer. */
    answerId: id(),
    itemId: id(),
    stage: z.string().max(32),
    revision: z.int().min(1),
    action: z.string().max(32),
    input: entered.default({}),
    comment: longText(2000).default(''),
  }),
  reply: z.object({ answerId: id(), state: z.enum(answerStates) }),
  summary: 'Answers a to-do; it is done when its system has confirmed, and "being sent" until then',
});

/** Keeps what was entered. */
export const clientTodoDraft = clientEndpoint({
  ...write,
  path: 'todo/draft',
  errors: [17058],
  input: z.strictObject({ itemId: id(), input: entered, comment: longText(2000).default('') }),
  reply: z.object({ saved: z.boolean() }),
  summary: 'Keeps what was entered for a to-do without sending it',
});

/** Hands an item over. */
export const clientTodoTransfer = clientEndpoint({
  ...write,
  path: 'todo/transfer',
  errors: [17053, 17055, 17058, 17060, 17066],
  input: z.strictObject({ itemId: id(), toId: id(), reason: longText(500).default('') }),
  reply: z.object({ done: z.boolean() }),
  summary: 'Hands the own part of a to-do to somebody else',
});

/** Marks items as seen. */
export const clientTodoSeen = clientEndpoint({
  ...write,
  path: 'todo/seen',
  input: z.strictObject({ itemIds: z.array(id()).min(1).max(200) }),
  reply: z.object({ count: z.int() }),
  summary: 'Notes that the person has seen these to-dos',
});

/** Choices of a field. */
export const clientTodoOptions = clientEndpoint({
  ...write,
  path: 'todo/options',
  reads: true,
  errors: [17065],
  input: z.strictObject({
    itemId: id(),
    field: z.string().max(65),
    text: z.string().max(100).default(''),
    input: entered.default({}),
  }),
  reply: z.object({ options: z.array(formOption), more: z.boolean() }),
  summary: 'Choices of a field whose list comes from an interface, the first 200 that fit a text',
});
