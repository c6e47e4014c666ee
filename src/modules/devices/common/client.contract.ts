import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import type { SessionStage } from '#kit/common/client/client-facts.ts';
import { id, longText, time } from '#kit/common/schema.ts';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { bindingStates, capabilities, deviceStates, formFactors, posture } from './device-words.ts';

const openStages: readonly SessionStage[] = ['enrol', 'pending', 'full'];
const short = () => z.string().max(200);

const publicKey = z.strictObject({
  kty: z.string().max(10),
  crv: z.string().max(20),
  x: z.string().max(100),
  y: z.string().max(100).optional(),
});
const versions = {
  model: short().optional(),
  vendor: short().optional(),
  systemVersion: short().optional(),
  patchLevel: short().optional(),
  terminalVersion: short().optional(),
  locale: short().optional(),
};

/** What equipment says it is: claims that are matched with the register, and never open anything by themselves. */
const identifiers = z.strictObject({
  serial: short().optional(),
  motherboardUuid: short().optional(),
  diskUuids: z.array(short()).max(40).default([]),
  macs: z.array(short()).max(40).default([]),
  domain: short().optional(),
  hostName: short().optional(),
});

const keySet = z.object({ keys: z.array(z.record(z.string(), z.string())) });
const standing = {
  deviceId: id(),
  state: z.enum(deviceStates),
  binding: z.enum(bindingStates).nullable(),
  /** Until when a request waits. */
  expires: time().nullable(),
};

/** A word that one enrolment must carry within two minutes. */
export const deviceChallenge = clientEndpoint({
  method: 'POST',
  path: 'device/challenge',
  session: openStages,
  rate: 'write',
  reserved: true,
  input: z.strictObject({ platform: platformNumber() }),
  reply: z.object({ nonce: z.string(), until: time(), serverTime: time() }),
  summary: 'A word that an enrolment must carry',
});

/** Makes the key that proves this call a device. */
export const deviceEnrol = clientEndpoint({
  method: 'POST',
  path: 'device/enrol',
  session: openStages,
  rate: 'signIn',
  errors: [18021, 18025, 18030],
  input: z.strictObject({
    nonce: short(),
    signingKey: publicKey,
    encryptionKey: publicKey.optional(),
    keyStorage: z.enum(['software', 'hardware']).default('software'),
    attestation: z.string().max(20_000).optional(),
    name: z.string().max(100).optional(),
    formFactor: z.enum(formFactors).optional(),
    ...versions,
    identifiers: identifiers.default({ diskUuids: [], macs: [] }),
    capabilities: z.array(z.enum(capabilities)).max(20).default([]),
    posture: posture.default({}),
  }),
  reply: z.object({ ...standing, keys: keySet, checkInMinutes: z.int() }),
  summary: 'Enrols a device by its key',
});

/** Asks to use this device. */
export const deviceBind = clientEndpoint({
  method: 'POST',
  path: 'device/bind',
  session: openStages,
  rate: 'write',
  errors: [18013, 18020, 18022, 18023, 18024, 18025, 18026, 18031, 18032],
  input: z.strictObject({ reason: z.string().max(200).default(''), code: z.string().max(40).optional() }),
  reply: z.object(standing),
  summary: 'Binds this device to who is signed in',
});

/** One's own devices. */
export const deviceMine = clientEndpoint({
  method: 'GET',
  path: 'device/mine',
  session: openStages,
  rate: 'read',
  input: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({
        deviceId: id(),
        name: z.string(),
        platform: z.int(),
        formFactor: z.enum(formFactors),
        state: z.enum(deviceStates),
        binding: z.enum(bindingStates),
        current: z.boolean(),
        boundAt: time().nullable(),
        lastSeenAt: time(),
      }),
    ),
    slots: z.record(z.enum(formFactors), z.object({ used: z.int(), most: z.int() })),
    selfUnbind: z.boolean(),
  }),
  summary: 'Own devices, and how many more there may be',
});

