import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { hmacUnder } from './hmac.ts';
import { makeKeyFile, parseKeys, readKeyFile } from './key-file.ts';
import { SecretError } from './secret-error.ts';

/** Where a sealed value lives; a value copied to another table, column, row or version does not open there. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly version?: number;
}

/** Envelope encryption of stored secrets (AES-256-GCM, NIST SP 800-38D) and keyed hashes. */
export interface Secrets {
  /** The id of the key that seals now. */
  readonly keyId: string;
  /** Encrypts for this place; text out, safe to store. */
  seal(plain: string | Buffer, place: SecretPlace): string;
  /** The text sealed for this place; throws SecretError when changed, moved or sealed by an unknown key. */
  open(sealed: string, place: SecretPlace): string;
  /** As open, for bytes. */
  openBytes(sealed: string, place: SecretPlace): Buffer;
  /** The same value wrapped by the present key, or undefined when it already is: the step of an online key rotation. */
  rewrap(sealed: string, place: SecretPlace): string | undefined;
  /** HMAC-SHA256 under a key derived for the purpose (HKDF, RFC 5869); keyId names an older key to check old values. */
  mac(purpose: string, data: string | Buffer, keyId?: string): Buffer;
}

interface MasterKey {
  readonly id: string;
  readonly root: Buffer;
  readonly wrap: KeyObject;
  readonly macs: Map<string, (data: string | Buffer) => Buffer>;
}

const version = 's1';
const ivBytes = 12;
const tagBytes = 16;
const wrappedBytes = ivBytes + 32 + tagBytes;

const derived = (root: Buffer, info: string): Buffer => Buffer.from(hkdfSync('sha256', root, 'wheelhouse', info, 32));

function derive(root: Buffer, info: string): KeyObject {
  return createSecretKey(derived(root, info));
}

function masterKey(root: Buffer): MasterKey {
  const id = createHash('sha256').update('wheelhouse key id').update(root).digest('hex').slice(0, 12);
  return { id, root, wrap: derive(root, 'wrap'), macs: new Map() };
}

function placeBytes(place: SecretPlace, part: string): Buffer {
  return Buffer.from(JSON.stringify([version, part, place.table, place.column, place.row, place.version ?? null]));
}

function encrypt(key: KeyObject, plain: Buffer, aad: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(aad);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, sealed: Buffer, aad: Buffer): Buffer {
  if (sealed.length < ivBytes + tagBytes) throw new SecretError('format', 'the sealed value is too short');
  const tagAt = sealed.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(aad).setAuthTag(sealed.subarray(tagAt));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, tagAt)), decipher.final()]);
  } catch {
    throw new SecretError('tampered', 'the sealed value was changed or belongs to another place');
  }
}

function parse(sealed: string): { keyId: string; wrapped: Buffer; body: Buffer } {
  const match = /^s1\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/.exec(sealed);
  const keyId = match?.[1];
  const text = match?.[2];
  if (keyId === undefined || text === undefined) throw new SecretError('format', 'this is not a sealed value');
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < wrappedBytes + ivBytes + tagBytes) throw new SecretError('format', 'the sealed value is too short');
  return { keyId, wrapped: bytes.subarray(0, wrappedBytes), body: bytes.subarray(wrappedBytes) };
}

function assemble(keyId: string, wrapped: Buffer, body: Buffer): string {
  return `${version}.${keyId}.${Buffer.concat([wrapped, body]).toString('base64url')}`;
}

function createSecrets(current: MasterKey, keys: ReadonlyMap<string, MasterKey>): Secrets {
  const keyOf = (id: string): MasterKey => {
    const key = keys.get(id);
    if (key === undefined) throw new SecretError('unknownKey', `no master key with the id ${id}`);
    return key;
  };
  const openBytes = (sealed: string, place: SecretPlace): Buffer => {
    const { keyId, wrapped, body } = parse(sealed);
    const dataKey = createSecretKey(decrypt(keyOf(keyId).wrap, wrapped, placeBytes(place, 'key')));
    return decrypt(dataKey, body, placeBytes(place, 'value'));
  };
  return {
    keyId: current.id,
    seal(plain, place) {
      const dataKey = randomBytes(32);
      const wrapped = encrypt(current.wrap, dataKey, placeBytes(place, 'key'));
      const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
      return assemble(current.id, wrapped, encrypt(createSecretKey(dataKey), bytes, placeBytes(place, 'value')));
    },
    open: (sealed, place) => openBytes(sealed, place).toString('utf8'),
    openBytes,
    rewrap(sealed, place) {
      const { keyId, wrapped, body } = parse(sealed);
      if (keyId === current.id) return undefined;
      const aad = placeBytes(place, 'key');
      return assemble(current.id, encrypt(current.wrap, decrypt(keyOf(keyId).wrap, wrapped, aad), aad), body);
    },
    mac(purpose, data, keyId = current.id) {
      const master = keyOf(keyId);
      const mac = master.macs.get(purpose) ?? hmacUnder(derived(master.root, `mac:${purpose}`));
      master.macs.set(purpose, mac);
      return mac(data);
    },
  };
}

/**
 * Opens the secret store with MASTER_KEY, else with the key file (made with mode 0600 when missing). Both may list older keys
 * after the first; the file's keys also open values when MASTER_KEY is given, so that a key can move out of the file.
 */
export async function openSecrets(options: { masterKey?: string; keyFile: string }): Promise<Secrets> {
  const given = options.masterKey === undefined || options.masterKey.trim() === '' ? [] : parseKeys(options.masterKey);
  let stored = await readKeyFile(options.keyFile);
  if (given.length === 0 && stored === undefined) {
    await makeKeyFile(options.keyFile);
    stored = await readKeyFile(options.keyFile);
  }
  const keys = [...given, ...(stored ?? [])].map(masterKey);
  const current = keys[0];
  if (current === undefined) throw new SecretError('key', 'no master key');
  // Secrets of a process that ends without cleaning up stay out of its listings: only KeyObjects and closures hold them.
  return createSecrets(current, new Map(keys.map((key) => [key.id, key])));
}
