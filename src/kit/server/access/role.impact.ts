import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Operation } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { membersBeyond, peopleBeyond, reached } from './reach.ts';
import { readRoles } from './role.read.ts';
import { endsOf, stateOf, type RoleMember, type RoleState } from './role.state.ts';

type People = RawBuilder<{ id: string }>;

/** People who come to hold a role, who hold it no longer, and for whom it gives something else; other roles of theirs aside. */
export async function roleImpact(tx: Tx, area: string, operations: readonly Operation[]): Promise<Record<string, number>> {
  const ids = operations.map(({ id }) => id);
  const states = await readRoles(tx, area, { ids, lock: false });
  const sides: Record<'gainRoles' | 'loseRoles' | 'people', People[]> = { gainRoles: [], loseRoles: [], people: [] };
  for (const operation of operations) {
    const state = states.get(operation.id);
    const { before, after } = endsOf(operation, state && stateOf(state.fields));
    const [had, has] = [holders(before), holders(after)];
    const [come, gone] = [membersBeyond(has, had), membersBeyond(had, has)];
    if (come.length > 0) sides.gainRoles.push(peopleBeyond(reached(come), [reached(had)]));
    if (gone.length > 0) sides.loseRoles.push(peopleBeyond(reached(gone), [reached(has)]));
    if (before && after && gift(before) !== gift(after)) sides.people.push(inBoth(had, has, gone));
  }
  const counts: Record<string, number> = {};
  for (const [name, parts] of Object.entries(sides)) {
    const count = parts.length > 0 ? await countOf(tx, parts) : 0;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** Who holds it before and after; where no member went, everybody who held it. */
const inBoth = (had: readonly RoleMember[], has: readonly RoleMember[], gone: readonly RoleMember[]): People =>
  gone.length === 0 ? reached(had) : sql<{ id: string }>`(${reached(had)}) intersect (${reached(has)})`;

/** Who holds a role now: nobody while it is disabled or over. */
function holders(role: RoleState | undefined): RoleMember[] {
  const now = clock.now();
  const gives = role?.enabled === true && (role.expiresAt === null || role.expiresAt > now);
  return gives ? role.members.filter(({ until }) => until === null || until > now) : [];
}

const gift = ({ grants, range }: RoleState): string => JSON.stringify([grants.toSorted(), range.kind, range.departmentIds.toSorted()]);

async function countOf(tx: Tx, parts: readonly People[]): Promise<number> {
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  );
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${all}) as people`.execute(tx);
  return rows[0]?.n ?? 0;
}
