import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, moment, text, value } from '#kit/common/crud/fields.ts';
import { id } from '#kit/common/schema.ts';
import { whiteUserPage } from './permissions.ts';
import { fileActions } from './words.ts';

/** Kinds of members of the allow list. */
export const whiteKinds = ['employee', 'department', 'crowd'] as const;

/** Somebody whom the restrictions do not hold for a while. */
export const whiteUser = crudContract({
  module: 'file-security',
  kind: 'fileWhiteUser',
  path: 'security/file/whiteListUser',
  title: { zh_CN: '白名单用户', en_US: 'Allow list entry', ja_JP: '許可リスト項目' },
  page: whiteUserPage,
  scope: 'inside',
  fields: {
    memberKind: choice(whiteKinds).immutable().filtered(),
    memberId: value(id()).immutable(),
    /** Without any: all actions. */
    actions: value(
      z
        .array(z.enum(fileActions))
        .max(fileActions.length)
        .transform((all) => [...new Set(all)]),
      z.array(z.enum(fileActions)),
    ).default([]),
    keepConditions: bool().default(true),
    reason: text(500),
    until: moment().sorted(),
  },
  also: ['export'],
  without: ['enable', 'disable'],
  sort: ['until', 'createdAt'],
  more: {
    row: {
      name: z.string(),
      fullName: z.string(),
      state: z.enum(['active', 'expired']),
      /** How often it let something through within 30 days. */
      uses: z.int(),
    },
    filters: { state: z.enum(['active', 'expired']).optional() },
  },
  operations: { add: { errors: [18215] }, update: { errors: [18215] } },
});
/** An entry as it is shown. */
export type WhiteUserRow = CrudRow<typeof whiteUser>;
