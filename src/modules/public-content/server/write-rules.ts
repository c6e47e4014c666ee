import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { accountsOf, assertWorks, type WorkRight } from '#modules/public-accounts/server/public.ts';
import { contentFiles } from './material/content-files.ts';

interface OfAccount {
  readonly snoId: string;
}

/** Refuses operations of who may not do this for the accounts, and answers the account of each object. */
export async function assertMayWrite(
  { tx, caller, table }: { tx: Tx; caller: Caller; table: string },
  operations: readonly Operation<OfAccount>[],
  right: WorkRight = 'write',
): Promise<Map<string, string>> {
  const accounts = await accountsOf(tx, table, operations);
  for (const snoId of new Set(accounts.values())) await assertWorks(tx, caller.scope(), snoId, right);
  return accounts;
}

/** A mistake at a field, in the words of this module. */
export const mistake = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'public-content',
  key: `issue.${key}`,
  ...(params && { params }),
});

/** Collects mistakes by the index of their operation. */
export function mistakes(): { readonly found: Map<number, OperationIssue[]>; add(index: number, issue: OperationIssue): void } {
  const found = new Map<number, OperationIssue[]>();
  return { found, add: (index, issue) => void found.set(index, [...(found.get(index) ?? []), issue]) };
}

/** Groups that are not of this account and kind. */
export async function foreignGroups(
  tx: Db,
  named: readonly { readonly index: number; readonly groupId: string; readonly snoId: string; readonly kind: string }[],
): Promise<number[]> {
  if (named.length === 0) return [];
  const { rows } = await sql<{ id: string; sno: string; kind: string }>`select id, sno_id as sno, kind from material_group
    where id = any(${named.map(({ groupId }) => groupId)}::uuid[])`.execute(tx);
  const groups = new Map(rows.map((row) => [row.id, row]));
  return named.flatMap(({ index, groupId, snoId, kind }) => {
    const group = groups.get(groupId);
    return group?.sno === snoId && group.kind === kind ? [] : [index];
  });
}

/** Files that are not of this account, or not of a type that is expected there. */
export async function foreignFiles(
  tx: Db,
  named: readonly {
    readonly index: number;
    readonly path: string;
    readonly fileId: string;
    readonly snoId: string;
    readonly type: 'image' | 'video';
  }[],
): Promise<{ index: number; path: string }[]> {
  const files = await contentFiles(
    tx,
    named.map(({ fileId }) => fileId),
  );
  return named.filter(({ fileId, snoId, type }) => {
    const file = files.get(fileId);
    return file?.sno_id !== snoId || !file.type.startsWith(`${type}/`);
  });
}

/** Names that are no picture of this account. */
export async function foreignPictures<
  T extends { readonly index: number; readonly path: string; readonly materialId: string; readonly snoId: string },
>(tx: Db, named: readonly T[]): Promise<T[]> {
  if (named.length === 0) return [];
  const { rows } = await sql<{ id: string; sno: string }>`select id, sno_id as sno from material
    where kind = 'image' and id = any(${named.map(({ materialId }) => materialId)}::uuid[])`.execute(tx);
  const known = new Map(rows.map(({ id, sno }) => [id, sno]));
  return named.filter(({ materialId, snoId }) => known.get(materialId) !== snoId);
}
