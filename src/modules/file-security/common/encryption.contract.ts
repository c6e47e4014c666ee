import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time, version } from '#kit/common/schema.ts';
import { encryptionPage } from './permissions.ts';
import { levels } from './words.ts';

const mode = z.enum(['off', 'onDownload']);

/** How files are encrypted on the way to terminals, and how long tickets hold. */
export const encryptionFields = z.object({
  /** The level of a file that nobody set one for. */
  defaultLevel: z.literal([...levels]),
  /** Encrypted for the one device, by level. */
  container: z.strictObject({ 0: mode, 1: mode, 2: mode, 3: mode }),
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
