import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { codeText, text, value } from '#kit/common/crud/fields.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { addressPage as page } from './permissions.ts';

const { push } = page.button;

/** A provider that wakes terminals off line: it is told of each notice by a signed POST. */
export const pushProvider = crudContract({
  module: 'message-addresses',
  kind: 'imPushProvider',
  path: 'im/push/provider',
  title: { zh_CN: '推送服务', en_US: 'Push provider', ja_JP: 'プッシュサービス' },
  page: { code: page.code, button: { add: push, update: push, delete: push, enable: push, disable: push } },
  scope: 'site',
  fields: {
    name: text(100).unique().searched(),
    /** As terminals name it with their token. */
    code: codeText(40).unique().immutable().searched(),
    url: value(z.url({ protocol: /^https?$/ }).max(500), z.string()).example('https://push.example.com/send'),
    secret: text(200).secret(),
  },
  more: {
    row: {
      sent: z.int(),
      /** Tokens that the provider no longer knew. */
      refused: z.int(),
      failed: z.int(),
      lastAt: time().nullable(),
      lastAnswer: z.string(),
    },
  },
});
/** A provider in a list. */
export type PushProviderRow = CrudRow<typeof pushProvider>;

/** What waits for providers. */
export const pushQueue = endpoint({
  method: 'GET',
  path: 'im/push/queue',
  access: { code: page.code },
  scope: 'site',
  input: z.object({}),
  reply: z.object({ waiting: z.int(), oldestAt: time().nullable(), failing: z.int() }),
  summary: 'How many notices wait to be pushed, since when, and how many of them were refused before',
});

/** How the engine is. */
export const engineHealth = endpoint({
  method: 'GET',
  path: 'im/engine/health',
  access: { code: page.code },
  scope: 'site',
  input: z.object({}),
  reply: z.object({
    healthy: z.boolean(),
    /** The way to the database and back. */
    ms: z.number(),
    nodes: z.array(z.object({ id: z.string(), name: z.string(), startedAt: time(), seenAt: time(), connections: z.int() })),
    messagesDay: z.int(),
    lastAt: time().nullable(),
    /** Messages that wait to be looked at for who is off line. */
    outbox: z.int(),
  }),
  summary: 'How the engine is: processes with their connections, messages of a day, what waits',
});

/** A terminal on line. */
export const onlineRow = z.object({
  id: z.string(),
  employeeId: z.string(),
  name: z.string(),
  departmentName: z.string(),
  platform: z.int(),
  address: z.string(),
  since: time(),
  node: z.string(),
});
/** A terminal on line. */
export type OnlineRow = z.output<typeof onlineRow>;

/** Terminals on line. */
export const onlineList = endpoint({
  method: 'GET',
  path: 'im/online/list',
  access: { code: page.code },
  scope: 'employee',
  input: pageQuery(['since'] as const).extend({
    text: searchText().optional(),
    platform: z.literal([...platforms]).optional(),
    departmentId: id().optional(),
  }),
  reply: pageOf(onlineRow),
  summary: 'Terminals that are connected now, of people in range',
});

/** How many are on line. */
export const onlineStatistics = endpoint({
  method: 'GET',
  path: 'im/online/statistics',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({}),
  reply: z.object({
    connections: z.int(),
    people: z.int(),
    platforms: z.array(z.object({ platform: z.int(), connections: z.int() })),
  }),
  summary: 'How many terminals and people in range are connected, by platform',
});

/** Ends connections. */
export const onlineKick = endpoint({
  method: 'POST',
  path: 'im/online/kick',
  access: { code: page.button.kick },
  scope: 'employee',
  audit: 'online.kick',
  input: z.strictObject({ ids: ids(), reason: longText(200).default('') }),
  reply: count(),
  summary: 'Ends connections of terminals; the terminal asks for its session again',
});
