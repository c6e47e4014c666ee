import { sql } from 'kysely';
import { usesOfContent, type ContentUse } from '#modules/public-content/server/public.ts';

/** Content in answers of rules, welcomes and system replies: it is not deleted while they name it. */
usesOfContent.add(async (db, refs) => {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<ContentUse & { ref: string }>`
    with wanted as (select key, split_part(key, ':', 1) as kind, split_part(key, ':', 2) as id from unnest(${refs.map(
      ({ kind, id }) => `${kind}:${id}`,
    )}::text[]) as w(key)),
    named as (select 'keywordReply' as kind, id::text as id, name, answers from keyword_reply
      union all select 'reply', id::text, kind, document -> 'answers' from reply_setting
      union all select 'reply', id::text, kind, document -> 'offHours' -> 'answers' from reply_setting where document -> 'offHours' is not null)
    select distinct wanted.key as ref, named.kind, named.id, named.name from wanted join named
      on named.answers @> jsonb_build_array(jsonb_build_object('content', jsonb_build_object('kind', wanted.kind, 'id', wanted.id)))`.execute(
    db,
  );
  const found = new Map<string, ContentUse[]>();
  for (const { ref, ...use } of rows) found.set(ref, [...(found.get(ref) ?? []), use]);
  return found;
});
