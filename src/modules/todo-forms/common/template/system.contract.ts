import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, integer, localText, place, refers, text, value } from '#kit/common/crud/fields.ts';
import { id, version } from '#kit/common/schema.ts';
import { answerClasses } from '../item/words.ts';
import { systemPage as page } from '../permissions.ts';

const { button } = page;

/** Pictures that a system is shown with on terminals. */
export const todoIcons = [
  'task',
  'approval',
  'expense',
  'leave',
  'contract',
  'purchase',
  'people',
  'project',
  'security',
  'service',
] as const;
/** How answers reach a system. */
export const answerModes = ['none', 'call', 'interface'] as const;
/** Ways in which a system names people. */
export const assignWays = ['uid', 'account', 'employeeNo', 'mobile', 'email'] as const;
/** How people notice a new item. */
export const notifyWays = ['message', 'badge', 'none'] as const;
/** What people see of open items of a disabled system. */
export const afterDisables = ['readOnly', 'hidden'] as const;

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/);

const declared = crudContract({
  module: 'todo-forms',
  kind: 'todoSystem',
  path: 'todo/system',
  title: { zh_CN: '待办业务系统', en_US: 'Business system', ja_JP: '業務システム' },
  page: {
    code: page.code,
    ...(page.route !== undefined && { route: page.route }),
    button: { ...button, enable: button.recover, reorder: button.sort },
  },
  scope: 'inside',
  fields: {
    name: localText(50).searched().sorted(),
    code: codeText(48).unique().immutable().searched(),
    icon: choice(todoIcons).default('task'),
    /** Its keys sign what is pushed; until there is one, nothing can be. */
    accessSystemId: refers('accessSystem').unique().nullable().default(null).example(null),
    ownerDeptId: refers('department').filtered(),
    answerMode: choice(answerModes).default('none').filtered(),
    answerUrl: value(z.url({ protocol: /^https?$/ }).max(500), z.string())
      .nullable()
      .default(null)
      .example(null),
    answerSecret: text(200).secret(),
    answerInterfaceId: refers('apiInterface').nullable().default(null).example(null),
    statusInterfaceId: refers('apiInterface').nullable().default(null).example(null),
    assignBy: choice(assignWays).default('account'),
    perMinute: integer(1, 10_000).default(600),
    openItems: integer(1, 1_000_000).default(1_000_000),
    bytes: integer(1024, 65_536).default(65_536),
    /** Hosts to which links of items may lead, with every host below them; without any, links may lead everywhere. */
    linkHosts: value(z.array(host).max(50), z.array(z.string())).default([]).example([]),
    quietHours: bool().default(true),
    notify: choice(notifyWays).default('message'),
    afterDisable: choice(afterDisables).default('readOnly'),
    place: place(),
  },
  also: ['reorder', 'export'],
  sort: ['place', 'name', 'updatedAt'],
  more: {
    row: {
      templates: z.int(),
      managers: z.int(),
      /** Items that are open, and those pushed in the last 24 hours. */
      open: z.int(),
      pushed24: z.int(),
      /** Answers of the last 7 days, and those of them that wait after a failure or have failed. */
      answers7: z.int(),
      failing: z.int(),
    },
    filters: { failing: z.boolean().optional(), unused: z.boolean().optional() },
  },
  operations: {
    enable: { path: 'todo/system/recover', summary: 'Enables business systems again: everything is as before' },
    reorder: { path: 'todo/system/sort' },
    delete: { errors: [17063] },
  },
});

/** A business system that pushes to-dos. */
export const todoSystem = Object.freeze({
  ...declared,
  disable: endpoint({
    ...declared.disable,
    summary: 'Disables business systems: pushes are refused (17053), open items become read-only or are hidden',
    input: declared.disable.input.extend({ afterDisable: z.enum(afterDisables).optional() }),
  }),
});
/** A business system in a list. */
export type TodoSystemRow = CrudRow<typeof todoSystem>;
/** A business system in full. */
export type TodoSystemDetail = CrudDetail<typeof todoSystem>;

/** Who uses a system, and how much. */
export const systemUsage = endpoint({
  method: 'GET',
  path: 'todo/system/usage',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    /** The access system whose keys sign; null where there is none. */
    accessSystem: z.object({ id: z.string(), code: z.string(), name: z.string(), enabled: z.boolean() }).nullable(),
    templates: z.array(
      z.object({ id: z.string(), code: z.string(), name: z.string(), published: z.int(), open: z.int(), pushed30: z.int() }),
    ),
    open: z.int(),
    overdue: z.int(),
    pushed24: z.int(),
    done30: z.int(),
    waiting: z.int(),
    failed: z.int(),
  }),
  summary: 'What a business system has: templates with their items, answers that wait or failed, and the system whose keys sign',
});

/** Makes a new secret for the answers to a system. */
export const systemSecret = endpoint({
  method: 'POST',
  path: 'todo/system/secret',
  access: { code: button.secret },
  scope: 'department',
  audit: 'todoSystem.secret',
  stepUp: true,
  input: z.strictObject({ id: id(), version: version() }),
  reply: z.object({ secret: z.string() }),
  summary: 'Makes a new secret that signs answers to a system; it is answered once and never again',
});

/** How a try of a system went: as calls of answers end, or whether a push would be taken. */
export const testClasses = [...answerClasses, 'fits', 'noFit'] as const;
/** Tries what leads to a system: an answer without effect, or a sample push. */
export const systemTest = endpoint({
  method: 'POST',
  path: 'todo/system/test',
  access: { code: button.test },
  scope: 'department',
  audit: 'todoSystem.test',
  timeout: 20_000,
  errors: [17051],
  input: z.strictObject({
    id: id(),
    what: z.enum(['answer', 'push']),
    /** Of a push: code of a template, and a person by `assignBy`. */
    template: z.string().max(48).optional(),
    person: z.string().max(200).optional(),
    data: z.record(z.string().max(64), z.json()).optional(),
  }),
  reply: z.object({
    class: z.enum(testClasses),
    ms: z.int(),
    /** HTTP status; 0 where nothing came back. */
    status: z.int(),
    /** What was sent, or is to be sent as cURL; keys and signatures are left out. */
    request: z.string(),
    /** The first of what came back, or why the data do not fit. */
    answer: z.string(),
  }),
  summary: 'Sends a test answer to a system (event "test", without effect), or writes the request of a push as cURL and checks its data',
});
