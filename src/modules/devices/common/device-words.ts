import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';

/** What a device is held like. */
export const formFactors = ['phone', 'tablet', 'computer'] as const;
/** How a device stands. */
export const deviceStates = [
  'enrolled',
  'pendingApproval',
  'bound',
  'unbound',
  'locked',
  'blocked',
  'eraseRequested',
  'eraseFailed',
  'erased',
  'retired',
] as const;
/** How a device stands. */
export type DeviceState = (typeof deviceStates)[number];
/** Whose it is. */
export const ownerships = ['unknown', 'private', 'company'] as const;
/** What a terminal can be told to do. */
export const capabilities = ['lockApp', 'eraseApp', 'wipeDevice', 'signOut', 'message', 'refresh', 'collectLog'] as const;
/** What a device says of itself, by which it is matched to the register. */
export const identifierKinds = ['serial', 'motherboardUuid', 'diskUuid', 'mac', 'domain', 'hostName'] as const;
/** Commands to terminals. */
export const commandKinds = ['lockApp', 'unlockApp', 'eraseApp', 'wipeDevice', 'signOut', 'refresh', 'message', 'collectLog'] as const;
/** One of them. */
export type CommandKind = (typeof commandKinds)[number];
/** How far a command has come. */
export const commandStates = [
  'queued',
  'delivered',
  'deferred',
  'done',
  'failed',
  'refused',
  'unsupported',
  'cancelled',
  'cancelSent',
  'expired',
] as const;
/** How a person is bound to a device. */
export const bindingStates = ['pending', 'bound', 'rejected', 'expired', 'withdrawn', 'unbound'] as const;
/** One of them. */
export type BindingState = (typeof bindingStates)[number];
/** Origin of a binding. */
export const bindingOrigins = ['auto', 'approval', 'whitelist', 'administrator', 'enrolCode'] as const;
/** Who ended a binding. */
export const unbindCauses = ['employee', 'administrator', 'rule', 'leave', 'erase', 'replaced'] as const;
/** One of them. */
export type UnbindCause = (typeof unbindCauses)[number];
/** How devices come to be bound. */
export const bindModes = ['off', 'auto', 'approval', 'whitelistOnly'] as const;
/** What happens when somebody has all the devices that they may have. */
export const whenFullChoices = ['refuse', 'approval', 'replaceOldest'] as const;
/** What is looked at of a device. */
export const checkNames = [
  'rooted',
  'emulator',
  'debugger',
  'screenLock',
  'diskEncrypted',
  'systemVersion',
  'patchLevel',
  'terminalVersion',
  'gestureSet',
  'attestation',
] as const;
/** One of them. */
export type CheckName = (typeof checkNames)[number];
/** What follows where a check fails, the mildest first. */
export const checkActions = ['warn', 'lock', 'block', 'eraseApp'] as const;
/** One of them. */
export type CheckAction = (typeof checkActions)[number];

/** What a device says of its state; what it does not know it leaves out. */
export const posture = z.strictObject({
  rooted: z.boolean().optional(),
  emulator: z.boolean().optional(),
  debugger: z.boolean().optional(),
  screenLock: z.boolean().optional(),
  diskEncrypted: z.boolean().optional(),
  unknownSources: z.boolean().optional(),
  gestureSet: z.boolean().optional(),
});
/** What a device says of its state. */
export type Posture = z.output<typeof posture>;

/** A check of a rule. */
export const ruleCheck = z
  .strictObject({
    check: z.enum(checkNames),
    /** Of none: of all. */
    platforms: z.array(platformNumber()).max(5).default([]),
    /** The least version, where it is one that is compared. */
    value: z.string().max(50).default(''),
    action: z.enum(checkActions),
    graceHours: z.int().min(0).max(720).default(0),
  })
  .refine((one) => one.action !== 'eraseApp' || one.graceHours >= 24, {
    path: ['graceHours'],
    error: 'at least 24 hours before an erasure',
  });
/** A check of a rule. */
export type RuleCheck = z.output<typeof ruleCheck>;

/** Address groups from which it is allowed. */
export const networks = z.strictObject({ inside: z.boolean().default(true), groupIds: z.array(z.uuid()).max(50) });
/** Address groups from which it is allowed. */
export type Networks = z.output<typeof networks>;

/** At which hours of the week. */
export const hours = z.strictObject({
  zone: z.string().max(60),
  windows: z
    .array(
      z.strictObject({
        days: z.array(z.int().min(1).max(7)).min(1).max(7),
        from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
        to: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
      }),
    )
    .min(1)
    .max(20),
});
/** At which hours of the week. */
export type Hours = z.output<typeof hours>;
