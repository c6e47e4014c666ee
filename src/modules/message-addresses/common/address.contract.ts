import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, integer, place, text, value } from '#kit/common/crud/fields.ts';
import { id, longText, time, version } from '#kit/common/schema.ts';
import { publishedAddress } from './client.contract.ts';
import { addressPage as page } from './permissions.ts';
import { addressKinds, networks, testSteps } from './words.ts';

const terminals = z.array(z.literal([...platforms])).min(1);

/** An address at which terminals reach messaging; it counts once it is published. */
export const address = crudContract({
  module: 'message-addresses',
  kind: 'imAddress',
  path: 'im/address',
  title: { zh_CN: '消息服务地址', en_US: 'Messaging address', ja_JP: 'メッセージサーバーアドレス' },
  page,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: text(100).unique().searched(),
    kind: choice(addressKinds).default('socket').filtered(),
    url: text(500).unique().searched().example('wss://im.example.com/'),
    network: choice(networks).default('all').filtered(),
    terminalTypes: value(terminals, z.array(z.number())).default([...platforms]),
    weight: integer(0, 100).default(100),
    order: place().column('order_no'),
    backup: bool().default(false),
  },
  also: ['reorder'],
});
/** An address. */
export type AddressRow = CrudRow<typeof address>;

const step = z.object({ step: z.enum(testSteps), ok: z.boolean(), ms: z.int(), detail: z.string() });

/** Tries an address from the server. */
export const addressTest = endpoint({
  method: 'POST',
  path: 'im/address/test',
  access: { code: page.button.test },
  scope: 'site',
  audit: 'imAddress.test',
  timeout: 30_000,
  input: z.strictObject({ id: id() }),
  reply: z.object({ ok: z.boolean(), steps: z.array(step) }),
  summary: 'Tries an address from here: name, connection with certificate, and whether messaging answers there',
});

/** What a terminal would get. */
export const addressResolve = endpoint({
  method: 'GET',
  path: 'im/address/resolve',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ platform: z.literal([...platforms]), address: z.union([z.ipv4(), z.ipv6()]), draft: z.boolean().default(true) }),
  reply: z.object({ inner: z.boolean(), addresses: z.array(publishedAddress) }),
  summary: 'What a terminal on a platform at a network address gets, by the draft or by what is published',
});

const guard = z.object({ guardId: z.string(), confirmBefore: time(), name: z.string() }).nullable();

/** What is published, and what was. */
export const addressBook = endpoint({
  method: 'GET',
  path: 'im/address/published',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({
    version: version(),
    number: z.int(),
    /** The draft says something else than what is published. */
    changed: z.boolean(),
    /** A publication that no terminal has confirmed yet. */
    guard,
    versions: z.array(z.object({ number: z.int(), at: time(), by: z.string(), note: z.string(), addresses: z.int() })),
  }),
  summary: 'What is published to terminals, whether the draft differs, and earlier versions',
});

const published = () => z.object({ number: z.int(), guard });

/** Publishes the draft. */
export const addressPublish = endpoint({
  method: 'POST',
  path: 'im/address/publish',
  access: { code: page.button.publish },
  scope: 'site',
  audit: 'imAddress.publish',
  timeout: 60_000,
  errors: [16013],
  input: z.strictObject({
    version: version(),
    note: longText(200).default(''),
    /** Publishes although the server itself does not reach an address. */
    untested: z.boolean().default(false),
  }),
  reply: published(),
  summary: 'Publishes the enabled addresses; without a terminal that connects by them within five minutes it goes back',
});

/** Publishes an earlier version again. */
export const addressRollback = endpoint({
  method: 'POST',
  path: 'im/address/rollback',
  access: { code: page.button.rollback },
  scope: 'site',
  audit: 'imAddress.rollback',
  input: z.strictObject({ version: version(), number: z.int().min(1).max(2_147_483_647) }),
  reply: published(),
  summary: 'Publishes an earlier version again, as a new one',
});
