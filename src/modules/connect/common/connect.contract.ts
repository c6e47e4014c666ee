import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, choice, codeText, longText, platform, refers, text, value } from '#kit/common/crud/fields.ts';
import { id, time } from '#kit/common/schema.ts';
import { connectAppPage, connectParamsPage } from './permissions.ts';

/** How the page of a widget signs in at the business system. */
export const connectSignIns = ['none', 'ticket'] as const;

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/);

/** A widget that is connected to a business system. */
export const connectWidget = crudContract({
  module: 'connect',
  kind: 'connectWidget',
  path: 'connect/widget',
  title: { zh_CN: '连接应用', en_US: 'Connected widget', ja_JP: '連携アプリ' },
  page: connectAppPage,
  scope: { by: 'ownerDeptId' },
  fields: {
    name: text(100).unique().sorted().searched(),
    widgetId: codeText(64).unique().immutable().searched(),
    systemId: value(id()).example('00000000-0000-7000-8000-0000000005f5'),
    ownerDeptId: refers('department').filtered(),
    signIn: choice(connectSignIns).filtered().default('ticket'),
    entryUrl: text(1000).nullable(),
    /** Pages that may get a ticket: `erp.example.com`, `*.example.com`, with a port where it is not the usual one. */
    hosts: value(z.array(host).max(20)).default([]).example(['erp.example.com']),
    audience: audience(),
    description: longText(1000).default(''),
  },
  more: { row: { systemName: z.string(), hasSecret: z.boolean(), tickets24: z.int(), refused24: z.int() } },
});
/** A connected widget in the list. */
export type ConnectWidgetRow = CrudRow<typeof connectWidget>;

/** Makes the secret by which the business system exchanges tickets; the one before ends at once. */
export const connectSecret = endpoint({
  method: 'POST',
  path: 'connect/widget/secret',
  summary: 'Makes a new secret for the exchange of tickets; it is in this answer alone, and the one before ends',
  access: { code: connectAppPage.button.secret },
  scope: 'department',
  stepUp: true,
  audit: 'connectWidget.secret',
  input: z.strictObject({ id: id() }),
  reply: z.object({ secret: z.string() }),
});

/** What an employee would meet: the audience, the page, and the parameters. */
export const connectTest = endpoint({
  method: 'POST',
  path: 'connect/widget/test',
  summary: 'Says what an employee would get with a widget: whether it is for them, whether the page gets a ticket, and the parameters',
  access: { code: connectAppPage.button.test },
  scope: 'department',
  reads: true,
  input: z.strictObject({ id: id(), employeeId: id(), url: z.string().max(1000).default(''), platform: z.int().min(1).max(8).default(1) }),
  reply: z.object({
    steps: z.array(z.object({ step: z.enum(['enabled', 'audience', 'host', 'secret']), ok: z.boolean() })),
    params: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
});

/** Types of parameters. */
export const connectKinds = ['text', 'number', 'boolean', 'json', 'secret'] as const;
/** Who is given a parameter. */
export const connectVisible = ['terminal', 'serverOnly'] as const;

/** A parameter that connected widgets are given. */
export const connectParam = crudContract({
  module: 'connect',
  kind: 'connectParam',
  path: 'connect/param',
  title: { zh_CN: '连接参数', en_US: 'Connection parameter', ja_JP: '連携パラメーター' },
  page: connectParamsPage,
  scope: { by: 'ownerDeptId' },
  without: ['enable', 'disable'],
  fields: {
    name: codeText(64).sorted().searched(),
    ownerDeptId: refers('department').filtered(),
    /** Empty: for every connected widget. */
    widgetId: codeText(64).nullable().filtered(),
    platform: platform().nullable(),
    kind: choice(connectKinds).filtered().default('text'),
    value: longText(4000).default(''),
    secret: text(4000).nullable().secret(),
    visible: choice(connectVisible).filtered().default('terminal'),
    description: longText(500).default(''),
  },
});
/** A parameter in the list. */
export type ConnectParamRow = CrudRow<typeof connectParam>;

/** What a widget gets on a platform, and from which parameter each value comes. */
export const connectResolve = endpoint({
  method: 'GET',
  path: 'connect/param/resolve',
  summary: 'Parameters in force for a widget on a platform; those of the server alone are named without a value',
  access: { code: connectParamsPage.code },
  scope: 'department',
  input: z.object({ widgetId: z.string().min(1).max(64), platform: z.int().min(1).max(8) }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        name: z.string(),
        value: z.string().nullable(),
        visible: z.enum(connectVisible),
        from: z.enum(['widgetPlatform', 'widget', 'commonPlatform', 'common']),
      }),
    ),
  }),
});

/** Seconds that a ticket can be exchanged. */
export const ticketSeconds = 60;

/** What an exchange answers. */
export const exchanged = z.object({
  uid: id(),
  account: z.string(),
  name: z.string(),
  department: z.string(),
  widgetId: z.string(),
  platform: z.int(),
  params: z.record(z.string(), z.string()),
  issuedAt: time(),
});
