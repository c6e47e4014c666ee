import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, text, time, version } from '#kit/common/schema.ts';
import { bindingStates, checkNames, commandKinds, commandStates, deviceStates, formFactors, ownerships } from './device-words.ts';
import { deviceInfoPage, deviceSafety, employeeSearchPage, equipmentInfoPage, userBindingPage, userEquipmentPage } from './permissions.ts';

const readers = [
  deviceInfoPage.code,
  employeeSearchPage.code,
  userBindingPage.code,
  userEquipmentPage.code,
  equipmentInfoPage.code,
] as const;

/** A device as lists show it. */
export const deviceRow = z.object({
  id: id(),
  version: version(),
  name: z.string(),
  platform: z.int(),
  formFactor: z.enum(formFactors),
  model: z.string(),
  systemVersion: z.string(),
  terminalVersion: z.string(),
  /** Who is bound; a word for who lies outside the range. */
  people: z.array(z.object({ id: id(), name: z.string() })),
  departmentName: z.string(),
  ownership: z.enum(ownerships),
  state: z.enum(deviceStates),
  stateSince: time(),
  compliant: z.boolean(),
  failing: z.array(z.enum(checkNames)),
  /** The oldest command that it has not obeyed. */
  pendingCommand: z.enum(commandKinds).nullable(),
  pendingSince: time().nullable(),
  lastSeenAt: time(),
  lastAddress: z.string(),
  /** Everybody who is bound lies in the range: it may be changed. */
  writable: z.boolean(),
});
/** A device as lists show it. */
export type DeviceRow = z.output<typeof deviceRow>;

/** Filters of lists of devices. */
export const deviceFilters = z.object({
  text: searchText().optional(),
  platform: platformNumber().optional(),
  state: z.enum(deviceStates).optional(),
  ownership: z.enum(ownerships).optional(),
  compliant: z.boolean().optional(),
  deptId: id().optional(),
  empId: id().optional(),
  seenFrom: time().optional(),
  seenTo: time().optional(),
});

/** Devices in range. */
export const deviceList = endpoint({
  method: 'GET',
  path: 'device/info/list',
  access: { anyOf: readers },
  scope: 'employee',
  input: pageQuery(['lastSeenAt', 'name', 'stateSince']).extend(deviceFilters.shape),
  reply: pageOf(deviceRow),
  dedupe: 'cancel-previous',
  summary: 'Devices by filters and search',
});

/** A device in full. */
export const deviceDetail = deviceRow.extend({
  vendor: z.string(),
  patchLevel: z.string(),
  appKey: z.string(),
  keyThumbprint: z.string(),
  keyStorage: z.enum(['software', 'hardware']),
  attestation: z.enum(['none', 'claimed', 'proven']),
  capabilities: z.array(z.string()),
  enrolment: z.int(),
  createdAt: time(),
  assetNo: z.string(),
  remark: z.string(),
  ownerDeptId: z.string().nullable(),
  lockedBy: z.string(),
  lockReason: z.string(),
  posture: z.record(z.string(), z.boolean()),
  unsent: z.object({ drafts: z.int(), files: z.int() }),
  /** Masked unless somebody asks for one. */
  identifiers: z.array(z.object({ kind: z.string(), value: z.string() })),
  equipment: z.string(),
  dataKey: z.object({ leaseUntil: time().nullable(), destroyedAt: time().nullable() }).nullable(),
  bindings: z.array(
    z.object({
      id: id(),
      employeeId: id(),
      name: z.string(),
      state: z.enum(bindingStates),
      primary: z.boolean(),
      requestedAt: time(),
      boundAt: time().nullable(),
      unboundAt: time().nullable(),
    }),
  ),
});
/** A device in full. */
export type DeviceDetail = z.output<typeof deviceDetail>;

/** One device. */
export const deviceGet = endpoint({
  method: 'GET',
  path: 'device/info/get',
  access: { anyOf: readers },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: deviceDetail,
  summary: 'One device in full',
});

/** Names a device, says whose it is. */
export const deviceUpdate = endpoint({
  method: 'POST',
  path: 'device/info/update',
  access: { code: deviceInfoPage.button.update },
  scope: 'employee',
  audit: 'device.update',
  dryRun: true,
  input: z.strictObject({
    id: id(),
    version: version(),
    name: text(100).optional(),
    ownership: z.enum(ownerships).optional(),
    assetNo: z.string().trim().max(64).optional(),
    remark: longText(1000).optional(),
    ownerDeptId: id().nullable().optional(),
  }),
  reply: deviceDetail,
  summary: 'Changes what the company says of a device',
});

