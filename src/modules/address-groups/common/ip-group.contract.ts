import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, longText, text } from '#kit/common/crud/fields.ts';
import { id } from '#kit/common/schema.ts';
import { addressGroupPage } from './permissions.ts';

/** What a group of addresses is for. */
export const groupKinds = ['office', 'vpn', 'site', 'partner', 'blocked'] as const;

const { code, route, button } = addressGroupPage;

/** A group of addresses. */
export const ipGroup = crudContract({
  module: 'address-groups',
  kind: 'ipGroup',
  path: 'device/ip/group',
  title: { zh_CN: '地址组', en_US: 'Address group', ja_JP: 'アドレスグループ' },
  page: {
    code,
    ...(route !== undefined && { route }),
    button: { add: button.addGroup, update: button.updateGroup, delete: button.deleteGroup },
  },
  scope: { read: 'none', write: 'site' },
  without: ['enable', 'disable'],
  fields: {
    name: text(100).unique().sorted().searched(),
    code: codeText(64).unique().searched(),
    kind: choice(groupKinds).default('office').filtered(),
    internal: bool().default(false),
    enabled: bool().default(true).filtered(),
    description: longText(1000).default(''),
  },
  more: { row: { rows: z.int() } },
});
/** A group of addresses as lists show it. */
export type IpGroupRow = CrudRow<typeof ipGroup>;

/** What names a group. */
export const ipGroupUsedBy = endpoint({
  method: 'GET',
  path: 'device/ip/group/usedBy',
  access: { code: addressGroupPage.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })) }),
  summary: 'What names a group of addresses',
});
