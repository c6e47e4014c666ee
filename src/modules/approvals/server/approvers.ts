import { sql, type Selectable } from 'kysely';
import { membersOf, reached } from '#kit/server/access/reach.ts';
import { builtinAdminUid, pathInRange, type Grants } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChangeRequestTable, Rules } from './approval.table.ts';
import { samePerson } from '#modules/user-centre/server/public.ts';

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
function isNamed(grants: Grants, uid: string, rules: Pick<Rules, 'people' | 'roles'>): boolean {
  if (rules.people.length + rules.roles.length === 0) return true;
  return rules.people.includes(uid) || grants.roles.some(({ id }) => rules.roles.includes(id));
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
  if (isNamed(grants, uid, request.rules)) return { own: false, as: { for: null } };
  for (const from of await awayFor(db, uid, services.now())) {
    // Nobody agrees to their own request through somebody else either.
    if (same.includes(from)) continue;
    const theirs = await services.access.grants(from);
    if (holdsRight(theirs, request) && isNamed(theirs, from, request.rules) && (await services.directory.byUid(db, from))?.mayEnter)
      return { own: false, as: { for: from } };
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

/** People who could agree besides one, at most `most` of them. */
export async function possibleApprovers(
  services: Services,
  db: Db,
  { held, rules, besides }: { held: Held; rules: Pick<Rules, 'people' | 'roles'>; besides: string },
  most: number,
): Promise<string[]> {
  const same = await samePerson(db, besides);
  const found: string[] = [];
  for (const uid of await named(services, db, rules)) {
    if (found.length >= most) break;
    if (same.includes(uid)) continue;
    const [grants, person] = await Promise.all([services.access.grants(uid), services.directory.byUid(db, uid)]);
    if (person?.mayEnter && holdsRight(grants, held) && isNamed(grants, uid, rules)) found.push(uid);
  }
  return found;
}

async function named(services: Services, db: Db, rules: Pick<Rules, 'people' | 'roles'>): Promise<string[]> {
  const anybody = rules.people.length + rules.roles.length === 0;
  const roles = anybody
    ? (await db.selectFrom('role').select('id').where('module', '=', 'sys').where('enabled', '=', true).execute()).map(({ id }) => id)
    : rules.roles;
  const members = [...(await membersOf(db, roles, services.now())).values()].flat();
  const people = anybody ? [builtinAdminUid] : rules.people;
  if (members.length === 0) return people;
  const { rows } = await sql<{ id: string }>`select id from (${reached(members)}) as held(id) limit ${mostLookedAt}`.execute(db);
  return [...new Set([...people, ...rows.map(({ id }) => id)])];
}
