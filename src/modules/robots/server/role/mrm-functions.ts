import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { gatherer } from '#platform/gather.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { clock } from '#platform/clock.ts';
import { mrmLimitNames, mrmLimits, type MrmFunction, type MrmLimit } from '../../common/role/words.ts';
import { directory } from '../directory.ts';

/** Id of the role whose functions everybody has. */
export const everyoneRoleId = '00000000-0000-7000-8000-000000001701';

/** What somebody may do with robots, assistants, mika and to-dos, and by which roles. */
export interface MrmAbilities {
  readonly functions: ReadonlySet<MrmFunction>;
  /** The largest over the roles. */
  readonly limits: Readonly<Record<MrmLimit, number>>;
  readonly roles: readonly { readonly id: string; readonly name: string; readonly functions: readonly MrmFunction[] }[];
}

interface RoleRow {
  person: string;
  id: string;
  name: string;
  functions: MrmFunction[];
  limits: Partial<Record<MrmLimit, number | null>>;
}

/** Reads what people may do, in their order, by one statement: the union over the roles they hold and the one that everybody holds. */
export async function readMrmAbilities(db: Db, uids: readonly string[]): Promise<MrmAbilities[]> {
  const now = clock.now();
  const { rows } = await sql<RoleRow>`${sql.raw(preparedMark)} with asked as (select distinct unnest((select ${uids}::uuid[])) as person),
      named as (
        select person, 'employee' as kind, person as id from asked
        union all select person, 'department', id from (${directory.departmentsAboveAll(uids)}) as above
        union all select employee_id, 'crowd', crowd_id from crowd_member where employee_id in (select person from asked)),
      held as (
        select named.person, m.role_id as id from named
        join role_member m on m.kind = named.kind and m.object_id = named.id and (m.until is null or m.until > ${now})
        union select person, ${everyoneRoleId}::uuid from asked)
    select held.person, r.id, r.name, g.functions, g.limits from held
    join role r on r.id = held.id and r.module = 'mrm' and r.enabled and (r.expires_at is null or r.expires_at > ${now})
    join mrm_role g on g.role_id = r.id`.execute(db);
  const rolesOf = Map.groupBy(rows, ({ person }) => person);
  return uids.map((uid) => abilitiesBy(rolesOf.get(uid) ?? []));
}

function abilitiesBy(rows: readonly RoleRow[]): MrmAbilities {
  const most = (name: MrmLimit): number => Math.max(...rows.map(({ limits }) => limits[name] ?? mrmLimits[name].usual), 0);
  return {
    functions: new Set(rows.flatMap(({ functions }) => functions)),
    limits: Object.fromEntries(mrmLimitNames.map((name) => [name, most(name)])) as Record<MrmLimit, number>,
    roles: rows.map(({ id, name, functions }) => ({ id, name, functions })),
  };
}

/** Whoever is asked about at the same time is read together. */
const mostTogether = 200;
const readerOf = perProduct(({ database: { db } }) => ({
  read: gatherer(mostTogether, (uids: readonly string[]) => readMrmAbilities(db, uids)),
}));

/**
 * Returns what somebody may do by roles of module mrm: functions of section 6.6 (`robot.create`, `assistant.use`, `mika.use`, …) and the largest
 * limits over the roles. Read at every call, so that a change of a role holds at once.
 */
export const mrmFunctions = (services: Pick<Services, 'database'>, employeeId: string): Promise<MrmAbilities> =>
  readerOf(services).read(employeeId);
