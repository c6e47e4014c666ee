import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow, StoredOf } from '#kit/common/crud/crud-types.ts';
import { choice, localText, refers, text, value } from '#kit/common/crud/fields.ts';
import { count, id, ids, longText, time } from '#kit/common/schema.ts';
import { mailAuthorizedPage, mailFrame, mailHomePage } from '../permissions.ts';
import { probeReply } from './probe.ts';
import { boxKinds, boxStates, signIns } from './words.ts';

/** A mail address as it is entered; the server looks at it closely. */
export const mailAddress = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .min(3)
    .max(254)
    .regex(/^[^\s@]+@[^\s@]+$/);

/** A signature for each language; the first one serves where another is missing. */
const signature = z.strictObject({
  zh_CN: longText(4096),
  en_US: longText(4096).optional(),
  ja_JP: longText(4096).optional(),
});

const { code, button } = mailHomePage;

/** A box: somebody's own, or one of several people or of a program, which has an owner. */
export const mailAccount = crudContract({
  module: 'mailboxes',
  kind: 'mailAccount',
  path: 'mail/account',
  title: { zh_CN: '邮箱', en_US: 'Mailbox', ja_JP: 'メールボックス' },
  page: mailHomePage,
  scope: 'inside',
  fields: {
    address: text(254).unique().searched().sorted().example('box@example.com'),
    name: localText(100).searched(),
    kind: choice(boxKinds).default('personal').immutable().filtered(),
    serverId: refers('mailServer').filtered(),
    /** Of a personal box alone. */
    employeeId: refers('employee').nullable().immutable().filtered().whenLeaving('keep'),
    /** Who answers for a shared box or one of a program. */
    ownerId: refers('employee').nullable().filtered().example(null),
    ownerDeptId: refers('department').nullable().filtered().example(null),
    /** Under which it is signed in to; null: as its server says. */
    login: text(254).nullable(),
    aliases: value(
      z
        .array(mailAddress())
        .max(20)
        .transform((all) => [...new Set(all)]),
      z.array(z.string()),
    )
      .default([])
      .example([]),
    secret: text(1000).nullable().secret(),
    signature: value(signature).nullable().example(null),
    state: choice(boxStates).default('new').readOnly().filtered(),
  },
  also: ['import', 'export'],
  sort: ['address', 'createdAt', 'updatedAt'],
  more: {
    row: {
      /** Whether the person of a personal box, or the owner, works here no more. */
      orphaned: z.boolean(),
      /** How its server is signed in to. */
      signIn: z.enum(signIns),
      quota: z.object({ used: z.int(), limit: z.int() }).nullable(),
      lastUsedAt: time().nullable(),
      grants: z.int(),
    },
    filters: {
      deptId: id().optional(),
      /** Without a person: nobody is named, or who is named has left. */
      noEmployee: z.boolean().optional(),
      /** Fuller than so many percent. */
      overQuota: z.int().min(1).max(100).optional(),
      neverUsed: z.boolean().optional(),
    },
  },
  operations: {
    // Grants are given on boxes, whose names stand there too.
    list: { access: { anyOf: [code, mailAuthorizedPage.code] } },
    get: { access: { anyOf: [code, mailAuthorizedPage.code] } },
    add: { errors: [17008], ownBenefit: true },
    update: { errors: [17008], ownBenefit: true },
  },
});
/** A box as it is listed. */
export type MailAccountRow = CrudRow<typeof mailAccount>;
/** A box in full. */
export type MailAccountDetail = CrudDetail<typeof mailAccount>;
/** The stored values of a box; its secret is sealed. */
export type MailAccountFields = StoredOf<typeof mailAccount.fields>;

/** Figures of all boxes in range. */
export const mailStatistics = endpoint({
  method: 'GET',
  path: 'mail/account/statistics',
  access: { anyOf: [mailFrame.code, code] },
  scope: 'employee',
  input: z.object({}),
  reply: z.object({
    servers: z.object({ all: z.int(), reachable: z.int() }),
    accounts: z.int(),
    failing: z.int(),
    /** Fuller than 90 percent. */
    full: z.int(),
    /** Grants that end within 14 days. */
    ending: z.int(),
  }),
  summary: 'Servers that are reachable, sign-ins that fail, full boxes, grants that end soon',
});

/** Signs in to a box step by step and counts its folders and messages; its person is told. */
export const mailAccountVerify = endpoint({
  method: 'POST',
  path: 'mail/account/verify',
  access: { code: button.verify },
  scope: 'employee',
  audit: 'mailAccount.verify',
  timeout: 60_000,
  errors: [10412],
  input: z.strictObject({ id: id() }),
  reply: probeReply,
  summary: 'Signs in to a mailbox step by step and counts its folders and messages; its owner is told',
});

/** Forgets the passwords of boxes and ends their mail sessions. */
export const mailAccountReset = endpoint({
  method: 'POST',
  path: 'mail/account/reset',
  access: { code: button.reset },
  scope: 'employee',
  audit: 'mailAccount.reset',
  dryRun: true,
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: count(),
  summary: 'Forgets the passwords of mailboxes and ends the mail sessions of their terminals',
});

/** Makes a plan of boxes for people: from the e-mail of their records, or from a list of addresses. */
export const mailDiscover = endpoint({
  method: 'POST',
  path: 'mail/account/discover/preview',
  access: { code: button.discover },
  scope: 'employee',
  audit: 'mailAccount.discoverPreview',
  timeout: 60_000,
  input: z.strictObject({
    serverId: id(),
    /** From the e-mail of people, or addresses one by one; these are matched with people by their e-mail. */
    rule: z.enum(['email', 'list']),
    deptId: id().optional(),
    addresses: z.array(mailAddress()).max(5000).default([]),
  }),
  reply: z.object({ jobId: z.string() }),
  summary: 'Plans mailboxes for people from the e-mail of their records, or from a list of addresses',
});
