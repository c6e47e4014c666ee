import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import { builtinAdminUid, type Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { outsideWord } from '../outside-word.ts';
import { Refusal } from '../refusal.ts';
import { membersOf, reached } from './reach.ts';
import { roleDirectory } from './role.binding.ts';
import { seenAmong } from './role.owner.ts';
import { memberDiff, type RoleState } from './role.state.ts';

interface ExclusiveChange {
  id: string;
  area: string;
  before: RoleState | undefined;
  after: RoleState | undefined;
}

/** Nobody holds two roles that exclude one another, by whatever way (11003 with the person and the other role). One such change at a time. */
export async function assertNotExclusive(tx: Tx, caller: Caller, { id, area, before, after }: ExclusiveChange): Promise<void> {
  if (!after) return;
  const grown = memberDiff(before?.members ?? [], after.members).added.length > 0;
  const stricter = after.exclusiveWith.some((other) => !before?.exclusiveWith.includes(other));
  if ((!grown && !stricter) || after.members.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtext('role.exclusive'))`.execute(tx);
  const now = clock.now();
  const own = after.members.filter(({ until }) => until === null || until > now);
  const { rows: others } = await sql<{ id: string; name: string }>`select other.id, other.name from role as other
      left join role as own on own.id = ${id}::uuid
    where other.module = ${area} and other.id <> ${id}::uuid
      and (other.id = any(${after.exclusiveWith}::uuid[]) or ${id}::uuid = any(other.exclusive_with)
        or (own.preset in ('system', 'security', 'audit') and other.preset in ('system', 'security', 'audit')))`.execute(tx);
  const members = await membersOf(
    tx,
    others.map((other) => other.id),
    now,
  );
  for (const other of others) {
    const both = await sql<{ id: string }>`(${reached(own)}) intersect (${reached(members.get(other.id) ?? [])}) limit 2`.execute(tx);
    const found = both.rows.find((one) => one.id !== builtinAdminUid);
    if (!found) continue;
    const person = (await roleDirectory().people(tx, [found.id])).get(found.id);
    const isSeen = (await seenAmong(tx, caller.scope(), [other.id])).has(other.id);
    const role = isSeen ? other.name : outsideWord(caller.language);
    throw new Refusal(11003, { name: person?.name ?? found.id, role }, { employeeId: found.id, roleId: isSeen ? other.id : null });
  }
}

/** Person who holds two roles that exclude one another. */
export interface ExclusiveConflict {
  uid: string;
  roles: [string, string];
}

/**
 * The first of these people who holds two roles that exclude one another, of which at least one comes by a department or crowd: what a
 * change of people and departments can bring about. One such change at a time where there are such roles.
 */
export async function exclusiveAmong(tx: Tx, people: RawBuilder<{ id: string }>): Promise<ExclusiveConflict | undefined> {
  const { rows: pairs } = await sql<{ one: string; other: string; oneName: string; otherName: string }>`
    select one.id as one, other.id as other, one.name as "oneName", other.name as "otherName" from role as one
    join role as other on other.module = one.module and other.id > one.id
      and (other.id = any(one.exclusive_with) or one.id = any(other.exclusive_with)
        or (one.preset in ('system', 'security', 'audit') and other.preset in ('system', 'security', 'audit')))
    where exists (select from role_member where role_id in (one.id, other.id) and kind <> 'employee')`.execute(tx);
  if (pairs.length === 0) return undefined;
  await sql`select pg_advisory_xact_lock(hashtext('role.exclusive'))`.execute(tx);
  const members = await membersOf(
    tx,
    pairs.flatMap(({ one, other }) => [one, other]),
    clock.now(),
  );
  for (const { one, other, oneName, otherName } of pairs) {
    const { rows } = await sql<{ id: string }>`select id from (${people}) as touched(id) where id <> ${builtinAdminUid}::uuid
      and id in (${reached(members.get(one) ?? [])}) and id in (${reached(members.get(other) ?? [])}) limit 1`.execute(tx);
    if (rows[0]) return { uid: rows[0].id, roles: [oneName, otherName] };
  }
  return undefined;
}
