import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { actorKinds, results } from './operation-log.contract.ts';
import { operationLog as page } from './permissions.ts';

/** Logs that are streamed. The signed roots of days go to every stream. */
export const streamKinds = ['operation', 'consoleLogin', 'clientLogin', 'read', 'warnings'] as const;
export type StreamKindName = (typeof streamKinds)[number];

/** failed: certificate or sign-in refused; tried again every five minutes. */
export const streamStates = ['disabled', 'connecting', 'live', 'lagging', 'failed'] as const;
export type StreamState = (typeof streamStates)[number];

/** Most streams of an installation. */
export const mostStreams = 8;

/** Operations are narrowed as in their list; what is not said is not narrowed. */
export const streamFilter = z.strictObject({
  module: z.array(z.string().max(100)).max(50).optional(),
  word: z.array(z.string().max(100)).max(50).optional(),
  result: z.array(z.enum(results)).max(results.length).optional(),
  dangerous: z.boolean().optional(),
  objectKind: z.array(z.string().max(100)).max(50).optional(),
  actorKind: z.array(z.enum(actorKinds)).max(actorKinds.length).optional(),
  /** An address, or a network in CIDR form. */
  address: z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).optional(),
});

const pem = () => z.string().trim().max(50_000);
const fields = {
  name: text(100),
  host: text(253),
  port: z.int().min(1).max(65_535),
  transport: z.enum(['tls', 'tcp']),
  /** Unencrypted to another machine is on purpose. */
  allowPlain: z.boolean(),
  framing: z.enum(['octet', 'newline']),
  format: z.enum(['json', 'text']),
  kinds: z.array(z.enum(streamKinds)).min(1).max(streamKinds.length),
  /** Syslog severity: this one and more severe ones are sent (6 information, 5 notice, 4 warning, 3 error). */
  minSeverity: z.int().min(0).max(7),
  filter: streamFilter,
  facility: z.int().min(0).max(23),
  appName: z.string().regex(/^[\x21-\x7e]{1,48}$/),
  enterpriseId: z.int().min(1).max(4_294_967_295),
  bom: z.boolean(),
  maxBytes: z.int().min(2_048).max(65_536),
  /** PEM of the authority that the receiver's certificate comes from; the usual ones without. */
  ca: pem().nullable(),
  clientCert: pem().nullable(),
};
/** PEM; never answered. */
const clientKey = pem().min(1).optional();

/** What is entered for a new stream. */
export const streamDraft = z.strictObject({
  name: fields.name,
  host: fields.host,
  port: fields.port.default(6514),
  transport: fields.transport.default('tls'),
  allowPlain: fields.allowPlain.default(false),
  framing: fields.framing.default('octet'),
  format: fields.format.default('json'),
  kinds: fields.kinds.default([...streamKinds]),
  minSeverity: fields.minSeverity.default(6),
  filter: fields.filter.default({}),
  facility: fields.facility.default(13),
  appName: fields.appName.default('wheelhouse'),
  enterpriseId: fields.enterpriseId.default(32_473),
  bom: fields.bom.default(false),
  maxBytes: fields.maxBytes.default(8_192),
  ca: fields.ca.default(null),
  clientCert: fields.clientCert.default(null),
  clientKey,
});

/** A change: the version that was read, and the changed fields only. The key stays unless another host or port is named. */
export const streamChange = z.strictObject({ id: id(), version: version(), ...z.object(fields).partial().shape, clientKey });

/** What leaves the server. */
export const streamRow = z.object({
  ...stamps,
  ...fields,
  hasKey: z.boolean(),
  enabled: z.boolean(),
  state: z.enum(streamStates),
  lastError: z.string().nullable(),
  lastErrorAt: time().nullable(),
  connectedAt: time().nullable(),
  sentAt: time().nullable(),
  /** Messages handed to the network since it was made. */
  sent: z.int(),
  lagRows: z.int(),
  lagSeconds: z.int(),
});
export type StreamRow = z.output<typeof streamRow>;

const reading = { access: { code: page.code }, scope: 'none' } as const;

/** All of them. */
export const streamList = endpoint({
  method: 'GET',
  path: 'logs/stream/list',
  summary: 'Receivers of the logs by syslog, with their state and delay',
  ...reading,
  input: pageQuery(['name', 'updatedAt'] as const).extend({ text: searchText().optional() }),
  reply: pageOf(streamRow),
});

/** One of them. */
export const streamGet = endpoint({
  method: 'GET',
  path: 'logs/stream/get',
  summary: 'One receiver of the logs',
  ...reading,
  input: z.object({ id: id() }),
  reply: streamRow,
});

/** A new one, disabled. */
export const streamAdd = endpoint({
  method: 'POST',
  path: 'logs/stream/add',
  summary: 'Adds a receiver of the logs, disabled; it gets what is written after it is enabled first',
  access: { code: page.button.addStream },
  scope: 'none',
  audit: 'stream.add',
  dryRun: true,
  input: streamDraft,
  reply: z.object({ id: id() }),
});

/** Changes the given fields. */
export const streamUpdate = endpoint({
  method: 'POST',
  path: 'logs/stream/update',
  summary: 'Changes a receiver of the logs; another host or port needs the client key again',
  access: { code: page.button.updateStream },
  scope: 'none',
  audit: 'stream.update',
  dryRun: true,
  input: streamChange,
  reply: streamRow,
});

const bulk = {
  input: z.strictObject({ ids: ids(), reason: text(500).optional() }),
  reply: count(),
  method: 'POST',
  scope: 'none',
} as const;

/** Begins to send; where it was stopped before it goes on from there. */
export const streamEnable = endpoint({
  ...bulk,
  path: 'logs/stream/enable',
  summary: 'Begins to send to receivers',
  access: { code: page.button.enableStream },
  audit: 'stream.enable',
  dryRun: true,
});

/** Sends no more. */
export const streamDisable = endpoint({
  ...bulk,
  path: 'logs/stream/disable',
  summary: 'Sends no more to receivers; their places are kept',
  access: { code: page.button.disableStream },
  audit: 'stream.disable',
  dryRun: true,
});

/** Deletes them with their places. */
export const streamRemove = endpoint({
  ...bulk,
  path: 'logs/stream/delete',
  summary: 'Deletes receivers of the logs',
  access: { code: page.button.deleteStream },
  audit: 'stream.delete',
  dryRun: true,
});

/** Connects and sends one message; 19040 or 19041 where that fails. */
export const streamTest = endpoint({
  method: 'POST',
  path: 'logs/stream/test',
  summary: 'Connects to a receiver, looks at its certificate and sends one message',
  access: { code: page.button.testStream },
  scope: 'none',
  audit: 'stream.test',
  errors: [19040, 19041],
  input: z.strictObject({ id: id() }),
  reply: z.object({
    ms: z.int(),
    /** Null where the connection is not encrypted. */
    protocol: z.string().nullable(),
    /** Who the certificate is for, who gave it out, until when, from the receiver's to its authority. */
    chain: z.array(z.object({ subject: z.string(), issuer: z.string(), until: z.string() })),
  }),
});

/** Sends rows of some time again, beside what is sent anyway. */
export const streamResend = endpoint({
  method: 'POST',
  path: 'logs/stream/resend',
  summary: 'Sends rows of a span of time once more, as a job over a connection of its own',
  access: { code: page.button.resendStream },
  scope: 'none',
  audit: 'stream.resend',
  errors: [19040, 19041],
  input: z.strictObject({ id: id(), from: time(), to: time() }),
  reply: z.object({ jobId: id() }),
});
