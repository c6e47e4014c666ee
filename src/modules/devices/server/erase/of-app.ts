import { sql } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';

/** The app of a key lies in the caller's range; of keys that no app has, those who see everything alone erase. */
export async function assertApp({ db, caller }: Pick<Call, 'db' | 'caller'>, appKey: string): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql<{ inside: boolean }>`select ${directory.departmentInRange(range, 'a.owner_dept_id')} as inside from app a
    where lower(a.app_key) = ${appKey.toLowerCase()}`.execute(db);
  if (rows[0] ? !rows[0].inside : !range.all) throw outOfRange();
}

/** Each of these devices has had this application: somebody signed in with it there (10404 else). */
export async function assertHasApp({ db }: Pick<Call, 'db'>, appKey: string, deviceIds: readonly string[]): Promise<void> {
  const { rows } = await sql`select from device d where d.id = any(${[...deviceIds]}::uuid[]) and not exists (select from terminal_session s
    where s.key_thumbprint = d.key_thumbprint and lower(s.app_key) = ${appKey.toLowerCase()}) limit 1`.execute(db);
  if (rows.length > 0) throw notFound();
}

/** The order is one of the data of an application. */
export async function assertOfApp({ db, caller }: Pick<Call, 'db' | 'caller'>, id: string): Promise<void> {
  const { rows } = await sql`select from erase_order where id = ${id}::uuid and app_id is not null`.execute(db);
  if (rows.length === 0) throw caller.scope().all ? notFound() : outOfRange();
}
