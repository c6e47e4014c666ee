import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { noteWrites, throughAccount } from '#modules/public-accounts/server/public.ts';
import { imageMessage, imageText } from '../../common/composed.contract.ts';
import type { ArticleState, ContentKind } from '../../common/words.ts';
import { filesOf } from '../article/drafts.ts';
import { usesBy, type ContentUse } from '../uses.ts';
import { assertMayWrite, foreignGroups, foreignPictures, mistake, mistakes } from '../write-rules.ts';
import '../content.table.ts';

type TextOperation = Operation<StoredOf<typeof imageText.fields>>;
type AlbumOperation = Operation<StoredOf<typeof imageMessage.fields>>;

async function usesOf(tx: Db, kind: ContentKind, ids: readonly string[]): Promise<Map<string, ContentUse[]>> {
  const uses = await usesBy(
    tx,
    ids.map((id) => ({ kind, id })),
  );
  return new Map(ids.flatMap((id) => (uses.has(`${kind}:${id}`) ? [[id, uses.get(`${kind}:${id}`)!]] : [])));
}

async function checkGroups(
  tx: Tx,
  kind: ContentKind,
  operations: readonly Operation<{ snoId: string; groupId: string | null }>[],
  accounts: ReadonlyMap<string, string>,
): Promise<number[]> {
  const named = operations.flatMap(({ id, after }, index) =>
    after?.groupId ? [{ index, groupId: after.groupId, snoId: accounts.get(id)!, kind }] : [],
  );
  return foreignGroups(tx, named);
}

async function checkTexts(tx: Tx, caller: Caller, operations: readonly TextOperation[]): Promise<Map<number, OperationIssue[]>> {
  const accounts = await assertMayWrite({ tx, caller, table: 'image_text' }, operations);
  const { found, add } = mistakes();
  for (const index of await checkGroups(tx, 'imageText', operations, accounts)) add(index, mistake('groupId', 'group'));
  const items = operations.flatMap(({ id, after }, index) =>
    (after?.items ?? []).map((item, at) => ({ ...item, index, path: `items.${at}`, snoId: accounts.get(id)! })),
  );
  const articles = await articleFacts(
    tx,
    items.map(({ articleId }) => articleId),
  );
  for (const { index, path, articleId, snoId } of items)
    if (articles.get(articleId)?.snoId !== snoId) add(index, mistake(`${path}.articleId`, 'article'));
  const covers = items.flatMap(({ coverId, ...item }) => (coverId === null ? [] : [{ ...item, materialId: coverId }]));
  for (const { index, path } of await foreignPictures(tx, covers)) add(index, mistake(`${path}.coverId`, 'picture'));
  for (const [index, { after }] of operations.entries()) {
    const ids = (after?.items ?? []).map(({ articleId }) => articleId);
    if (new Set(ids).size < ids.length) add(index, mistake('items', 'twice'));
  }
  return found;
}

interface ArticleFacts {
  readonly id: string;
  readonly snoId: string;
  readonly title: { zh_CN: string; en_US?: string; ja_JP?: string };
  readonly state: ArticleState;
  readonly coverId: string | null;
}

async function articleFacts(db: Db, ids: readonly string[]): Promise<Map<string, ArticleFacts>> {
  const { rows } = await sql<ArticleFacts>`select id, sno_id as "snoId", title, state, cover_id as "coverId" from article
    where id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const isReady = sql<boolean>`(select bool_and(coalesce(a.state = 'published', false)) from jsonb_array_elements(t.items) as item
  left join article as a on a.id = (item ->> 'articleId')::uuid)`;

/** Messages of one to eight articles; `ready` where all of them are published. */
export const imageTexts = crudServer(imageText, {
  table: 'image_text',
  directory,
  range: throughAccount('image_text'),
  importBy: ['name'],
  check: checkTexts,
  written: noteWrites('image_text', 'imageText'),
  usedBy: (tx, ids) => usesOf(tx, 'imageText', ids),
  where: (_means, { state }) => (state === undefined ? [] : [state === 'ready' ? isReady : sql<boolean>`not ${isReady}`]),
  rows: async ({ db }, objects) => {
    const facts = await articleFacts(
      db,
      objects.flatMap(({ items }) => items.map(({ articleId }) => articleId)),
    );
    const files = await filesOf(db, [
      ...objects.flatMap(({ items }) => items.map(({ coverId }) => coverId)),
      ...[...facts.values()].map(({ coverId }) => coverId),
    ]);
    const uses = await usesOf(
      db,
      'imageText',
      objects.map(({ id }) => id),
    );
    return objects.map(({ id, items }) => {
      const articles = items.flatMap(({ articleId, coverId }) => {
        const one = facts.get(articleId);
        if (!one) return [];
        return [{ articleId, title: one.title, state: one.state, coverFileId: files.get(coverId ?? one.coverId ?? '') ?? null }];
      });
      const state = articles.length === items.length && articles.every((one) => one.state === 'published') ? 'ready' : 'incomplete';
      return {
        state: state as 'ready' | 'incomplete',
        articles,
        coverFileId: articles[0]?.coverFileId ?? null,
        uses: uses.get(id)?.length ?? 0,
      };
    });
  },
});

async function checkAlbums(tx: Tx, caller: Caller, operations: readonly AlbumOperation[]): Promise<Map<number, OperationIssue[]>> {
  const accounts = await assertMayWrite({ tx, caller, table: 'image_message' }, operations);
  const { found, add } = mistakes();
  for (const index of await checkGroups(tx, 'imageMessage', operations, accounts)) add(index, mistake('groupId', 'group'));
  const named = operations.flatMap(({ id, after }, index) =>
    (after?.items ?? []).map(({ materialId }, at) => ({ index, path: `items.${at}.materialId`, materialId, snoId: accounts.get(id)! })),
  );
  for (const { index, path } of await foreignPictures(tx, named)) add(index, mistake(path, 'picture'));
  return found;
}

/** Messages of one to twenty pictures with captions. */
export const imageMessages = crudServer(imageMessage, {
  table: 'image_message',
  directory,
  range: throughAccount('image_message'),
  importBy: ['name'],
  check: checkAlbums,
  written: noteWrites('image_message', 'imageMessage'),
  usedBy: (tx, ids) => usesOf(tx, 'imageMessage', ids),
  rows: async ({ db }, objects) => {
    const files = await filesOf(
      db,
      objects.flatMap(({ items }) => items.map(({ materialId }) => materialId)),
    );
    const uses = await usesOf(
      db,
      'imageMessage',
      objects.map(({ id }) => id),
    );
    return objects.map(({ id, items }) => ({
      pictures: items.map(({ materialId }) => ({ materialId, fileId: files.get(materialId) ?? null })),
      uses: uses.get(id)?.length ?? 0,
    }));
  },
});
