import { sql, type RawBuilder } from 'kysely';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '../directory.ts';
import './robot.table.ts';

/** SQL condition: the robot in this column belongs to a department of the range. */
const robotInRange = (range: Range, column: string): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from robot as own where own.id = ${sql.ref(column)} and ${directory.departmentInRange(range, 'own.company_dept_id')})`;

/** Which of these robots lie in the range. */
async function robotsInRange(db: Db, range: Range, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select t.id from robot as t
    where t.id = any(${[...new Set(ids)]}::uuid[]) and ${robotInRange(range, 't.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Refuses a robot outside the range (10910), or one that is not there (10404 for who sees everything). */
export async function assertRobot(db: Db, caller: Caller, id: string): Promise<void> {
  const range = caller.scope();
  if (!(await robotsInRange(db, range, [id])).has(id)) throw range.all ? notFound() : outOfRange();
}

/** The range of what belongs to a robot: it is seen and written where the robot is. `table` holds the column `robot_id`. */
export function throughRobot(table: string) {
  return {
    visible: (range: Range): RawBuilder<boolean> => robotInRange(range, 't.robot_id'),
    outside: async (tx: Tx, range: Range, operations: readonly Operation<{ robotId: string }>[]): Promise<Set<number>> => {
      if (range.all) return new Set();
      const { rows } = await sql<{ id: string; robot: string }>`select id, robot_id as robot from ${sql.table(table)}
        where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
      const now = new Map(rows.map((row) => [row.id, row.robot]));
      const named = operations.map(({ id, before, after }) =>
        [now.get(id), before?.robotId, after?.robotId].filter((one) => one !== undefined && one !== null),
      );
      const inside = await robotsInRange(tx, range, named.flat());
      return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every((id) => inside.has(id)) ? [] : [index])));
    },
  };
}

/** Which robots are there, whoever asks. */
export async function knownRobots(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return robotsInRange(db, { all: true }, ids);
}
