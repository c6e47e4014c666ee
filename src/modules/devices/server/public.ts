import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import './devices.table.ts';

export { roleConfigOf, type RoleConfig } from './role-config.ts';

/** What others need to know of a device. */
export interface DeviceFacts {
  readonly id: string;
  readonly name: string;
  readonly platform: number;
  readonly ownership: 'unknown' | 'private' | 'company';
  readonly state: string;
  readonly compliant: boolean;
}

/** The device behind a key; sessions of terminals carry its thumbprint. */
export async function deviceFacts(db: Db, thumbprint: string): Promise<DeviceFacts | undefined> {
  return db
    .selectFrom('device')
    .select(['id', 'name', 'platform', 'ownership', 'state', 'compliant'])
    .where('key_thumbprint', '=', thumbprint)
    .where('state', '<>', 'retired')
    .executeTakeFirst();
}

/** By what a device is woken. */
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
