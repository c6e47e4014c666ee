import { z } from 'zod';
import { platformNumber, platforms } from '#kit/common/client/platforms.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { ends, integer, refers, value } from '#kit/common/crud/fields.ts';
import { id } from '#kit/common/schema.ts';
import { mailAuthorizedPage } from '../permissions.ts';
import { mailFunctions, memberKinds } from './words.ts';

const functions = z
  .array(z.enum(mailFunctions))
  .min(1)
  .transform((all) => mailFunctions.filter((one) => all.includes(one)));
const terminalTypes = z
  .array(platformNumber())
  .min(1)
  .transform((all) => platforms.filter((one) => all.includes(one)));

const { code, route, button } = mailAuthorizedPage;

/** Who may use mail on terminals. Without a row nobody does; of several rows everything that one of them gives. */
export const mailMember = crudContract({
  module: 'mailboxes',
  kind: 'mailMember',
  path: 'mail/member',
  title: { zh_CN: '邮件使用权限', en_US: 'Mail permission', ja_JP: 'メール利用権限' },
  page: {
    code,
    ...(route !== undefined && { route }),
    button: { add: button.assign, update: button.update, delete: button.remove },
  },
  scope: 'inside',
  fields: {
    /** One of the three is named. */
    employeeId: refers('employee').nullable().immutable().unique().whenLeaving('delete'),
    departmentId: refers('department').nullable().immutable().unique().example(null),
    crowdId: refers('crowd').nullable().immutable().unique().example(null),
    terminalTypes: value(terminalTypes, z.array(platformNumber())).default([...platforms]),
    functions: value(functions, z.array(z.enum(mailFunctions))).default([...mailFunctions]),
    /** Days that mail is kept on a terminal. */
    offlineDays: integer(0, 90).default(7),
    until: ends()
      .column('expires_at')
      .sorted()
      .example(Date.now() + 20 * 86_400_000),
  },
  without: ['enable', 'disable'],
  sort: ['createdAt', 'until'],
  more: {
    row: {
      memberKind: z.enum(memberKinds),
      memberName: z.string(),
      fullName: z.string(),
      /** People whom the row reaches. */
      people: z.int(),
      state: z.enum(['on', 'ended']),
    },
    filters: {
      memberKind: z.enum(memberKinds).optional(),
      /** Ends within so many days. */
      endingDays: z.int().min(1).max(365).optional(),
      /** Rows that reach this person. */
      empId: id().optional(),
    },
  },
  operations: {
    add: { path: 'mail/member/assign' },
    delete: { path: 'mail/member/remove' },
  },
});
/** A row of who may use mail on terminals. */
export type MailMemberRow = CrudRow<typeof mailMember>;
