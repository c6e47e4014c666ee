import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { serversPage as page } from './permissions.ts';
import { checkReport, guardView, serverAddress, serverKinds, serverStates, zones } from './server-facts.ts';

const fields = {
  name: text(100),
  kind: z.enum(serverKinds),
  addresses: z.array(serverAddress).min(1).max(20),
  /** Certificates of the authorities that the server is trusted by, in place of the public ones (PEM). */
  ca: longText(20_000).nullable(),
  /** SHA-256 of public keys (SPKI) in base64, of which the server must show one: none, or two at least, so that one can be replaced. */
  pinnedKeys: z
    .array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/))
    .max(5)
    .refine((pins) => pins.length !== 1, { params: { issue: 'backupPin' } }),
  weight: z.int().min(0).max(1000),
  note: longText(1000).nullable(),
};
/** An uploaded file (PEM) in the place of `ca`. */
const caFileId = id().optional();
/** A key that both sides share; never answered. */
const secret = z.string().min(1).max(1000).optional();

/** What an administrator enters for a new server. */
export const serverDraft = z.strictObject({
  name: fields.name,
  code: codeText(64),
  kind: fields.kind,
  addresses: fields.addresses,
  ca: fields.ca.default(null),
  caFileId,
  pinnedKeys: fields.pinnedKeys.default([]),
  weight: fields.weight.default(100),
  note: fields.note.default(null),
  secret,
});

/** A change: the version that was read, and the changed fields only. */
export const serverChange = z.strictObject({
  id: id(),
  version: version(),
  ...z
    .object({ ...fields, code: codeText(64) })
    .omit({ kind: true })
    .partial().shape,
  caFileId,
  secret,
});

/** What leaves the server. */
export const serverRow = z.object({
  ...stamps,
  name: z.string(),
  code: z.string(),
  kind: z.enum(serverKinds),
  addresses: z.array(serverAddress),
  ca: z.string().nullable(),
  pinnedKeys: z.array(z.string()),
  weight: z.int(),
  note: z.string().nullable(),
  hasSecret: z.boolean(),
  enabled: z.boolean(),
  /** Absent from new documents of platforms. */
  draining: z.boolean(),
  state: z.enum(serverStates),
  /** The last check. */
  checkedAt: time().nullable(),
  report: checkReport.nullable(),
  /** Of the last 24 hours, milliseconds. */
  latencyP95: z.int().nullable(),
  certificateEndsAt: z.number().nullable(),
  /** Platforms whose draft or published document names it. */
  platforms: z.array(platformNumber()),
});
export type ServerRow = z.output<typeof serverRow>;

const bulk = () => z.strictObject({ ids: ids(), reason: longText(500).optional() });

/** The servers. */
export const serverList = endpoint({
  method: 'GET',
  path: 'sys/server/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['name', 'code', 'kind', 'weight', 'updatedAt'] as const).extend({
    /** Anywhere in name, code or addresses. */
    text: searchText().optional(),
    kind: z.enum(serverKinds).optional(),
    zone: z.enum(zones).optional(),
    /** Named by this platform, in its draft or in what is published. */
    platform: platformNumber().optional(),
    enabled: z.boolean().optional(),
    state: z.enum(serverStates).optional(),
  }),
  reply: pageOf(serverRow).extend({ guard: guardView.nullable() }),
  dedupe: 'cancel-previous',
  summary: 'Servers with how they stand',
});

/** One of them. */
export const serverGet = endpoint({
  method: 'GET',
  path: 'sys/server/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: serverRow.extend({
    /** Latency of the last 24 hours in pieces of half an hour: the slowest good check, and how many failed. */
    latency: z.array(z.object({ at: time(), ms: z.int().nullable(), failed: z.int() })),
  }),
  summary: 'One server with its latency of 24 hours',
});

/** Which platforms name a server, and whether it could be missed. */
export const serverUsedBy = endpoint({
  method: 'GET',
  path: 'sys/server/usedBy',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    list: z.array(z.object({ platform: platformNumber(), draft: z.boolean(), published: z.boolean(), last: z.boolean() })),
  }),
  summary: 'Platforms that use a server',
});

/** A new one, enabled. */
export const serverAdd = endpoint({
  method: 'POST',
  path: 'sys/server/add',
  access: { code: page.button.add },
  scope: 'department',
  audit: 'server.add',
  dryRun: true,
  input: serverDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a server',
});

/** Changed fields of one. Addresses of an enabled api or navigation server hold for five minutes unless they are confirmed. */
export const serverUpdate = endpoint({
  method: 'POST',
  path: 'sys/server/update',
  access: { code: page.button.update },
  scope: 'department',
  audit: 'server.update',
  dryRun: true,
  input: serverChange,
  reply: serverRow,
  summary: 'Changes a server',
});

/** Brings servers into use. */
export const serverEnable = endpoint({
  method: 'POST',
  path: 'sys/server/enable',
  access: { code: page.button.enable },
  scope: 'department',
  audit: 'server.enable',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Enables servers',
});

/** Takes servers out of use. Of each kind that a platform uses one stays (11030). */
export const serverDisable = endpoint({
  method: 'POST',
  path: 'sys/server/disable',
  access: { code: page.button.disable },
  scope: 'department',
  audit: 'server.disable',
  dryRun: true,
  errors: [11030],
  input: bulk(),
  reply: count(),
  summary: 'Disables servers',
});

/** Leaves servers out of what is published from now on; what was published stays true. */
export const serverDrain = endpoint({
  method: 'POST',
  path: 'sys/server/drain',
  access: { code: page.button.drain },
  scope: 'department',
  audit: 'server.drain',
  dryRun: true,
  errors: [11030],
  input: bulk().extend({ draining: z.boolean().default(true) }),
  reply: count(),
  summary: 'Drains servers',
});

/** Deletes servers that no platform names. */
export const serverRemove = endpoint({
  method: 'POST',
  path: 'sys/server/delete',
  access: { code: page.button.delete },
  scope: 'department',
  audit: 'server.delete',
  dryRun: true,
  errors: [11030],
  input: bulk(),
  reply: count(),
  summary: 'Deletes servers',
});

/** Checks a stored server, or one that is not saved yet. */
export const serverTest = endpoint({
  method: 'POST',
  path: 'sys/server/test',
  access: { code: page.button.test },
  scope: 'department',
  audit: 'server.test',
  timeout: 30_000,
  input: z.strictObject({
    id: id().optional(),
    addresses: fields.addresses.optional(),
    ca: fields.ca.optional(),
    caFileId,
    pinnedKeys: fields.pinnedKeys.optional(),
  }),
  reply: checkReport,
  summary: 'Checks a server: name, connection, certificates, answer',
});

/** Lets a change of addresses or a published document hold: from a session that began after it. `undo` takes it back at once instead. */
export const serverConfirm = endpoint({
  method: 'POST',
  path: 'sys/server/confirm',
  access: { anyOf: [page.button.publishPlatform, page.button.update] },
  scope: 'department',
  audit: 'server.confirm',
  input: z.strictObject({ guardId: id(), undo: z.boolean().default(false) }),
  reply: z.null(),
  summary: 'Confirms a change of servers from a new session',
});
