import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { accessChanged } from './access-changes.ts';
import { endPowerless, signedInAmong } from './powerless.ts';
import { reached } from './reach.ts';
import type { RoleMember } from './role.state.ts';

/** Signs out whoever held the last right by a membership or a role that ended in this span; what others can do is counted by the minute anyway. */
export async function endEndedRoles(
  { database }: Pick<Services, 'database'>,
  { since, now }: { since: number; now: number },
): Promise<void> {
  const { rows } =
    await sql<RoleMember>`select distinct role_member.kind, object_id as id, null as until from role_member join role on role.id = role_id
    where until > ${since} and until <= ${now} or role.expires_at > ${since} and role.expires_at <= ${now}`.execute(database.db);
  if (rows.length === 0) return;
  await database.db.transaction().execute(async (tx) => {
    await endPowerless(tx, await signedInAmong(tx, reached(rows)));
    await accessChanged(tx);
  });
}
