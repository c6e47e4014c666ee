import { sql } from 'kysely';
import { perProduct } from '#kit/server/per-product.ts';
import { createRecentChange, rememberedUntilChange } from '#kit/server/recent-change.ts';
import './robot.table.ts';

/** Changes of robots and of the groups they are in, made by this process. */
export const robotsChanged = createRecentChange();
const trustMillis = 1_000;

/**
 * The groups that an enabled robot is in, as a process knows them: most groups have none, and their messages cost nothing. Read again within
 * a second of a change elsewhere, at once after one of this process.
 */
export const groupsWithRobots = perProduct(({ database }) => ({
  now: rememberedUntilChange(
    async () => {
      const { rows } = await sql<{ id: string }>`select distinct g.group_id as id from robot_group g join robot r on r.id = g.robot_id
        where r.enabled`.execute(database.db);
      return new Set(rows.map(({ id }) => id));
    },
    robotsChanged,
    trustMillis,
  ),
}));
