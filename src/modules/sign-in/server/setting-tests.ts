import { createHash } from 'node:crypto';
import type { Db } from '#kit/server/directory.ts';
import type { TestReport } from '../common/auth-setting.contract.ts';
import type { AuthSettingTable } from './auth-setting/auth-setting.table.ts';

type Tested = Pick<AuthSettingTable, 'kind' | 'config' | 'secret' | 'match'>;

const dayMillis = 86_400_000;

/** What a test stands for: the configuration and the very secret that were tried. */
export function testSubject({ kind, config, secret, match }: Tested): string {
  const sorted = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([left], [right]) => (left < right ? -1 : 1))
            .map(([name, part]) => [name, sorted(part)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value;
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted(config), secret, sorted(match)]))
    .digest('base64url');
}

/** Whether the setting was tested well, as it is now, within the last day. */
export async function testedAsIs(db: Db, setting: Tested & { id: string }, now: number): Promise<boolean> {
  const test = await db.selectFrom('auth_setting_test').selectAll().where('setting_id', '=', setting.id).executeTakeFirst();
  return test !== undefined && test.ok && test.at > now - dayMillis && test.subject === testSubject(setting);
}

/** Keeps the result of a test of what is stored. */
export async function keepTest(
  db: Db,
  setting: Tested & { id: string },
  result: { report: TestReport; at: number; uid: string },
): Promise<void> {
  const values = {
    subject: testSubject(setting),
    ok: result.report.ok,
    at: result.at,
    by_uid: result.uid,
    report: JSON.stringify(result.report),
  };
  await db
    .insertInto('auth_setting_test')
    .values({ setting_id: setting.id, ...values })
    .onConflict((conflict) => conflict.column('setting_id').doUpdateSet(values))
    .execute();
}
