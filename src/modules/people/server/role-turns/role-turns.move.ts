import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { mayPlace, placedRoles } from '#kit/server/access/placement/placement.ts';
import { countPeople, turnsOfMove, type MoveTurn } from '#kit/server/access/placement/placement.move.ts';
import { endPowerless, signedInAmong } from '#kit/server/access/powerless.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { departmentPaths } from '../department/department.tree.ts';
import { createDirectory } from '../directory.ts';
import type { Issues } from '../issues.ts';
import { assertExclusive, counted } from './role-turns.ts';

const directory = createDirectory();

interface Move {
  index: number;
  id: string;
  parentBefore: string;
  parentAfter: string;
}

interface Moved extends Move {
  /** ltree path of the new parent. */
  to: string;
  turns: MoveTurn[];
}

const parentIn = (fields: Operation['after']): string | undefined =>
  typeof fields?.['parentId'] === 'string' ? fields['parentId'] : undefined;

function movesOf(operations: readonly Operation[]): Move[] {
  return operations.flatMap(({ id, action, before, after }, index): Move[] => {
    const [parentBefore, parentAfter] = [parentIn(before), parentIn(after)];
    const isNew = action === 'create' || action === 'restore';
    return isNew || parentBefore === undefined || parentAfter === undefined ? [] : [{ index, id, parentBefore, parentAfter }];
  });
}

/** What moves of departments give and take: their people get the roles of the departments above the new place and lose those of the old one. */
export async function turnsOfMoves(db: Db, moves: readonly Move[]): Promise<Moved[]> {
  if (moves.length === 0) return [];
  const roles = await placedRoles(db, directory);
  if (roles.length === 0) return [];
  const paths = await departmentPaths(
    db,
    moves.flatMap(({ parentBefore, parentAfter }) => [parentBefore, parentAfter]),
  );
  const found: Moved[] = [];
  for (const move of moves) {
    const [from, to] = [paths.get(move.parentBefore), paths.get(move.parentAfter)];
    if (from === undefined || to === undefined) continue;
    found.push({ ...move, to, turns: await turnsOfMove(db, { directory, roles }, { departmentId: move.id, from, to }) });
  }
  return found;
}

/** Nobody moves a department to where its people would get more than one could give them oneself. */
export async function checkMoves(tx: Tx, caller: Caller, operations: readonly Operation[], issues: Issues): Promise<void> {
  if (caller.grants.superAdmin) return;
  for (const { index, id, to, turns } of await turnsOfMoves(tx, movesOf(operations))) {
    const own = (await departmentPaths(tx, [id])).get(id)?.split('.').at(-1) ?? '';
    for (const { role, gained, people } of turns)
      if (gained && !mayPlace(caller, role, [`${to}.${own}`]) && (await countPeople(tx, people)) > 0)
        issues.add(index, 'parentId', 'roleAbove', { role: role.name });
  }
}

/** People who gain or lose roles by moves, for what is shown before they are done. */
export async function moveImpact(tx: Tx, operations: readonly Operation[]): Promise<Record<string, number>> {
  const turns = (await turnsOfMoves(tx, movesOf(operations))).flatMap((moved) => moved.turns).filter(({ role }) => role.active);
  const countOf = async (gained: boolean): Promise<number> => {
    const some = turns.filter((turn) => turn.gained === gained).map(({ people }) => sql`(${people})`);
    return some.length === 0 ? 0 : countPeople(tx, sql<{ id: string }>`${sql.join(some, sql` union `)}`);
  };
  return counted({ gainRoles: await countOf(true), loseRoles: await countOf(false) });
}

/** After departments were moved: nobody holds what excludes one another, and who lost the last right is signed out. */
export async function settleMoves(tx: Tx, operations: readonly Operation[]): Promise<void> {
  for (const { turns } of await turnsOfMoves(tx, movesOf(operations))) {
    for (const { gained, people, role } of turns) {
      if (gained) await assertExclusive(tx, people);
      else if (role.active) await endPowerless(tx, await signedInAmong(tx, people));
    }
  }
}
