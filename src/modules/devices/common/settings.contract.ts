import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, stamps, version } from '#kit/common/schema.ts';
import { bindingWhitePage, deviceManagement, deviceSafety, loginWhitePage } from './permissions.ts';

const onOff = () => z.literal([0, 1]);
const settingsCodes = [deviceManagement.button.settings, deviceSafety.button.settings] as const;
const readers = [...settingsCodes, deviceManagement.code, deviceSafety.code] as const;

/** Fields of the settings of binding; switches are 1 and 0, as terminals read them. */
export const bindConfigFields = {
  enabled: onOff(),
  approvers: z.array(id()).max(20),
  approveByMail: onOff(),
  remindHours: z.int().min(4).max(72),
  newDeviceNotice: onOff(),
  registerFirst: onOff(),
  checkInMinutes: z.int().min(5).max(1440),
  retireDays: z.int().min(90).max(1095),
};
/** Fields of the settings of the gesture. */
export const gestureFields = {
  enabled: onOff(),
  kinds: z
    .array(z.enum(['gesture', 'pin', 'biometric']))
    .min(1)
    .max(3),
  minPoints: z.int().min(4).max(9),
  pinLength: z.int().min(4).max(12),
  trackVisible: onOff(),
  maxFailures: z.int().min(3).max(10),
  onFailure: z.enum(['signOut', 'lock', 'eraseApp']),
  lockAfterMinutes: z.int().min(0).max(60),
  biometricDays: z.int().min(1).max(30),
  resetBy: z.enum(['password', 'administrator']),
};
/** Fields of the switches of the white lists. */
export const whiteSwitchFields = {
  binding: onOff(),
  login: onOff(),
  loginPlatforms: z.array(platformNumber()).max(5),
};

const partial = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)])) as { [K in keyof S]: z.ZodOptional<S[K]> };
const bindConfig = z.object({ ...stamps, ...bindConfigFields });

/** The rule that holds for a person, with where each value comes from. */
const effective = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  builtIn: z.boolean(),
  values: z.array(z.object({ name: z.string(), value: z.string(), origin: z.enum(['rule', 'role', 'config']) })),
});

/** The settings of binding; of a person also the rule that holds for them. */
export const bindConfigGet = endpoint({
  method: 'GET',
  path: 'user/device/bind/config',
  access: { anyOf: readers },
  scope: 'employee',
  input: z.object({ empId: id().optional() }),
  reply: bindConfig.extend({ approverNames: z.array(z.string()), effective: effective.nullable() }),
  summary: 'Settings of binding, or the rule that holds for a person',
});
/** Changes the settings of binding. */
export const bindConfigUpdate = endpoint({
  method: 'POST',
  path: 'user/device/bind/config/update',
  access: { anyOf: settingsCodes },
  scope: 'site',
  audit: 'bindConfig.update',
  dryRun: true,
  input: z.strictObject({ version: version(), ...partial(bindConfigFields) }),
  reply: bindConfig,
  summary: 'Changes the settings of binding',
});

const gestureConfig = z.object({ ...stamps, ...gestureFields });
/** How terminals are unlocked. */
export const gestureConfigGet = endpoint({
  method: 'GET',
  path: 'gesture/config/get',
  access: { anyOf: readers },
  scope: 'none',
  input: z.object({}),
  reply: gestureConfig,
  summary: 'How terminals are unlocked',
});
/** Changes how terminals are unlocked. */
export const gestureConfigUpdate = endpoint({
  method: 'POST',
  path: 'gesture/config/update',
  access: { anyOf: settingsCodes },
  scope: 'site',
  audit: 'gestureConfig.update',
  dryRun: true,
  input: z.strictObject({ version: version(), ...partial(gestureFields) }),
  reply: gestureConfig,
  summary: 'Changes how terminals are unlocked',
});

const unbindErase = z.object({ value: onOff(), version: version() });
/** Whether unbinding also erases. */
export const unbindEraseGet = endpoint({
  method: 'GET',
  path: 'device/unbind/erase/get',
  access: { anyOf: readers },
  scope: 'none',
  input: z.object({}),
  reply: unbindErase,
  summary: 'Whether unbinding also erases the company’s data',
});
/** Changes that; a GET by its standing name, and a write in all that matters. */
export const unbindEraseUpdate = endpoint({
  method: 'GET',
  path: 'device/unbind/erase/update',
  access: { anyOf: settingsCodes },
  scope: 'site',
  audit: 'unbindErase.update',
  stepUp: true,
  errors: [18090],
  input: z.strictObject({ value: onOff(), version: version() }),
  reply: unbindErase,
  summary: 'Sets whether unbinding also erases the company’s data',
});

const whiteSwitch = z.object({ ...whiteSwitchFields, version: version() });
/** Which white lists are on. */
export const whiteSwitchGet = endpoint({
  method: 'GET',
  path: 'whiteListEnabled/safeDevice/get',
  access: { anyOf: [bindingWhitePage.code, loginWhitePage.code] },
  scope: 'none',
  input: z.object({}),
  reply: whiteSwitch,
  summary: 'Which white lists are on',
});
/** Switches white lists; who would be refused is told beforehand, and the number must be the one that was shown. */
export const whiteSwitchUpdate = endpoint({
  method: 'POST',
  path: 'whiteListEnabled/safeDevice/update',
  access: { anyOf: [bindingWhitePage.button.switch, loginWhitePage.button.switch] },
  scope: 'site',
  audit: 'whiteListSwitch.update',
  stepUp: true,
  dryRun: true,
  errors: [18060],
  input: z.strictObject({
    version: version(),
    ...partial(whiteSwitchFields),
    /** People who would be refused, as they were shown. */
    expected: z.int().min(0).optional(),
    reason: longText(500).optional(),
  }),
  reply: whiteSwitch,
  summary: 'Switches white lists on or off',
});

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
