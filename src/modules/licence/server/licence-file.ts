import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { licenceLimits, type LicenceLimit } from '#kit/common/licence/licence-facts.ts';
import { ed25519KeyOf } from '#platform/secrets/public-key.ts';
import { StartError } from '#platform/start-error.ts';
import { builtInKeys } from './built-in-keys.ts';

/** Why a file is no licence for here; the key of its text is `reason.<name>`. */
export type BadLicence =
  | 'size'
  | 'shape'
  | 'formatVersion'
  | 'key'
  | 'signature'
  | 'payload'
  | 'installed'
  | 'older'
  | 'notYet'
  | 'productVersion'
  | 'ends';

/** A file is refused: 11040 with this reason. */
export class LicenceFileError extends Error {
  readonly reason: BadLicence;

  constructor(reason: BadLicence) {
    super(`No licence: ${reason}`);
    this.reason = reason;
  }
}

/** Bytes that a file may have. */
export const mostBytes = 64 * 1024;

const envelope = z.object({
  v: z.int(),
  keyId: z.string().min(1).max(100),
  payload: z.base64url().min(1),
  signature: z.base64url().min(1),
});

const moment = z.int().min(0).max(8_640_000_000_000_000);
const line = (max: number) => z.string().trim().min(1).max(max);
const known = {
  licenseId: line(100),
  customer: line(300),
  edition: line(100).default('standard'),
  issuedAt: moment,
  notBefore: moment.nullable().default(null),
  expiresAt: moment.nullable().default(null),
  graceDays: z.int().min(0).max(90).default(0),
  limits: z.partialRecord(z.enum(licenceLimits), z.int().min(0).max(1_000_000_000).nullable()).default({}),
  modules: z.union([z.literal('*').transform(() => ['*']), z.array(line(64)).max(200)]).default(['*']),
  installationId: line(64).nullable().default(null),
  replaces: line(100).nullable().default(null),
  minVersion: line(32).nullable().default(null),
};
// Limits of a later version are kept beside what this one counts.
const payload = z.looseObject({ ...known, limits: z.record(z.string(), z.unknown()).default({}) });

/** What a licence says. */
export interface LicenceContent extends Omit<z.output<z.ZodObject<typeof known>>, 'limits'> {
  keyId: string;
  limits: Partial<Record<LicenceLimit, number>>;
  more: Record<string, unknown>;
}

/** The keys that a file may be signed with; `own` where a setting names one. */
export interface LicenceKeys {
  readonly own: boolean;
  find(keyId: string): KeyObject | undefined;
}

/** The built-in keys, or the one that LICENSE_PUBLIC_KEY holds or names. Throws StartError where that is no key. */
export function licenceKeys(setting: string | undefined): LicenceKeys {
  if (setting === undefined) {
    return {
      own: false,
      find: (keyId) => {
        const found = Object.hasOwn(builtInKeys, keyId) ? builtInKeys[keyId] : undefined;
        return found === undefined ? undefined : createPublicKey({ key: Buffer.from(found, 'base64'), format: 'der', type: 'spki' });
      },
    };
  }
  const key = ed25519KeyOf(setting);
  if (!key) throw new StartError('LICENSE_PUBLIC_KEY must be an Ed25519 public key in PEM, or the path of a file that holds one.');
  return { own: true, find: () => key };
}

/** Reads a file and checks its signature. Throws LicenceFileError. */
export function readLicenceFile(file: string, keys: LicenceKeys): LicenceContent {
  if (Buffer.byteLength(file) > mostBytes) throw new LicenceFileError('size');
  const written = envelope.safeParse(jsonOf(file, 'shape'));
  if (!written.success) throw new LicenceFileError('shape');
  if (written.data.v !== 1) throw new LicenceFileError('formatVersion');
  const key = keys.find(written.data.keyId);
  if (!key) throw new LicenceFileError('key');
  const bytes = Buffer.from(written.data.payload, 'base64url');
  if (!verify(null, bytes, key, Buffer.from(written.data.signature, 'base64url'))) throw new LicenceFileError('signature');
  return contentOf(bytes.toString('utf8'), written.data.keyId);
}

function contentOf(text: string, keyId: string): LicenceContent {
  const loose = payload.safeParse(jsonOf(text, 'payload'));
  if (!loose.success) throw new LicenceFileError('payload');
  const isKnown = (name: string): boolean => licenceLimits.some((one) => one === name);
  const [ours, others] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(loose.data.limits).filter(([name]) => isKnown(name) === wanted)),
  );
  const read = z.object(known).safeParse({ ...loose.data, limits: ours });
  if (!read.success) throw new LicenceFileError('payload');
  if (read.data.expiresAt !== null && read.data.expiresAt <= (read.data.notBefore ?? read.data.issuedAt))
    throw new LicenceFileError('ends');
  const more = Object.fromEntries(Object.entries(loose.data).filter(([name]) => !Object.hasOwn(known, name)));
  const limits = Object.fromEntries(Object.entries(read.data.limits).flatMap(([name, most]) => (most === null ? [] : [[name, most]])));
  return { ...read.data, limits, keyId, more: { ...more, ...(others && Object.keys(others).length > 0 && { limits: others }) } };
}

function jsonOf(text: string, reason: BadLicence): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LicenceFileError(reason);
  }
}
