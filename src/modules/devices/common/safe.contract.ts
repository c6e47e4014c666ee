import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, longText, platform, refers, text, value } from '#kit/common/crud/fields.ts';
import { field } from '#kit/common/crud/field.ts';
import { id } from '#kit/common/schema.ts';
import { bindingWhitePage, equipmentPage, loginWhitePage } from './permissions.ts';

/** For what a piece of equipment counts: only known, always bound, allowed to sign in. */
export const safeUses = ['register', 'binding', 'login'] as const;
const matchStates = ['none', 'one', 'several', 'conflict'] as const;
const identifier = () => z.string().trim().max(100);
const identifiers = () => z.array(identifier().min(1)).max(40);

const declared = crudContract({
  module: 'devices',
  kind: 'safeDevice',
  path: 'device/safe',
  title: { zh_CN: '登记设备', en_US: 'Piece of equipment', ja_JP: '登録機器' },
  page: equipmentPage,
  scope: { by: 'ownerDeptId' },
  also: ['import', 'export'],
  fields: {
    name: text(100).sorted().searched(),
    platform: platform().filtered(),
    serial: field({ input: identifier(), output: z.string() }, { type: 'text' }).default('').searched(),
    motherboardUuid: field({ input: identifier(), output: z.string() }, { type: 'text' }).default('').searched(),
    macs: value(identifiers()).default([]).searched().example([]),
    diskUuids: value(identifiers()).default([]).searched().example([]),
    assetNo: text(64).unique().searched(),
    ownerDeptId: refers('department').filtered(),
    uses: value(z.array(z.enum(safeUses)).min(1).max(3)).default(['register']),
    matchState: choice(matchStates).default('none').readOnly().filtered(),
    remark: longText(1000).default(''),
  },
  more: {
    row: { matchedDeviceId: z.string().nullable(), matchedDevice: z.string() },
    filters: { use: z.enum(safeUses).optional() },
  },
  operations: {
    add: { errors: [18010, 18011, 18012] },
    update: { errors: [18010, 18011, 18012] },
    import: { errors: [18010, 18011, 18012] },
  },
});

/** A piece of equipment of the company, known by what is printed on it. Terminals' administrators send changes as a form. */
export const safeDevice = Object.freeze({
  ...declared,
  list: endpoint({ ...declared.list, path: 'device/safe/search' }),
  update: endpoint({ ...declared.update, encoding: 'form' }),
});
/** A piece of equipment as lists show it. */
export type SafeDeviceRow = CrudRow<typeof safeDevice>;
/** A piece of equipment in full. */
export type SafeDeviceDetail = CrudDetail<typeof safeDevice>;

/** All equipment in short, in pages of five thousand. */
export const safeAll = endpoint({
  method: 'GET',
  path: 'device/safe/all',
  access: { anyOf: [equipmentPage.code, bindingWhitePage.code, loginWhitePage.code] },
  scope: 'department',
  input: z.object({ use: z.enum(safeUses).optional(), platform: platformNumber().optional(), after: z.string().max(100).optional() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        name: z.string(),
        platform: z.int(),
        serial: z.string(),
        uses: z.array(z.enum(safeUses)),
        enabled: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
  summary: 'All equipment of the register in short',
});

/** Assigns a piece of equipment to a device by hand, or to none. */
export const safeMatch = endpoint({
  method: 'POST',
  path: 'device/safe/match',
  access: { code: equipmentPage.button.match },
  scope: 'department',
  audit: 'safeDevice.match',
  input: z.strictObject({ id: id(), deviceId: id().nullable() }),
  reply: z.object({ id: id(), matchedDeviceId: z.string().nullable(), matchState: z.enum(matchStates) }),
  summary: 'Says by hand which device a piece of equipment is',
});
