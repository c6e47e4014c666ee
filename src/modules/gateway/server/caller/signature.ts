import { hash } from 'node:crypto';

/** The block of SHA-256, in bytes. */
const block = 64;

/** A key of HMAC-SHA256 (RFC 2104) as its two blocks: making an object of the library for each call costs more than both digests. */
export interface SigningKey {
  readonly inner: string;
  readonly outer: Buffer;
}

/** Prepares a secret. */
export function signingKey(secret: string): SigningKey {
  const given = Buffer.from(secret, 'utf8');
  const key = Buffer.alloc(block);
  (given.length > block ? hash('sha256', given, 'buffer') : given).copy(key);
  const inner = Buffer.from(key.map((byte) => byte ^ 0x36)).toString('latin1');
  return { inner, outer: Buffer.concat([key.map((byte) => byte ^ 0x5c), Buffer.alloc(32)]) };
}

/** The signature of a text, in base64. */
export function signatureOf({ inner, outer }: SigningKey, text: string): string {
  const bytes = Buffer.allocUnsafe(block + Buffer.byteLength(text, 'utf8'));
  bytes.write(inner, 0, 'latin1');
  bytes.write(text, block, 'utf8');
  hash('sha256', bytes, 'buffer').copy(outer, block);
  return hash('sha256', outer, 'base64');
}
