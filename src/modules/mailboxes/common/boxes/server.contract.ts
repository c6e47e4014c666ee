import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow, StoredOf } from '#kit/common/crud/crud-types.ts';
import { bool, choice, text, value } from '#kit/common/crud/fields.ts';
import { id, time } from '#kit/common/schema.ts';
import { mailHomePage } from '../permissions.ts';
import { probeReply } from './probe.ts';
import { loginSources, securities, sentModes, signIns, specialFolders } from './words.ts';

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f:]+)$/);

/** A machine and how it is spoken to. */
export const mailEndpoint = z.strictObject({
  host: hostName,
  port: z.int().min(1).max(65_535),
  security: z.enum(securities).default('tls'),
  /** The authority that its certificate is checked by, as PEM; null: those of the system. */
  ca: z.string().trim().max(65_536).nullable().default(null),
  /** The name that its certificate must have, where it is not the host. */
  certName: hostName.nullable().default(null),
});
/** A machine and how it is spoken to. */
export type MailEndpoint = z.output<typeof mailEndpoint>;

const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/);

/** Names of folders with a special use, where they are not found by what the server says of them (RFC 6154) or by usual names. */
export const folderNames = z.strictObject(
  Object.fromEntries(specialFolders.map((name) => [name, z.string().trim().min(1).max(200).nullable().default(null)])) as Record<
    (typeof specialFolders)[number],
    z.ZodDefault<z.ZodNullable<z.ZodString>>
  >,
);

/** Limits of a server. */
export const serverLimits = z.strictObject({
  /** MiB of one mail. */
  messageSize: z.int().min(1).max(100),
  /** Connections of one account. */
  perAccount: z.int().min(1).max(5),
  /** Connections of all accounts together. */
  connections: z.int().min(10).max(20_000),
  /** Days that terminals look back; 0 is no limit. */
  syncDays: z.int().min(0).max(365),
  /** Mails that one account sends in an hour; 0 is no limit. */
  sendPerHour: z.int().min(0).max(10_000),
});

const { code, route, button } = mailHomePage;

/** A mail server: where boxes are read and mail is sent. It holds for everybody, so only who sees everything changes it. */
export const mailServer = crudContract({
  module: 'mailboxes',
  kind: 'mailServer',
  path: 'mail/server',
  title: { zh_CN: '邮件服务器', en_US: 'Mail server', ja_JP: 'メールサーバー' },
  page: {
    code,
    ...(route !== undefined && { route }),
    button: {
      add: button.addServer,
      update: button.updateServer,
      delete: button.deleteServer,
      enable: button.enableServer,
      disable: button.disableServer,
    },
  },
  scope: { read: 'none', write: 'site' },
  fields: {
    name: text(100).unique().searched().sorted(),
    domains: value(
      z
        .array(domainName)
        .max(50)
        .transform((all) => [...new Set(all)]),
      z.array(z.string()),
    )
      .default([])
      .example([]),
    incoming: value(mailEndpoint).example({ host: 'imap.example.com', port: 993, security: 'tls', ca: null, certName: null }),
    outgoing: value(mailEndpoint).example({ host: 'smtp.example.com', port: 465, security: 'tls', ca: null, certName: null }),
    /** Whether passwords may travel without protection; switching it on asks for the password. */
    allowPlain: bool().default(false),
    signIn: choice(signIns).default('own').filtered(),
    masterUser: text(200).nullable(),
    /** What stands between the box and the account of the server when signing in. */
    masterSeparator: text(5).default('*').example('*'),
    masterSecret: text(1000).nullable().secret(),
    loginFrom: choice(loginSources).default('address'),
    /** With `loginFrom: template`: `{account}`, `{employeeNo}`, `{local}`, `{domain}` are replaced. */
    loginTemplate: text(200).default('{account}').example('{account}'),
    folders: value(folderNames).default({ sent: null, drafts: null, trash: null, junk: null, archive: null }),
    saveSent: choice(sentModes).default('append'),
    /** Whether the server is listened to while a terminal is on line. */
    idle: bool().default(true),
    /** Whether terminals are told of new mail. */
    push: bool().default(true),
    limits: value(serverLimits).default({ messageSize: 25, perAccount: 2, connections: 2000, syncDays: 30, sendPerHour: 200 }),
    enabled: bool().default(false).readOnly().filtered(),
  },
  sort: ['name', 'updatedAt'],
  more: {
    row: {
      accounts: z.int(),
      /** The last look; null before the first, and after its address changed. */
      health: z.object({ ok: z.boolean(), class: z.string().nullable(), at: time() }).nullable(),
    },
    filters: { reachable: z.boolean().optional() },
  },
});
/** A server as it is listed. */
export type MailServerRow = CrudRow<typeof mailServer>;
/** A server in full. */
export type MailServerDetail = CrudDetail<typeof mailServer>;
/** The stored values of a server; its secret is sealed. */
export type MailServerFields = StoredOf<typeof mailServer.fields>;

/** Looks at a server step by step; with an account it is also signed in to, and its folders and messages are counted. */
export const mailServerTest = endpoint({
  method: 'POST',
  path: 'mail/server/test',
  access: { anyOf: [button.testServer, button.test] },
  scope: 'site',
  audit: 'mailServer.test',
  timeout: 60_000,
  input: z.strictObject({ id: id(), accountId: id().optional() }),
  reply: probeReply,
  summary: 'Looks at a mail server step by step: name, connection, certificate, greeting, signing in, folders, quota, sending',
});
