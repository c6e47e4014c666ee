import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, stamps, time, version } from '#kit/common/schema.ts';
import { encryptionPage as page } from './permissions.ts';

/** What keys are for. */
export const keyPurposes = ['transport', 'messageStore', 'fileStore', 'terminalStore'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];
/** Purposes whose keys terminals hold. */
export const terminalPurposes: readonly KeyPurpose[] = ['transport', 'terminalStore'];

/** Algorithms of encryption: AES-256-GCM (NIST SP 800-38D), or SM4-CTR with HMAC-SM3 (GB/T 32907, GB/T 32905). */
export const keyAlgorithms = ['AES-256-GCM', 'SM4-CTR+HMAC-SM3'] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** The life of a key: made, writing, only reading, not used any more, erased. */
export const keyStates = ['pending', 'active', 'retiring', 'retired', 'destroyed'] as const;
export type KeyState = (typeof keyStates)[number];

/** How a purpose stands: its key is fresh, soon due, due, or long overdue. */
export const rotationStates = ['fresh', 'soon', 'due', 'overdue'] as const;
export type RotationState = (typeof rotationStates)[number];

const rotateDays = () => z.int().min(30).max(730);

/** Who holds a key, of the terminals that were seen within 30 days. */
const holders = z.object({ seen: z.int(), holding: z.int(), percent: z.int() });

/** A key without its value: nothing that this product answers holds one. */
export const keyRow = z.object({
  ...stamps,
  keyId: z.string(),
  purpose: z.enum(keyPurposes),
  algorithm: z.enum(keyAlgorithms),
  state: z.enum(keyStates),
  activeAt: time().nullable(),
  retiringAt: time().nullable(),
  retiredAt: time().nullable(),
  destroyedAt: time().nullable(),
  /** When the next one is due; of active keys alone. */
  rotatesAt: time().nullable(),
  /** Null where terminals hold no key of the purpose. */
  terminals: holders.nullable(),
  /** Items that only this key opens. */
  left: z.int(),
});
export type KeyView = z.output<typeof keyRow>;

/** A purpose with the key that writes now. */
export const purposeRow = z.object({
  ...stamps,
  purpose: z.enum(keyPurposes),
  rotateDays: z.int(),
  algorithm: z.enum(keyAlgorithms),
  keyId: z.string().nullable(),
  activeAt: time().nullable(),
  rotatesAt: time().nullable(),
  rotation: z.enum(rotationStates),
  pendingId: id().nullable(),
  terminals: holders.nullable(),
  /** Items under all keys of the purpose, and those under former ones. */
  items: z.int(),
  former: z.int(),
  /** Items kept before there were keys, which lie in the clear until they are sealed in the background. */
  clear: z.int(),
});
export type PurposeView = z.output<typeof purposeRow>;

/** The purposes with their keys of now. */
export const encryptionGet = endpoint({
  method: 'GET',
  path: 'im/encryption/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: z.object({ list: z.array(purposeRow) }),
  summary: 'Keys by purpose: age, rotation date, data under former keys',
});

/** Keys, also former ones. */
export const keyList = endpoint({
  method: 'GET',
  path: 'im/encryption/keys',
  access: { code: page.code },
  scope: 'department',
  input: z.object({
    ...pageQuery(['createdAt', 'activeAt', 'purpose', 'state'] as const).shape,
    purpose: z.enum(keyPurposes).optional(),
    state: z.enum(keyStates).optional(),
  }),
  reply: pageOf(keyRow),
  summary: 'Keys with state, age and what they still protect; never a value',
});

/** How often a purpose's key is due, and by what the next one encrypts. */
export const encryptionUpdate = endpoint({
  method: 'POST',
  path: 'im/encryption/update',
  access: { code: page.button.save },
  scope: 'department',
  audit: 'encryption.update',
  stepUp: true,
  input: z.strictObject({
    purpose: z.enum(keyPurposes),
    version: version(),
    rotateDays: rotateDays().optional(),
    algorithm: z.enum(keyAlgorithms).optional(),
  }),
  reply: purposeRow,
  summary: 'Changes the rotation date and the algorithm of the next key of a purpose',
});

/** A new key: it writes at once, or, where terminals must hold it first, as soon as 95 % of them do. */
export const encryptionRotate = endpoint({
  method: 'POST',
  path: 'im/encryption/rotate',
  access: { code: page.button.rotate },
  scope: 'department',
  audit: 'encryption.rotate',
  stepUp: true,
  waits: true,
  errors: [11061, 11070],
  input: z.strictObject({
    purpose: z.enum(keyPurposes),
    /** Also while terminals lack the new key: they go on with the former one until they fetch it. */
    force: z.boolean().default(false),
  }),
  reply: z.object({ keyId: z.string(), state: z.enum(keyStates), percent: z.int().nullable(), jobId: z.string().nullable() }),
  summary: 'Makes a new key and seals everything under it anew, as a job',
});

/** A retiring key under which nothing is left is used no more. */
export const encryptionRetire = endpoint({
  method: 'POST',
  path: 'im/encryption/retire',
  access: { code: page.button.retire },
  scope: 'department',
  audit: 'encryption.retire',
  stepUp: true,
  waits: true,
  errors: [11060, 11070],
  input: z.strictObject({ id: id(), version: version() }),
  reply: keyRow,
  summary: 'Retires a former key that protects nothing any more',
});

/** Erases the value of a retired key, for good. */
export const encryptionDestroy = endpoint({
  method: 'POST',
  path: 'im/encryption/destroy',
  access: { code: page.button.destroy },
  scope: 'department',
  audit: 'encryption.destroy',
  stepUp: true,
  waits: true,
  errors: [11060, 11070],
  input: z.strictObject({ id: id(), version: version() }),
  reply: keyRow,
  summary: 'Erases the value of a retired key; it can not be taken back',
});

/** A key's value as a file that only a recipient opens (age v1, age-encryption.org). */
export const encryptionExport = endpoint({
  method: 'POST',
  path: 'im/encryption/export',
  access: { code: page.button.export },
  scope: 'department',
  audit: 'encryption.export',
  stepUp: true,
  waits: true,
  errors: [11070],
  input: z.strictObject({
    id: id(),
    /** `age1…`, the public key that `age-keygen` prints. */
    recipient: z
      .string()
      .trim()
      .regex(/^age1[02-9ac-hj-np-z]{58}$/),
  }),
  reply: z.object({ fileId: id(), name: z.string() }),
  summary: 'Writes a key into a file encrypted for a recipient',
});
