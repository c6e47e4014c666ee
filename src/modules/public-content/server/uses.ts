import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { refKey, type ContentRef } from '../common/content-ref.ts';
import './content.table.ts';

/** What names content: an article, a message, a reply, a menu, a push that is not sent yet. */
export interface ContentUse {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** Answers what uses these contents, by `refKey`. Pushes that were sent hold a frozen copy and are not told. */
export type UsesOfContent = (db: Db, refs: readonly ContentRef[]) => Promise<ReadonlyMap<string, readonly ContentUse[]>>;

const known = new Set<UsesOfContent>();

/** Where other modules say what of theirs uses content: `usesOfContent.add(fn)` in `start` of the module. */
export const usesOfContent = {
  add(uses: UsesOfContent): void {
    known.add(uses);
  },
};

/** Everything that uses these contents, by `refKey`: within this module and what others say. */
export async function usesBy(db: Db, refs: readonly ContentRef[]): Promise<Map<string, ContentUse[]>> {
  const found = new Map<string, ContentUse[]>();
  if (refs.length === 0) return found;
  for (const uses of [ownUses, ...known])
    for (const [key, list] of await uses(db, refs)) found.set(key, [...(found.get(key) ?? []), ...list]);
  return found;
}

interface Row extends ContentUse {
  readonly used: string;
}

/** Materials in articles (what is written, and what is published), covers and messages; articles in image texts. */
async function ownUses(db: Db, refs: readonly ContentRef[]): Promise<Map<string, ContentUse[]>> {
  const idsOf = (...kinds: readonly string[]): string[] => refs.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const [materials, articles] = [idsOf('image', 'video', 'text'), idsOf('article')];
  const { rows } = await sql<Row>`
    with m as (select id from material where id = any(${materials}::uuid[]))
    select distinct m.id as used, 'article' as kind, a.id::text as id, coalesce(a.title ->> 'zh_CN', '') as name from m
      join article as a on a.cover_id = m.id
        or exists (select from article_draft as d where d.article_id = a.id and m.id = any(d.materials))
        or exists (select from article_version as v where v.article_id = a.id and v.n = a.published_version and m.id = any(v.materials))
    union all
    select distinct m.id, 'material', v.id::text, v.name from m join material as v on v.poster_id = m.id
    union all
    select distinct m.id, 'imageMessage', i.id::text, coalesce(i.name ->> 'zh_CN', '') from m
      join image_message as i on i.items @> jsonb_build_array(jsonb_build_object('materialId', m.id))
    union all
    select distinct m.id, 'imageText', i.id::text, i.name from m
      join image_text as i on i.items @> jsonb_build_array(jsonb_build_object('coverId', m.id))
    union all
    select distinct a.id, 'imageText', i.id::text, i.name from unnest(${articles}::uuid[]) as a(id)
      join image_text as i on i.items @> jsonb_build_array(jsonb_build_object('articleId', a.id))`.execute(db);
  const keys = new Map(refs.map((ref) => [ref.id, refKey(ref)]));
  const found = new Map<string, ContentUse[]>();
  for (const { used, ...use } of rows) {
    const key = keys.get(used)!;
    found.set(key, [...(found.get(key) ?? []), use]);
  }
  return found;
}
