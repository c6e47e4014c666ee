import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { inEach, languages, pick, type Language, type LocalDraft, type LocalText } from '#kit/common/language.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { refKey, type ContentRef } from '../common/content-ref.ts';
import { shownVersions } from './article/publish.ts';
import { contentBy } from './content-list.ts';
import './content.table.ts';

/** One part of frozen content: what it shows is in it, or in a version that is never changed. */
export type FrozenPart =
  | { readonly kind: 'article'; readonly articleId: string; readonly versionId: string; readonly fileId: string | null }
  | { readonly kind: 'picture'; readonly articleId: string; readonly fileId: string; readonly captions: Partial<LocalText> }
  | { readonly kind: 'text'; readonly articleId: string; readonly texts: Partial<LocalText> }
  | {
      readonly kind: 'video';
      readonly articleId: string;
      readonly fileId: string;
      readonly posterFileId: string | null;
      readonly seconds: number;
      readonly name: string;
    };

/** A copy of content as it was at one moment: version ids, files and texts. It is kept as JSON and never changes. */
export interface FrozenContent {
  readonly ref: ContentRef;
  /** In the languages in which it says something. */
  readonly titles: LocalDraft;
  readonly parts: readonly FrozenPart[];
  readonly sha256: string;
}

/** One part of content as a terminal shows it in one language. */
export interface ShownPart {
  readonly kind: FrozenPart['kind'];
  /** The article, or the material of what is no article: by it a part is asked for alone. */
  readonly articleId: string;
  readonly title: string;
  readonly digest: string;
  /** Pictures in it are named by `data-file`. */
  readonly html: string;
  readonly text: string;
  /** Everything that the part shows: cover first where there is one. */
  readonly fileIds: readonly string[];
  readonly coverFileId: string | null;
  readonly seconds: number | null;
  /** Set where a later version is shown in the place of the one that was sent. */
  readonly correction: { readonly at: number; readonly note: string } | null;
}

/** Content as a terminal shows it in one language. */
export interface ShownContent {
  readonly title: string;
  readonly parts: readonly ShownPart[];
}

/** Refuses content that is unknown or of another account (10404), or that can't be sent (15032). */
export async function assertContent(db: Db, snoId: string, refs: readonly ContentRef[]): Promise<void> {
  const found = await contentBy(db, refs);
  for (const ref of refs) {
    const content = found.get(refKey(ref));
    if (content?.sno !== snoId) throw notFound();
    if (!content.ready) throw new Refusal(15032);
  }
}

/** Names of content by `refKey`, in every language; what is not there has none. */
export async function contentNames(db: Db, refs: readonly ContentRef[]): Promise<Map<string, LocalText>> {
  const found = await contentBy(db, refs);
  return new Map([...found].map(([key, { name }]) => [key, name]));
}

interface Freezing {
  readonly titles: LocalDraft;
  readonly parts: readonly FrozenPart[];
}

async function freezeArticles(
  tx: Tx,
  items: readonly { readonly articleId: string; readonly fileId?: string | null }[],
): Promise<Freezing> {
  const { rows } = await sql<{
    id: string;
    articleId: string;
    content: Partial<Record<Language, { title: string }>>;
    fileId: string | null;
  }>`
    update article_version as v set frozen = true from article as a
    where a.id = any(${items.map(({ articleId }) => articleId)}::uuid[]) and v.article_id = a.id and v.n = a.published_version
    returning v.id, v.article_id as "articleId", v.content, v.cover_id as "fileId"`.execute(tx);
  const versions = new Map(rows.map((row) => [row.articleId, row]));
  const parts = items.map(({ articleId, fileId }): FrozenPart => {
    const version = versions.get(articleId);
    if (!version) throw new Refusal(15032);
    return { kind: 'article', articleId, versionId: version.id, fileId: fileId ?? version.fileId };
  });
  const { content } = versions.get(items[0]!.articleId)!;
  const titles = Object.fromEntries(languages.flatMap((language) => (content[language] ? [[language, content[language].title]] : [])));
  return { titles: titles as LocalDraft, parts };
}

const titleLength = 64;
const short = (text: string): string => (text.length > titleLength ? `${text.slice(0, titleLength - 1)}…` : text);

/** A material's parts; a picture and a video say the same in every language. */
async function freezeMaterial(tx: Tx, { id }: ContentRef): Promise<Freezing> {
  const row = await tx.selectFrom('material').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (row.kind === 'text') {
    const texts = row.text ?? { zh_CN: '' };
    const titles = Object.fromEntries(Object.entries(texts).flatMap(([language, text]) => (text ? [[language, short(text)]] : [])));
    return { titles: titles as LocalDraft, parts: [{ kind: 'text', articleId: id, texts }] };
  }
  const titles = inEach({ zh_CN: row.name });
  if (row.kind === 'image') return { titles, parts: [{ kind: 'picture', articleId: id, fileId: row.file_id!, captions: {} }] };
  const { rows } = await sql<{ seconds: number; poster: string | null }>`select f.seconds, p.file_id as poster from content_file as f
    left join material as p on p.id = ${row.poster_id}::uuid where f.id = ${row.file_id}::uuid`.execute(tx);
  const { seconds, poster } = rows[0] ?? { seconds: 0, poster: null };
  return { titles, parts: [{ kind: 'video', articleId: id, fileId: row.file_id!, posterFileId: poster, seconds, name: row.name }] };
}

