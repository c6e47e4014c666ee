import { sql } from 'kysely';
import { usesOfContent, type ContentUse } from '#modules/public-content/server/public.ts';

/** Content that an entry of a menu leads to, in the draft or in what people see: it is not deleted meanwhile. */
usesOfContent.add(async (db, refs) => {
  const found = new Map<string, ContentUse[]>();
  if (refs.length === 0) return found;
  const keys = refs.map(({ kind, id }) => `${kind}:${id}`);
  const { rows } = await sql<ContentUse & { ref: string }>`
    with shown as (select m.sno_id, m.draft as entries from sno_menu as m
      union all select m.sno_id, v.entries from sno_menu as m join sno_menu_version as v on v.sno_id = m.sno_id and v.n = m.published_n),
    targets as (select shown.sno_id, target -> 'ref' ->> 'kind' || ':' || (target -> 'ref' ->> 'id') as ref
      from shown, jsonb_path_query(shown.entries, '$.**.target ? (@.kind == "content")') as target)
    select distinct targets.ref, 'snoMenu' as kind, targets.sno_id::text as id, sno.name ->> 'zh_CN' as name
    from targets join sno on sno.id = targets.sno_id where targets.ref = any(${keys}::text[])`.execute(db);
  for (const { ref, ...use } of rows) found.set(ref, [...(found.get(ref) ?? []), use]);
  return found;
});
