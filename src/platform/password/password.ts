import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { formatPhc, parsePhc } from './phc.ts';
import type { Argon2Hash } from './phc.ts';
import { createWorkQueue } from '../work-queue.ts';

/** OWASP password storage: argon2id with 46 MiB, one pass, one lane. */
const owaspMemory = 46 * 1024;
const present = { memory: owaspMemory, passes: 1, lanes: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Longer input is cut to a refusal: it only costs time. */
const maxBytes = 1024;
// Two at a time: 92 MiB and, on a small machine, room for everything else.
const queue = createWorkQueue({ workers: 2, queue: 50 });
const argon2Async = promisify(argon2);

function derive(password: string, value: Omit<Argon2Hash, 'hash'>, tagLength: number): Promise<Buffer> {
  // The same letters typed on another system may be composed differently (NIST SP 800-63B: normalise before hashing).
  const message = Buffer.from(password.normalize('NFKC'));
  return argon2Async('argon2id', {
    message,
    nonce: value.salt,
    memory: value.memory,
    passes: value.passes,
    parallelism: value.lanes,
    tagLength,
  });
}

/** The hash of a new password as a PHC string; BusyError when too many wait, RangeError above 1,024 bytes. */
export async function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password.normalize('NFKC')) > maxBytes) throw new RangeError('the password is too long');
  const value = { ...present, salt: randomBytes(saltBytes) };
  return queue.run(async () => formatPhc({ ...value, hash: await derive(password, value, hashBytes) }));
}

/** Made once from a password nobody has: an unknown account costs what a known one does. */
const nobody = { salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

/** Whether the password belongs to the hash. Without a hash (or with a foreign one) the same work is done and the answer is false. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const stored = hash === undefined ? undefined : parsePhc(hash);
  const against = stored ?? { ...present, ...nobody };
  const isLong = Buffer.byteLength(password.normalize('NFKC')) > maxBytes;
  return queue.run(async () => {
    const found = await derive(isLong ? '' : password, against, against.hash.length);
    return timingSafeEqual(found, against.hash) && stored !== undefined && !isLong;
  });
}

/** Whether the hash was made with weaker parameters than today's: hash again after the next good sign-in. */
export function needsRehash(hash: string): boolean {
  const stored = parsePhc(hash);
  return stored === undefined || stored.memory < present.memory || stored.passes < present.passes || stored.hash.length < hashBytes;
}

/**
 * For tests of the whole product, where a fifth of all time was hashing and proved nothing: hashes cost next to nothing until the answered
 * function is called.
 */
export function hashCheaply(): () => void {
  present.memory = 64;
  return () => {
    present.memory = owaspMemory;
  };
}
