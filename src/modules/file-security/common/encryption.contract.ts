import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, text, time, version } from '#kit/common/schema.ts';
import { encryptionPage } from './permissions.ts';
import { levels } from './words.ts';

const hours = () => z.int().min(0).max(720);
const mode = z.enum(['off', 'onDownload']);

/** How files are encrypted on the way to terminals, and how long tickets hold. */
export const encryptionFields = z.object({
  /** The level of a file that nobody set one for. */
  defaultLevel: z.literal([...levels]),
  /** Encrypted for the one device, by level. */
  container: z.strictObject({ 0: mode, 1: mode, 2: mode, 3: mode }),
  /** Hours for which a container may be opened without a connection, by level. */
  offlineHours: z.strictObject({ 0: hours(), 1: hours(), 2: hours(), 3: hours() }),
  /** Seconds for which a ticket can be used. */
  ticketSeconds: z.int().min(15).max(300),
});
/** How files are encrypted. */
export type FileEncryption = z.output<typeof encryptionFields>;

const document = z.object({
  id: id(),
  version: version(),
  updatedAt: time(),
  updatedBy: z.string(),
  ...encryptionFields.shape,
  /** Contents of the file store: sealed under the enterprise's key, and kept before there was one. */
  store: z.object({ sealed: z.int(), clear: z.int() }),
  /** Keys of the file store, the newest first, with how many contents lie under each. */
  keys: z.array(z.object({ keyId: z.string(), state: z.string(), createdAt: time(), files: z.int() })),
});

/** How files are encrypted. */
export const encryptionGet = endpoint({
  method: 'GET',
  path: 'security/file/encryption/get',
  access: { code: encryptionPage.code },
  scope: 'none',
  input: z.object({}),
  reply: document,
  summary: 'How files are encrypted in the store and on the way to terminals',
});

/** Changes how files are encrypted. */
export const encryptionUpdate = endpoint({
  method: 'POST',
  path: 'security/file/encryption/update',
  access: { code: encryptionPage.button.save },
  scope: 'site',
  audit: 'fileEncryption.update',
  stepUp: true,
  dryRun: true,
  input: z.strictObject({ version: version(), ...encryptionFields.partial().shape }),
  reply: document,
  summary: 'Changes how files are encrypted on the way to terminals, and how long tickets hold',
});

/** Puts the file store under a new key; contents are wrapped again, not written again. */
export const encryptionRotate = endpoint({
  method: 'POST',
  path: 'security/file/encryption/rotate',
  access: { code: encryptionPage.button.rotate },
  scope: 'site',
  audit: 'fileEncryption.rotate',
  stepUp: true,
  input: z.strictObject({ reason: text(500) }),
  reply: z.object({ keyId: z.string(), state: z.string(), jobId: z.string().nullable() }),
  summary: 'Puts the file store under a new key',
});

/** Makes a small container for one device, so that its opening can be tried. */
export const encryptionTest = endpoint({
  method: 'POST',
  path: 'security/file/encryption/test',
  access: { code: encryptionPage.button.test },
  scope: 'employee',
  audit: 'fileEncryption.test',
  stepUp: true,
  input: z.strictObject({ deviceId: id() }),
  reply: z.object({ name: z.string(), content: z.string(), expected: z.string(), recipient: z.string() }),
  errors: [18250],
  summary: 'Makes a container for a device, in base64, with the text that must come out of it',
});
