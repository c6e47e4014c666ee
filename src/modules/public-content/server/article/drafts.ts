import type { Selectable } from 'kysely';
import { languages, type Language } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ArticleText, VersionContent } from '../../common/article.contract.ts';
import { materialsOf, plainTextOf, wordsIn, type BodyNode } from '../../common/body.ts';
import { renderBody, type PictureFiles } from './render.ts';
import '../content.table.ts';

/** What is being written of an article in one language. */
export type Draft = Selectable<Tables['article_draft']>;

/** What is being written of articles, by article. */
export async function draftsOf(db: Db, ids: readonly string[]): Promise<Map<string, Draft[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('article_draft')
    .selectAll()
    .where('article_id', 'in', [...ids])
    .execute();
  const order = (row: Draft): number => languages.indexOf(row.language);
  return Map.groupBy(
    rows.toSorted((left, right) => order(left) - order(right)),
    (row) => row.article_id,
  );
}

/** Whether a language has something to read. */
export const hasText = ({ title, body_text: text, materials }: Pick<Draft, 'title' | 'body_text' | 'materials'>): boolean =>
  title !== '' && (text !== '' || materials.length > 0);

/** A draft as calls answer it. */
export const textView = (row: Draft): ArticleText => ({
  title: row.title,
  digest: row.digest,
  body: row.body,
  revision: row.revision,
  at: Number(row.at),
  byName: row.by_name,
});

/** A text that is put down. */
export interface DraftText {
  readonly title: string;
  readonly digest: string;
  readonly body: BodyNode;
}

/** Writes a text; its revision counts up. */
export async function putDraft(
  tx: Tx,
  {
    articleId,
    language,
    at,
    by,
  }: { articleId: string; language: Language; at: number; by: { readonly id: string | null; readonly name: string } },
  { title, digest, body }: DraftText,
): Promise<void> {
  const values = {
    title,
    digest,
    body: JSON.stringify(body),
    body_text: plainTextOf(body),
    materials: materialsOf(body),
    at,
    by_id: by.id,
    by_name: by.name,
  };
  await tx
    .insertInto('article_draft')
    .values({ article_id: articleId, language, revision: 1, ...values })
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'language']).doUpdateSet((set) => ({ ...values, revision: set('article_draft.revision', '+', 1) })),
    )
    .execute();
}

/** Files that these materials show now. */
export async function filesOf(db: Db, materialIds: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(materialIds.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('material').select(['id', 'file_id']).where('id', 'in', wanted).where('kind', '=', 'image').execute();
  return new Map(rows.flatMap(({ id, file_id: file }) => (file === null ? [] : [[id, file]])));
}

/** What is written, rendered: the languages that have something to read. */
export async function renderedOf(drafts: readonly Draft[], files: PictureFiles): Promise<VersionContent> {
  const content: VersionContent = {};
  for (const draft of drafts.filter(hasText)) {
    const { title, digest, body, body_text: text } = draft;
    content[draft.language] = { title, digest, body, html: await renderBody(body, files), text, words: wordsIn(text) };
  }
  return content;
}
