import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { RangeKind } from '#kit/common/role/role-range.ts';
import { builtinAdminUid, pathInRange, type Caller, type Range } from '../../caller.ts';
import type { Db, Directory } from '../../directory.ts';
import { gives } from '../role.beyond.ts';
import type { Preset } from '../access.table.ts';

/** A role that departments hold for their people, with the places from which it comes: ltree paths by the department's id. */
export interface PlacedRole {
  id: string;
  name: string;
  preset: Preset | null;
  superAdmin: boolean;
  /** Enabled, not expired, and giving something. */
  active: boolean;
  rangeKind: RangeKind;
  /** ltree paths of the departments of a chosen range. */
  rangePaths: string[];
  codes: string[];
  places: Map<string, string>;
}

/** Where somebody is before and after a change: ltree paths of all their departments, none while they do not exist. */
export interface Relocation {
  uid: string;
  from: readonly string[];
  to: readonly string[];
}

/** Roles that somebody comes to hold, or holds no longer, because of where they are. */
export interface RoleTurn {
  uid: string;
  gained: PlacedRole[];
  lost: PlacedRole[];
}

interface Row extends Omit<PlacedRole, 'places' | 'rangePaths'> {
  rangeDepartments: string[];
  departments: string[];
}

/** Every role that a department holds; most installations have few, and those that have none pay one query. */
export const placedRoles = (db: Db, directory: Directory): Promise<PlacedRole[]> =>
  rolesHeld(db, directory, sql<boolean>`kind = 'department'`);

/** Roles of these members (a condition on `role_member`) that have not ended. */
export async function rolesHeld(db: Db, directory: Directory, members: RawBuilder<boolean>): Promise<PlacedRole[]> {
  const now = clock.now();
  const { rows } = await sql<Row>`select role.id, role.name, role.preset, role.is_supper_admin as "superAdmin",
      role.enabled and coalesce(role.expires_at > ${now}, true) as active, role.range_kind as "rangeKind",
      role.range_departments as "rangeDepartments", array(select code from role_grant where role_id = role.id order by code) as codes, held.departments
    from (select role_id, array_agg(object_id) as departments from role_member
      where ${members} and (until is null or until > ${now}) group by role_id) as held
    join role on role.id = held.role_id order by role.preset is null, lower(role.name)`.execute(db);
  if (rows.length === 0) return [];
  const named = await directory.departments(
    db,
    rows.flatMap(({ departments, rangeDepartments }) => [...departments, ...rangeDepartments]),
  );
  return rows.map(({ departments, rangeDepartments, ...role }) => ({
    ...role,
    active: role.active && (role.superAdmin || role.codes.length > 0),
    rangePaths: rangeDepartments.flatMap((id) => named.get(id)?.path ?? []),
    places: new Map(departments.flatMap((id) => (named.has(id) ? [[id, named.get(id)!.path] as const] : []))),
  }));
}

const isUnder = (path: string, top: string): boolean => path === top || path.startsWith(`${top}.`);

/** Whether a role comes from one of the places in which somebody is. */
export const reaches = (role: PlacedRole, paths: readonly string[]): boolean =>
  [...role.places.values()].some((top) => paths.some((path) => isUnder(path, top)));

/** What relocations give and take: who holds a role also by name or by a crowd neither gains nor loses it. */
export async function turnsOf(
  db: Db,
  { directory, roles }: { directory: Directory; roles: readonly PlacedRole[] },
  relocations: readonly Relocation[],
): Promise<RoleTurn[]> {
  const turns = relocations.flatMap(({ uid, from, to }): RoleTurn[] => {
    const turning = roles.filter((role) => reaches(role, from) !== reaches(role, to));
    const gained = turning.filter((role) => reaches(role, to));
    return turning.length === 0 ? [] : [{ uid, gained, lost: turning.filter((role) => !gained.includes(role)) }];
  });
  if (turns.length === 0) return [];
  const otherwise = await heldOtherwise(db, directory, turns);
  const really = (uid: string, some: readonly PlacedRole[]): PlacedRole[] => some.filter(({ id }) => !otherwise.has(`${uid} ${id}`));
  return turns
    .map(({ uid, gained, lost }) => ({ uid, gained: really(uid, gained), lost: really(uid, lost) }))
    .filter(({ gained, lost }) => gained.length + lost.length > 0);
}

