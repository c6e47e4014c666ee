import { randomBytes } from 'node:crypto';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import '../devices.table.ts';

type Parts = Pick<Services, 'secrets' | 'now'>;
const dayMillis = 86_400_000;
const placeOf = (deviceId: string, appKey: string) => ({ table: 'device_data_key', column: 'sealed', row: `${deviceId}/${appKey}` });

/** The key of a device's stores wrapped to the device, and how long it may be kept without asking again. */
export interface Lease {
  readonly key: string | null;
  readonly until: number;
}

/** Renews the lease of an application's stores on a device; the first one makes the key. Undefined where the key was destroyed. */
export async function leaseOf(
  tx: Db,
  { secrets, now }: Parts,
  {
    deviceId,
    appKey,
    days,
    encryptionKey,
  }: { deviceId: string; appKey: string; days: number; encryptionKey: Record<string, string> | null },
): Promise<Lease | undefined> {
  const until = now() + days * dayMillis;
  const place = placeOf(deviceId, appKey);
  const fresh = randomBytes(32);
  await tx
    .insertInto('device_data_key')
    .values({
      device_id: deviceId,
      app_key: appKey,
      sealed: secrets.seal(fresh, place),
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
  if (!row?.sealed) return undefined;
  if (!encryptionKey) return { key: null, until };
  const { CompactEncrypt, importJWK } = await import('jose');
  const key = await new CompactEncrypt(secrets.openBytes(row.sealed, place))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(encryptionKey, 'ECDH-ES'));
  return { key, until };
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

/** Forgets destroyed keys of a device that is bound anew: what it keeps from now on gets a key of its own. */
export const forgetDestroyed = (tx: Db, deviceId: string) =>
  tx.deleteFrom('device_data_key').where('device_id', '=', deviceId).where('destroyed_at', 'is not', null).execute();
