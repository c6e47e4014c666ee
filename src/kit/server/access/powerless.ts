import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import { builtinAdminUid } from '../caller.ts';
import type { Tx } from '../directory.ts';
import '../session/session.table.ts';
import { membersOf, reached } from './reach.ts';
import { roleDirectory, roleSessions } from './role.binding.ts';

/** SQL condition: the role gives something now. */
const givesSomething = (
  now: number,
): RawBuilder<boolean> => sql<boolean>`role.enabled and (role.expires_at is null or role.expires_at > ${now})
  and (role.is_supper_admin or exists (select from role_grant where role_grant.role_id = role.id))`;

/** People who are signed in and to whom these roles give something, as they stand now. */
export async function signedInHolders(tx: Tx, roleIds: readonly string[]): Promise<string[]> {
  const now = clock.now();
  const { rows: roles } = await sql<{
    id: string;
  }>`select id from role where id = any(${roleIds}::uuid[]) and ${givesSomething(now)}`.execute(tx);
  if (roles.length === 0) return [];
  const members = await membersOf(
    tx,
    roles.map(({ id }) => id),
    now,
  );
  return signedInAmong(tx, reached([...members.values()].flat()));
}

/** Which of the people whom a query names are signed in. */
export async function signedInAmong(tx: Tx, people: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select distinct uid from session
    where ended_at is null and ends_at > ${clock.now()} and uid in (${people})`.execute(tx);
  return rows.map(({ uid }) => uid);
}

/** Ends the sessions of those of these people to whom no role gives anything any more: their next call gets 65003. */
export async function endPowerless(tx: Tx, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  const now = clock.now();
  const { rows: groups } = await sql<{ kind: 'department' | 'crowd'; id: string }>`select distinct kind, object_id as id
    from role_member join role on role.id = role_member.role_id
    where kind <> 'employee' and (until is null or until > ${now}) and ${givesSomething(now)}`.execute(tx);
  const idsOf = (kind: string): string[] => groups.filter((group) => group.kind === kind).map(({ id }) => id);
  const directory = roleDirectory();
  const { rows } = await sql<{ uid: string }>`select uid from unnest(${uids}::uuid[]) as person(uid) where uid <> ${builtinAdminUid}::uuid
    and not exists (select from role_member join role on role.id = role_member.role_id
      where kind = 'employee' and object_id = person.uid and (until is null or until > ${now}) and ${givesSomething(now)})
    and uid not in (${directory.employeesUnder(idsOf('department'))}) and uid not in (${directory.employeesOfCrowds(idsOf('crowd'))})`.execute(
    tx,
  );
  await roleSessions().endAll(
    tx,
    rows.map(({ uid }) => uid),
    'role',
  );
}
