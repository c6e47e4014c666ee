import { createCipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

/** A key as only the owner of a private key opens it; all in base64url. */
export interface WrappedKey {
  ephemeral: string;
  iv: string;
  sealed: string;
}

/** A public key of X25519 (RFC 8037) from its 32 bytes; undefined where it is none. */
export function x25519From(publicKey: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: publicKey }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/**
 * Wraps a key to a public key: X25519 with a key pair made for this alone, HKDF-SHA-256, AES-256-GCM bound to the id of the key. Undefined
 * where the public key is one of the few with which nothing is secret (RFC 7748, 6.1).
 */
export function wrapKey(to: KeyObject, { keyId, value }: { keyId: string; value: Buffer }): WrappedKey | undefined {
  const own = generateKeyPairSync('x25519');
  let shared: Buffer;
  try {
    shared = diffieHellman({ privateKey: own.privateKey, publicKey: to });
  } catch {
    return undefined;
  }
  const salt = Buffer.concat([bytesOf(own.publicKey), bytesOf(to)]);
  const wrapping = Buffer.from(hkdfSync('sha256', shared, salt, `wheelhouse key ${keyId}`, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', wrapping, iv).setAAD(Buffer.from(keyId));
  const sealed = Buffer.concat([cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  return { ephemeral: bytesOf(own.publicKey).toString('base64url'), iv: iv.toString('base64url'), sealed: sealed.toString('base64url') };
}

const bytesOf = (key: KeyObject): Buffer => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url');
