import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { assertCan } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { noteWrites, throughAccount } from '#modules/public-accounts/server/public.ts';
import { refKey } from '../../common/content-ref.ts';
import { material } from '../../common/material.contract.ts';
import { materialPages } from '../../common/permissions.ts';
import type { MaterialKind } from '../../common/words.ts';
import { usesBy } from '../uses.ts';
import { assertMayWrite, foreignFiles, foreignGroups, foreignPictures, mistake, mistakes } from '../write-rules.ts';
import { contentFiles, takeFiles } from './content-files.ts';
import '../content.table.ts';

type MaterialOperation = Operation<StoredOf<typeof material.fields>>;
interface Stored {
  readonly id: string;
  readonly kind: MaterialKind;
  readonly fileId: string | null;
  readonly text: unknown;
}

/** Kinds of these materials, and what they hold. */
export async function storedMaterials(tx: Tx, ids: readonly string[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`select id, kind, file_id as "fileId", text from material where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Buttons that the pages of all kinds have, by the word of the call. */
const buttons: Readonly<Record<string, 'update' | 'delete' | 'move'>> = {
  'material.update': 'update',
  'material.delete': 'delete',
  'material.move': 'move',
};

/** Refuses (65002) a call where the page of a material's kind does not give the button. */
function assertButtons(caller: Caller, stored: ReadonlyMap<string, Stored>): void {
  const verb = buttons[caller.operation];
  if (verb) for (const { kind } of stored.values()) assertCan(caller, materialPages[kind].button[verb]);
}

async function check(tx: Tx, caller: Caller, operations: readonly MaterialOperation[]): Promise<Map<number, OperationIssue[]>> {
  const accounts = await assertMayWrite({ tx, caller, table: 'material' }, operations);
  const stored = await storedMaterials(
    tx,
    operations.map(({ id }) => id),
  );
  assertButtons(caller, stored);
  const { found, add } = mistakes();
  const grouped: Parameters<typeof foreignGroups>[1][number][] = [];
  const filed: Parameters<typeof foreignFiles>[1][number][] = [];
  const pictured: Parameters<typeof foreignPictures>[1][number][] = [];
  for (const [index, { id, after }] of operations.entries()) {
    const now = stored.get(id);
    const kind = now?.kind ?? after?.kind;
    const snoId = accounts.get(id);
    if (!after || kind === undefined || snoId === undefined) continue;
    if (typeof after.groupId === 'string') grouped.push({ index, groupId: after.groupId, snoId, kind });
    const { fileId = now?.fileId ?? null, text = now?.text ?? null, posterId } = after;
    if (kind === 'text' ? text === null : text !== null) add(index, mistake('text', kind === 'text' ? 'textNeeded' : 'noText'));
    if (kind === 'text' ? fileId !== null : fileId === null) add(index, mistake('fileId', kind === 'text' ? 'noFile' : 'fileNeeded'));
    else if (typeof after.fileId === 'string')
      filed.push({ index, path: 'fileId', fileId: after.fileId, snoId, type: kind === 'video' ? 'video' : 'image' });
    if (typeof posterId !== 'string') continue;
    if (kind === 'video') pictured.push({ index, path: 'posterId', materialId: posterId, snoId });
    else add(index, mistake('posterId', 'noPoster'));
  }
  for (const index of await foreignGroups(tx, grouped)) add(index, mistake('groupId', 'group'));
  for (const { index, path } of await foreignPictures(tx, pictured)) add(index, mistake(path, 'picture'));
  for (const { index, path } of await foreignFiles(tx, filed)) add(index, mistake(path, 'file'));
  return found;
}

/** Materials: pictures, texts and videos of an account. */
export const materials = crudServer(material, {
  table: 'material',
  directory,
  range: throughAccount('material'),
  importBy: ['name'],
  check,
  usedBy: async (tx, ids) => {
    const stored = await storedMaterials(tx, ids);
    const refs = [...stored.values()].map(({ id, kind }) => ({ id, kind }));
    const uses = await usesBy(tx, refs);
    return new Map(refs.flatMap((ref) => (uses.has(refKey(ref)) ? [[ref.id, uses.get(refKey(ref))!]] : [])));
  },
  written: async (tx, caller, operations) => {
    await takeFiles(
      tx,
      operations.map(({ after }) => after?.fileId),
    );
    await noteWrites('material', 'material')(tx, caller, operations);
  },
  where: (_means, { ungrouped, unused }) => [
    ...(ungrouped === true ? [sql<boolean>`t.group_id is null`] : []),
    ...(unused === undefined ? [] : [unused ? sql<boolean>`not ${isUsed}` : isUsed]),
  ],
  rows: async ({ db }, objects) => {
    const files = await contentFiles(
      db,
      objects.map(({ fileId }) => fileId),
    );
    const uses = await usesBy(
      db,
      objects.map(({ id, kind }) => ({ id, kind })),
    );
    return objects.map(({ id, kind, fileId }) => {
      const file = files.get(fileId ?? '');
      return {
        type: file?.type ?? null,
        size: file ? Number(file.size) : null,
        width: file?.width ?? null,
        height: file?.height ?? null,
        seconds: file?.seconds ?? null,
        sha256: file?.hash ?? null,
        uses: uses.get(refKey({ id, kind }))?.length ?? 0,
      };
    });
  },
});

/** Whether content of this module uses a material; what other modules use is told by `usedBy` alone. */
const isUsed = sql<boolean>`(exists (select from article as a where a.sno_id = t.sno_id and (a.cover_id = t.id
      or exists (select from article_draft as d where d.article_id = a.id and t.id = any(d.materials))))
    or exists (select from material as v where v.poster_id = t.id)
    or exists (select from image_message as i where i.sno_id = t.sno_id and i.items @> jsonb_build_array(jsonb_build_object('materialId', t.id)))
    or exists (select from image_text as i where i.sno_id = t.sno_id and i.items @> jsonb_build_array(jsonb_build_object('coverId', t.id))))`;
