import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { ends, moment, refers, text, value } from '#kit/common/crud/fields.ts';
import { count, id, ids, longText, time } from '#kit/common/schema.ts';
import { mailAuthorizedPage } from '../permissions.ts';
import { authKinds, authStates, boxKinds, boxRights } from './words.ts';

const rights = z
  .array(z.enum(boxRights))
  .min(1)
  .transform((all) => boxRights.filter((one) => all.includes(one)));
const folders = z
  .array(z.string().trim().min(1).max(200))
  .max(50)
  .transform((all) => [...new Set(all)]);

const { code, route, button } = mailAuthorizedPage;

/** Who may open a box that is somebody else's, and what they may do there. A personal box asks for an end, and its person is told. */
export const mailAuth = crudContract({
  module: 'mailboxes',
  kind: 'mailAuth',
  path: 'mail/auth',
  title: { zh_CN: '邮箱授权', en_US: 'Mailbox grant', ja_JP: 'メールボックスの許可' },
  page: {
    code,
    ...(route !== undefined && { route }),
    button: { add: button.assign, update: button.update, delete: button.remove, import: button.import, export: button.export },
  },
  scope: 'inside',
  fields: {
    accountId: refers('mailAccount').immutable().filtered(),
    /** One of the two is named. */
    employeeId: refers('employee').nullable().immutable().unique().whenLeaving('delete'),
    crowdId: refers('crowd').nullable().immutable().unique().example(null),
    rights: value(rights, z.array(z.enum(boxRights))),
    /** Null: all of them; none is all, too. */
    folders: value(folders, z.array(z.string())).nullable().example(null),
    from: moment().nullable().column('starts_at').example(null),
    until: ends()
      .column('expires_at')
      .sorted()
      .example(Date.now() + 20 * 86_400_000),
    reason: text(500),
  },
  also: ['import', 'export'],
  without: ['enable', 'disable'],
  sort: ['createdAt', 'until'],
  more: {
    row: {
      memberKind: z.enum(authKinds),
      memberName: z.string(),
      boxKind: z.enum(boxKinds),
      address: z.string(),
      state: z.enum(authStates),
      grantedBy: z.string(),
      lastUsedAt: time().nullable(),
      /** When the owner of the box read of it. */
      seenByOwnerAt: time().nullable(),
    },
    filters: {
      memberKind: z.enum(authKinds).optional(),
      /** Grants that reach this person. */
      empId: id().optional(),
      right: z.enum(boxRights).optional(),
      /** Ends within so many days. */
      endingDays: z.int().min(1).max(365).optional(),
      givenBy: id().optional(),
      /** Not used within so many days, and older than that. */
      unusedDays: z.int().min(1).max(365).optional(),
      state: z.enum(authStates).optional(),
    },
  },
  operations: {
    add: { errors: [17009], ownBenefit: true },
    update: { errors: [17009], ownBenefit: true },
    delete: { path: 'mail/auth/remove' },
  },
});
/** A grant as it is listed. */
export type MailAuthRow = CrudRow<typeof mailAuth>;

/** Moves the end of grants. */
export const mailAuthExtend = endpoint({
  method: 'POST',
  path: 'mail/auth/extend',
  access: { code: button.extend },
  scope: 'employee',
  audit: 'mailAuth.extend',
  dryRun: true,
  ownBenefit: true,
  errors: [17009],
  input: z.strictObject({ ids: ids(), until: time(), reason: longText(500).optional() }),
  reply: count(),
  summary: 'Moves the end of grants on mailboxes',
});

const verdictRow = z.object({
  kind: z.enum(['own', 'owner', 'employee', 'crowd']),
  /** The grant; null for an own box. */
  authId: z.string().nullable(),
  name: z.string(),
  rights: z.array(z.enum(boxRights)),
  /** Null: all of them. */
  folders: z.array(z.string()).nullable(),
  state: z.enum(authStates),
  until: time().nullable(),
});

/** Whether somebody may open a box and do something there, and why. */
export const mailAuthCheck = endpoint({
  method: 'GET',
  path: 'mail/auth/check',
  access: { code: button.check },
  scope: 'employee',
  input: z.object({ empId: id(), accountId: id(), right: z.enum(boxRights) }),
  reply: z.object({
    allowed: z.boolean(),
    /** What stands in the way first; null where nothing does. */
    reason: z.enum(['noMember', 'boxDisabled', 'serverDisabled', 'noGrant', 'planned', 'ended', 'missingRight']).nullable(),
    person: z.string(),
    address: z.string(),
    /** Whether a row lets the person use mail on some terminal at all. */
    mayUseMail: z.boolean(),
    /** All rows that reach the person, with the one that decides first. */
    rows: z.array(verdictRow),
  }),
  summary: 'Whether somebody may open a mailbox and do something there, with the rows that decide',
});
