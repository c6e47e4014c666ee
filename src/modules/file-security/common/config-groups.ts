import { z } from 'zod';
import { markPlaces, screenPlaces, unlockKinds } from './words.ts';

const flag = z.literal([0, 1]);
const each = <T extends string>(all: T[]): T[] => [...new Set(all)];

/** Limits of devices that a role sets; they only narrow the rule of binding. */
const bind = z.strictObject({
  maxDevices: z.strictObject({ phone: z.int().min(0).max(20), tablet: z.int().min(0).max(20), computer: z.int().min(0).max(20) }),
  mode: z.enum(['auto', 'approve', 'registered']),
  requireHardwareKey: flag,
  privateDevices: flag,
});
/** Whether people unbind their devices themselves. */
const unbind = z.strictObject({
  selfUnbind: flag,
  needsApproval: flag,
  coolDownHours: z.int().min(0).max(8760),
  eraseOnUnbind: flag.nullable(),
});
/** How a terminal is unlocked. */
const signUnlock = z.strictObject({
  signUnlockEnabled: flag,
  kinds: z.array(z.enum(unlockKinds)).min(1).transform(each),
  lockAfterMinutes: z.int().min(1).max(1440),
  maxFailures: z.int().min(1).max(20),
});
/** Screenshots on terminals. */
const screenshot = z.strictObject({
  prevent: flag,
  report: flag,
  places: z.array(z.enum(screenPlaces)).min(1).transform(each),
});
/** Watermark on terminals and in what leaves the server. */
const watermark = z.strictObject({
  on: flag,
  places: z.array(z.enum(markPlaces)).min(1).transform(each),
  template: z.string().trim().min(1).max(200),
  opacity: z.int().min(5).max(40),
  size: z.int().min(10).max(32),
  angle: z.int().min(-60).max(60),
});

/** Groups of settings of a role; one that the role does not set is absent or null. */
export const configGroupShapes = { bind, unbind, signUnlock, screenshot, watermark } as const;
/** Groups of settings as they are entered. */
export const configGroupsInput = z.strictObject({
  bind: bind.nullable().optional(),
  unbind: unbind.nullable().optional(),
  signUnlock: signUnlock.nullable().optional(),
  screenshot: screenshot.nullable().optional(),
  watermark: watermark.nullable().optional(),
});
/** Groups of settings that are set. */
export const configGroupsStored = z.object({
  bind: bind.optional(),
  unbind: unbind.optional(),
  signUnlock: signUnlock.optional(),
  screenshot: screenshot.optional(),
  watermark: watermark.optional(),
});
/** Groups of settings that are set. */
export type RoleConfig = z.output<typeof configGroupsStored>;

/** Values of each group that a form begins with. */
export const usualGroups: Required<RoleConfig> = {
  bind: { maxDevices: { phone: 1, tablet: 1, computer: 1 }, mode: 'auto', requireHardwareKey: 0, privateDevices: 1 },
  unbind: { selfUnbind: 1, needsApproval: 0, coolDownHours: 24, eraseOnUnbind: null },
  signUnlock: { signUnlockEnabled: 1, kinds: ['gesture', 'pin', 'biometric'], lockAfterMinutes: 5, maxFailures: 5 },
  screenshot: { prevent: 0, report: 1, places: ['files'] },
  watermark: { on: 1, places: ['preview'], template: '{name} {account} {time} {code}', opacity: 12, size: 14, angle: -20 },
};
