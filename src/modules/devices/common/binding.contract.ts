import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, pageOf, pageQuery, searchText, time, version } from '#kit/common/schema.ts';
import { bindingOrigins, bindingStates, deviceStates, unbindCauses } from './device-words.ts';
import { employeeSearchPage, userBindingPage, userEquipmentPage } from './permissions.ts';

/** A binding with its person and device. */
export const bindingRow = z.object({
  id: id(),
  version: version(),
  employeeId: id(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  deviceId: id(),
  deviceName: z.string(),
  platform: z.int(),
  model: z.string(),
  deviceState: z.enum(deviceStates),
  compliant: z.boolean(),
  failing: z.array(z.string()),
  lastSeenAt: time(),
  state: z.enum(bindingStates),
  origin: z.enum(bindingOrigins),
  primary: z.boolean(),
  ruleName: z.string(),
  whyPending: z.enum(['mode', 'full', 'registerFirst']).nullable(),
  requestedAt: time(),
  requestAddress: z.string(),
  requestReason: z.string(),
  boundAt: time().nullable(),
  decidedByName: z.string(),
  decidedAt: time().nullable(),
  decisionReason: z.string(),
  expiresAt: time().nullable(),
});
/** A binding with its person and device. */
export type BindingRow = z.output<typeof bindingRow>;

/** Bindings in range. */
export const bindingList = endpoint({
  method: 'GET',
  path: 'user/device/list',
  access: { anyOf: [userBindingPage.code, employeeSearchPage.code, userEquipmentPage.code] },
  scope: 'employee',
  input: pageQuery(['requestedAt', 'boundAt', 'lastSeenAt']).extend({
    text: searchText().optional(),
    empId: id().optional(),
    deptId: id().optional(),
    platform: platformNumber().optional(),
    state: z.enum(bindingStates).optional(),
    deviceState: z.enum(deviceStates).optional(),
    compliant: z.boolean().optional(),
    ruleId: id().optional(),
    from: time().optional(),
    to: time().optional(),
  }),
  reply: pageOf(bindingRow),
  dedupe: 'cancel-previous',
  summary: 'Bindings by filters and search',
});

const refusedOnes = z.array(z.object({ id: id(), code: z.int(), reason: z.string() }));
const { approve, reject, setPrimary, replace } = userBindingPage.button;

/** Decides on requests, and names what is somebody's first device. */
export const bindingUpdate = endpoint({
  method: 'POST',
  path: 'user/device/bind/update',
  access: { anyOf: [approve, reject, setPrimary, replace] },
  permit: { by: 'action', codes: { approve, reject, setPrimary, replace, extend: approve } },
  scope: 'employee',
  audit: 'binding.update',
  errors: [18050],
  input: z.strictObject({
    ids: z.array(id()).min(1).max(500),
    action: z.enum(['approve', 'reject', 'setPrimary', 'replace', 'extend']),
    reason: longText(500).optional(),
    /** With `replace`: the binding that is given up. */
    oldBindingId: id().optional(),
    erase: z.literal([0, 1]).optional(),
  }),
  reply: z.object({ count: z.int(), refused: refusedOnes }),
  summary: 'Approves, rejects, extends or replaces bindings',
});

/** Unbinds. */
export const bindingDelete = endpoint({
  method: 'POST',
  path: 'user/device/bind/delete',
  access: { anyOf: [userBindingPage.button.unbind, userEquipmentPage.button.unbind] },
  scope: 'employee',
  audit: 'binding.delete',
  input: z.strictObject({
    ids: z.array(id()).min(1).max(500),
    reason: longText(500).optional(),
    /** Left out: as the setting says; 0 against it needs the password. */
    erase: z.literal([0, 1]).optional(),
  }),
  errors: [18045],
  reply: z.object({ count: z.int(), refused: refusedOnes, eraseOrderId: z.string().nullable() }),
  summary: 'Unbinds devices from people',
});

/** A binding that ended. */
export const unbindRow = z.object({
  id: id(),
  employeeId: id(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  deviceId: id(),
  deviceName: z.string(),
  platform: z.int(),
  unboundAt: time(),
  unboundBy: z.enum(unbindCauses),
  unboundByName: z.string(),
  reason: z.string(),
  eraseState: z.string(),
});
/** A binding that ended. */
export type UnbindRow = z.output<typeof unbindRow>;

/** Filters of ended bindings. */
export const unbindFilters = {
  empId: id().optional(),
  deptId: id().optional(),
  platform: platformNumber().optional(),
  unboundBy: z.enum(unbindCauses).optional(),
  from: time().optional(),
  to: time().optional(),
  text: searchText().optional(),
};

/** Bindings that ended: who, by whom, why, and what became of the data. */
export const unbindList = endpoint({
  method: 'POST',
  reads: true,
  path: 'user/device/unbind/list',
  // The last is the log of ended bindings beside prints and screenshots.
  access: { anyOf: [userBindingPage.code, userEquipmentPage.code, 'msm_logs_system_print_device_unbind_log'] },
  scope: 'employee',
  input: z.strictObject({
    ...unbindFilters,
    pageNum: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(1000).default(20),
    /** Where the last page ended: pages by it whatever comes in between. */
    after: z.string().max(100).optional(),
  }),
  reply: z.object({ list: z.array(unbindRow), total: z.int(), pages: z.int(), next: z.string().nullable() }),
  summary: 'Bindings that ended',
});
