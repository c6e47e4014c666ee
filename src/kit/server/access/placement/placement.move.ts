import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Db, Directory } from '../../directory.ts';
import { reaches, type PlacedRole } from './placement.ts';
import { membersOf, peopleBeyond, reached } from '../reach.ts';

/** A department that moves with all below it: the ltree paths of the departments above it before and after. */
export interface DepartmentMove {
  departmentId: string;
  from: string;
  to: string;
}

/** A role that people of a moved department come to hold or hold no longer; `people` is an SQL query of their ids. */
export interface MoveTurn {
  role: PlacedRole;
  gained: boolean;
  people: RawBuilder<{ id: string }>;
}

/** What a move gives and takes. Answers the same before the move is written and afterwards. */
export async function turnsOfMove(
  db: Db,
  { directory, roles }: { directory: Directory; roles: readonly PlacedRole[] },
  move: DepartmentMove,
): Promise<MoveTurn[]> {
  const turning = roles.filter((role) => reaches(role, [move.from]) !== reaches(role, [move.to]));
  if (turning.length === 0) return [];
  const members = await membersOf(
    db,
    turning.map(({ id }) => id),
    clock.now(),
  );
  return turning.map((role) => {
    const isAbove = (id: string): boolean => {
      const top = role.places.get(id);
      return top !== undefined && [move.from, move.to].some((path) => path === top || path.startsWith(`${top}.`));
    };
    const all = members.get(role.id) ?? [];
    const above = all.filter(({ kind, id }) => kind === 'department' && isAbove(id)).map(({ id }) => id);
    const others = all.filter(({ kind, id }) => kind !== 'department' || !isAbove(id));
    // Who holds the role in another way as well (by name, by a department below, or by being elsewhere too) neither gains nor loses it.
    const people = peopleBeyond(directory.employeesUnder([move.departmentId]), [
      reached(others),
      directory.employeesUnder(above, [move.departmentId]),
    ]);
    return { role, gained: reaches(role, [move.to]), people };
  });
}

/** How many people a query names. */
export async function countPeople(db: Db, people: RawBuilder<{ id: string }>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${people}) as people`.execute(db);
  return rows[0]!.n;
}
