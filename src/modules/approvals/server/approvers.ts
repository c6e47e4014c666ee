import { sql, type Selectable } from 'kysely';
import { membersOf, reached } from '#kit/server/access/reach.ts';
import { builtinAdminUid, pathInRange, type Grants } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChangeRequestTable, Rules } from './approval.table.ts';
import { samePerson } from '#modules/people/server/public.ts';

/** A request's row. */
export type RequestData = Selectable<ChangeRequestTable>;

/** What a person must hold to agree. */
export type Held = Pick<RequestData, 'codes' | 'paths' | 'unpathed'>;

/** Whether somebody holds the right to the operation in a range over all its objects. */
export function holdsRight(grants: Grants, held: Held): boolean {
  if (grants.superAdmin) return true;
  return held.codes.some((code) => {
    const range = grants.codes.get(code);
    return range !== undefined && (range.all || (!held.unpathed && held.paths.every((path) => pathInRange(range, path))));
  });
}

/** Whether a policy's rules name somebody; everybody where they name nobody. */
async function isNamed({ services, db }: Where, { grants, uid }: { grants: Grants; uid: string }, rules: Named): Promise<boolean> {
  const { people, roles, crowds = [] } = rules;
  if (people.length + roles.length + crowds.length === 0) return true;
  if (people.includes(uid) || grants.roles.some(({ id }) => roles.includes(id))) return true;
  if (crowds.length === 0) return false;
  const inside = services.directory.employeesOfCrowds(crowds);
  const { rows } = await sql`select from (${inside}) as inside(id) where id = ${uid}::uuid`.execute(db);
  return rows.length > 0;
}

type Named = Pick<Rules, 'people' | 'roles' | 'crowds'>;
interface Where {
  services: Services;
  db: Db;
}

/** In whose name somebody may agree: their own (null), or that of somebody who is away. */
export interface Standing {
  own: boolean;
  /** Undefined: may not agree. */
  as: { for: string | null } | undefined;
}

/** How a person stands to a request. */
export async function standingOf(services: Services, db: Db, request: RequestData, uid: string): Promise<Standing> {
  const same = await samePerson(db, request.requester);
  if (same.includes(uid)) return { own: true, as: undefined };
  const grants = await services.access.grants(uid);
  if (!holdsRight(grants, request)) return { own: false, as: undefined };
  if (await isNamed({ services, db }, { grants, uid }, request.rules)) return { own: false, as: { for: null } };
  for (const from of await awayFor(db, uid, services.now())) {
    // Nobody agrees to their own request through somebody else either.
    if (same.includes(from)) continue;
    const theirs = await services.access.grants(from);
    if (!holdsRight(theirs, request) || !(await isNamed({ services, db }, { grants: theirs, uid: from }, request.rules))) continue;
    if ((await services.directory.byUid(db, from))?.mayEnter) return { own: false, as: { for: from } };
  }
  return { own: false, as: undefined };
}

async function awayFor(db: Db, uid: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('change_delegation')
    .select('from_uid')
    .where('to_uid', '=', uid)
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .execute();
  return rows.map(({ from_uid }) => from_uid);
}

/** So many people are looked at to find who could agree. */
const mostLookedAt = 2000;

/** People who could agree besides one (null: whoever it is), at most `most` of them. */
export async function possibleApprovers(
  services: Services,
  db: Db,
  { held, rules, besides }: { held: Held; rules: Named; besides: string | null },
  most: number,
): Promise<string[]> {
  const same = besides === null ? [] : await samePerson(db, besides);
  const found: string[] = [];
  for (const uid of await named(services, db, rules)) {
    if (found.length >= most) break;
    if (same.includes(uid)) continue;
    const [grants, person] = await Promise.all([services.access.grants(uid), services.directory.byUid(db, uid)]);
    if (person?.mayEnter && holdsRight(grants, held) && (await isNamed({ services, db }, { grants, uid }, rules))) found.push(uid);
  }
  return found;
}

async function named(services: Pick<Services, 'now'>, db: Db, rules: Named): Promise<string[]> {
  const crowds = (rules.crowds ?? []).map((id) => ({ kind: 'crowd' as const, id, until: null }));
  const anybody = rules.people.length + rules.roles.length + crowds.length === 0;
  const roles = anybody
    ? (await db.selectFrom('role').select('id').where('module', '=', 'sys').where('enabled', '=', true).execute()).map(({ id }) => id)
    : rules.roles;
  const members = [...crowds, ...[...(await membersOf(db, roles, services.now())).values()].flat()];
  const people = anybody ? [builtinAdminUid] : rules.people;
  if (members.length === 0) return people;
  const { rows } = await sql<{ id: string }>`select id from (${reached(members)}) as held(id) limit ${mostLookedAt}`.execute(db);
  return [...new Set([...people, ...rows.map(({ id }) => id)])];
}
