import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, longText, refers, text } from '#kit/common/crud/fields.ts';
import { ids, longText as longTextIn } from '#kit/common/schema.ts';
import { groupKinds } from './ip-group.contract.ts';
import { addressGroupPage } from './permissions.ts';

/** What an address row holds. */
export const addressKinds = ['single', 'range', 'cidr'] as const;

const declared = crudContract({
  module: 'address-groups',
  kind: 'ipDetail',
  path: 'device/ip/detail',
  title: { zh_CN: '地址', en_US: 'Address', ja_JP: 'アドレス' },
  page: addressGroupPage,
  scope: { read: 'none', write: 'site' },
  also: ['import', 'export'],
  fields: {
    value: text(100).sorted().searched().example('10.77.0.0/16'),
    kind: choice(addressKinds).default('single').filtered().example('cidr'),
    groupId: refers('ipGroup').filtered(),
    remark: longText(200).default(''),
  },
  more: { filters: { address: z.string().max(64).optional() } },
  operations: {
    add: { errors: [18001, 18002, 18003, 18004] },
    update: { errors: [18001, 18002, 18003, 18004] },
    import: { errors: [18001, 18002, 18003, 18004] },
  },
});

/** An address, a range or a network in a group. Terminals' administrators know the list as `details`, and switch rows by `status`. */
export const ipDetail = Object.freeze({
  ...declared,
  list: endpoint({ ...declared.list, path: 'device/ip/details' }),
});
/** A row of a group of addresses. */
export type IpDetailRow = CrudRow<typeof ipDetail>;

/** Adds one row to a group, or a list of rows, of which each is answered for itself. */
export const ipDetailAdd = endpoint({
  ...declared.add,
  input: declared.add.input.extend({
    value: declared.add.input.shape.value.optional(),
    /** In the place of one row. */
    rows: z
      .array(declared.add.input.omit({ groupId: true }))
      .min(1)
      .max(1000)
      .optional(),
  }),
  reply: z.object({
    /** Of the row; of a list of the first that was added, and empty where none was. */
    id: z.string(),
    /** Of a list: the new row, or why there is none. */
    rows: z.array(z.object({ id: z.string().nullable(), code: z.int(), message: z.string() })).optional(),
  }),
});

/** Switches rows of groups on and off. */
export const ipDetailSwitch = endpoint({
  ...declared.enable,
  input: z.strictObject({
    ids: ids(),
    /** 1 on, 0 off. */
    status: z.literal([1, 0]).default(1),
    reason: longTextIn(500).optional(),
  }),
});

/** The groups and rows that hold an address, the narrowest first. */
export const ipCheck = endpoint({
  method: 'GET',
  path: 'device/ip/check',
  access: { code: addressGroupPage.code },
  scope: 'none',
  input: z.object({ address: z.string().max(64) }),
  reply: z.object({
    known: z.boolean(),
    list: z.array(
      z.object({
        groupId: z.string(),
        groupName: z.string(),
        kind: z.enum(groupKinds),
        internal: z.boolean(),
        detailId: z.string(),
        value: z.string(),
        /** Both the row and its group are switched on. */
        holds: z.boolean(),
      }),
    ),
  }),
  errors: [18001],
  summary: 'Which groups hold an address',
});
