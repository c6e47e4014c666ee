import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ContentKey, KeyedPlace } from '#kit/server/keyed-column.ts';
import { keyAlgorithms, type KeyAlgorithm } from '../../common/encryption.contract.ts';

interface Cipher {
  /** Bytes of a key. */
  readonly bytes: number;
  /** Bytes by which a sealed value is longer. */
  readonly overhead: number;
  encrypt(key: Buffer, plain: Buffer, bound: Buffer): Buffer;
  /** Throws when the value was changed, or belongs elsewhere. */
  decrypt(key: Buffer, sealed: Buffer, bound: Buffer): Buffer;
}

const gcmIv = 12;
const tag = 16;
const aes: Cipher = {
  bytes: 32,
  overhead: gcmIv + tag,
  encrypt(key, plain, bound) {
    const iv = randomBytes(gcmIv);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tag }).setAAD(bound);
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  },
  decrypt(key, sealed, bound) {
    if (sealed.length < gcmIv + tag) throw new Error('The sealed value is too short');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, gcmIv), { authTagLength: tag });
    decipher.setAAD(bound).setAuthTag(sealed.subarray(-tag));
    return Buffer.concat([decipher.update(sealed.subarray(gcmIv, -tag)), decipher.final()]);
  },
};

const ctrIv = 16;
const sm4Key = 16;
const mac = 32;
const sm4: Cipher = {
  // 16 bytes encrypt, 32 authenticate.
  bytes: sm4Key + mac,
  overhead: ctrIv + mac,
  encrypt(key, plain, bound) {
    const iv = randomBytes(ctrIv);
    const cipher = createCipheriv('sm4-ctr', key.subarray(0, sm4Key), iv);
    const body = Buffer.concat([iv, cipher.update(plain), cipher.final()]);
    return Buffer.concat([body, macOf(key, body, bound)]);
  },
  decrypt(key, sealed, bound) {
    if (sealed.length < ctrIv + mac) throw new Error('The sealed value is too short');
    const body = sealed.subarray(0, -mac);
    if (!timingSafeEqual(macOf(key, body, bound), sealed.subarray(-mac)))
      throw new Error('The sealed value was changed or belongs to another place');
    const decipher = createDecipheriv('sm4-ctr', key.subarray(0, sm4Key), body.subarray(0, ctrIv));
    return Buffer.concat([decipher.update(body.subarray(ctrIv)), decipher.final()]);
  },
};

/** Over the length of what is bound too, so that no byte moves from one part to the other. */
function macOf(key: Buffer, body: Buffer, bound: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bound.length);
  return createHmac('sm3', key.subarray(sm4Key)).update(length).update(bound).update(body).digest();
}

const ciphers: Readonly<Record<KeyAlgorithm, Cipher>> = { 'AES-256-GCM': aes, 'SM4-CTR+HMAC-SM3': sm4 };

/** A fresh key of an algorithm. */
export const makeKey = (algorithm: KeyAlgorithm): Buffer => randomBytes(ciphers[algorithm].bytes);

/** A key that encrypts, with its name. */
export interface OpenKey {
  readonly keyId: string;
  readonly algorithm: KeyAlgorithm;
  readonly value: Buffer;
}

const mark = 'k1';
const boundTo = ({ table, column, row }: KeyedPlace, part: string): Buffer => Buffer.from(JSON.stringify([mark, part, table, column, row]));

/** What every value sealed under a key begins with. */
export const prefixOf = (keyId: string): string => `${mark}.${keyId}.`;

/** Whether a value was sealed under some key. */
export const isSealed = (value: string): boolean => value.startsWith(`${mark}.`);

/** Seals a value under a data key of its own, and that under the key: a rotation only wraps the data key again. */
export function sealWith(key: OpenKey, plain: Buffer, place: KeyedPlace): string {
  const dataKey = makeKey(key.algorithm);
  const wrapped = ciphers[key.algorithm].encrypt(key.value, dataKey, boundTo(place, 'key'));
  const body = ciphers[key.algorithm].encrypt(dataKey, plain, boundTo(place, 'value'));
  return assemble(key.keyId, { algorithm: key.algorithm, wrapped, body });
}

/** Opens a value that was sealed under this key for this place. */
export function openWith(key: OpenKey, sealed: string, place: KeyedPlace): Buffer {
  const { algorithm, wrapped, body } = partsOf(sealed);
  const dataKey = ciphers[key.algorithm].decrypt(key.value, wrapped, boundTo(place, 'key'));
  return ciphers[algorithm].decrypt(dataKey, body, boundTo(place, 'value'));
}

/** The same value under another key; its body stays as it is. */
export function moveTo(next: OpenKey, former: OpenKey, sealed: string, place: KeyedPlace): string {
  const { algorithm, wrapped, body } = partsOf(sealed);
  const bound = boundTo(place, 'key');
  const dataKey = ciphers[former.algorithm].decrypt(former.value, wrapped, bound);
  return assemble(next.keyId, { algorithm, wrapped: ciphers[next.algorithm].encrypt(next.value, dataKey, bound), body });
}

/** Under which key a value is sealed. */
export const keyIdIn = (sealed: string): string => partsOf(sealed).keyId;

interface Parts {
  /** Of the body; the key that wraps may be of another. */
  algorithm: KeyAlgorithm;
  wrapped: Buffer;
  body: Buffer;
}

const assemble = (keyId: string, { algorithm, wrapped, body }: Parts): string =>
  `${prefixOf(keyId)}${keyAlgorithms.indexOf(algorithm)}.${wrapped.toString('base64url')}.${body.toString('base64url')}`;

function partsOf(sealed: string): Parts & { keyId: string } {
  const [, keyId, at, wrapped, body] = /^k1\.([0-9a-f]{16})\.(\d)\.([\w-]+)\.([\w-]*)$/.exec(sealed) ?? [];
  const algorithm = keyAlgorithms[Number(at)];
  if (keyId === undefined || !algorithm || wrapped === undefined || body === undefined) throw new Error('This is not a sealed value');
  return { keyId, algorithm, wrapped: Buffer.from(wrapped, 'base64url'), body: Buffer.from(body, 'base64url') };
}

/** A fresh key for one large content. */
export const makeContentKey = (algorithm: KeyAlgorithm): ContentKey =>
  contentKeyOf(`${keyAlgorithms.indexOf(algorithm)}.${makeKey(algorithm).toString('base64url')}`);

/** The key for one large content that this secret says. */
export function contentKeyOf(secret: string): ContentKey {
  const [, at, text = ''] = /^(\d)\.([\w-]+)$/.exec(secret) ?? [];
  const algorithm = keyAlgorithms[Number(at)];
  if (!algorithm) throw new Error('This is not the key of a content');
  const cipher = ciphers[algorithm];
  const key = Buffer.from(text, 'base64url');
  return {
    secret,
    overhead: cipher.overhead,
    seal: (chunk, bound) => cipher.encrypt(key, chunk, Buffer.from(bound)),
    open: (sealed, bound) => cipher.decrypt(key, sealed, Buffer.from(bound)),
  };
}
