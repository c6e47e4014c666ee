import { sql } from 'kysely';
import { accessChanges, accessGeneration } from '#kit/server/access/access-changes.ts';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { clock } from '#platform/clock.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { gatherer } from '#platform/gather.ts';
import { roleLimits, type MessagingFunction, type RoleLimit } from '../../common/words.ts';
import { directory, everyoneRoleId } from '../directory.ts';

/** What somebody may do in messaging, and by which roles. */
export interface Abilities {
  readonly functions: ReadonlySet<MessagingFunction>;
  readonly limits: Readonly<Record<RoleLimit, number>>;
  readonly roles: readonly { readonly id: string; readonly name: string; readonly functions: readonly MessagingFunction[] }[];
}

interface RoleRow {
  id: string;
  name: string;
  functions: MessagingFunction[];
  limits: Partial<Record<RoleLimit, number>>;
}

/** Reads what somebody may do now: the union over the roles they hold; who holds none has what "Everyone" gives. */
export async function readAbilities(db: Db, uid: string): Promise<Abilities> {
  const [abilities] = await readAll(db, [uid]);
  return abilities!;
}

/** Reads what people may do, in their order, by one statement. */
async function readAll(db: Db, uids: readonly string[]): Promise<Abilities[]> {
  const now = clock.now();
  const { rows } = await sql<
    RoleRow & { person: string }
  >`${sql.raw(preparedMark)} with asked as (select distinct unnest((select ${uids}::uuid[])) as person),
      named as (
        select person, 'employee' as kind, person as id from asked
        union all select person, 'department', id from (${directory.departmentsAboveAll(uids)}) as above
        union all select employee_id, 'crowd', crowd_id from crowd_member where employee_id in (select person from asked)),
      held as (
        select distinct named.person, r.id from named
        join role_member m on m.kind = named.kind and m.object_id = named.id and (m.until is null or m.until > ${now})
        join role r on r.id = m.role_id
        where r.module = 'imm' and r.enabled and (r.expires_at is null or r.expires_at > ${now}) and r.id <> ${everyoneRoleId}::uuid),
      had as (
        select person, id from held
        union all select person, ${everyoneRoleId}::uuid from asked where not exists (select from held where held.person = asked.person))
    select had.person, r.id, r.name, i.functions, i.limits from had join role r on r.id = had.id join im_role i on i.role_id = r.id`.execute(
    db,
  );
  const rolesOf = Map.groupBy(rows, ({ person }) => person);
  return uids.map((uid) => abilitiesBy(rolesOf.get(uid) ?? []));
}

function abilitiesBy(rows: readonly RoleRow[]): Abilities {
  const names = Object.keys(roleLimits) as RoleLimit[];
  const most = (name: RoleLimit): number => Math.max(...rows.map(({ limits }) => limits[name] ?? roleLimits[name].usual), 0);
  return {
    functions: new Set(rows.flatMap(({ functions }) => functions)),
    limits: {
      ownedGroups: most('ownedGroups'),
      groupMembers: most('groupMembers'),
      historyDays: most('historyDays'),
      ...limitsOf(names, most),
    },
    roles: rows.map(({ id, name, functions }) => ({ id, name, functions })),
  };
}

const limitsOf = (names: readonly RoleLimit[], most: (name: RoleLimit) => number): Partial<Record<RoleLimit, number>> =>
  Object.fromEntries(names.map((name) => [name, most(name)]));

const trustMillis = 500;
const mostKnown = 50_000;
/** Whoever is asked about at the same time is read together. */
const mostTogether = 200;

/** What people may do, kept until rights or people change; looked for twice a second. */
export const abilitiesOf = perProduct(({ database: { db } }) => {
  const read = gatherer(mostTogether, (uids: readonly string[]) => readAll(db, uids));
  let known = new Map<string, { at: number; abilities: Promise<Abilities> }>();
  let word = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (uid: string): Promise<Abilities> => {
    const at = performance.now();
    if (accessChanges.isRecent() || at - lookedAt > trustMillis) {
      const found = await accessGeneration(db);
      lookedAt = at;
      if (found !== word || known.size > mostKnown) known = new Map();
      word = found;
    }
    const mine = known.get(uid);
    // Crowds change by themselves, without a word.
    if (mine && at - mine.at < 10 * trustMillis && !accessChanges.isRecent()) return mine.abilities;
    const abilities = read(uid);
    known.set(uid, { at, abilities });
    abilities.catch(() => known.delete(uid));
    return abilities;
  };
});
