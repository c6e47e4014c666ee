import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, bool, choice, ends, place, text, value } from '#kit/common/crud/fields.ts';
import { sendUserPage } from './permissions.ts';
import { typeList } from './rule-fields.ts';
import { needsWholeCompany, sendTargets } from './words.ts';

const siteCode = { siteCode: needsWholeCompany };

/** Who sends files to whom; the first row that means sender, recipient and file decides. */
export const sendUser = crudContract({
  module: 'file-security',
  kind: 'sendUser',
  path: 'security/file/sendUser',
  title: { zh_CN: '发送对象规则', en_US: 'Send permission', ja_JP: '送信相手ルール' },
  page: sendUserPage,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: text(100).unique().searched(),
    everyone: bool().default(false),
    who: audience(),
    target: choice(sendTargets).default('anybody').filtered().example('anybody'),
    targets: audience(),
    fileTypes: value(typeList, z.array(z.string())).default([]),
    sizeMax: value(z.int().min(0).max(1_099_511_627_776)).nullable(),
    effect: choice(['allow', 'block']).default('block').filtered(),
    until: ends(),
    priority: place(),
  },
  also: ['reorder', 'import', 'export'],
  sort: ['priority', 'name', 'updatedAt'],
  more: { row: { sentence: z.string() } },
  operations: {
    add: siteCode,
    update: siteCode,
    delete: siteCode,
    enable: siteCode,
    disable: siteCode,
    reorder: siteCode,
    import: siteCode,
  },
});
/** A row as it is shown. */
export type SendUserRow = CrudRow<typeof sendUser>;
