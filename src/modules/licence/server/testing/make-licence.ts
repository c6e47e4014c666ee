import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A pair of keys to sign licences with: the public one in PEM, as LICENSE_PUBLIC_KEY takes it. */
export function makeKeys(): { privateKey: KeyObject; publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

/** A licence file as its issuer makes it: the payload as it is, signed with Ed25519. */
export function signLicence(privateKey: KeyObject, keyId: string, payload: object): string {
  const bytes = Buffer.from(JSON.stringify(payload));
  const signature = sign(null, bytes, privateKey).toString('base64url');
  return `${JSON.stringify({ v: 1, keyId, payload: bytes.toString('base64url'), signature }, null, 2)}\n`;
}
