import { sql } from 'kysely';
import { roleNameOf } from '#kit/server/access/role.view.ts';
import { mayPlace, type PlacedRole } from '#kit/server/access/placement/placement.ts';
import { countPeople } from '#kit/server/access/placement/placement.move.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Services } from '#kit/server/services.ts';
import type { RoleTurnView } from '../../common/role-turn.ts';
import { employeeAmongRange } from '../range.ts';
import { beyond, turnsOfPeople } from './role-turns.ts';
import { turnsOfMoves } from './role-turns.move.ts';

const sampleSize = 10;

interface Reader {
  db: Db;
  caller: Caller;
  services: Services;
}

/** The roles that people of a department would gain and lose if it stood below another. */
export async function rolesOfMove(reader: Reader, move: { id: string; parentId: string }): Promise<RoleTurnView[]> {
  const { db, caller } = reader;
  const row = await db.selectFrom('department').select(['parent_id', 'no']).where('id', '=', move.id).executeTakeFirst();
  if (!row?.parent_id) return [];
  const moves = await turnsOfMoves(db, [{ index: 0, id: move.id, parentBefore: row.parent_id, parentAfter: move.parentId }]);
  const views: RoleTurnView[] = [];
  for (const { to, turns } of moves) {
    for (const { role, gained, people } of turns) {
      const count = role.active ? await countPeople(db, people) : 0;
      if (count === 0) continue;
      const { rows } = await sql<{ id: string; name: string }>`select e.id, e.name from employee e
        where e.id in (${people}) and ${employeeAmongRange(caller.scope(), 'e.id')} order by e.sort_key, e.id limit ${sampleSize}`.execute(
        db,
      );
      views.push({
        ...shown(reader, role, gained),
        beyond: gained && !mayPlace(caller, role, [`${to}.${row.no}`]),
        people: count,
        sample: rows,
      });
    }
  }
  return views;
}

const shown = (reader: Reader, role: PlacedRole, gained: boolean) => ({
  roleId: role.id,
  roleName: roleNameOf(reader, role),
  gained,
});

/** Collects the roles that people would gain and lose by operations on them, a piece at a time. */
export class RoleTurnCounts {
  readonly #reader: Reader;
  readonly #views = new Map<string, RoleTurnView>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get views(): RoleTurnView[] {
    return [...this.#views.values()];
  }

  async add(operations: readonly Operation[]): Promise<void> {
    const { db, caller } = this.#reader;
    const names = new Map(operations.map(({ id, name }) => [id, name]));
    const found = await turnsOfPeople(db, operations);
    const refused = new Set(beyond(caller, found).map(({ uid, role }) => `${uid} ${role.id}`));
    for (const { uid, gained, lost } of found.turns) {
      for (const role of [...gained, ...lost]) {
        if (!role.active) continue;
        const isGained = gained.includes(role);
        const key = `${role.id} ${isGained}`;
        const view = this.#views.get(key) ?? { ...shown(this.#reader, role, isGained), beyond: false, people: 0, sample: [] };
        view.people += 1;
        view.beyond ||= refused.has(`${uid} ${role.id}`);
        if (view.sample.length < sampleSize) view.sample.push({ id: uid, name: names.get(uid) ?? '' });
        this.#views.set(key, view);
      }
    }
  }
}
