import { sql } from 'kysely';
import { languages, type Language } from '#kit/common/language.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { containing } from '#kit/server/read-page.ts';
import { clock } from '#platform/clock.ts';
import { directory } from '#modules/people/server/public.ts';
import { noteWrites, throughAccount } from '#modules/public-accounts/server/public.ts';
import { article } from '../../common/article.contract.ts';
import { emptyBody } from '../../common/body.ts';
import { refKey } from '../../common/content-ref.ts';
import { usesBy } from '../uses.ts';
import { assertMayWrite, foreignGroups, foreignPictures, mistake, mistakes } from '../write-rules.ts';
import { draftsOf, filesOf, hasText, putDraft, textView } from './drafts.ts';

type ArticleOperation = Operation<StoredOf<typeof article.fields>>;

async function check(tx: Tx, caller: Caller, operations: readonly ArticleOperation[]): Promise<Map<number, OperationIssue[]>> {
  const accounts = await assertMayWrite({ tx, caller, table: 'article' }, operations);
  const { found, add } = mistakes();
  const named = operations.flatMap(({ id, after }, index) => (after ? [{ index, after, snoId: accounts.get(id)! }] : []));
  const grouped = named.flatMap(({ index, after: { groupId }, snoId }) => (groupId ? [{ index, groupId, snoId, kind: 'article' }] : []));
  const covered = named.flatMap(({ index, after: { coverId }, snoId }) =>
    coverId ? [{ index, path: 'coverId', materialId: coverId, snoId }] : [],
  );
  for (const index of await foreignGroups(tx, grouped)) add(index, mistake('groupId', 'group'));
  for (const { index, path } of await foreignPictures(tx, covered)) add(index, mistake(path, 'picture'));
  return found;
}

/** A new article begins with its titles; one that comes back finds what was written where it was. */
async function begin(tx: Tx, caller: Caller, operations: readonly ArticleOperation[]): Promise<void> {
  for (const { action, id, after } of operations) {
    if (action !== 'create' || !after?.title) continue;
    for (const language of languages) {
      const title = after.title[language];
      if (!title) continue;
      const place = { articleId: id, language, at: clock.now(), by: { id: caller.uid, name: caller.name } };
      await putDraft(tx, place, { title, digest: '', body: emptyBody });
    }
  }
}

async function publishedAt(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; at: string }>`select a.id, v.at from article as a
    join article_version as v on v.article_id = a.id and v.n = a.published_version where a.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, Number(at)]));
}

const entity = crudServer(article, {
  table: 'article',
  directory,
  range: throughAccount('article'),
  check,
  written: async (tx, caller, operations) => {
    await begin(tx, caller, operations);
    await noteWrites('article', 'article')(tx, caller, operations);
  },
  usedBy: async (tx, ids) => {
    const uses = await usesBy(
      tx,
      ids.map((id) => ({ kind: 'article', id })),
    );
    return new Map(ids.flatMap((id) => (uses.has(`article:${id}`) ? [[id, uses.get(`article:${id}`)!]] : [])));
  },
  where: (_means, { text, missing }) => [
    ...(text
      ? [
          sql<boolean>`(t.title::text ilike ${containing(text)} or exists (select from article_draft as d where d.article_id = t.id
            and (d.title ilike ${containing(text)} or d.body_text ilike ${containing(text)})))`,
        ]
      : []),
    ...(missing
      ? [
          sql<boolean>`not exists (select from article_draft as d where d.article_id = t.id and d.language = ${missing}
            and d.title <> '' and (d.body_text <> '' or d.materials <> '{}'))`,
        ]
      : []),
  ],
  rows: async ({ db, services }, objects) => {
    const ids = objects.map(({ id }) => id);
    const [drafts, files, published, locks] = [
      await draftsOf(db, ids),
      await filesOf(
        db,
        objects.map(({ coverId }) => coverId),
      ),
      await publishedAt(db, ids),
      await locksOf(db, ids, services.now()),
    ];
    const uses = await usesBy(
      db,
      ids.map((id) => ({ kind: 'article', id })),
    );
    return objects.map(({ id, coverId }) => {
      const own = drafts.get(id) ?? [];
      const savedAt = Math.max(0, ...own.map(({ at }) => Number(at)));
      return {
        languages: own.filter(hasText).map(({ language }) => language),
        changed: published.has(id) && savedAt > published.get(id)!,
        savedAt,
        editing: locks.get(id) ?? [],
        coverFileId: files.get(coverId ?? '') ?? null,
        uses: uses.get(refKey({ kind: 'article', id }))?.length ?? 0,
      };
    });
  },
  detail: async ({ db }, { id }) => ({
    texts: Object.fromEntries(((await draftsOf(db, [id])).get(id) ?? []).map((row) => [row.language, textView(row)])),
  }),
});

async function locksOf(db: Db, ids: readonly string[], now: number): Promise<Map<string, { name: string; language: Language }[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('article_lock')
    .select(['article_id', 'by_name', 'language'])
    .distinct()
    .where('article_id', 'in', [...ids])
    .where('until', '>', now)
    .execute();
  const found = new Map<string, { name: string; language: Language }[]>();
  for (const { article_id: of, by_name: name, language } of rows) found.set(of, [...(found.get(of) ?? []), { name, language }]);
  return found;
}

const [ownKind] = entity.kinds;
const kind: Kind = {
  ...ownKind!,
  purge: async (tx, ids) => {
    for (const table of ['article_draft', 'article_version', 'article_lock'])
      await sql`delete from ${sql.table(table)} as gone where article_id = any(${[...ids]}::uuid[])
        and not exists (select from article where article.id = gone.article_id)`.execute(tx);
  },
};

/** Articles on the server; what was written and published of a deleted one is kept until its deletion is final. */
export const articles = { ...entity, kinds: [kind], kind };
