import { createCipheriv, createHash, createPublicKey, diffieHellman, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import '../devices.table.ts';

type Parts = Pick<Services, 'secrets' | 'now'>;
const dayMillis = 86_400_000;
const hourMillis = 3_600_000;
const placeOf = (deviceId: string, appKey: string) => ({ table: 'device_data_key', column: 'sealed', row: `${deviceId}/${appKey}` });

/** The key of a device's stores wrapped to the device, and how long it may be kept without asking again. */
export interface Lease {
  readonly key: string | null;
  readonly until: number;
}

/** The key of an application's stores on a device, as it is kept. */
export interface KeptKey {
  readonly sealed: string | null;
  readonly leaseUntil: number | null;
  readonly destroyedAt: number | null;
}

interface LeaseOf {
  readonly deviceId: string;
  readonly appKey: string;
  readonly days: number;
  readonly encryptionKey: Record<string, string> | null;
  /** Undefined: there is none yet. */
  readonly known: KeptKey | undefined;
}

/** Renews the lease of an application's stores on a device; the first one makes the key. Undefined where the key was destroyed. */
export async function leaseOf(
  tx: Db,
  { secrets, now }: Parts,
  { deviceId, appKey, days, encryptionKey, known }: LeaseOf,
): Promise<Lease | undefined> {
  const until = now() + days * dayMillis;
  const place = placeOf(deviceId, appKey);
  if (known && known.destroyedAt !== null) return undefined;
  // One that would last hardly longer is not written again.
  const kept = known?.leaseUntil ?? 0;
  if (known?.sealed && kept <= until && kept > until - hourMillis)
    return wrapped(secrets, known.sealed, { place, until: kept, encryptionKey });
  if (!known)
    await tx
      .insertInto('device_data_key')
      .values({
        device_id: deviceId,
        app_key: appKey,
        sealed: secrets.seal(randomBytes(32), place),
        made_at: now(),
        lease_until: until,
        destroyed_at: null,
      })
      .onConflict((conflict) => conflict.columns(['device_id', 'app_key']).doNothing())
      .execute();
  const row = await tx
    .updateTable('device_data_key')
    .set({ lease_until: until })
    .where('device_id', '=', deviceId)
    .where('app_key', '=', appKey)
    .where('destroyed_at', 'is', null)
    .returning('sealed')
    .executeTakeFirst();
  return row?.sealed ? wrapped(secrets, row.sealed, { place, until, encryptionKey }) : undefined;
}

/** The key as the device alone can read it: a compact JWE to its key. */
async function wrapped(
  secrets: Parts['secrets'],
  sealed: string,
  of: { place: ReturnType<typeof placeOf>; until: number; encryptionKey: Record<string, string> | null },
): Promise<Lease> {
  if (!of.encryptionKey) return { key: null, until: of.until };
  const plain = secrets.openBytes(sealed, of.place);
  if (of.encryptionKey['crv'] === 'X25519') return { key: sealedTo(of.encryptionKey, plain), until: of.until };
  const { CompactEncrypt, importJWK } = await import('jose');
  const key = await new CompactEncrypt(plain)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(of.encryptionKey, 'ECDH-ES'));
  return { key, until: of.until };
}

const b64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

/**
 * A compact JWE to an X25519 key (RFC 7518 4.6, ECDH-ES with A256GCM). Written here and not by `jose`, as every check-in carries one: its
 * Web Crypto goes through the thread pool several times for each, while this is one synchronous piece of work of the same format. Tests open
 * it with `jose`, so that two implementations agree; keys of other curves, which are rare, go through `jose`.
 */
function sealedTo(jwk: Record<string, string>, plain: Buffer): string {
  const theirs = createPublicKey({ key: jwk, format: 'jwk' });
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const header = b64(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk: { kty, crv, x } }));
  const shared = diffieHellman({ privateKey, publicKey: theirs });
  const key = createHash('sha256')
    .update(Buffer.concat([number32(1), shared, number32(7), Buffer.from('A256GCM'), number32(0), number32(0), number32(256)]))
    .digest();
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [header, '', b64(iv), b64(text), b64(cipher.getAuthTag())].join('.');
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * A text that an application on a device reads with the leased key of its stores alone: a compact JWE (`dir`, A256GCM). Undefined where the
 * device has no such key, its lease is over, or it was destroyed.
 */
export async function sealForStore(
  { database, secrets, now }: Pick<Services, 'database' | 'secrets' | 'now'>,
  of: { thumbprint: string | null; appKey: string },
  text: string,
): Promise<string | undefined> {
  const found = await database.db
    .selectFrom('device_data_key')
    .innerJoin('device', 'device.id', 'device_data_key.device_id')
    .select(['device_data_key.device_id', 'device_data_key.sealed'])
    .where('device.key_thumbprint', '=', of.thumbprint ?? '')
    .where('device.state', '<>', 'retired')
    .where('device_data_key.app_key', '=', of.appKey)
    .where('device_data_key.destroyed_at', 'is', null)
    .where('device_data_key.lease_until', '>', now())
    .executeTakeFirst();
  if (!found?.sealed) return undefined;
  const { CompactEncrypt } = await import('jose');
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(secrets.openBytes(found.sealed, placeOf(found.device_id, of.appKey)));
}

/** Destroys the keys of a device's stores, of one application or of all: what is sealed under them is read by nobody any more. Answers when. */
export async function destroyKeys(tx: Db, deviceId: string, appKey: string | null, now: number): Promise<number> {
  await tx
    .updateTable('device_data_key')
    .set({ sealed: null, destroyed_at: now })
    .where('device_id', '=', deviceId)
    .where('destroyed_at', 'is', null)
    .$if(appKey !== null, (query) => query.where('app_key', '=', appKey!))
    .execute();
  return now;
}

/** Forgets destroyed keys of a device that is bound again: what it keeps from now on gets a key of its own. */
export const forgetDestroyed = (tx: Db, deviceId: string) =>
  tx.deleteFrom('device_data_key').where('device_id', '=', deviceId).where('destroyed_at', 'is not', null).execute();
