import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { uniqueKeys } from '#modules/people/server/for-sources/public.ts';
import type { ItemReason } from './plan-item.ts';
import type { PlanContext } from './plan-context.ts';

/** Whom a row stands for: somebody there is, with the tie whose place it takes, or nobody clear and why. */
export type Match = { id: string; former?: Former } | { reason: ItemReason };

/** A tie of this source to a record that is gone there: whoever was deleted and made again comes with another id. */
export interface Former {
  externalId: string;
  owned: Record<string, string>;
}

interface Tie extends Former {
  mine: boolean;
  state: 'linked' | 'missing';
  hash: string | null;
  /** Whether its record stands among those of this run; null when it was not staged. */
  here: boolean | null;
}

interface Candidate {
  at: number;
  id: string;
  name: string;
  ties: Tie[];
}

/**
 * Finds people for rows that are not tied yet, by the keys of the source in their order: the first key that finds anybody decides. More than
 * one, or one who is tied already, is a conflict; but who is tied to a record that is gone from this source is the same person again. Only people under the source's root are looked at, unless it may match everywhere.
 */
export async function matchPeople(tx: Db, plan: PlanContext, rows: ReadonlyMap<number, Fields>): Promise<Map<number, Match>> {
  const found = new Map<number, Match>();
  for (const key of plan.source.matching) {
    if (!(key in uniqueKeys)) continue;
    const { column, keyOf, freedBy } = uniqueKeys[key as keyof typeof uniqueKeys];
    const requests = [...rows].flatMap(([at, values]) =>
      !found.has(at) && typeof values[key] === 'string' ? [{ at, key: keyOf(values[key]) }] : [],
    );
    if (requests.length === 0) continue;
    const under = plan.source.match_everywhere
      ? sql`true`
      : sql`exists (select from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = e.id and d.path <@ ${plan.root.path}::ltree)`;
    const { rows: candidates } = await sql<Candidate>`select w.at, e.id, e.name,
        (select coalesce(jsonb_agg(jsonb_build_object('mine', l.source_id = ${plan.source.id}::uuid, 'externalId', l.external_id, 'owned', l.owned, 'state', l.state, 'hash', l.hash,
            'here', (select bool_or(not st.gone) from source_staged st where st.run_id = ${plan.run.id}::uuid and st.object_kind = 'employee' and st.external_id = l.external_id))), '[]')
          from source_link l where l.object_id = e.id and l.object_kind = 'employee' and l.state <> 'merged') as ties
      from unnest(${requests.map(({ at }) => at)}::int[], ${requests.map((request) => request.key)}::text[]) as w(at, key)
      cross join lateral (select p.id, p.name from employee p where p.${sql.ref(column)} = w.key collate "C" and p.status <> 'deleted' and not (${freedBy}) limit 2) as e
      where ${under}`.execute(tx);
    for (const [at, group] of Map.groupBy(candidates, (one) => one.at)) found.set(at, matchOf(plan, key, group));
  }
  return found;
}

function matchOf(plan: PlanContext, key: string, group: readonly Candidate[]): Match {
  const [first, other] = group;
  const candidates = group.map(({ id }) => id);
  if (other) return { reason: { code: 'several', path: key, params: { name: first!.name, candidates } } };
  const [tie, more] = first!.ties;
  if (!tie) return { id: first!.id };
  if (more || !isGone(plan, tie)) return { reason: { code: 'linkedElsewhere', path: key, params: { name: first!.name, candidates } } };
  return { id: first!.id, former: { externalId: tie.externalId, owned: tie.owned } };
}

/** Whether the record behind a tie is there no more: it was missing already, was named as gone, or did not come in a whole reading. */
function isGone({ reading }: PlanContext, { mine, state, hash, here }: Tie): boolean {
  if (!mine || here === true) return false;
  if (state === 'missing' || here === false) return true;
  return reading.full && reading.complete && !reading.known?.wasRead(hash);
}
