import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice } from '#kit/common/crud/fields.ts';
import { count, id, ids, time } from '#kit/common/schema.ts';
import { openApiPage as page } from './permissions.ts';

/** Functions of the product that can be offered, by group and name: the end of their path below /gateway/sys. */
export const openCodes = [
  'contacts/departments',
  'contacts/employees',
  'contacts/employee',
  'contacts/members',
  'messages/send',
  'im/message/send',
  'im/message/recall',
  'im/receipts/get',
  'im/group/add',
  'im/group/update',
  'im/group/member',
  'robot/send',
  'robot/reply',
  'todo/add',
  'todo/update',
  'todo/finish',
  'todo/withdraw',
  'todo/get',
  'todo/open',
] as const;
/** One of them. */
export type OpenCode = (typeof openCodes)[number];
/** What a call may do at worst. */
export const openRisks = ['read', 'personal', 'push'] as const;

/** A function that is published. */
export const sysApi = crudContract({
  module: 'open-api',
  kind: 'sysApi',
  path: 'mas/sysApi',
  title: { zh_CN: '开放接口', en_US: 'Open function', ja_JP: '公開機能' },
  page,
  scope: { read: 'none', write: 'site' },
  without: ['update'],
  fields: { code: choice(openCodes).unique().immutable().sorted().filtered() },
  more: {
    row: {
      title: z.string(),
      path: z.string(),
      risk: z.enum(openRisks),
      granted: z.int(),
      calls24: z.int(),
      failures24: z.int(),
      /** Whether the range of a grant narrows whom it touches. */
      ranged: z.boolean(),
    },
    detail: {
      summary: z.string(),
      input: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean(), about: z.string() })),
    },
  },
});
/** A published function in the list. */
export type SysApiRow = CrudRow<typeof sysApi>;

/** Functions that the product offers, published or not. */
export const sysApiCatalogue = endpoint({
  method: 'GET',
  path: 'mas/sysApi/catalogue',
  summary: 'Functions of the product that can be published, with what they do',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({
        code: z.enum(openCodes),
        title: z.string(),
        summary: z.string(),
        path: z.string(),
        risk: z.enum(openRisks),
        publishedId: id().nullable(),
      }),
    ),
  }),
});

const Grant = z.object({
  id: id(),
  systemId: z.string(),
  systemName: z.string(),
  /** Null: everybody. */
  departments: z.array(z.object({ id: id(), name: z.string() })).nullable(),
  rate: z.int().nullable(),
  until: time().nullable(),
});
/** Who may call a function, and for whom. */
export type OpenGrant = z.output<typeof Grant>;

/** Who may call a function. */
export const sysApiGrants = endpoint({
  method: 'GET',
  path: 'mas/sysApi/grants',
  summary: 'Systems that may call a function, each with its range',
  access: { code: page.code },
  scope: 'site',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(Grant), systems: z.array(z.object({ id: id(), name: z.string() })) }),
});

/** Lets a system call a function, in a range; a present grant is written again. */
export const sysApiGrant = endpoint({
  method: 'POST',
  path: 'mas/sysApi/grant',
  summary: 'Grants a function to a system for these departments, or for everybody',
  access: { code: page.button.grant },
  scope: 'site',
  audit: 'sysApi.grant',
  dryRun: true,
  input: z.strictObject({
    id: id(),
    systemId: id(),
    /** Null: everybody. */
    departmentIds: z.array(id()).min(1).max(500).nullable().default(null),
    rate: z.int().min(1).max(100_000).nullable().default(null),
    until: time().nullable().default(null),
  }),
  reply: count(),
});

/** Takes grants of a function away. */
export const sysApiRevoke = endpoint({
  method: 'POST',
  path: 'mas/sysApi/revoke',
  summary: 'Takes the grants of systems away; they are refused within a second',
  access: { code: page.button.grant },
  scope: 'site',
  audit: 'sysApi.revoke',
  dryRun: true,
  input: z.strictObject({ id: id(), systemIds: ids() }),
  reply: count(),
});

/** Tries a reading function as a system would see it, without a call at the gateway. */
export const sysApiTest = endpoint({
  method: 'POST',
  path: 'mas/sysApi/test',
  summary: 'Answers what a system would get from a reading function; what writes is not done',
  access: { code: page.button.test },
  scope: 'site',
  reads: true,
  input: z.strictObject({ id: id(), systemId: id().nullable().default(null), input: z.record(z.string().max(50), z.json()).default({}) }),
  reply: z.object({ code: z.int(), data: z.json() }),
});
