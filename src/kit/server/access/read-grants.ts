import { sql, type RawBuilder } from 'kysely';
import type { RangeKind } from '#kit/common/role/role-range.ts';
import { builtinAdminUid, mergeRanges, type Grants, type Range } from '../caller.ts';
import type { Db, Directory } from '../directory.ts';
import './access.table.ts';

/** The last moment that a date can say: of what has no end. */
const endless = 8_640_000_000_000_000;

/** A role that a person holds now, by whatever way, with what it gives. */
export interface HeldRole {
  id: string;
  name: string;
  code: string;
  module: string;
  superAdmin: boolean;
  rangeKind: RangeKind;
  rangeDepartments: string[];
  codes: string[];
  /** Epoch milliseconds at which the first of its ends comes; null when it has none. */
  endsAt: number | null;
}

/** The grants of a person and until when they hold without a change of roles. */
export interface TimedGrants {
  grants: Grants;
  until: number;
}

/**
 * SQL condition on role: it gives something in the console, or could. Roles of other areas (apps, widgets, messages, files) say what people
 * may do on terminals; they stand where those areas show them, and are none of the rights of an administrator.
 */
export const ofConsole = sql<boolean>`(role.module = 'sys' or role.is_supper_admin
  or exists (select from role_grant where role_grant.role_id = role.id))`;

/** SQL condition on role_member: this person is meant, directly, by a department above or by a crowd. */
export function meansPerson(directory: Directory, uid: string, crowds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(
    (role_member.kind = 'employee' and role_member.object_id = ${uid}::uuid)
    or (role_member.kind = 'department' and role_member.object_id in (${directory.departmentsAbove(uid)}))
    or (role_member.kind = 'crowd' and role_member.object_id = any(${crowds}::uuid[])))`;
}

/** Which of the crowds that hold roles a person is in. */
export async function crowdsOf(db: Db, directory: Directory, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct object_id as id from role_member where kind = 'crowd'`.execute(db);
  const found: string[] = [];
  for (const { id } of rows) {
    const inside = await sql`select where ${uid}::uuid in (${directory.employeesOfCrowds([id])})`.execute(db);
    if (inside.rows.length > 0) found.push(id);
  }
  return found;
}

/** The roles of every area that a person holds now. */
export async function heldRoles(db: Db, directory: Directory, uid: string, now: number): Promise<HeldRole[]> {
  const crowds = await crowdsOf(db, directory, uid);
  const { rows } = await sql<HeldRole>`select role.id, role.name, role.code, role.module, role.is_supper_admin as "superAdmin",
      role.range_kind as "rangeKind", role.range_departments as "rangeDepartments",
      array(select code from role_grant where role_id = role.id) as codes, least(role.expires_at, held.ends) as "endsAt"
    from (select role_id, max(coalesce(until, ${endless}::bigint)) as ends from role_member
      where ${meansPerson(directory, uid, crowds)} and (until is null or until > ${now}) group by role_id) as held
    join role on role.id = held.role_id
    where role.enabled and (role.expires_at is null or role.expires_at > ${now}) order by role.module, role.name`.execute(db);
  return rows;
}

/** The range that a role gives to this holder. */
export function rangeOfRole(
  role: Pick<HeldRole, 'rangeKind' | 'rangeDepartments'>,
  holder: { uid: string; paths: readonly string[] },
  chosen: ReadonlyMap<string, { path: string }>,
): Range {
  const { uid, paths } = holder;
  if (role.rangeKind === 'all') return { all: true };
  const limited = { all: false as const, paths: [] as readonly string[], self: false, uid };
  if (role.rangeKind === 'ownDeptAndBelow') return mergeRanges([{ ...limited, paths }]);
  if (role.rangeKind === 'ownDept') return mergeRanges([{ ...limited, exact: paths }]);
  if (role.rangeKind === 'self') return { ...limited, self: true };
  return mergeRanges([{ ...limited, paths: role.rangeDepartments.flatMap((id) => chosen.get(id)?.path ?? []) }]);
}

/** Works out what a person may do: the union over enabled roles, and for each code the union of the ranges of the roles that grant it. */
export async function readGrants(db: Db, directory: Directory, uid: string, now: number): Promise<TimedGrants> {
  const held = (await heldRoles(db, directory, uid, now)).filter(
    (role) => role.module === 'sys' || role.superAdmin || role.codes.length > 0,
  );
  const superAdmin = uid === builtinAdminUid || held.some((role) => role.superAdmin);
  const paths = await directory.pathsOf(db, uid);
  const chosen = await directory.departments(
    db,
    held.flatMap((role) => (role.rangeKind === 'chosen' ? role.rangeDepartments : [])),
  );
  const byCode = new Map<string, Range[]>();
  const ranges = held.map((role) => rangeOfRole(role, { uid, paths }, chosen));
  for (const [index, role] of held.entries())
    for (const code of role.codes) byCode.set(code, [...(byCode.get(code) ?? []), ranges[index]!]);
  const none: Range = { all: false, paths: [], self: false, uid };
  return {
    grants: {
      superAdmin,
      codes: new Map([...byCode].map(([code, some]) => [code, mergeRanges(some)])),
      roles: held.map(({ id, name, code, endsAt }) => ({ id, name, code, endsAt: endsAt === endless ? null : endsAt })),
      widest: superAdmin ? { all: true } : ranges.length > 0 ? mergeRanges(ranges) : none,
      departments: paths,
    },
    until: Math.min(...held.flatMap((role) => role.endsAt ?? []), Number.MAX_SAFE_INTEGER),
  };
}
