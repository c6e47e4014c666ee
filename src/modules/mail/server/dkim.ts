import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** Letters of a key that receivers still believe (RFC 8301). */
const leastBits = 1024;

/** A new private key for signing, as PEM. */
export function makeDkimKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Whether a text is a private key that can sign: RSA, as the signer speaks nothing else. */
export function isDkimKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits;
  } catch {
    return false;
  }
}

/** The public half as the domain publishes it, in base64. */
export function publishedKey(pem: string): string {
  return createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** The line of DNS that the domain must have. */
export function dkimRecord({ domain, selector }: { domain: string; selector: string }, pem: string): { name: string; value: string } {
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publishedKey(pem)}` };
}
