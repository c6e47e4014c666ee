import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import './devices.table.ts';

export { assertDevices } from './device/device-range.ts';
export { sealForStore } from './device/data-key.ts';
export { holdsPeople } from './erase/holds.ts';
export { roleConfigOf, type RoleConfig } from './role-config.ts';

/** What others need to know of a device. */
export interface DeviceFacts {
  readonly id: string;
  readonly name: string;
  readonly platform: number;
  readonly ownership: 'unknown' | 'private' | 'company';
  readonly state: string;
  readonly compliant: boolean;
  readonly formFactor: 'phone' | 'tablet' | 'computer';
  readonly keyStorage: 'software' | 'hardware';
  readonly bound: boolean;
}

const factsOf = (db: Db) =>
  db
    .selectFrom('device')
    .select(({ exists, selectFrom }) => [
      'device.id',
      'name',
      'platform',
      'ownership',
      'device.state',
      'compliant',
      'form_factor as formFactor',
      'key_storage as keyStorage',
      exists(
        selectFrom('device_binding')
          .select('device_binding.id')
          .whereRef('device_binding.device_id', '=', 'device.id')
          .where('device_binding.state', '=', 'bound'),
      ).as('bound'),
    ])
    .where('device.state', '<>', 'retired');

/** A device by its id. */
export async function deviceById(db: Db, id: string): Promise<DeviceFacts | undefined> {
  const found = await factsOf(db).where('device.id', '=', id).executeTakeFirst();
  return found && { ...found, bound: Boolean(found.bound) };
}

/** The device behind a key; sessions of terminals carry its thumbprint. */
export async function deviceFacts(db: Db, thumbprint: string): Promise<DeviceFacts | undefined> {
  const found = await factsOf(db).where('key_thumbprint', '=', thumbprint).executeTakeFirst();
  return found && { ...found, bound: Boolean(found.bound) };
}

/** The public key to which contents are encrypted for a device; null where it told none. */
export async function deviceEncryptionKey(db: Db, id: string): Promise<Readonly<Record<string, string>> | null> {
  const found = await db.selectFrom('device').select('encryption_key').where('id', '=', id).executeTakeFirst();
  return found?.encryption_key ?? null;
}

/** Push channel that wakes a device. */
export interface PushTarget {
  readonly deviceId: string;
  readonly provider: string;
  readonly token: string;
}

/** The devices that somebody uses and that can be woken. */
export async function pushTargetsOf(services: Pick<CoreServices, 'database' | 'secrets'>, uid: string): Promise<PushTarget[]> {
  const rows = await services.database.db
    .selectFrom('device')
    .select(['id', 'push_token as sealed'])
    .where('last_employee_id', '=', uid)
    .where('state', 'in', ['enrolled', 'bound'])
    .where('push_token', 'is not', null)
    .execute();
  return rows.map(({ id, sealed }) => {
    const place = { table: 'device', column: 'push_token', row: id };
    return { deviceId: id, ...(JSON.parse(services.secrets.open(sealed!, place)) as { provider: string; token: string }) };
  });
}

/** Forgets a token that its provider no longer knows. */
export async function dropPushToken(db: Db, deviceId: string): Promise<void> {
  await sql`update device set push_token = null where id = ${deviceId}::uuid`.execute(db);
}
