import { hash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Tables } from '#platform/database/tables.ts';
import { firstLanguage, limits } from '../../common/words.ts';
import { draftsOf, filesOf, hasText, renderedOf } from './drafts.ts';
import '../content.table.ts';

/** A published text, never changed. */
export type Version = Selectable<Tables['article_version']>;

interface Publishing {
  readonly articleId: string;
  readonly at: number;
  readonly by: { readonly id: string | null; readonly name: string };
  readonly note?: string | undefined;
  readonly correction?: boolean;
}

/** Refuses (15050) an article that has no text in the first language. */
export async function assertReadable(db: Db, articleId: string): Promise<void> {
  const drafts = (await draftsOf(db, [articleId])).get(articleId) ?? [];
  const first = drafts.find(({ language }) => language === firstLanguage);
  if (!first || !hasText(first)) {
    const title = drafts.find((one) => one.title !== '')?.title ?? '';
    throw new Refusal(15050, { lang: { namespace: 'public-content', key: `language.${firstLanguage}` }, title });
  }
}

/** Makes a version of what is written and answers its number. Of versions that no push holds the last hundred are kept. */
export async function makeVersion(tx: Tx, { articleId, at, by, note = '', correction = false }: Publishing): Promise<number> {
  await assertReadable(tx, articleId);
  const article = await tx.selectFrom('article').selectAll().where('id', '=', articleId).executeTakeFirstOrThrow();
  const drafts = (await draftsOf(tx, [articleId])).get(articleId) ?? [];
  const materials = [...new Set(drafts.flatMap((draft) => draft.materials))];
  const files = await filesOf(tx, [...materials, article.cover_id]);
  const content = await renderedOf(drafts, files);
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(max(n), 0)::int + 1 as n from article_version where article_id = ${articleId}::uuid`.execute(tx);
  const n = rows[0]!.n;
  const cover = files.get(article.cover_id ?? '') ?? null;
  const whole = { author: article.author, sourceLink: article.source_link, cover, content };
  const values = {
    id: newId(),
    article_id: articleId,
    n,
    sno_id: article.sno_id,
    content: JSON.stringify(content),
    author: article.author,
    source_link: article.source_link,
    cover_id: cover,
    materials,
    files: [...new Set(files.values())],
    note,
    correction,
    sha256: hash('sha256', JSON.stringify(whole), 'hex'),
    at,
    by_id: by.id,
    by_name: by.name,
  };
  await tx.insertInto('article_version').values(values).execute();
  await sql`delete from article_version where article_id = ${articleId}::uuid and not frozen and not correction and n <= ${n - limits.versions}`.execute(
    tx,
  );
  return n;
}

/** A version of an article by its number. */
export async function versionOf(db: Db, articleId: string, n: number): Promise<Version | undefined> {
  return db.selectFrom('article_version').selectAll().where('article_id', '=', articleId).where('n', '=', n).executeTakeFirst();
}

/** Versions of articles by id, with the correction that came last after each. */
export async function shownVersions(db: Db, ids: readonly string[]): Promise<Map<string, { frozen: Version; shown: Version }>> {
  if (ids.length === 0) return new Map();
  const frozen = await db
    .selectFrom('article_version')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const corrections = await db
    .selectFrom('article_version')
    .selectAll()
    .where(
      'article_id',
      'in',
      frozen.map((one) => one.article_id),
    )
    .where('correction', '=', true)
    .orderBy('n', 'desc')
    .execute();
  return new Map(
    frozen.map((one) => [
      one.id,
      { frozen: one, shown: corrections.find(({ article_id: of, n }) => of === one.article_id && n > one.n) ?? one },
    ]),
  );
}
