import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Replacing } from '#kit/server/department-use.ts';
import { ownersOf } from './owners.ts';

/**
 * Ties of departments that give way stand for those in their place from now on: what a source delivers for the old ones goes there, and the
 * next reading makes no new ones. Answers the sources that are tied to any of them.
 */
export async function mergeTies(tx: Tx, replacing: Replacing): Promise<Set<string>> {
  const pairs = JSON.stringify([...replacing].map(([gone, target]) => ({ gone, target })));
  const { rows } = await sql<{ sourceId: string }>`update source_link l
    set state = 'merged', object_id = pair.target, merged_from = l.merged_from || pair.gone, hash = null
    from jsonb_to_recordset(${pairs}::jsonb) as pair(gone uuid, target uuid)
    where l.object_kind = 'department' and l.object_id = pair.gone returning l.source_id as "sourceId"`.execute(tx);
  return new Set(rows.map(({ sourceId }) => sourceId));
}

/** Departments that come back have their ties again; what the sources know of the people where they were is compared again. */
export async function splitTies(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with back as (
      update source_link l set object_id = l.merged_from[cardinality(l.merged_from)], merged_from = trim_array(l.merged_from, 1), hash = null,
        state = case when cardinality(l.merged_from) = 1 then 'linked' else 'merged' end
      from (select source_id, external_id, object_id as target from source_link
        where merged_from && ${ids}::uuid[] and merged_from[cardinality(merged_from)] = any(${ids}::uuid[])) as old
      where l.source_id = old.source_id and l.external_id = old.external_id and l.object_kind = 'department'
      returning l.source_id, old.target)
    update source_link as person set hash = null from back
    where person.source_id = back.source_id and person.object_kind = 'employee'
      and person.object_id in (select ed.employee_id from employee_department ed where ed.department_id = back.target)`.execute(tx);
}

/** Returns, of these objects, those whose field one of these sources owns: it goes on delivering what the merge makes of it. */
export async function ownedBy(
  tx: Tx,
  sources: ReadonlySet<string> | undefined,
  of: 'employee' | 'department',
  { ids, field }: { ids: readonly string[]; field: string },
): Promise<Set<string>> {
  if (!sources?.size) return new Set();
  const owners = await ownersOf(tx, ids, of);
  return new Set(ids.filter((id) => sources.has(owners.get(id)?.[field]?.sourceId ?? '')));
}
