import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SecretError } from './secret-error.ts';

const keyBytes = 32;
const maxFileBytes = 16 * 1024;

/** One master key from its text form: 32 bytes as 64 hex digits or as base64/base64url; throws SecretError `key`. */
function parseKey(text: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
      ? Buffer.from(trimmed, 'base64')
      : undefined;
  if (key?.length !== keyBytes) {
    throw new SecretError('key', 'a master key is 32 bytes, written as 64 hex digits or as base64 (for example: openssl rand -hex 32)');
  }
  return key;
}

/** The keys of a list (one per line or separated by commas; `#` starts a comment): the first seals, all of them open. */
export function parseKeys(text: string): Buffer[] {
  const parts = text.split(/[\n,]/).map((line) => line.replace(/#.*/, '').trim());
  return parts.filter((part) => part !== '').map(parseKey);
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const exists = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** The keys in the file, or undefined without a file; a file that others may read or write is refused with SecretError `mode`. */
export async function readKeyFile(path: string): Promise<Buffer[] | undefined> {
  let file;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    // The opened file is examined, not the name: it can't be swapped in between.
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > maxFileBytes) throw new SecretError('key', 'the key file is not a key file');
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
      throw new SecretError(
        'mode',
        `the key file must be readable by its owner only (mode 600, it has ${(stat.mode & 0o777).toString(8)})`,
      );
    }
    const keys = parseKeys(await file.readFile('utf8'));
    if (keys.length === 0) throw new SecretError('key', 'the key file holds no key');
    return keys;
  } finally {
    await file.close();
  }
}

/** Makes a key file with a fresh random key, mode 0600, durably; when two processes do so at once, one file wins and both read it. */
export async function makeKeyFile(path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.key-${randomUUID()}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // link, unlike rename, never replaces a key that another process has just made.
    await link(temporary, path);
    await syncFolder(folder);
  } catch (error) {
    if (!exists(error)) throw error;
  } finally {
    await unlink(temporary);
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