/** Shows one masked identifier. */
export const deviceUnmask = endpoint({
  method: 'POST',
  reads: true,
  path: 'device/info/unmask',
  access: { anyOf: [deviceInfoPage.button.update, userEquipmentPage.button.lock] },
  scope: 'employee',
  audit: 'device.unmask',
  input: z.strictObject({ id: id(), kind: z.string().max(20), reason: text(200) }),
  reply: z.object({ values: z.array(z.string()) }),
  summary: 'Shows a masked identifier of a device',
});

/** Refusals of a device or a person, and with which step. */
export const deviceRefusals = endpoint({
  method: 'GET',
  path: 'device/info/signIns',
  access: { anyOf: readers },
  scope: 'employee',
  input: z.object({ deviceId: id().optional(), empId: id().optional() }),
  reply: z.object({
    list: z.array(
      z.object({ ref: z.string(), at: time(), code: z.int(), step: z.int(), address: z.string(), platform: z.int(), ruleName: z.string() }),
    ),
  }),
  summary: 'The last refusals of a device or a person',
});

/** Commands of a device with what became of them. */
export const commandList = endpoint({
  method: 'GET',
  path: 'device/command/list',
  access: { anyOf: readers },
  scope: 'employee',
  input: z.object({ deviceId: id(), state: z.enum(commandStates).optional() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        seq: z.int(),
        kind: z.enum(commandKinds),
        state: z.enum(commandStates),
        deliveries: z.int(),
        queuedAt: time(),
        deliveredAt: time().nullable(),
        ackAt: time().nullable(),
        jws: z.string(),
        ackJws: z.string().nullable(),
      }),
    ),
  }),
  summary: 'Commands of a device',
});
/** Stops commands that were not obeyed yet. */
export const commandCancel = endpoint({
  method: 'POST',
  path: 'device/command/cancel',
  access: { anyOf: [deviceInfoPage.button.lock, userEquipmentPage.button.lock] },
  scope: 'employee',
  audit: 'command.cancel',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Stops commands; of those that were delivered the answer counts',
});

/** Sends commands again: what was not obeyed, and what a device could not do. */
export const commandRetry = endpoint({
  method: 'POST',
  path: 'device/command/retry',
  access: { anyOf: [deviceInfoPage.button.lock, userEquipmentPage.button.lock] },
  scope: 'employee',
  audit: 'command.retry',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Sends commands again that were stopped, expired or failed; erasures are sent again by their orders',
});

/** What a device says of itself, and which checks of its rule it passes. */
export const devicePosture = endpoint({
  method: 'GET',
  path: 'device/info/posture',
  access: { anyOf: readers },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: z.object({
    compliant: z.boolean(),
    facts: z.record(z.string(), z.boolean()),
    reportedAt: time(),
    ruleName: z.string(),
    checks: z.array(
      z.object({
        check: z.string(),
        value: z.string(),
        action: z.string(),
        graceHours: z.int(),
        passes: z.boolean(),
        since: time().nullable(),
        until: time().nullable(),
      }),
    ),
  }),
  summary: 'What a device says of itself, and which checks of its rule it passes',
});

/** How many devices there are, and how they stand. */
export const deviceStatistics = endpoint({
  method: 'GET',
  path: 'device/statistics',
  access: { anyOf: readers },
  scope: 'employee',
  input: z.object({ deptId: id().optional() }),
  reply: z.object({
    total: z.int(),
    active: z.int(),
    pending: z.int(),
    locked: z.int(),
    eraseOpen: z.int(),
    unseen: z.int(),
    notCompliant: z.int(),
    byPlatform: z.array(z.object({ platform: z.int(), n: z.int() })),
  }),
  summary: 'How many devices there are, and how they stand',
});

/** Keys that commands are signed with; never a private part. */
export const deviceKeyList = endpoint({
  method: 'GET',
  path: 'device/key/list',
  access: { code: deviceSafety.button.keys },
  scope: 'none',
  input: z.object({}),
  reply: z.object({ list: z.array(z.object({ kid: z.string(), madeAt: time(), commands: z.int() })) }),
  summary: 'Keys that commands are signed with',
});

/** The signed-in administrator and what of this area they hold. */
export const currentUser = endpoint({
  method: 'GET',
  path: 'user/current',
  access: { signedIn: true },
  scope: 'none',
  input: z.object({}),
  reply: z.object({
    uid: z.string(),
    account: z.string(),
    name: z.string(),
    superAdmin: z.boolean(),
    roles: z.array(z.object({ id: z.string(), name: z.string() })),
    range: z.object({ all: z.boolean(), departments: z.array(z.string()), self: z.boolean() }),
    codes: z.array(z.string()),
  }),
  summary: 'The signed-in administrator, with the rights of devices and file security',
});
