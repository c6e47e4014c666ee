import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';
import { bindingList, unbindFilters } from './binding.contract.ts';
import { deviceFilters } from './device.contract.ts';
import { appEraseList, eraseList } from './erase.contract.ts';
import { deviceErasePage, deviceInfoPage, ruleUserPage, userBindingPage } from './permissions.ts';

const format = z.enum(['xlsx', 'csv']).default('xlsx');
const reply = z.object({ jobId: id() });
const place = { pageNum: true, pageSize: true, sort: true } as const;
const job = { method: 'POST', scope: 'employee', waits: 'unseen', reply } as const;

/** Writes devices in range to a file. */
export const deviceExport = endpoint({
  ...job,
  path: 'device/info/export',
  access: { code: deviceInfoPage.button.export },
  audit: 'device.export',
  subject: 'device',
  input: z.strictObject({ format, filter: z.strictObject(deviceFilters.shape).optional() }),
  summary: 'Exports devices',
});
/** Writes bindings in range to a file. */
export const bindingExport = endpoint({
  ...job,
  path: 'user/device/export',
  access: { code: userBindingPage.button.export },
  audit: 'binding.export',
  subject: 'deviceBinding',
  input: z.strictObject({ format, filter: z.strictObject(bindingList.input.omit(place).shape).optional() }),
  summary: 'Exports bindings',
});
/** Writes ended bindings in range to a file. */
export const unbindExport = endpoint({
  ...job,
  path: 'user/device/unbind/export',
  access: { code: userBindingPage.button.export },
  audit: 'binding.exportEnded',
  subject: 'unbinding',
  input: z.strictObject({ format, filter: z.strictObject(unbindFilters).optional() }),
  summary: 'Exports bindings that ended',
});
/** Writes orders to erase in range to a file. */
export const eraseExport = endpoint({
  ...job,
  path: 'device/erase/export',
  access: { code: deviceErasePage.button.export },
  audit: 'erase.export',
  subject: 'eraseOrder',
  input: z.strictObject({ format, filter: z.strictObject(eraseList.input.omit(place).shape).optional() }),
  summary: 'Exports orders to erase',
});
/** Writes orders to erase the data of applications, in range, to a file. */
export const appEraseExport = endpoint({
  ...job,
  path: 'mam/erase/export',
  access: { code: 'mam_app_management_list:export' },
  audit: 'erase.exportOfApp',
  subject: 'eraseOrder',
  input: z.strictObject({ format, filter: z.strictObject(appEraseList.input.omit(place).shape).optional() }),
  summary: 'Exports orders to erase the data of applications',
});
/** Writes the people under a bind rule, in range, to a file. */
export const ruleMemberExport = endpoint({
  ...job,
  path: 'device/bind/rule/members/export',
  access: { code: ruleUserPage.button.export },
  audit: 'bindRule.exportMembers',
  subject: 'ruleMember',
  input: z.strictObject({ format, ruleId: id() }),
  summary: 'Exports the people under a bind rule',
});
