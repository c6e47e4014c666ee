import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The Ed25519 public key that a setting holds in PEM or names as a file; undefined where that is no such key. */
export function ed25519KeyOf(setting: string): KeyObject | undefined {
  try {
    // A line of an environment file can't hold line breaks.
    const pem = setting.startsWith('-----BEGIN') ? setting.replaceAll(String.raw`\n`, '\n') : readFileSync(path.resolve(setting), 'utf8');
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
