import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { sceneGroup } from '../../common/scene.contract.ts';
import '../mika.table.ts';

/** Groups of scenes on the server; one with scenes in it is not deleted. */
export const sceneGroups = crudServer(sceneGroup, {
  table: 'scene_group',
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{
      id: string;
      groupId: string;
      name: string;
    }>`select id, group_id as "groupId", name ->> 'zh_CN' as name from mika_scene
      where group_id = any(${[...ids]}::uuid[]) order by position limit 100`.execute(tx);
    const uses = Map.groupBy(rows, ({ groupId }) => groupId);
    return new Map([...uses].map(([id, some]) => [id, some.map((one) => ({ kind: 'scene', id: one.id, name: one.name }))]));
  },
  rows: async ({ db }, objects) => {
    const { rows } = await sql<{ id: string; n: number }>`select group_id as id, count(*)::int as n from mika_scene
      where group_id = any(${objects.map(({ id }) => id)}::uuid[]) group by group_id`.execute(db);
    const counts = new Map(rows.map(({ id, n }) => [id, n]));
    return objects.map(({ id }) => ({ scenes: counts.get(id) ?? 0 }));
  },
});
