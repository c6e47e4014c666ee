import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { uniqueKeys } from '../../../employee.taken.ts';
import type { ItemReason } from './plan-item.ts';
import type { PlanContext } from './plan-context.ts';

/** Whom a row stands for: somebody there is, or nobody clear and why. */
export type Match = { id: string } | { reason: ItemReason };

interface Candidate {
  at: number;
  id: string;
  name: string;
  linked: boolean;
}

/**
 * Finds people for rows that are not tied yet, by the keys of the source in their order: the first key that finds anybody decides. More than
 * one, or one who is tied already, is a conflict. Only people under the source's root are looked at, unless it may match everywhere.
 */
export async function matchPeople(tx: Tx, plan: PlanContext, rows: ReadonlyMap<number, Fields>): Promise<Map<number, Match>> {
  const found = new Map<number, Match>();
  for (const key of plan.source.matching) {
    if (!(key in uniqueKeys)) continue;
    const { column, keyOf, freedBy } = uniqueKeys[key as keyof typeof uniqueKeys];
    const wishes = [...rows].flatMap(([at, values]) =>
      !found.has(at) && typeof values[key] === 'string' ? [{ at, key: keyOf(values[key]) }] : [],
    );
    if (wishes.length === 0) continue;
    const under = plan.source.match_everywhere
      ? sql`true`
      : sql`exists (select from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = e.id and d.path <@ ${plan.root.path}::ltree)`;
    const { rows: candidates } = await sql<Candidate>`select w.at, e.id, e.name,
        exists (select from source_link l where l.object_id = e.id and l.object_kind = 'employee' and l.state <> 'merged') as linked
      from unnest(${wishes.map(({ at }) => at)}::int[], ${wishes.map((wish) => wish.key)}::text[]) as w(at, key)
      cross join lateral (select p.id, p.name from employee p where p.${sql.ref(column)} = w.key collate "C" and p.status <> 'deleted' and not (${freedBy}) limit 2) as e
      where ${under}`.execute(tx);
    for (const [at, group] of Map.groupBy(candidates, (one) => one.at)) found.set(at, matchOf(key, group));
  }
  return found;
}

function matchOf(key: string, group: readonly Candidate[]): Match {
  const [first, other] = group;
  const candidates = group.map(({ id }) => id);
  if (other) return { reason: { code: 'several', path: key, params: { name: first!.name, candidates } } };
  if (first!.linked) return { reason: { code: 'linkedElsewhere', path: key, params: { name: first!.name, candidates } } };
  return { id: first!.id };
}
