import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { InvalidInput } from '#kit/server/refusal.ts';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const aad = Buffer.from('wheelhouse config secrets 1');

const sealedFile = z.strictObject({ v: z.literal(1), salt: z.base64(), iv: z.base64(), data: z.base64(), tag: z.base64() });
const values = z.record(z.string().max(500), z.string().max(20_000));

/** Encrypts secrets by their paths under a passphrase: scrypt (RFC 7914), AES-256-GCM. */
export async function sealSecretFile(secrets: Readonly<Record<string, string>>, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, 32, cost), iv).setAAD(aad);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
  const parts = { salt, iv, data, tag: cipher.getAuthTag() };
  return `${JSON.stringify({ v: 1, ...Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])) })}\n`;
}

/** Secrets by their paths; 10400 where the file or its passphrase is not the right one. */
export async function openSecretFile(text: string, passphrase: string): Promise<Record<string, string>> {
  try {
    const { salt, iv, data, tag } = sealedFile.parse(JSON.parse(text));
    const key = await derive(passphrase, Buffer.from(salt, 'base64'), 32, cost);
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 })
      .setAAD(aad)
      .setAuthTag(Buffer.from(tag, 'base64'));
    const plain = Buffer.concat([cipher.update(Buffer.from(data, 'base64')), cipher.final()]);
    return values.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    throw new InvalidInput([{ path: 'secretFile', namespace: 'config-as-code', key: 'issue.secretFile' }]);
  }
}
