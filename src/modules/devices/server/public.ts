import type { Db } from '#kit/server/directory.ts';
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