async function heldOtherwise(db: Db, directory: Directory, turns: readonly RoleTurn[]): Promise<Set<string>> {
  const roleIds = [...new Set(turns.flatMap(({ gained, lost }) => [...gained, ...lost].map(({ id }) => id)))];
  const uids = turns.map(({ uid }) => uid);
  const { rows } = await sql<{
    kind: string;
    role: string;
    object: string;
  }>`select kind, role_id as role, object_id as object from role_member
    where role_id = any(${roleIds}::uuid[]) and (until is null or until > ${clock.now()})
      and (kind = 'crowd' or (kind = 'employee' and object_id = any(${uids}::uuid[])))`.execute(db);
  const held = new Set<string>();
  for (const { kind, role, object } of rows) {
    if (kind === 'employee') held.add(`${object} ${role}`);
    else {
      const inside = await sql<{
        uid: string;
      }>`select uid from unnest(${uids}::uuid[]) as person(uid) where uid in (${directory.employeesOfCrowds([object])})`.execute(db);
      for (const { uid } of inside.rows) held.add(`${uid} ${role}`);
    }
  }
  return held;
}

/**
 * Whether somebody may bring a person at these places into a role: by putting them into a department that holds it nobody gives more
 * than they could give by the role itself.
 */
export function mayPlace(caller: Caller, role: PlacedRole, paths: readonly string[]): boolean {
  const { grants } = caller;
  if (grants.superAdmin) return true;
  if (role.superAdmin || gives(grants.codes, role.codes, { kind: role.rangeKind, paths: role.rangePaths }) !== 'within') return false;
  return role.codes.every((code) => holderInside(grants.codes.get(code)!, role.rangeKind, paths));
}

/** Whether a range that follows its holder stays within a limit for somebody who is at these places. */
export function holderInside(limit: Range, kind: RangeKind, paths: readonly string[]): boolean {
  if (limit.all || kind === 'all' || kind === 'chosen' || paths.length === 0) return true;
  if (kind === 'self') return paths.some((path) => pathInRange(limit, path));
  // With all below it, a department is wider than a range that holds it alone.
  return paths.every((path) => pathInRange(kind === 'ownDept' ? limit : { ...limit, exact: [] }, path));
}

/** Which of these people hold a role that is active now, be it any of an area, or (`super`) the one that may do everything. */
export async function holdersAmong(
  db: Db,
  directory: Directory,
  people: ReadonlyMap<string, readonly string[]>,
  which: 'sys' | 'super',
): Promise<Set<string>> {
  const uids = [...people.keys()];
  const found = new Set<string>(uids.filter((uid) => uid === builtinAdminUid));
  if (uids.length === 0) return found;
  const now = clock.now();
  const { rows } = await sql<{ kind: string; object: string }>`select distinct kind, object_id as object
    from role_member join role on role.id = role_member.role_id
    where ${which === 'super' ? sql`role.is_supper_admin` : sql`role.module = 'sys'`} and role.enabled and coalesce(role.expires_at > ${now}, true)
      and (until is null or until > ${now}) and (role.is_supper_admin or exists (select from role_grant where role_grant.role_id = role.id))
      and (kind <> 'employee' or object_id = any(${uids}::uuid[]))`.execute(db);
  for (const { kind, object } of rows) if (kind === 'employee') found.add(object);
  const idsOf = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ object }) => object);
  const tops = [...(await directory.departments(db, idsOf('department'))).values()].map(({ path }) => path);
  for (const [uid, paths] of people) if (tops.some((top) => paths.some((path) => isUnder(path, top)))) found.add(uid);
  if (idsOf('crowd').length > 0) {
    const inside = await sql<{
      uid: string;
    }>`select uid from unnest(${uids}::uuid[]) as person(uid) where uid in (${directory.employeesOfCrowds(idsOf('crowd'))})`.execute(db);
    for (const { uid } of inside.rows) found.add(uid);
  }
  return found;
}
