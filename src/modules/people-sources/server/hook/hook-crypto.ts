import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** A call that is not what it says: its signature, key or form is wrong. It learns no more than that. */
export class HookRefused extends Error {}

const digest = (algorithm: string, data: string | Buffer): Buffer => createHash(algorithm).update(data).digest();

/** The signature of WeCom and DingTalk: SHA-1 over the sorted parts. */
export const sortedSignature = (parts: readonly string[]): string => digest('sha1', parts.toSorted().join('')).toString('hex');

/** The signature of Feishu. */
export const feishuSignature = ({ timestamp, nonce, key, body }: { timestamp: string; nonce: string; key: string; body: Buffer }): string =>
  digest('sha256', Buffer.concat([Buffer.from(timestamp + nonce + key), body])).toString('hex');

/** The signature of a source of no preset: HMAC with SHA-256 over the time and the body. */
export const plainSignature = (key: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');

const block = 32;

/** The key of WeCom and DingTalk: 43 letters of Base64; its first half is the vector too. */
function keyOf(encodingKey: string): { key: Buffer; vector: Buffer } {
  const key = Buffer.from(`${encodingKey}=`, 'base64');
  if (key.length !== 32) throw new HookRefused('key');
  return { key, vector: key.subarray(0, 16) };
}

/** Opens what WeCom and DingTalk seal: random bytes, a length, the text, and for whom it is. */
export function openSealed(encodingKey: string, sealed: string): { text: string; receiver: string } {
  const { key, vector } = keyOf(encodingKey);
  const plain = unpadded(opened(key, vector, Buffer.from(sealed, 'base64')));
  const size = plain.length < 20 ? -1 : plain.readUInt32BE(16);
  if (size < 0 || 20 + size > plain.length) throw new HookRefused('form');
  return { text: plain.subarray(20, 20 + size).toString('utf8'), receiver: plain.subarray(20 + size).toString('utf8') };
}

/** Seals an answer in the same way. */
export function sealText(encodingKey: string, text: string, receiver: string): string {
  const { key, vector } = keyOf(encodingKey);
  const said = Buffer.from(text);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(said.length);
  const plain = Buffer.concat([randomBytes(16), size, said, Buffer.from(receiver)]);
  const pad = block - (plain.length % block);
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]).toString('base64');
}

/** Opens what Feishu seals: the vector stands before the text. */
export function openFeishu(encryptKey: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < 32) throw new HookRefused('form');
  return unpadded(opened(digest('sha256', encryptKey), bytes.subarray(0, 16), bytes.subarray(16))).toString('utf8');
}

function opened(key: Buffer, vector: Buffer, sealed: Buffer): Buffer {
  if (sealed.length === 0 || sealed.length % 16 !== 0) throw new HookRefused('form');
  const decipher = createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}

/** PKCS #7, in blocks of up to 32 bytes as the vendors pad. */
function unpadded(plain: Buffer): Buffer {
  const pad = plain.at(-1) ?? 0;
  if (pad < 1 || pad > block || pad > plain.length || plain.subarray(-pad).some((byte) => byte !== pad)) throw new HookRefused('padding');
  return plain.subarray(0, -pad);
}
