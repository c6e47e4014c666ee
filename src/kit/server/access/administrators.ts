import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import { builtinAdminUid } from '../caller.ts';
import type { Db, Directory } from '../directory.ts';
import { membersOf, reached } from './reach.ts';

/** SQL query of the ids of active people who hold a role that has not ended, in whatever way. */
export async function holdersOf(db: Db, directory: Directory, roleIds: readonly string[]): Promise<RawBuilder<{ id: string }>> {
  return reached([...(await membersOf(db, roleIds, clock.now())).values()].flat(), directory);
}

/** SQL query of the ids of all who administer the system: holders of an enabled role that gives something, and the built-in one. */
export const administrators = (db: Db, directory: Directory): Promise<RawBuilder<{ id: string }>> =>
  withBuiltin(
    db,
    directory,
    sql`module = 'sys' and (is_supper_admin or exists (select from role_grant where role_grant.role_id = role.id))`,
  );

/** SQL query of the ids of the super administrators: whoever holds the role that may do everything, in whatever way, and the built-in one. */
export const superAdministrators = (db: Db, directory: Directory): Promise<RawBuilder<{ id: string }>> =>
  withBuiltin(db, directory, sql`is_supper_admin`);

async function withBuiltin(db: Db, directory: Directory, which: RawBuilder<unknown>): Promise<RawBuilder<{ id: string }>> {
  const { rows } = await sql<{
    id: string;
  }>`select id from role where ${which} and enabled and coalesce(expires_at > ${clock.now()}, true)`.execute(db);
  const holders = await holdersOf(
    db,
    directory,
    rows.map(({ id }) => id),
  );
  return sql<{ id: string }>`${holders} union select ${builtinAdminUid}::uuid`;
}
