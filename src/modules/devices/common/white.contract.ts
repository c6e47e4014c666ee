import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { field } from '#kit/common/crud/field.ts';
import { choice, moment, refers } from '#kit/common/crud/fields.ts';
import { text, time } from '#kit/common/schema.ts';
import { z } from 'zod';
import { bindingWhitePage, loginWhitePage } from './permissions.ts';

/** The two white lists. */
export const whiteLists = ['binding', 'login'] as const;
const day = 86_400_000;
const either = (verb: 'add' | 'update' | 'delete' | 'enable' | 'disable' | 'import' | 'export') => ({
  access: { anyOf: [bindingWhitePage.button[verb], loginWhitePage.button[verb]] as [string, string] },
});
const read = { access: { anyOf: [bindingWhitePage.code, loginWhitePage.code] as [string, string] } };

/** A person, department or dynamic group that a white list of equipment does not hold, until a day. */
export const whiteEntry = crudContract({
  module: 'devices',
  kind: 'whiteListEntry',
  path: 'whiteList',
  title: { zh_CN: '白名单人员', en_US: 'Allow list entry', ja_JP: '許可リストの登録' },
  page: bindingWhitePage,
  scope: 'inside',
  fields: {
    reason: field({ input: text(500), output: z.string() }, { type: 'longText' }).searched(),
    list: choice(whiteLists).immutable().filtered(),
    employeeId: refers('employee').nullable().immutable().whenLeaving('delete'),
    departmentId: refers('department').nullable().immutable().example(null),
    crowdId: refers('crowd').nullable().immutable().example(null),
    until: field({ input: time(), output: time() }, { type: 'moment', ends: true })
      .sorted()
      .example(Date.now() + 20 * day),
    lastUsedAt: moment().nullable().readOnly(),
  },
  also: ['import', 'export'],
  operations: {
    list: read,
    get: read,
    add: { ...either('add'), errors: [18061] },
    update: { ...either('update'), errors: [18061] },
    delete: either('delete'),
    enable: either('enable'),
    disable: either('disable'),
    import: { ...either('import'), errors: [18061] },
    export: either('export'),
  },
});
/** An entry as lists show it. */
export type WhiteEntryRow = CrudRow<typeof whiteEntry>;
