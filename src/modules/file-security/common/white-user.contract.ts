import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, moment, refers, text, value } from '#kit/common/crud/fields.ts';
import { whiteUserPage } from './permissions.ts';
import { fileActions } from './words.ts';

/** Kinds of members of the allow list. */
export const whiteKinds = ['employee', 'department', 'crowd'] as const;

/** Person exempt from the restrictions for a while. */
export const whiteUser = crudContract({
  module: 'file-security',
  kind: 'fileWhiteUser',
  path: 'security/file/whiteListUser',
  title: { zh_CN: '白名单用户', en_US: 'Allow list entry', ja_JP: '許可リスト項目' },
  page: whiteUserPage,
  scope: 'inside',
  fields: {
    /** One of the three is named. */
    employeeId: refers('employee').nullable().immutable().unique().whenLeaving('delete'),
    departmentId: refers('department').nullable().immutable().unique().example(null),
    crowdId: refers('crowd').nullable().immutable().unique().example(null),
    reason: text(500),
    /** Without any: all actions. */
    actions: value(
      z
        .array(z.enum(fileActions))
        .max(fileActions.length)
        .transform((all) => [...new Set(all)]),
      z.array(z.enum(fileActions)),
    ).default([]),
    keepConditions: bool().default(true),
    until: moment()
      .sorted()
      .example(Date.now() + 20 * 86_400_000),
  },
  also: ['import', 'export'],
  without: ['enable', 'disable'],
  sort: ['until', 'createdAt'],
  more: {
    row: {
      memberKind: z.enum(whiteKinds),
      name: z.string(),
      fullName: z.string(),
      state: z.enum(['active', 'expired']),
      /** How often it let something through within 30 days. */
      uses: z.int(),
    },
    filters: { memberKind: z.enum(whiteKinds).optional(), state: z.enum(['active', 'expired']).optional() },
  },
  operations: { add: { errors: [18215] }, update: { errors: [18215] } },
});
/** An entry as it is shown. */
export type WhiteUserRow = CrudRow<typeof whiteUser>;
