import { sql, type RawBuilder } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { inEach, type LocalDraft, type LocalText } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing } from '#kit/server/read-page.ts';
import { refKey, type ContentRef } from '../common/content-ref.ts';
import type { ContentChoice, contentList } from '../common/material.contract.ts';
import type { ContentKind } from '../common/words.ts';

interface Row {
  readonly id: string;
  readonly sno: string;
  readonly name: LocalDraft;
  readonly fileId: string | null;
  readonly ready: boolean;
}

const coverOf = (column: string): RawBuilder<unknown> => sql`(select file_id from material as m where m.id = ${sql.raw(column)})`;

/** All content of a kind in one shape: name, picture, and whether it can be sent. */
const sources: Readonly<Record<ContentKind, RawBuilder<unknown>>> = {
  image: sql`select id, sno_id, jsonb_build_object('zh_CN', name) as name, file_id, true as ready, updated_at from material where kind = 'image'`,
  video: sql`select id, sno_id, jsonb_build_object('zh_CN', name) as name, ${coverOf('material.poster_id')} as file_id, true as ready, updated_at
    from material where kind = 'video'`,
  text: sql`select id, sno_id, text as name, null::uuid as file_id, true as ready, updated_at from material where kind = 'text'`,
  imageText: sql`select id, sno_id, jsonb_build_object('zh_CN', name) as name, (select ${coverOf('a.cover_id')} from article as a where a.id = (i.items -> 0 ->> 'articleId')::uuid) as file_id,
    (select bool_and(coalesce(a.state = 'published', false)) from jsonb_array_elements(i.items) as item left join article as a on a.id = (item ->> 'articleId')::uuid) as ready,
    updated_at from image_text as i`,
  imageMessage: sql`select id, sno_id, name, ${coverOf("(i.items -> 0 ->> 'materialId')::uuid")} as file_id, true as ready, updated_at from image_message as i`,
  article: sql`select id, sno_id, title as name, ${coverOf('a.cover_id')} as file_id, state = 'published' as ready, updated_at from article as a`,
};

/** Content of an account for pickers, the newest first. */
export async function listContent(db: Db, { snoId, kind, text, ids }: Parsed<typeof contentList>): Promise<ContentChoice[]> {
  const { rows } = await sql<Row>`select id, sno_id as sno, name, file_id as "fileId", ready from (${sources[kind]}) as content
    where sno_id = ${snoId}::uuid ${text ? sql`and name::text ilike ${containing(text)}` : sql``}
      ${ids ? sql`and id = any(${ids}::uuid[])` : sql``} order by updated_at desc, id limit 100`.execute(db);
  return rows.map(({ id, name, fileId, ready }) => ({ kind, id, name: inEach(name), fileId, ready }));
}

/** Content by reference, whatever account it is of. */
export async function contentBy(db: Db, refs: readonly ContentRef[]): Promise<Map<string, Omit<Row, 'name'> & { name: LocalText }>> {
  const found = new Map<string, Omit<Row, 'name'> & { name: LocalText }>();
  for (const [kind, some] of Map.groupBy(refs, (ref) => ref.kind)) {
    const { rows } = await sql<Row>`select id, sno_id as sno, name, file_id as "fileId", ready from (${sources[kind]}) as content
      where id = any(${some.map(({ id }) => id)}::uuid[])`.execute(db);
    for (const row of rows) found.set(refKey({ kind, id: row.id }), { ...row, name: inEach(row.name) });
  }
  return found;
}