/** Gives one of the own devices up. */
export const deviceUnbind = clientEndpoint({
  method: 'POST',
  path: 'device/unbind',
  session: fullSession,
  rate: 'write',
  errors: [18051],
  input: z.strictObject({ deviceId: id(), reason: z.string().max(200).default('') }),
  reply: z.object({ state: z.enum(bindingStates), eraseOrderId: z.string().nullable() }),
  summary: 'Unbinds one of the own devices',
});

/** Tells how the device is, and asks what holds. Needs no session: who has left must still be told to erase. */
export const deviceCheckIn = clientEndpoint({
  method: 'POST',
  path: 'device/checkIn',
  session: null,
  proof: true,
  rate: 'sync',
  reserved: true,
  errors: [18030],
  input: z.strictObject({
    posture: posture.default({}),
    ...versions,
    policyEpoch: z.string().max(40).default(''),
    drafts: z.int().min(0).max(1_000_000).default(0),
    files: z.int().min(0).max(1_000_000).default(0),
  }),
  reply: z.object({
    state: z.enum(deviceStates),
    policyEpoch: z.string(),
    /** Null where the terminal has it already. */
    policy: z
      .object({
        offlineDays: z.int(),
        checkInMinutes: z.int(),
        gesture: z.record(z.string(), z.unknown()),
        /** Ask for the password and let a new gesture be set. */
        gestureResetAt: time().nullable(),
      })
      .nullable(),
    /** The key of the stores, wrapped to the device; null where it is withheld. */
    lease: z.object({ key: z.string().nullable(), until: time() }).nullable(),
    failing: z.array(z.string()),
    commands: z.int(),
    nextCheckInSeconds: z.int(),
    serverTime: time(),
  }),
  summary: 'How the device is, and what holds for it',
});

/** What the device is told to do: signed, the oldest first, an erasure alone and before all others. */
export const deviceCommands = clientEndpoint({
  method: 'GET',
  path: 'device/commands',
  session: null,
  proof: true,
  rate: 'sync',
  errors: [18030],
  input: z.object({ after: z.int().min(0).default(0) }),
  reply: z.object({ commands: z.array(z.string()), more: z.boolean() }),
  summary: 'Signed commands that wait for this device',
});

/** What became of commands, each signed by the key of the device. */
export const deviceAck = clientEndpoint({
  method: 'POST',
  path: 'device/ack',
  session: null,
  proof: true,
  rate: 'sync',
  reserved: true,
  errors: [18030],
  input: z.strictObject({ acknowledgements: z.array(z.string().max(20_000)).min(1).max(20) }),
  reply: z.object({ list: z.array(z.object({ commandId: z.string().nullable(), code: z.int(), known: z.boolean() })) }),
  summary: 'What became of commands',
});

/** Push channel that wakes the device. */
export const devicePushToken = clientEndpoint({
  method: 'POST',
  path: 'device/pushToken',
  session: fullSession,
  rate: 'write',
  errors: [18030],
  input: z.strictObject({ provider: z.string().min(1).max(40), token: z.string().min(1).max(4_000) }),
  reply: z.null(),
  summary: 'By what the device is woken',
});

/** Gives the device another key: the call is proven by the old one, `proof` (a JWS of oldKey, newKey and at) by the new one. */
export const deviceRekey = clientEndpoint({
  method: 'POST',
  path: 'device/rekey',
  session: null,
  proof: true,
  rate: 'write',
  errors: [10412, 18030, 18044],
  input: z.strictObject({ signingKey: publicKey, proof: z.string().max(4_000) }),
  reply: z.object({ thumbprint: z.string(), enrolment: z.int() }),
  summary: 'Gives the device another key',
});

/** Public keys that commands are signed with. */
export const deviceKeys = clientEndpoint({
  method: 'GET',
  path: 'device/keys',
  session: null,
  rate: 'read',
  input: z.object({}),
  reply: keySet,
  summary: 'Keys that commands are signed with',
});

/** Reports that another person signed in by a device in one's name: it is locked. */
export const deviceNotMe = clientEndpoint({
  method: 'POST',
  path: 'device/notMe',
  session: fullSession,
  rate: 'write',
  audit: 'device.notMe',
  input: z.strictObject({ deviceId: id(), reason: longText(200).default('') }),
  reply: z.object({ state: z.enum(deviceStates) }),
  summary: 'Locks an own device that somebody else uses',
});
