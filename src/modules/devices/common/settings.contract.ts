import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { field } from '#kit/common/crud/field.ts';
import { choice, integer, value } from '#kit/common/crud/fields.ts';
import { id, longText, version } from '#kit/common/schema.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { bindingWhitePage, deviceManagement, deviceSafety, loginWhitePage } from './permissions.ts';

const onOff = () => value(z.literal([0, 1]));
const approvers = z.array(id()).max(20);
const settingsCodes = [deviceManagement.button.settings, deviceSafety.button.settings] as const;
const readers = [...settingsCodes, deviceManagement.code, deviceSafety.code] as const;

/** The settings of binding; switches are 1 and 0, as terminals read them. */
export const bindSetting = settingContract({
  module: 'devices',
  kind: 'bindConfig',
  path: 'user/device/bind/config',
  access: { read: readers, write: settingsCodes },
  answers: 'stamps',
  summary: { get: 'Settings of binding, or the rule that holds for a person', update: 'Changes the settings of binding' },
  get: { path: 'user/device/bind/config', scope: 'employee' },
  fields: {
    enabled: onOff(),
    approvers: field({ input: approvers, output: approvers }, { type: 'reference', target: 'employee' }, 'list'),
    approveByMail: onOff(),
    remindHours: integer(4, 72),
    newDeviceNotice: onOff(),
    registerFirst: onOff(),
    checkInMinutes: integer(5, 1440),
    retireDays: integer(90, 1095),
  },
});

/** The rule that holds for a person, with where each value comes from. */
const effective = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  builtIn: z.boolean(),
  values: z.array(z.object({ name: z.string(), value: z.string(), origin: z.enum(['rule', 'role', 'config']) })),
});

/** The settings of binding; of a person also the rule that holds for them. */
export const bindConfigGet = endpoint({
  ...bindSetting.get,
  input: z.object({ empId: id().optional() }),
  reply: bindSetting.row.extend({ approverNames: z.array(z.string()), effective: effective.nullable() }),
});
/** Changes the settings of binding. */
export const bindConfigUpdate = bindSetting.update;

/** How terminals are unlocked. */
export const gestureSetting = settingContract({
  module: 'devices',
  kind: 'gestureConfig',
  path: 'gesture/config',
  access: { read: readers, write: settingsCodes },
  answers: 'stamps',
  summary: { get: 'How terminals are unlocked', update: 'Changes how terminals are unlocked' },
  fields: {
    enabled: onOff(),
    kinds: value(
      z
        .array(z.enum(['gesture', 'pin', 'biometric']))
        .min(1)
        .max(3),
    ),
    minPoints: integer(4, 9),
    pinLength: integer(4, 12),
    trackVisible: onOff(),
    maxFailures: integer(3, 10),
    onFailure: choice(['signOut', 'lock', 'eraseApp']),
    lockAfterMinutes: integer(0, 60),
    biometricDays: integer(1, 30),
    resetBy: choice(['password', 'administrator']),
  },
});
/** Reads and changes how terminals are unlocked. */
export const { get: gestureConfigGet, update: gestureConfigUpdate } = gestureSetting;

/** Whether unbinding also erases. */
export const eraseSetting = settingContract({
  module: 'devices',
  kind: 'unbindErase',
  path: 'device/unbind/erase',
  access: { read: readers, write: settingsCodes },
  answers: 'version',
  summary: {
    get: 'Whether unbinding also erases the company’s data',
    update: 'Sets whether unbinding also erases the company’s data',
  },
  update: { stepUp: true, errors: [18090] },
  fields: { value: onOff() },
});
/** Whether unbinding also erases. */
export const unbindEraseGet = eraseSetting.get;
const { dryRun: _dryRun, ...eraseUpdate } = eraseSetting.update;
/** Changes that; a GET by its standing name, and a write in all that matters. */
export const unbindEraseUpdate = endpoint({
  ...eraseUpdate,
  method: 'GET',
  input: z.strictObject({ value: z.literal([0, 1]), version: version() }),
});

/** Which white lists are on. */
export const whiteSwitch = settingContract({
  module: 'devices',
  kind: 'whiteListSwitch',
  path: 'whiteListEnabled/safeDevice',
  access: {
    read: [bindingWhitePage.code, loginWhitePage.code],
    write: [bindingWhitePage.button.switch, loginWhitePage.button.switch],
  },
  answers: 'version',
  summary: { get: 'Which white lists are on', update: 'Switches white lists on or off' },
  update: { stepUp: true, errors: [18060] },
  carries: {
    /** People who would be refused, as they were shown. */
    expected: z.int().min(0).optional(),
    reason: longText(500).optional(),
  },
  fields: { binding: onOff(), login: onOff(), loginPlatforms: value(z.array(platformNumber()).max(5)) },
});
/** Reads and switches white lists; who would be refused is previewed, and the number must be the one that was shown. */
export const { get: whiteSwitchGet, update: whiteSwitchUpdate } = whiteSwitch;

/** Lets people set a new gesture. */
export const gestureReset = endpoint({
  method: 'POST',
  path: 'gesture/reset',
  access: { anyOf: ['mms_device_management_device_info:update'] },
  scope: 'employee',
  audit: 'gesture.reset',
  input: z.strictObject({ empIds: z.array(id()).min(1).max(500), deviceId: id().optional() }),
  reply: z.object({ count: z.int() }),
  summary: 'Lets people set a new gesture, after the password',
});
