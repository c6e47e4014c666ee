import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { articleCopy, articleFetchImage, articleLock, articleUpdate } from '../../common/article.contract.ts';
import { articleCheck, articleDiff, articlePreview, articleVersions } from '../../common/article-reading.contract.ts';
import { emptyBody } from '../../common/body.ts';
import { firstLanguage } from '../../common/words.ts';
import { picturesIn } from '../frozen.ts';
import { articles } from './articles.ts';
import { diffOf, type Side } from './diff.ts';
import { draftsOf, filesOf, renderedOf } from './drafts.ts';
import { fetchPicture } from './fetch-image.ts';
import { lookOver } from './look-over.ts';
import { versionOf } from './publish.ts';
import { copyArticle, lockArticle, updateArticle } from './save.ts';

const lockMillis = 60_000;

/** Calls of articles beside the entity's own and the steps to publication. */
export const articleRoutes: readonly BoundRoute[] = [
  handle(articleUpdate, updateArticle),
  handle(articleCopy, copyArticle),
  handle(articleLock, lock),
  handle(articleVersions, versions),
  handle(articleDiff, diff),
  handle(articleCheck, lookOver),
  handle(articleFetchImage, fetchPicture),
  handle(articlePreview, preview),
];

async function lock(call: Call, { id, language, block, release }: Parsed<typeof articleLock>): Promise<Reply<typeof articleLock>> {
  const { caller, services } = call;
  const now = services.now();
  return call.write(async (tx) => {
    await lockArticle(tx, call, id, 'write');
    // Somebody writes in one block at a time.
    await sql`delete from article_lock where article_id = ${id}::uuid and (by_id = ${caller.uid} or until <= ${now})`.execute(tx);
    if (!release)
      await tx
        .insertInto('article_lock')
        .values({ article_id: id, language, block, by_id: caller.uid, by_name: caller.name, until: now + lockMillis })
        .execute();
    const others = await tx
      .selectFrom('article_lock')
      .selectAll()
      .where('article_id', '=', id)
      .where('by_id', '<>', caller.uid)
      .orderBy('by_name')
      .execute();
    return { others: others.map((one) => ({ name: one.by_name, language: one.language, block: one.block })) };
  });
}

async function versions(call: Call, { id }: Parsed<typeof articleVersions>): Promise<Reply<typeof articleVersions>> {
  await articles.one(call, id);
  const rows = await call.db
    .selectFrom('article_version')
    .selectAll()
    .where('article_id', '=', id)
    .orderBy('n', 'desc')
    .limit(200)
    .execute();
  return {
    list: rows.map((row) => ({
      n: row.n,
      at: Number(row.at),
      byName: row.by_name,
      note: row.note,
      correction: row.correction,
      frozen: row.frozen,
      sha256: row.sha256,
      languages: languages.filter((language) => row.content[language]),
      words: row.content[firstLanguage]?.words ?? 0,
    })),
  };
}

const nothing: Side = { title: '', digest: '', body: emptyBody };

async function sideOf(call: Call, id: string, { n, language }: { n: number; language: Language }): Promise<Side> {
  if (n === 0) return (await draftsOf(call.db, [id])).get(id)?.find((one) => one.language === language) ?? nothing;
  const version = await versionOf(call.db, id, n);
  if (!version) throw notFound();
  return version.content[language] ?? nothing;
}

async function diff(call: Call, { id, from, to, language }: Parsed<typeof articleDiff>): Promise<Reply<typeof articleDiff>> {
  await articles.one(call, id);
  return diffOf(await sideOf(call, id, { n: from, language }), await sideOf(call, id, { n: to, language }));
}

async function preview(call: Call, { id, n, language }: Parsed<typeof articlePreview>): Promise<Reply<typeof articlePreview>> {
  const { db } = call;
  const article = await articles.one(call, id);
  if (n > 0) {
    const version = await versionOf(db, id, n);
    if (!version) throw notFound();
    const shown = version.content[language] ? language : firstLanguage;
    const text = version.content[shown];
    if (!text) throw notFound();
    return {
      title: text.title,
      digest: text.digest,
      html: text.html,
      language: shown,
      pictures: picturesIn(text.html),
      coverFileId: version.cover_id,
      author: version.author,
      correction: version.correction ? { at: Number(version.at), note: version.note } : null,
    };
  }
  const drafts = (await draftsOf(db, [id])).get(id) ?? [];
  const files = await filesOf(
    db,
    drafts.flatMap(({ materials }) => materials),
  );
  const content = await renderedOf(drafts, files);
  const shown = content[language] ? language : (languages.find((one) => content[one]) ?? language);
  const { title, digest, html } = content[shown] ?? { title: article.title[shown] ?? article.title.zh_CN, digest: '', html: '' };
  return {
    title,
    digest,
    html,
    language: shown,
    pictures: picturesIn(html),
    coverFileId: article.coverFileId,
    author: article.author,
    correction: null,
  };
}
