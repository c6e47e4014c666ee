import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { DeviceTable } from '../devices.table.ts';

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const hashOf = (code: string): Buffer => createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest();

/** Makes a code by which one device of a person is bound without anybody's agreement; it is shown once. */
export async function makeEnrolCode(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  request: { empId: string; platform: number | null; minutes: number; by: string },
): Promise<{ code: string; until: number }> {
  const plain = [...randomBytes(12)].map((byte) => letters[byte % letters.length]).join('');
  const until = now() + request.minutes * 60_000;
  await tx
    .insertInto('enrol_code')
    .values({
      id: newId(),
      hash: hashOf(plain),
      employee_id: request.empId,
      platform: request.platform,
      until,
      made_at: now(),
      made_by: request.by,
      used_at: null,
      device_id: null,
    })
    .execute();
  return { code: plain.replace(/(.{4})(?=.)/g, '$1-'), until };
}

/** For whom a code was made that still serves on this platform; using it up is for the binding. */
export async function personOfCode(
  db: Db,
  { code, platform, now }: { readonly code: string; readonly platform: number; readonly now: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('enrol_code')
    .select('employee_id')
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .where('until', '>', now)
    .where((eb) => eb.or([eb('platform', 'is', null), eb('platform', '=', platform)]))
    .executeTakeFirst();
  return row?.employee_id;
}

/** Uses a code up: once, by the person it was made for, on the platform it was made for. */
export async function takeEnrolCode(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  { code, uid, device }: { code: string; uid: string; device: Selectable<DeviceTable> },
): Promise<boolean> {
  const used = await tx
    .updateTable('enrol_code')
    .set({ used_at: now(), device_id: device.id })
    .where('hash', '=', hashOf(code))
    .where('employee_id', '=', uid)
    .where('used_at', 'is', null)
    .where('until', '>', now())
    .where((eb) => eb.or([eb('platform', 'is', null), eb('platform', '=', device.platform)]))
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}
