import { timingSafeEqual } from 'node:crypto';

const bytesOf = (value: string | Uint8Array): Uint8Array => (typeof value === 'string' ? Buffer.from(value) : value);

/**
 * Whether a signature, code or secret that somebody shows is the expected one, in a time that says nothing of where they differ. The length
 * is no secret: what has another one is another value. Texts are compared as they are written, so that a signature in another writing is
 * another one.
 */
export function isSame(given: string | Uint8Array | undefined, expected: string | Uint8Array): boolean {
  if (given === undefined) return false;
  const [left, right] = [bytesOf(given), bytesOf(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
