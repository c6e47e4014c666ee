import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { DepartmentNode } from './department-tree.ts';
import type { PlanContext } from './plan-context.ts';
import type { DepartmentLink } from './staged.ts';

interface Found {
  at: number;
  id: string;
  path: string;
  name: string;
  ties: { mine: boolean; externalId: string; state: 'linked' | 'missing' }[];
}

interface Ways {
  parentOf: (node: DepartmentNode) => string;
  links: ReadonlyMap<string, DepartmentLink>;
  /** Whether a record of this id was read this time. */
  isRead: (externalId: string) => boolean;
}

/**
 * Finds departments that are there already for rows that are not tied yet: by code, else by name below the same parent. One that another row
 * or another source stands for is a conflict; one whose own record is gone there was made again with another id (`node.former`).
 */
export async function matchByName(
  tx: Tx,
  plan: PlanContext,
  nodes: readonly DepartmentNode[],
  { parentOf, links, isRead }: Ways,
): Promise<void> {
  const open = nodes.filter(({ objectId, externalId }) => objectId === null && links.get(externalId)?.state !== 'merged');
  if (open.length === 0) return;
  const requests = open.map((node, at) => ({
    at,
    parent: parentOf(node),
    code: node.values['code'] ?? null,
    names: ['name', 'nameEn', 'nameJa'].flatMap((field) =>
      typeof node.values[field] === 'string' ? [node.values[field].toLowerCase()] : [],
    ),
  }));
  const ties = sql`(select coalesce(jsonb_agg(jsonb_build_object('mine', l.source_id = ${plan.source.id}::uuid, 'externalId', l.external_id, 'state', l.state)), '[]')
    from source_link l where l.object_id = d.id and l.object_kind = 'department' and l.state <> 'merged')`;
  const { rows } =
    await sql<Found>`with wish as materialized (select * from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as w(at int, parent uuid, code text, names jsonb))
    select w.at, d.id, d.path::text as path, d.name ->> 'zh_CN' as name, ${ties} as ties
    from wish w join department d on d.code = w.code collate "C" where d.path <@ ${plan.root.path}::ltree
    union all
    select w.at, d.id, d.path::text, d.name ->> 'zh_CN', ${ties}
    from wish w join department d on d.parent_id = w.parent where w.names ?| array(select lower(value) from jsonb_each_text(d.name))`.execute(
      tx,
    );
  const taken = new Set<string>();
  for (const { at, id, path, name, ties: all } of rows) {
    const node = open[at]!;
    if (node.objectId !== null || node.reason) continue;
    const [tie, more] = all;
    // What is known by its path alone is gone when its name is.
    const isGone =
      tie?.mine === true &&
      !more &&
      !tie.externalId.startsWith('path:') &&
      !isRead(tie.externalId) &&
      (tie.state === 'missing' || plan.reading.full);
    if ((tie && !isGone) || taken.has(id)) node.reason = { code: 'linkedElsewhere', path: 'name', params: { name, candidates: [id] } };
    else [node.objectId, node.path, node.former] = [id, path, tie?.externalId ?? null];
    taken.add(id);
  }
}