async function filesOfMaterials(tx: Tx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; file: string }>`select id, file_id as file from material
    where id = any(${ids.filter((id) => id !== null)}::uuid[]) and file_id is not null`.execute(tx);
  return new Map(rows.map(({ id, file }) => [id, file]));
}

async function freezeAny(tx: Tx, ref: ContentRef): Promise<Freezing> {
  if (ref.kind === 'article') return freezeArticles(tx, [{ articleId: ref.id }]);
  if (ref.kind === 'imageText') {
    const { items } = await tx.selectFrom('image_text').select('items').where('id', '=', ref.id).executeTakeFirstOrThrow();
    const files = await filesOfMaterials(
      tx,
      items.map(({ coverId }) => coverId),
    );
    return freezeArticles(
      tx,
      items.map(({ articleId, coverId }) => ({ articleId, fileId: files.get(coverId ?? '') ?? null })),
    );
  }
  if (ref.kind !== 'imageMessage') return freezeMaterial(tx, ref);
  const { items, name } = await tx.selectFrom('image_message').select(['items', 'name']).where('id', '=', ref.id).executeTakeFirstOrThrow();
  const files = await filesOfMaterials(
    tx,
    items.map(({ materialId }) => materialId),
  );
  const parts = items.flatMap(({ materialId, caption }): FrozenPart[] => {
    const fileId = files.get(materialId);
    return fileId === undefined ? [] : [{ kind: 'picture', articleId: materialId, fileId, captions: caption }];
  });
  return { titles: name, parts };
}

/** Makes a copy of content that never changes, in the transaction that keeps it; refuses as `assertContent`. */
export async function freezeContent(tx: Tx, snoId: string, ref: ContentRef): Promise<FrozenContent> {
  await assertContent(tx, snoId, [ref]);
  const { titles, parts } = await freezeAny(tx, ref);
  const versions = await shownVersions(
    tx,
    parts.flatMap((part) => (part.kind === 'article' ? [part.versionId] : [])),
  );
  const digests = parts.map((part) => (part.kind === 'article' ? versions.get(part.versionId)!.frozen.sha256 : JSON.stringify(part)));
  return { ref, titles, parts, sha256: hash('sha256', JSON.stringify([ref, titles, parts, digests]), 'hex') };
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
const lines = (text: string): string => text.split('\n').map(escape).join('<br />');

/** What a terminal shows of frozen content in a language, or in the first one where that has no text; corrected articles in their last correction. */
export async function shownContent(db: Db, frozen: FrozenContent, language: Language): Promise<ShownContent> {
  const versions = await shownVersions(
    db,
    frozen.parts.flatMap((part) => (part.kind === 'article' ? [part.versionId] : [])),
  );
  const parts = frozen.parts.map((part): ShownPart => {
    const usual = { kind: part.kind, articleId: part.articleId, digest: '', coverFileId: null, seconds: null, correction: null };
    if (part.kind === 'text') {
      const text = pick(part.texts, language);
      return { ...usual, title: short(text), html: `<p>${lines(text)}</p>`, text, fileIds: [] };
    }
    if (part.kind === 'picture') {
      const caption = pick(part.captions, language);
      const said = caption === '' ? '' : `<figcaption>${lines(caption)}</figcaption>`;
      const html = `<figure><img data-file="${part.fileId}" alt="${escape(caption)}" />${said}</figure>`;
      return {
        ...usual,
        title: caption || pick(frozen.titles, language),
        html,
        text: caption,
        fileIds: [part.fileId],
        coverFileId: part.fileId,
      };
    }
    if (part.kind === 'video') {
      const fileIds = [...(part.posterFileId === null ? [] : [part.posterFileId]), part.fileId];
      return { ...usual, title: part.name, html: '', text: part.name, fileIds, coverFileId: part.posterFileId, seconds: part.seconds };
    }
    return articlePart(part, versions.get(part.versionId), language);
  });
  return { title: pick(frozen.titles, language), parts };
}

type Versions = Awaited<ReturnType<typeof shownVersions>>;

function articlePart(
  { articleId, fileId }: Extract<FrozenPart, { kind: 'article' }>,
  versions: ReturnType<Versions['get']>,
  language: Language,
): ShownPart {
  if (!versions) throw notFound();
  const { frozen, shown } = versions;
  const text = shown.content[language] ?? shown.content.zh_CN ?? Object.values(shown.content)[0]!;
  const coverFileId = fileId ?? shown.cover_id;
  const isCorrected = shown.id !== frozen.id;
  return {
    kind: 'article',
    articleId,
    title: text.title,
    digest: text.digest,
    html: text.html,
    text: text.text,
    fileIds: [...new Set([...(coverFileId === null ? [] : [coverFileId]), ...picturesIn(text.html)])],
    coverFileId,
    seconds: null,
    correction: isCorrected ? { at: Number(shown.at), note: shown.note } : null,
  };
}

/** The files of the pictures in rendered HTML, in their order. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/ data-file="([0-9a-f-]{36})"/g)].map(([, id]) => id!)),
];
