import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { newId } from '#kit/server/ids.ts';
import { systemUid } from '#kit/server/caller.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';

/** The password of this product is a way like the others; every installation has it, enabled. */
export async function seedLocal(services: Pick<Services, 'database' | 'now'>): Promise<void> {
  const now = services.now();
  const name = JSON.stringify({ zh_CN: '账号与密码', en_US: 'Account and password', ja_JP: 'アカウントとパスワード' });
  const match = JSON.stringify({ attribute: 'account', field: 'account' });
  await sql`insert into auth_setting (id, code, kind, name, match, enabled, created_at, created_by, updated_at, updated_by)
    values (${newId()}, ${localWay}, ${localWay}, ${name}::jsonb, ${match}::jsonb, true, ${now}, ${systemUid}, ${now}, ${systemUid})
    on conflict do nothing`.execute(services.database.db);
}
